import * as v from 'valibot';
import type { Fax } from '../model/domain/fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { deliveryStates, faxEvent, webhookEvents } from '../model/domain/webhook.ts';
import type { Delivery, WebhookEvent, WebhookFormat } from '../model/domain/webhook.ts';
import { knowsEvent } from '../wire/webhooks.ts';
import { faxesOfConsole } from '../worlds/journal/observed-request.ts';
import { verifyCount } from '../worlds/journal/query.ts';
import { lastKnownFax } from '../worlds/history/fax-history.ts';
import { waitFor } from '../worlds/waiting/waits.ts';
import type { World } from '../worlds/world.ts';
import { expectationOf, inVerdictMax } from './conditions.ts';
import { controlRoute, fileBytes } from './control-route.ts';
import { explanationOf, verdictEntries } from './explanation.ts';
import { faxId, findFax, soughtFax } from './fax-id.ts';
import { restoreCredentials } from './hidden-credentials.ts';
import {
  boolean,
  callbackUrl,
  editedFields,
  input,
  moment,
  integer,
  maybe,
  oneOf,
  patience,
  phoneNumber,
  text,
} from './fields.ts';
import { sentBytes, sentShape, sentWebhook } from './sent-webhook.ts';
import { webhookFilters, webhookVerifySchema } from './webhook-conditions.ts';
import { delivery, deliveryBody } from './webhook-view.ts';
import { missedEntries, nearMissBodyOf } from './journal-bodies.ts';

const verdict = v.strictObject({
  ...verdictEntries,
  count: v.number(),
  webhooks: v.array(delivery),
  nearest: v.array(v.strictObject({ webhook: delivery, ...missedEntries })),
});

const query = {
  fax: maybe(faxId),
  event: maybe(oneOf(webhookEvents)),
  state: maybe(oneOf(deliveryStates)),
  /** Whether the latest attempt failed. */
  failing: maybe(boolean),
  /** The rule that fired for an attempt, as `scenario/rule`. */
  rule: maybe(text),
  since: maybe(moment),
  until: maybe(moment),
  after: maybe(integer({ min: 0 })),
};

const querySchema = input(query);

/** The query of an input. */
const deliveryQuery = (
  world: World,
  { fax, failing: isFailing, since: from, until: to, ...rest }: v.InferOutput<typeof querySchema>,
) => ({ ...rest, faxId: soughtFax(world, fax), isFailing, from, to });

/** The latest attempt of a webhook, or one by its number. */
const attemptAddress = input({ id: integer({ min: 1 }), attempt: maybe(integer({ min: 1 })) });

const usualWait = 10_000;

export const webhooks = {
  list: controlRoute('GET /webhooks', {
    summary:
      'List the delivery log, newest last: the latest thousand deliveries, the first ones after an id, or the latest before an id.',
    schema: input({ ...query, before: maybe(integer({ min: 0 })), limit: maybe(integer({ min: 1, max: 20_000 })) }),
    answer: v.array(delivery),
    run: ({ world }, { limit = 1000, before, ...input }) =>
      world.deliveries.list({ limit, before, ...deliveryQuery(world, input) }).map((one) => deliveryBody(world, one)),
  }),
  count: controlRoute('GET /webhooks/count', {
    summary: 'Count the deliveries of the log that match.',
    schema: querySchema,
    answer: v.strictObject({ count: v.number() }),
    run: ({ world }, input) => ({ count: world.deliveries.list(deliveryQuery(world, input)).length }),
  }),
  wait: controlRoute('GET /webhooks/wait', {
    summary:
      'Wait, in real time, for the first matching delivery that is no longer pending, or with `id` for the first attempt of that webhook. Null after the timeout. Deliveries of a fixture do not count.',
    schema: input({ ...query, id: maybe(integer({ min: 1 })), timeout: maybe(patience) }),
    answer: v.nullable(delivery),
    run: async ({ hosted, disconnected }, { timeout = usualWait, id, ...input }) => {
      const sought = { ...deliveryQuery(hosted.world, input), isOfWorld: true };
      const find = (world: World) =>
        id === undefined
          ? world.deliveries.list(sought).find((one) => sought.state !== undefined || one.state !== 'pending')
          : [foundDelivery(world, id)].find(({ attempts }) => attempts.length > 0);
      const found = await waitFor(hosted, find, { longestMs: timeout, disconnected });
      return found === undefined ? null : deliveryBody(hosted.world, found);
    },
  }),
  verify: controlRoute('POST /webhooks/verify', {
    summary:
      'Check that the number of matching deliveries is as expected, and that none comes after a delivery or a time. Those of a fixture, and of faxes that the console sent, do not count.',
    changesWorld: false,
    schema: webhookVerifySchema,
    answer: verdict,
    run: (context, { fax, ...input }) => {
      const { world } = context;
      const { deliveries } = world;
      const conditions = { ...input, fax: soughtFax(world, fax) };
      const timeOf = ({ createdAt }: Delivery) => createdAt;
      const all = deliveries.list({ isOfWorld: true });
      const sentByConsole = faxesOfConsole(world.journal.after(0));
      const items = all.filter(({ faxEvent }) => !sentByConsole.has(faxEvent.faxId));
      const log = { noun: 'webhook' as const, items, ofConsole: all.length - items.length, dropped: 0, timeOf };
      const {
        items: matching,
        nearest,
        ...result
      } = verifyCount(log, webhookFilters(conditions), expectationOf(input));
      const verdict = {
        ...result,
        webhooks: matching.slice(-inVerdictMax).map((one) => deliveryBody(world, one)),
        nearest: nearest.map(({ item, missed }) => ({
          webhook: deliveryBody(world, item),
          ...nearMissBodyOf(item, missed),
        })),
      };
      return { ...verdict, explanation: explanationOf(context, verdict, conditions.fax) };
    },
  }),
  send: controlRoute('POST /webhooks', {
    summary: 'Deliver an event of a fax, whether or not it happened.',
    schema: input({
      fax: faxId,
      event: maybe(oneOf(webhookEvents)),
      url: maybe(callbackUrl),
      recipient: maybe(phoneNumber),
      page: maybe(integer({ min: 1 })),
      retry_count: maybe(integer({ min: 1 })),
    }),
    answer: delivery,
    run: async ({ world }, { fax: id, event = 'fax_completed', url, recipient, page, retry_count: retryCount }) => {
      const fax = findFax(world, id);
      assertTellable(fax, event, world.deliveries.formatFor(fax));
      assertRecipient(fax, recipient);
      const sent = {
        ...faxEvent(fax, event),
        ...(event !== 'fax_completed' && { recipientNumber: recipient ?? fax.recipients[0]?.number ?? null }),
        ...(event === 'transmitting_page' && { page: page ?? 1 }),
        ...(event === 'retry_scheduled' && { retryCount: retryCount ?? 1 }),
      };
      const order = { ...restoreCredentials({ url }, undefined), isByControl: true };
      return deliveryBody(world, await world.store.commit(() => world.deliveries.send(sent, fax, order)));
    },
  }),
  raw: controlRoute('GET /webhooks/:id/raw', {
    summary: 'Show an attempt of a webhook as it was sent: its request line, its headers and its body.',
    schema: attemptAddress,
    answer: sentShape,
    run: ({ world }, input) => {
      const { delivery, attempt } = foundAttempt(world, input);
      return sentWebhook(world, delivery, attempt);
    },
  }),
  bytes: controlRoute('GET /webhooks/:id/bytes', {
    summary: 'Show the bytes of an attempt of a webhook on the wire, head and body, with the credentials of its URL.',
    produces: 'application/octet-stream',
    schema: attemptAddress,
    answer: fileBytes,
    run: ({ world }, input) => {
      const { delivery, attempt } = foundAttempt(world, input);
      return sentBytes(world, delivery, attempt);
    },
  }),
  redeliver: controlRoute('POST /webhooks/:id/redeliver', {
    summary:
      'Deliver a past event again, with the fax as it is now; with a deleted fax as it last was, but without a document that was deleted with it. `fields` replace text fields of the message, or add some. The retries of the former webhook go on; `former_retry_at` is the next one.',
    schema: input({ id: integer({ min: 1 }), url: maybe(callbackUrl), fields: maybe(editedFields) }),
    answer: delivery,
    run: async ({ world }, { id, url, fields }) => {
      const { store, deliveries } = world;
      const delivery = foundDelivery(world, id);
      const { faxId } = delivery.faxEvent;
      const fax = lastKnownFax(world, faxId);
      if (fax === undefined) {
        const why = `fax ${faxId} was deleted, and the history of this world does not go back to it`;
        throw new Refusal('not_allowed', `Webhook ${id} cannot be delivered again: ${why}`);
      }
      const order = {
        url: restoreCredentials({ url }, delivery).url ?? delivery.url ?? undefined,
        format: delivery.format,
        editedFields: fields ?? delivery.editedFields,
        isByControl: true,
        redelivery: { of: id, retryAt: delivery.dueAt },
      };
      return deliveryBody(world, await store.commit(() => deliveries.send(delivery.faxEvent, fax, order)));
    },
  }),
  check: controlRoute('POST /webhooks/check', {
    summary: 'Check whether webhooks reach a URL: faxsim connects to it and sends nothing.',
    changesWorld: false,
    schema: input({ url: text }),
    answer: v.strictObject({ is_well: v.boolean(), found: v.string(), advice: v.nullable(v.string()) }),
    run: async ({ checkUrl }, { url }) => {
      const { isWell, found, advice = null } = await checkUrl(url);
      return { is_well: isWell, found, advice };
    },
  }),
  // Last, because its path matches the other paths of one word too.
  show: controlRoute('GET /webhooks/:id', {
    summary: 'Show a webhook with its attempts.',
    schema: input({ id: integer({ min: 1 }) }),
    answer: delivery,
    run: ({ world }, { id }) => deliveryBody(world, foundDelivery(world, id)),
  }),
};

/** The delivery of an id. Throws the Refusal `not_found`. */
function foundDelivery({ store }: World, id: number): Delivery {
  const delivery = store.deliveries.get(id);
  if (delivery === undefined) throw new Refusal('not_found', `Not found: there is no webhook ${id}`);
  return delivery;
}

/** Throws the Refusal `not_found` for a webhook or an attempt that does not exist. */
function foundAttempt(world: World, { id, attempt: number }: v.InferOutput<typeof attemptAddress>) {
  const delivery = foundDelivery(world, id);
  const attempt = delivery.attempts.at((number ?? 0) - 1);
  if (attempt !== undefined) return { delivery, attempt };
  throw new Refusal('not_found', `Not found: webhook ${id} has no attempt${number === undefined ? '' : ` ${number}`}`);
}

/** Throws the Refusal `invalid` for an event that such a fax, or such webhooks, cannot have. */
function assertTellable({ id, direction }: Fax, event: WebhookEvent, format: WebhookFormat): void {
  if (event === 'fax_completed') return;
  if (direction === 'received') {
    throw new Refusal('invalid', `event cannot be ${event}: fax ${id} was received`, { field: 'event' });
  }
  if (!knowsEvent(format, event)) {
    const complaint = `event cannot be ${event} in webhooks of version ${format}, only fax_completed`;
    throw new Refusal('invalid', complaint, { field: 'event' });
  }
}

/** Throws the Refusal `invalid` for a number that the fax does not go to. */
function assertRecipient({ id, recipients }: Fax, number: string | undefined): void {
  if (number === undefined || recipients.some((to) => to.number === number)) return;
  const known = recipients.map((to) => to.number).join(', ');
  const others = known === '' ? ', which has none' : `: ${known}`;
  throw new Refusal('invalid', `recipient must be one of those of fax ${id}${others}`, { field: 'recipient' });
}
