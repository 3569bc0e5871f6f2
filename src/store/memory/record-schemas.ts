import * as v from 'valibot';
import { portOrderStatuses, portSteps } from '../../model/domain/port-order.ts';
import { deliveryStates, webhookEvents, webhookVersions } from '../../model/domain/webhook.ts';
import type { CollectionName, Keys, Records } from './contents.ts';
import { faxSchema } from './fax-schema.ts';
import { atLeast, count, fields, flag, integer, key, listOf, newValues, nullOr, number } from './value-schemas.ts';
import { numberAtLeast, oneOf, storedValues, text, texts, time } from './value-schemas.ts';
import type { Checks, ValueSchemas } from './value-schemas.ts';

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

const accountSchema = ({ cents, callbackUrl }: ValueSchemas) =>
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
  });

const phoneNumberSchema = ({ price, phoneNumber, callbackUrl }: ValueSchemas) =>
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
  });

function portOrderSchema({ phoneNumber }: ValueSchemas) {
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

function deliverySchema({ phoneNumber, callbackUrl }: ValueSchemas) {
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
    editedFields: nullOr(texts),
    state: oneOf(deliveryStates),
    dueAt: nullOr(time),
    attempts: listOf(attempt),
  });
}

const ataSchema = ({ phoneNumber }: ValueSchemas) =>
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

const blockingRuleSchema = ({ blocked }: ValueSchemas) =>
  fields({
    id: key,
    direction: oneOf(['send', 'receive']),
    to: blocked,
    from: blocked,
    isLocked: flag,
  });

const phaxCodeSchema = () => fields({ identifier: text, createdAt: time, metadata: nullOr(text), isDefault: flag });

const releasedNumberSchema = ({ phoneNumber }: ValueSchemas) => fields({ number: phoneNumber, releasedAt: time });

/** The schema of a record: its entries are the record's fields. */
export type RecordSchema<T> = Checks<T> & { readonly entries: Readonly<Record<string, unknown>> };

type RecordSchemas = { readonly [N in CollectionName]: RecordSchema<Records[N]> };

const schemasWith = (values: ValueSchemas): RecordSchemas => ({
  account: accountSchema(values),
  faxes: faxSchema(values),
  phoneNumbers: phoneNumberSchema(values),
  releasedNumbers: releasedNumberSchema(values),
  atas: ataSchema(values),
  portOrders: portOrderSchema(values),
  blockingRules: blockingRuleSchema(values),
  phaxCodes: phaxCodeSchema(),
  deliveries: deliverySchema(values),
});

/** The schemas of stored records, from a data directory or an export. */
export const storedSchemas = schemasWith(storedValues);

/** The schemas of new records, which the control API takes. */
export const newSchemas = schemasWith(newValues);

const keySchemas: { readonly [N in CollectionName]: Checks<Keys[N]> } = {
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

export const isStoredRecord = <N extends CollectionName>(collection: N, value: unknown): value is Records[N] =>
  v.is(storedSchemas[collection], value);

export const isNewRecord = <N extends CollectionName>(collection: N, value: unknown): value is Records[N] =>
  v.is(newSchemas[collection], value);

export const isKey = <N extends CollectionName>(collection: N, value: unknown): value is Keys[N] =>
  v.is(keySchemas[collection], value);
