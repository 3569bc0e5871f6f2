import type * as v from 'valibot';
import { deliveryStates, webhookEvents } from '../model/domain/webhook.ts';
import type { Delivery } from '../model/domain/webhook.ts';
import { jsonOrText } from '../model/shared/json-text.ts';
import {
  condition,
  groupFilters,
  isPath,
  sinceCondition,
  statusCondition,
  untilCondition,
} from '../worlds/journal/query.ts';
import { conditions, expectationEntries, statusOrClass } from './conditions.ts';
import { faxId } from './fax-id.ts';
import { input, integer, maybe, moment, oneOf, text } from './fields.ts';

/** The conditions and the expectation of a verification of webhooks. */
export const webhookVerifySchema = input({
  event: maybe(oneOf(webhookEvents)),
  fax: maybe(faxId),
  state: maybe(oneOf(deliveryStates)),
  url: maybe(text),
  status: maybe(statusOrClass),
  attempts: maybe(integer({ min: 0 })),
  fields: maybe(conditions('fields')),
  since: maybe(moment),
  until: maybe(moment),
  ...expectationEntries('the id of a webhook'),
});

/** The conditions with the number of the fax. */
type WebhookConditions = Omit<v.InferOutput<typeof webhookVerifySchema>, 'fax'> & { readonly fax?: number | undefined };

/** A condition for each given part of the input. */
export function webhookFilters({
  event,
  fax,
  state,
  url,
  status,
  attempts,
  fields = {},
  since,
  until,
}: WebhookConditions) {
  return [
    ...condition('event', event, ({ faxEvent }: Delivery) => faxEvent.event),
    ...condition('fax', fax, ({ faxEvent }: Delivery) => faxEvent.faxId),
    ...condition('state', state, (delivery: Delivery) => delivery.state),
    ...condition(
      'url',
      url,
      (delivery: Delivery) => delivery.url,
      (is, pattern) => is !== null && isPath(is, pattern),
    ),
    ...statusCondition(status, statusOf, isRefused),
    ...condition('attempts', attempts, (delivery: Delivery) => delivery.attempts.length),
    ...groupFilters('fields', fields, fieldsOf),
    ...sinceCondition(since, ({ createdAt }: Delivery) => createdAt),
    ...untilCondition(until, ({ createdAt }: Delivery) => createdAt),
  ];
}

const statusOf = ({ attempts }: Delivery): number | null => attempts.at(-1)?.answer?.status ?? null;

/** Whether the latest answer of the program refuses the webhook. */
const isRefused = ({ attempts }: Delivery): boolean => {
  const { answer = null, failure = null } = attempts.at(-1) ?? {};
  return answer !== null && failure !== null;
};

/** The text fields of the last attempt. JSON is parsed, so that paths such as `fax.status` work. */
function fieldsOf({ attempts }: Delivery): Readonly<Record<string, unknown>> {
  const fields = Object.entries(attempts.at(-1)?.fields ?? {});
  return Object.fromEntries(fields.map(([name, text]) => [name, jsonOrText(text)]));
}
