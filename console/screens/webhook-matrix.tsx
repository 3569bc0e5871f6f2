import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { dueIn, shortTime, zonedText } from '../format.ts';
import { ofFax, useResource } from '../resource.ts';
import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { RowTime } from '../ui/times.tsx';
import { attemptGroups, attemptResult } from './webhook-words.ts';
import type { Attempt } from './webhook-attempt.ts';

/** The webhooks of the same fax, each with its attempts. */
export function AttemptMatrix({ webhook, selected }: { readonly webhook: WebhookRecord; readonly selected: number }) {
  const { fax_id: fax } = webhook;
  const all = useResource(
    String(fax),
    (signal) => ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input: { fax, limit: 50 }, signal }),
    { changedBy: ofFax(fax) },
  );
  const rows = all.data ?? [webhook];
  return (
    <Part title={`Attempts of the webhooks of fax ${fax}`}>
      <div class="matrix" tabIndex={0} role="group" aria-label="Attempts">
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} class={row.id === webhook.id ? 'chosen' : undefined}>
                <th scope="row">
                  <Link to={{ id: String(row.id), query: withoutAttempt() }}>
                    {row.event} <span class="muted">{row.id}</span>
                  </Link>
                </th>
                <td>
                  <Attempts webhook={row} selected={row.id === webhook.id ? selected : undefined} />
                  {row.due_at !== null && now.value !== undefined && (
                    <span class="muted"> next {dueIn(row.due_at, now.value)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

/** The maximum number of attempts that are shown individually. More are drawn on a time scale, with a list on request. Paper has the lists. */
const mostLinks = 4;

interface AttemptsProps {
  readonly webhook: WebhookRecord;
  /** The number of the shown attempt; undefined if it belongs to another webhook. */
  readonly selected: number | undefined;
}

function Attempts({ webhook, selected }: AttemptsProps) {
  const { attempts } = webhook;
  const [first] = attempts;
  if (first === undefined) return <span class="muted">none yet</span>;
  const lines = attempts.map((attempt, index) => (
    <li key={index}>
      <AttemptLink webhook={webhook} attempt={attempt} number={index + 1} isShown={index + 1 === selected} />
      <RowTime at={attempt.at} />
    </li>
  ));
  if (attempts.length <= mostLinks) return <ol class="attempts in-line">{lines}</ol>;
  return (
    <>
      <TimeScale attempts={attempts} />
      <details class="all-attempts">
        <summary>
          {attemptGroups(attempts)
            .map(({ word }) => word)
            .join(', ')}{' '}
          since {shortTime(first.at, now.value ?? 0).join('')}
        </summary>
        <ol class="attempts">{lines}</ol>
      </details>
    </>
  );
}

/** The attempts as points on a time scale, beside a text with the same content. */
function TimeScale({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const times = attempts.map(({ at }) => Date.parse(at));
  const [start = 0, end = start] = [times[0], times.at(-1)];
  return (
    <div class="time-scale" aria-hidden="true">
      {attempts.map((attempt, index) => (
        <span
          key={index}
          class={attemptResult(attempt).tone}
          title={`Attempt ${index + 1}, ${zonedText(attempt.at)}: ${attemptResult(attempt).word}`}
          style={{ left: `${(100 * ((times[index] ?? start) - start)) / Math.max(end - start, 1)}%` }}
        />
      ))}
    </div>
  );
}

function withoutAttempt(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(route.value.query).filter(([name]) => name !== 'attempt'));
}

interface AttemptLinkProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
  readonly number: number;
  readonly isShown: boolean;
}

function AttemptLink({ webhook, attempt, number, isShown }: AttemptLinkProps) {
  const { tone, word } = attemptResult(attempt);
  return (
    <Link
      to={{ id: String(webhook.id), query: { ...withoutAttempt(), attempt: String(number) } }}
      class="attempt"
      isCurrent={isShown}
      title={`Attempt ${number}, ${zonedText(attempt.at)}`}
    >
      <Badge tone={tone}>{`${number}: ${word}`}</Badge>
    </Link>
  );
}
