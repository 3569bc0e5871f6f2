import * as v from 'valibot';
import { deliveryStates, webhookEvents } from '../domain/webhook.ts';
import type { Delivery, WebhookAttempt } from '../domain/webhook.ts';
import { time, timeOf, timeOrNull } from './answers.ts';
import { call } from './call.ts';
import { input, integer, maybe, oneOf } from './fields.ts';

const attempt = v.strictObject({
  at: time,
  took_ms: v.number(),
  fields: v.record(v.string(), v.string()),
  files: v.array(
    v.strictObject({ name: v.string(), filename: v.string(), type: v.string(), bytes: v.number(), sha1: v.string() }),
  ),
  signature: v.nullable(v.strictObject({ value: v.string(), signed: v.string() })),
  answer: v.nullable(v.strictObject({ status: v.number(), body: v.string() })),
  failure: v.nullable(v.string()),
  rule: v.nullable(v.string()),
});

const delivery = v.strictObject({
  id: v.number(),
  created_at: time,
  event: v.picklist(webhookEvents),
  fax_id: v.number(),
  url: v.nullable(v.string()),
  state: v.picklist(deliveryStates),
  due_at: v.nullable(time),
  attempts: v.array(attempt),
});

export const webhooks = {
  list: call('GET /webhooks', {
    summary: 'All that the application was told, or was to be told, newest last.',
    form: input({
      fax: maybe(integer({ min: 1 })),
      event: maybe(oneOf(webhookEvents)),
      state: maybe(oneOf(deliveryStates)),
      after: maybe(integer({ min: 0 })),
    }),
    answer: v.array(delivery),
    run: ({ world }, { fax: faxId, ...query }) => world.deliveries.list({ faxId, ...query }).map(deliveryBody),
  }),
};

function deliveryBody({ id, createdAt, news, url, state, dueAt, attempts }: Delivery) {
  return {
    ...{ id, created_at: timeOf(createdAt), event: news.event, fax_id: news.faxId },
    ...{ url, state, due_at: timeOrNull(dueAt), attempts: attempts.map(attemptBody) },
  };
}

function attemptBody({ at, tookMs, fields, files, signature, answer, failure, rule }: WebhookAttempt) {
  return {
    ...{ at: timeOf(at), took_ms: tookMs, fields: { ...fields }, files: [...files] },
    ...{ signature, answer, failure, rule },
  };
}
