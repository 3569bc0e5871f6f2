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
import { numberDefaults } from '../../model/domain/phone-number.ts';
import { accountDefaults } from '../../model/domain/account.ts';
import { completedFileForms } from '../../model/domain/sinch-options.ts';
import { portOrderStatuses, portSteps } from '../../model/domain/port-order.ts';
import { deliveryStates, webhookEvents, webhookFormats, webhookVersions } from '../../model/domain/webhook.ts';
import { later } from './later-fields.ts';
import { sinchOptions } from './sinch-schemas.ts';
import type { SchemaPart } from './later-fields.ts';
import { atLeast, count, fields, flag, integer, key, listOf, nullOr, number } from './value-schemas.ts';
import { numberAtLeast, oneOf, pageCount, text, texts, time } from './value-schemas.ts';
import type { Checks, ValueSchemas } from './value-schemas.ts';

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

const portNote = fields({
  id: key,
  text,
  author: text,
  createdAt: time,
  updatedAt: time,
});

const scriptedPortStep = fields({
  afterMs: nullOr(number),
  status: oneOf(portOrderStatuses),
  note: nullOr(text),
});

const portDue = fields({ at: time, step: oneOf(portSteps), index: integer });

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
    ...later(accountDefaults, { projectId: nullOr(text), completedFile: oneOf(completedFileForms) }),
  });

export const phoneNumberSchema = ({ price, phoneNumber, callbackUrl }: ValueSchemas) =>
  fields({
    number: phoneNumber,
    countryCode: integer,
    areaCode: integer,
    city: text,
    state: text,
    country: text,
    costCents: price,
    lastBilledAt: time,
    provisionedAt: time,
    callbackUrl: nullOr(callbackUrl),
    ataName: nullOr(text),
    ...later(numberDefaults, { serviceId: nullOr(key), suspended: flag, note: nullOr(text) }),
  });

export function portOrderSchema({ phoneNumber }: ValueSchemas) {
  const billing = fields({
    number: nullOr(phoneNumber),
    address1: nullOr(text),
    address2: nullOr(text),
    city: nullOr(text),
    state: nullOr(text),
    zip: nullOr(integer),
  });
  const portNumber = fields({
    id: key,
    number: phoneNumber,
    status: oneOf(portOrderStatuses),
    notes: listOf(portNote),
  });
  return fields({
    id: key,
    contactNumber: phoneNumber,
    contactEmail: text,
    nameOnAccount: text,
    accountIdentifier: text,
    nameOfBusiness: nullOr(text),
    providerName: text,
    portOutPin: nullOr(text),
    portType: oneOf(['business', 'residential']),
    billing: nullOr(billing),
    esig: text,
    status: oneOf(portOrderStatuses),
    createdAt: time,
    updatedAt: time,
    completedAt: nullOr(time),
    requestedFor: nullOr(time),
    billReceivedAt: nullOr(time),
    numbers: listOf(portNumber),
    script: listOf(scriptedPortStep),
    due: nullOr(portDue),
  });
}

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

export const ataSchema = ({ phoneNumber }: ValueSchemas) =>
  fields({
    id: key,
    name: text,
    description: nullOr(text),
    number: nullOr(phoneNumber),
    domain: text,
    lastRegistered: nullOr(time),
    expiryTime: nullOr(time),
    userAgent: nullOr(text),
    sipUri: nullOr(text),
    macAddress: nullOr(text),
    group: nullOr(text),
    username: text,
    password: text,
  });

export const blockingRuleSchema = ({ blocked }: ValueSchemas) =>
  fields({
    id: key,
    direction: oneOf(['send', 'receive']),
    to: blocked,
    from: blocked,
    isLocked: flag,
  });

export const phaxCodeSchema = () =>
  fields({ identifier: text, createdAt: time, metadata: nullOr(text), isDefault: flag });

export const releasedNumberSchema = ({ phoneNumber }: ValueSchemas) =>
  fields({ number: phoneNumber, releasedAt: time });

/** The schema of a record: its entries are the record's fields. */
export type RecordSchema<T> = Checks<T> & { readonly entries: Readonly<Record<string, SchemaPart>> };
