import type * as v from 'valibot';
import { deliveryStates, webhookEvents } from '../domain/webhook.ts';
import type { Delivery } from '../domain/webhook.ts';
import { condition } from '../journal/filter.ts';
import { groupFilters, isPath, sinceCondition, statusCondition } from '../journal/query.ts';
import { conditions, status } from './conditions.ts';
import { expectationEntries } from './expectation.ts';
import { input, instant, integer, maybe, oneOf, text } from './fields.ts';

export const webhookVerifyForm = input({
  event: maybe(oneOf(webhookEvents)),
  fax: maybe(integer({ min: 1 })),
  state: maybe(oneOf(deliveryStates)),
  url: maybe(text),
  status: maybe(status),
  attempts: maybe(integer({ min: 0 })),
  fields: maybe(conditions('fields')),
  since: maybe(instant),
  ...expectationEntries('the id of a webhook'),
});

type WebhookConditions = v.InferOutput<typeof webhookVerifyForm>;

/** Which webhooks are meant: a condition for each part of an input that asks for something. */
export function webhookFilters({ event, fax, state, url, status, attempts, fields = {}, since }: WebhookConditions) {
  return [
    ...condition('event', event, ({ faxEvent }: Delivery) => faxEvent.event),
    ...condition('fax', fax, ({ faxEvent }: Delivery) => faxEvent.faxId),
    ...condition('state', state, (delivery: Delivery) => delivery.state),
    ...condition('url', url, (delivery: Delivery) => delivery.url, isUrl),
    ...statusCondition(status, lastStatus),
    ...condition('attempts', attempts, (delivery: Delivery) => delivery.attempts.length),
    ...groupFilters('fields', fields, fieldsOf),
    ...sinceCondition(since, ({ createdAt }: Delivery) => createdAt),
  ];
}

const lastStatus = ({ attempts }: Delivery): number | null => attempts.at(-1)?.answer?.status ?? null;

const isUrl = (url: string | null, pattern: string): boolean => url !== null && isPath(url, pattern);

/** The text fields of the last attempt; JSON is read, so that a path of names leads into it: `fax.status`. */
function fieldsOf({ attempts }: Delivery): Readonly<Record<string, unknown>> {
  const fields = Object.entries(attempts.at(-1)?.fields ?? {});
  return Object.fromEntries(fields.map(([name, text]) => [name, /^[[{]/.test(text) ? parseOrText(text) : text]));
}

function parseOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text; // a text that only looks like JSON, as a message can
  }
}
