import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { foldRuns } from '../equal-runs.ts';
import { dueIn, zonedText } from '../format.ts';
import { ofFax, useResource } from '../resource.ts';
import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Fold } from '../ui/fold.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Part } from '../ui/split.tsx';
import { RowTime, rowTimeText, spanTexts } from '../ui/times.tsx';
import { attemptResult, attemptWords } from './webhook-words.ts';
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
  const sent = rows.filter(({ url }) => url !== null).flatMap(({ attempts }) => attempts);
  const isMixed = new Set(sent.map(isSigned)).size > 1;
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
                  <Attempts
                    webhook={row}
                    selected={row.id === webhook.id ? selected : undefined}
                    saysSigned={isMixed}
                  />
                  {row.due_at !== null && now.value !== undefined && (
                    <span class="muted">
                      {' '}
                      next {isPrinted.value ? rowTimeText(row.due_at) : dueIn(row.due_at, now.value)}
                    </span>
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

/** The maximum number of attempts, or of their folds, that stand in a line on screen. More attempts have a time scale. */
const mostInLine = 4;

interface AttemptsProps {
  readonly webhook: WebhookRecord;
  /** The number of the shown attempt; undefined if it belongs to another webhook. */
  readonly selected: number | undefined;
  /** Whether each attempt says if it was signed, because that differs. */
  readonly saysSigned: boolean;
}

/** The attempts of a webhook. Long runs with the same text are folded. */
function Attempts({ webhook, selected, saysSigned }: AttemptsProps) {
  const { attempts } = webhook;
  if (attempts.length === 0) return <span class="muted">none yet</span>;
  const signedText = (attempt: Attempt): string => (saysSigned ? `, ${isSigned(attempt) ? 'signed' : 'unsigned'}` : '');
  const textOf = (attempt: Attempt): string => attemptWords(attempt) + signedText(attempt);
  const line = (attempt: Attempt) => {
    const number = attempts.indexOf(attempt) + 1;
    return (
      <li key={number}>
        <AttemptLink {...{ webhook, attempt, number }} more={signedText(attempt)} isShown={number === selected} />
        <RowTime at={attempt.at} />
      </li>
    );
  };
  const lines = foldRuns(attempts, { resultOf: textOf });
  return (
    <>
      {attempts.length > mostInLine && <TimeScale attempts={attempts} />}
      <ol class={`attempts${lines.length > mostInLine ? '' : ' in-line'}`}>
        {lines.map((alike) => {
          const [first] = alike;
          if (alike.length === 1) return line(first);
          return (
            <Fold
              key={attempts.indexOf(first) + 1}
              count={alike.length}
              each={textOf(first)}
              {...spanTexts(first.at, (alike.at(-1) ?? first).at)}
            >
              {() => alike.map(line)}
            </Fold>
          );
        })}
      </ol>
    </>
  );
}

const isSigned = ({ signature }: Attempt): boolean => signature !== null;

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
  /** Words after the result. */
  readonly more: string;
  readonly isShown: boolean;
}

function AttemptLink({ webhook, attempt, number, more, isShown }: AttemptLinkProps) {
  const { tone, word } = attemptResult(attempt);
  return (
    <Link
      to={{ id: String(webhook.id), query: { ...withoutAttempt(), attempt: String(number) } }}
      class="attempt"
      isCurrent={isShown}
      title={`Attempt ${number}, ${zonedText(attempt.at)}: ${attemptWords(attempt)}`}
    >
      <Badge tone={tone}>{`${number}: ${word}${more}`}</Badge>
    </Link>
  );
}
