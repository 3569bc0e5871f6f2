import * as v from 'valibot';
import { accountDefaults } from '../../model/domain/account.ts';
import { completedFileForms } from '../../model/domain/sinch-options.ts';
import { deliveryStates, webhookEvents, webhookFormats, webhookVersions } from '../../model/domain/webhook.ts';
import { later } from './later-fields.ts';
import type { SchemaPart } from './later-fields.ts';
import { atLeast, count, fields, flag, integer, key, listOf, nullOr, number } from './value-schemas.ts';
import { numberAtLeast, oneOf, text, texts, time } from './value-schemas.ts';
import type { Checks, ValueSchemas } from './value-schemas.ts';

const attempt = fields({
  at: time,
  tookMs: number,
  fields: texts,
  files: listOf(fields({ name: text, filename: text, type: text, bytes: count, sha1: text })),
  signature: nullOr(fields({ value: text, signed: text })),
  answer: nullOr(fields({ status: integer, body: text })),
  failure: nullOr(text),
  rule: nullOr(text),
});

export const accountSchema = ({ cents, callbackUrl }: ValueSchemas) =>
  fields({
    balanceCents: cents,
    fileStorage: flag,
    sendCallbackUrl: nullOr(callbackUrl),
    receiveCallbackUrl: nullOr(callbackUrl),
    webhookVersion: oneOf(webhookVersions),
    webhookToken: nullOr(text),
    inflightWebhooks: flag,
    faxRetries: count,
    faxRetryDelayMs: numberAtLeast(0),
    rateLimit: nullOr(fields({ calls: atLeast(1), windowMs: numberAtLeast(1) })),
    traffic: nullOr(fields({ faxes: atLeast(1), windowMs: numberAtLeast(1) })),
    ...later(accountDefaults, {
      projectId: nullOr(text),
      completedFile: oneOf(completedFileForms),
      pagePrice: numberAtLeast(0),
    }),
  });

export function deliverySchema({ phoneNumber, callbackUrl }: ValueSchemas) {
  const faxEvent = fields({
    event: oneOf(webhookEvents),
    faxId: integer,
    recipientNumber: nullOr(phoneNumber),
    page: nullOr(integer),
    retryCount: nullOr(integer),
  });
  return fields({
    id: key,
    createdAt: time,
    faxEvent,
    url: nullOr(callbackUrl),
    format: v.exactOptional(oneOf(webhookFormats)),
    editedFields: nullOr(texts),
    state: oneOf(deliveryStates),
    dueAt: nullOr(time),
    attempts: listOf(attempt),
  });
}

/** The schema of a record, with one entry for each field. */
export type RecordSchema<T> = Checks<T> & { readonly entries: Readonly<Record<string, SchemaPart>> };
