import type { Delivery } from '../domain/webhook.ts';
import { withoutCredentials } from '../journal/urls.ts';
import { withPrefix } from './log.ts';
import type { LogLine } from './log.ts';

/** The line of an attempt, or of a delivery that may not be sent. */
export function webhookLine({ id, faxEvent, url, state, dueAt, attempts }: Delivery): LogLine {
  const last = attempts.at(-1);
  const status = last?.answer?.status ?? null;
  const message = last?.failure ?? null;
  const next = state === 'pending' && dueAt !== null ? new Date(dueAt).toISOString() : null;
  const text = [
    `webhook ${id} ${faxEvent.event} of fax ${faxEvent.faxId}`,
    withPrefix(' to ', addressOf(url)),
    ` ${status ?? (url === null ? 'recorded: no URL is set' : state)}`,
    withPrefix(': ', message),
    withPrefix('; next attempt at ', next),
  ].join('');
  const about = { webhook: id, fax: faxEvent.faxId, name: faxEvent.event, state, attempt: attempts.length };
  return { event: 'webhook', text, fields: { ...about, status, message, next_attempt: next } };
}

/** A query may hold a secret. */
const addressOf = (url: string | null): string | null =>
  url === null ? null : (withoutCredentials(url).split(/[?#]/, 1)[0] ?? null);
