import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { relativeTime, timeText } from '../format.ts';
import { ofFax, useResource } from '../resource.ts';
import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { attemptResult } from './webhook-words.ts';
import type { Attempt } from './webhook-words.ts';

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
                  {row.attempts.map((attempt, index) => (
                    <AttemptLink
                      key={index}
                      webhook={row}
                      attempt={attempt}
                      number={index + 1}
                      isShown={row.id === webhook.id && index + 1 === selected}
                    />
                  ))}
                  {row.attempts.length === 0 && <span class="muted">none yet</span>}
                  {row.due_at !== null && now.value !== undefined && (
                    <span class="muted"> next {relativeTime(row.due_at, now.value)}</span>
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
      title={`Attempt ${number}, ${timeText(attempt.at)} UTC`}
    >
      <Badge tone={tone}>{`${number}: ${word}`}</Badge>
    </Link>
  );
}
