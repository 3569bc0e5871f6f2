import type * as v from 'valibot';
import { deliveryStates, webhookEvents } from '../domain/webhook.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { Filter } from '../journal/filter.ts';
import { groupFilters, isPath, shownStatus, statusPattern } from '../journal/query.ts';
import { timeOf } from './responses.ts';
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
  const lastAnswer = ({ attempts }: Delivery) => attempts.at(-1)?.answer?.status ?? null;
  return [
    ...same('event', event, ({ news }) => news.event),
    ...same('fax', fax, ({ news }) => news.faxId),
    ...same('state', state, (delivery) => delivery.state),
    ...condition('url', url, (delivery) => delivery.url, isUrl),
    ...condition('status', status === undefined ? undefined : shownStatus(status), lastAnswer, isStatus),
    ...same('attempts', attempts, (delivery) => delivery.attempts.length),
    ...groupFilters('fields', fields, fieldsOf),
    ...condition(
      'since',
      since === undefined ? undefined : timeOf(since),
      ({ createdAt }) => timeOf(createdAt),
      (actual, wanted) => actual >= wanted,
    ),
  ];
}

function condition<Wanted extends string | number, Actual>(
  name: string,
  expected: Wanted | undefined,
  actual: (delivery: Delivery) => Actual,
  holds: (actual: Actual, wanted: Wanted) => boolean,
): Filter<Delivery>[] {
  if (expected === undefined) return [];
  return [{ name, expected, actual, matches: (delivery) => holds(actual(delivery), expected) }];
}

const same = <T extends string | number>(
  name: string,
  expected: T | undefined,
  actual: (delivery: Delivery) => T,
): Filter<Delivery>[] => condition(name, expected, actual, Object.is);

const isStatus = (actual: number | null, wanted: string | number): boolean =>
  statusPattern(String(wanted)).test(String(actual));

const isUrl = (actual: string | null, pattern: string): boolean => actual !== null && isPath(pattern, actual);

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
