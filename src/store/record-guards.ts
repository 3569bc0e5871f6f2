import { portOrderStatuses, portSteps } from '../domain/port-order.ts';
import type { PortDue, PortNote, PortNumber, PortOrderBilling, ScriptedPortStep } from '../domain/port-order.ts';
import { deliveryStates, webhookEvents, webhookVersions } from '../domain/webhook.ts';
import type { WebhookAttempt, FaxEvent } from '../domain/webhook.ts';
import type { CollectionName, Keys } from './contents.ts';
import { faxGuards } from './fax-guards.ts';
import { atLeast, flag, integer, listOf, nullOr, number, oneOf, shaped, text, texts, time } from './guards.ts';
import type { Guard } from './guards.ts';
import { asGiven, asStored, count, key } from './value-guards.ts';
import type { GuardsOf, ValueGuards } from './value-guards.ts';

const portNote = shaped<PortNote>({ id: key, text, author: text, createdAt: time, updatedAt: time });

const scriptedPortStep = shaped<ScriptedPortStep>({
  afterMs: number,
  status: oneOf(portOrderStatuses),
  note: nullOr(text),
});

const portDue = shaped<PortDue>({ at: time, step: oneOf(portSteps), index: integer });

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

type AllFieldGuards = { readonly [N in CollectionName]: GuardsOf<N> };

const accountGuards = ({ cents }: ValueGuards): GuardsOf<'account'> => ({
  balanceCents: cents,
  fileStorage: flag,
  sendCallbackUrl: nullOr(text),
  receiveCallbackUrl: nullOr(text),
  webhookVersion: oneOf(webhookVersions),
  webhookToken: nullOr(text),
  inflightWebhooks: flag,
  faxRetries: atLeast(0, integer),
  faxRetryDelayMs: atLeast(0, number),
  rateLimit: nullOr(shaped({ calls: atLeast(1, integer), windowMs: atLeast(1, number) })),
});

const numberGuards = ({ price, phoneNumber }: ValueGuards): GuardsOf<'phoneNumbers'> => ({
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
});

function portOrderGuards({ phoneNumber }: ValueGuards): GuardsOf<'portOrders'> {
  const billing = shaped<PortOrderBilling>({
    number: nullOr(phoneNumber),
    address1: nullOr(text),
    address2: nullOr(text),
    city: nullOr(text),
    state: nullOr(text),
    zip: nullOr(integer),
  });
  const portNumber = shaped<PortNumber>({
    id: key,
    number: phoneNumber,
    status: oneOf(portOrderStatuses),
    notes: listOf(portNote),
  });
  return {
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
  };
}

function deliveryGuards({ phoneNumber }: ValueGuards): GuardsOf<'deliveries'> {
  const news = shaped<FaxEvent>({
    event: oneOf(webhookEvents),
    faxId: integer,
    recipientNumber: nullOr(phoneNumber),
    page: nullOr(integer),
    retryCount: nullOr(integer),
  });
  return {
    id: key,
    createdAt: time,
    news,
    url: nullOr(text),
    state: oneOf(deliveryStates),
    dueAt: nullOr(time),
    attempts: listOf(attempt),
  };
}

const ataGuards = ({ phoneNumber }: ValueGuards): GuardsOf<'atas'> => ({
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

const guardsWith = (values: ValueGuards): AllFieldGuards => ({
  account: accountGuards(values),
  faxes: faxGuards(values),
  phoneNumbers: numberGuards(values),
  releasedNumbers: { number: values.phoneNumber, releasedAt: time },
  atas: ataGuards(values),
  portOrders: portOrderGuards(values),
  blockingRules: {
    id: key,
    direction: oneOf(['send', 'receive']),
    to: values.blocked,
    from: values.blocked,
    isLocked: flag,
  },
  phaxCodes: { identifier: text, createdAt: time, metadata: nullOr(text), isDefault: flag },
  deliveries: deliveryGuards(values),
});

/** What a record must be to be taken from a file: what a person changed there by hand is not found out later. */
export const recordGuards = guardsWith(asStored);

/** What a record must be that somebody puts. */
export const givenRecordGuards = guardsWith(asGiven);

export const keyGuards: { readonly [N in CollectionName]: Guard<Keys[N]> } = {
  account: text,
  faxes: key,
  phoneNumbers: text,
  releasedNumbers: text,
  atas: key,
  portOrders: key,
  blockingRules: key,
  phaxCodes: text,
  deliveries: key,
};
