import { errorTypes } from '../domain/fax-error.ts';
import type { FaxError } from '../domain/fax-error.ts';
import { directions, faxStatuses, faxSteps, fileStates, recipientStatuses, scriptedStatuses } from '../domain/fax.ts';
import type { Barcode, Due, Recipient, ScriptedStep, SendOptions, Source } from '../domain/fax.ts';
import { portOrderStatuses, portSteps } from '../domain/port-order.ts';
import type { PortDue, PortNote, PortNumber, PortOrderBilling, ScriptedPortStep } from '../domain/port-order.ts';
import { deliveryStates, webhookEvents, webhookVersions } from '../domain/webhook.ts';
import type { WebhookAttempt, WebhookNews } from '../domain/webhook.ts';
import type { CollectionName, Keys, Records } from './contents.ts';
import { atLeast, flag, integer, listOf, nullOr, number, oneOf, said, shaped, text, texts, time } from './guards.ts';
import type { FieldGuards, Guard } from './guards.ts';
import { blocked, cents, count, key, pageCount, phoneNumber, price } from './value-guards.ts';

const faxError = shaped<FaxError>({ type: oneOf(errorTypes), id: integer, message: text });

const recipient = shaped<Recipient>({
  number: phoneNumber,
  status: nullOr(oneOf(recipientStatuses)),
  retryCount: count,
  completedAt: nullOr(time),
  bitrate: nullOr(number),
  resolution: nullOr(number),
  error: nullOr(faxError),
});

const barcode = shaped<Barcode>({
  type: text,
  page: integer,
  value: text,
  identifier: nullOr(text),
  metadata: nullOr(text),
});

const billing = shaped<PortOrderBilling>({
  number: nullOr(phoneNumber),
  address1: nullOr(text),
  address2: nullOr(text),
  city: nullOr(text),
  state: nullOr(text),
  zip: nullOr(integer),
});

const portNote = shaped<PortNote>({ id: key, text, author: text, createdAt: time, updatedAt: time });

const portNumber = shaped<PortNumber>({
  id: key,
  number: phoneNumber,
  status: oneOf(portOrderStatuses),
  notes: listOf(portNote),
});

const scriptedPortStep = shaped<ScriptedPortStep>({
  afterMs: number,
  status: oneOf(portOrderStatuses),
  note: nullOr(text),
});

const portDue = shaped<PortDue>({ at: time, step: oneOf(portSteps), index: integer });

const fileSource = shaped<Extract<Source, { kind: 'file' }>>({
  kind: oneOf(['file']),
  filename: text,
  type: nullOr(text),
  blob: text,
});
const textSource = shaped<Extract<Source, { kind: 'text' | 'html' }>>({ kind: oneOf(['text', 'html']), blob: text });
const urlSource = shaped<Extract<Source, { kind: 'url' }>>({ kind: oneOf(['url']), url: text });

const source = said(
  'a source of kind file, text, html or url, with what is of its kind',
  (value): value is Source => fileSource(value) || textSource(value) || urlSource(value),
);

const scriptedStep = shaped<ScriptedStep>({
  afterMs: number,
  reads: nullOr(integer),
  status: oneOf(scriptedStatuses),
  error: nullOr(faxError),
});

const options = shaped<SendOptions>({
  testFail: nullOr(oneOf(errorTypes)),
  batch: nullOr(integer),
  isBatchClosed: flag,
  avoidsCollisions: flag,
  cancelAt: nullOr(time),
  script: listOf(scriptedStep),
});

const due = shaped<Due>({ at: time, step: oneOf(faxSteps), page: integer });

const news = shaped<WebhookNews>({
  event: oneOf(webhookEvents),
  faxId: integer,
  recipientNumber: nullOr(phoneNumber),
  page: nullOr(integer),
  retryCount: nullOr(integer),
});

const attempt = shaped<WebhookAttempt>({
  at: time,
  tookMs: number,
  fields: texts,
  files: listOf(shaped({ name: text, filename: text, type: text, bytes: count, sha1: text })),
  signature: nullOr(shaped({ value: text, signed: text })),
  answer: nullOr(shaped({ status: integer, body: text })),
  failure: nullOr(text),
  rule: nullOr(text),
});

type AllFieldGuards = { readonly [N in CollectionName]: FieldGuards<Records[N]> & Record<string, Guard<unknown>> };

/** What a record must be to be taken from a file: what a person changed there by hand is not found out later. */
export const recordGuards: AllFieldGuards = {
  account: {
    balanceCents: cents,
    storesFiles: flag,
    sendCallbackUrl: nullOr(text),
    receiveCallbackUrl: nullOr(text),
    webhookVersion: oneOf(webhookVersions),
    webhookToken: nullOr(text),
    inflightWebhooks: flag,
    faxRetries: atLeast(0, integer),
    faxRetryDelayMs: atLeast(0, number),
    rateLimit: nullOr(shaped({ calls: atLeast(1, integer), windowMs: atLeast(1, number) })),
  },
  faxes: {
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
    callbackUrl: nullOr(text),
    headerText: nullOr(text),
    sources: listOf(source),
    document: nullOr(text),
    options,
    due: nullOr(due),
  },
  phoneNumbers: {
    number: phoneNumber,
    countryCode: integer,
    areaCode: integer,
    city: text,
    state: text,
    country: text,
    costCents: price,
    lastBilledAt: time,
    provisionedAt: time,
    callbackUrl: nullOr(text),
    ataName: nullOr(text),
  },
  releasedNumbers: { number: phoneNumber, releasedAt: time },
  atas: {
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
  },
  portOrders: {
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
  },
  blockingRules: { id: key, direction: oneOf(['send', 'receive']), to: blocked, from: blocked, isLocked: flag },
  phaxCodes: { identifier: text, createdAt: time, metadata: nullOr(text), isDefault: flag },
  deliveries: {
    id: key,
    createdAt: time,
    news,
    url: nullOr(text),
    state: oneOf(deliveryStates),
    dueAt: nullOr(time),
    attempts: listOf(attempt),
  },
};

export const keyGuards: { readonly [N in CollectionName]: Guard<Keys[N]> } = {
  account: text,
  faxes: integer,
  phoneNumbers: text,
  releasedNumbers: text,
  atas: integer,
  portOrders: integer,
  blockingRules: integer,
  phaxCodes: text,
  deliveries: integer,
};
