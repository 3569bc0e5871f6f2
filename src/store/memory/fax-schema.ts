import * as v from 'valibot';
import { errorTypes } from '../../model/domain/fax-error.ts';
import {
  directions,
  faxStatuses,
  faxSteps,
  fileStates,
  plainOptions,
  recipientStatuses,
  scriptedStatuses,
} from '../../model/domain/fax.ts';
import { webhookVersions } from '../../model/domain/webhook.ts';
import { later } from './later-fields.ts';
import { sinchOptions } from './sinch-schemas.ts';
import { count, fields, flag, integer, key, listOf, nullOr, number } from './value-schemas.ts';
import { numberAtLeast, oneOf, pageCount, text, texts, time } from './value-schemas.ts';
import type { ValueSchemas } from './value-schemas.ts';

const faxError = fields({ type: oneOf(errorTypes), id: integer, message: text });

const barcode = fields({
  type: text,
  page: integer,
  value: text,
  identifier: nullOr(text),
  metadata: nullOr(text),
});

const source = v.variant(
  'kind',
  [
    fields({ kind: v.literal('file'), filename: text, type: nullOr(text), blob: text }),
    fields({ kind: v.picklist(['text', 'html']), blob: text }),
    fields({ kind: v.literal('url'), url: text }),
  ],
  'a source of kind file, text, html or url, with the fields of its kind',
);

const scriptedStep = fields({
  afterMs: nullOr(number),
  reads: nullOr(integer),
  status: oneOf(scriptedStatuses),
  error: nullOr(faxError),
});

const options = fields({
  testFail: nullOr(oneOf(errorTypes)),
  batch: nullOr(integer),
  isBatchClosed: flag,
  avoidsCollisions: flag,
  cancelAt: nullOr(time),
  script: listOf(scriptedStep),
  ...later(plainOptions, {
    retries: nullOr(count),
    retryDelayMs: nullOr(numberAtLeast(0)),
    contentUrls: listOf(text),
    sinch: nullOr(sinchOptions),
    service: nullOr(key),
    webhookVersion: nullOr(oneOf(webhookVersions)),
  }),
});

const due = fields({ at: time, step: oneOf(faxSteps), page: integer });

export function faxSchema({ price, phoneNumber, callbackUrl }: ValueSchemas) {
  const recipient = fields({
    number: phoneNumber,
    status: nullOr(oneOf(recipientStatuses)),
    retryCount: count,
    completedAt: nullOr(time),
    bitrate: nullOr(number),
    resolution: nullOr(number),
    error: nullOr(faxError),
  });
  return fields({
    id: key,
    direction: oneOf(directions),
    isTest: flag,
    status: oneOf(faxStatuses),
    createdAt: time,
    completedAt: nullOr(time),
    pages: pageCount,
    costCents: price,
    documentPages: pageCount,
    file: oneOf(fileStates),
    callerId: nullOr(phoneNumber),
    callerName: nullOr(text),
    fromNumber: nullOr(phoneNumber),
    toNumber: nullOr(phoneNumber),
    recipients: listOf(recipient),
    tags: texts,
    error: nullOr(faxError),
    barcodes: listOf(barcode),
    callbackUrl: nullOr(callbackUrl),
    headerText: nullOr(text),
    sources: listOf(source),
    document: nullOr(text),
    options,
    resentFrom: nullOr(key),
    due: nullOr(due),
  });
}
