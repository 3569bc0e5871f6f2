import { errorTypes } from '../domain/fax-error.ts';
import type { FaxError } from '../domain/fax-error.ts';
import {
  directions,
  faxStatuses,
  faxSteps,
  fileStates,
  mostPages,
  recipientStatuses,
  scriptedStatuses,
} from '../domain/fax.ts';
import type { Barcode, Due, Recipient, ScriptedStep, SendOptions, Source } from '../domain/fax.ts';
import { portOrderStatuses, portSteps } from '../domain/port-order.ts';
import type { PortDue, PortNote, PortNumber, PortOrderBilling, ScriptedPortStep } from '../domain/port-order.ts';
import { deliveryStates, webhookEvents, webhookVersions } from '../domain/webhook.ts';
import type { WebhookAttempt, WebhookNews } from '../domain/webhook.ts';
import type { CollectionName, Keys, Records } from './contents.ts';
import { atLeast, between, flag, integer, listOf, nullOr, number, oneOf, shaped, text, texts, time } from './guards.ts';
import type { FieldGuards, Guard } from './guards.ts';

const key = atLeast(1, integer);
const count = atLeast(0, integer);
/** Whoever reads the document of a fax waits for its pages to be made. */
const pageCount = between(0, mostPages, integer);

const faxError = shaped<FaxError>({ type: oneOf(errorTypes), id: integer, message: text });

const recipient = shaped<Recipient>({
  number: text,
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
  number: nullOr(text),
  address1: nullOr(text),
  address2: nullOr(text),
  city: nullOr(text),
  state: nullOr(text),
  zip: nullOr(integer),
});

const portNote = shaped<PortNote>({ id: key, text, author: text, createdAt: time, updatedAt: time });

const portNumber = shaped<PortNumber>({
  id: key,
  number: text,
  status: oneOf(portOrderStatuses),
  notes: listOf(portNote),
});

const scriptedPortStep = shaped<ScriptedPortStep>({
  afterMs: number,
  status: oneOf(portOrderStatuses),
  note: nullOr(text),
});

const portDue = shaped<PortDue>({ at: time, step: oneOf(portSteps), index: integer });

const source: Guard<Source> = (value): value is Source => fileSource(value) || textSource(value) || urlSource(value);
const fileSource = shaped<Extract<Source, { kind: 'file' }>>({
  kind: oneOf(['file']),
  filename: text,
  type: nullOr(text),
  blob: text,
});
const textSource = shaped<Extract<Source, { kind: 'text' | 'html' }>>({ kind: oneOf(['text', 'html']), blob: text });
const urlSource = shaped<Extract<Source, { kind: 'url' }>>({ kind: oneOf(['url']), url: text });

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
  recipientNumber: nullOr(text),
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
    balanceCents: number,
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
    costCents: number,
    documentPages: pageCount,
    file: oneOf(fileStates),
    callerId: nullOr(text),
    callerName: nullOr(text),
    fromNumber: nullOr(text),
    toNumber: nullOr(text),
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
    number: text,
    countryCode: integer,
    areaCode: integer,
    city: text,
    state: text,
    country: text,
    costCents: number,
    lastBilledAt: time,
    provisionedAt: time,
    callbackUrl: nullOr(text),
    ataName: nullOr(text),
  },
  releasedNumbers: { number: text, releasedAt: time },
  atas: {
    id: key,
    name: text,
    description: nullOr(text),
    number: nullOr(text),
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
    contactNumber: text,
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
  blockingRules: { id: key, direction: oneOf(['send', 'receive']), to: text, from: text, isLocked: flag },
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
