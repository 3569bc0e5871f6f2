import { isDeepStrictEqual } from 'node:util';
import { faxTable, newRecipient } from '../../src/model/domain/fax.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { plainOptions } from '../../src/model/domain/send-options.ts';
import type { SendOptions } from '../../src/model/domain/send-options.ts';
import { defaultSinchOptions } from '../../src/model/domain/sinch-options.ts';
import { serviceDefaults } from '../../src/model/domain/sinch-service.ts';
import { namesWith, orNull, rowOf } from '../../src/model/fields/record-table.ts';
import { isList, isPlainObject } from '../../src/model/shared/objects.ts';
import type { CollectionName } from '../../src/store/memory/collections.ts';
import type { Contents } from '../../src/store/memory/contents.ts';
import type { SchemaPart } from '../../src/store/memory/later-fields.ts';
import { blobName } from '../../src/store/memory/swept-blobs.ts';
import {
  account,
  ata,
  blockingRule,
  errorWithId,
  hour,
  noon,
  phaxCode,
  phoneNumber,
  portNumber,
  portOrder,
  receivedFax,
  recipient,
  second,
  sentFax,
} from './examples.ts';

export interface Sample {
  readonly changes: Partial<Fax>;
  readonly base?: Fax;
}

/** A document of a fax. */
export const page = Buffer.from('%PDF-1.4 zebra');
export const sent = sentFax({ id: 1 });
const received = receivedFax({ id: 1 });
const open = sentFax({
  id: 1,
  status: 'queued',
  completedAt: null,
  pages: 0,
  costCents: 0,
  recipients: [newRecipient('+12025550123', null)],
});

const withOptions = (options: Partial<SendOptions>): Sample => ({
  changes: { options: { ...plainOptions, ...options } },
});
const withRecipient = (changes: Partial<Fax['recipients'][number]>): Sample => ({
  changes: { recipients: [recipient(changes)] },
});

/** The names of the fields of a sent fax that are a text of their own. */
export const plainTexts = namesWith(faxTable, 'isPlain').filter((name) => {
  const { kind, only } = rowOf(faxTable, name);
  return only !== 'received' && isDeepStrictEqual(kind, orNull('text'));
});

/** A fax for each field, which differs from the base in it. */
export const samples: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(plainTexts.map((name) => [name, { changes: { [name]: 'Zebra' } }])),
  id: { changes: { id: 8461 } },
  direction: { changes: received },
  isTest: { changes: { isTest: true } },
  status: {
    changes: {
      status: 'failure',
      error: errorWithId(17),
      recipients: [recipient({ status: 'failure', error: errorWithId(17) })],
    },
  },
  createdAt: { changes: { createdAt: noon - 2 * hour } },
  completedAt: { changes: { completedAt: noon - hour + 9 * second } },
  pages: { changes: { pages: 846 } },
  costCents: { changes: { costCents: 8461 } },
  documentPages: { changes: { documentPages: 846 } },
  file: { base: sentFax({ id: 1, file: 'not_stored' }), changes: { file: 'stored' } },
  callerId: { changes: { callerId: '+13142666799' } },
  callerName: { base: received, changes: { callerName: 'Zebra' } },
  fromNumber: { base: received, changes: { fromNumber: '+16504888499' } },
  toNumber: { base: received, changes: { toNumber: '+13142666799' } },
  recipients: { changes: { recipients: [recipient({ number: '+12025550199' })] } },
  'recipients.number': withRecipient({ number: '+12025550199' }),
  'recipients.status': { base: open, changes: { recipients: [newRecipient('+12025550123', 'queued')] } },
  'recipients.retryCount': withRecipient({ retryCount: 8461 }),
  'recipients.completedAt': withRecipient({ completedAt: noon - hour + 1 * second }),
  'recipients.bitrate': withRecipient({ bitrate: 8461 }),
  'recipients.resolution': withRecipient({ resolution: 8461 }),
  'recipients.error': withRecipient({ error: errorWithId(17) }),
  tags: { changes: { tags: { animal: 'zebra' } } },
  error: { changes: { error: errorWithId(17) } },
  barcodes: {
    base: received,
    changes: { barcodes: [{ type: 'Code128', page: 1, value: 'zebra', identifier: null, metadata: null }] },
  },
  callbackUrl: { changes: { callbackUrl: 'http://zebra.example/hook' } },
  sources: { base: open, changes: { sources: [{ kind: 'url', url: 'http://zebra.example/page' }] } },
  document: { changes: { document: blobName(page) } },
  options: withOptions({ avoidsCollisions: true }),
  'options.testFail': withOptions({ testFail: 'faxError' }),
  'options.batch': withOptions({ batch: 8461 }),
  'options.isBatchClosed': withOptions({ isBatchClosed: true }),
  'options.avoidsCollisions': withOptions({ avoidsCollisions: true }),
  'options.cancelAt': withOptions({ cancelAt: noon + hour }),
  'options.script': withOptions({ script: [{ afterMs: 8461, reads: null, status: 'success', error: null }] }),
  'options.retries': withOptions({ retries: 8461 }),
  'options.retryDelayMs': withOptions({ retryDelayMs: 8461 }),
  'options.contentUrls': withOptions({ contentUrls: ['http://zebra.example/page'] }),
  'options.sinch': withOptions({ sinch: defaultSinchOptions }),
  'options.service': withOptions({ service: 2 }),
  'options.webhookVersion': withOptions({ webhookVersion: 'v1' }),
  resentFrom: { changes: { resentFrom: 8461 } },
  due: { base: open, changes: { due: { at: noon + hour, step: 'stuck', page: 0 } } },
};

/** The value at a path of field names; of a list, that of its first item. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => {
    const whole = isList(part) ? part[0] : part;
    return isPlainObject(whole) ? whole[name] : undefined;
  }, value);

/** The paths of the fields of a schema, such as `options.retries`, without the indexes of lists. */
export const pathsIn = ({ entries = {}, item, wrapped }: SchemaPart): string[] => [
  ...Object.entries(entries).flatMap(([name, part]) => [name, ...pathsIn(part).map((path) => `${name}.${path}`)]),
  ...[item, wrapped].flatMap((part) => (part === undefined ? [] : pathsIn(part))),
];

/** Records of which each field has a value of its own. */
export const full: Contents = {
  faxes: [],
  account: account({
    ...{
      balanceCents: 8461,
      fileStorage: false,
      sendCallbackUrl: 'http://a.example/',
      receiveCallbackUrl: 'http://b.example/',
    },
    ...{ webhookVersion: 'v2', webhookToken: 'zebra', inflightWebhooks: true, faxRetries: 4, faxRetryDelayMs: 5000 },
    ...{ rateLimit: { calls: 4, windowMs: 5000 }, traffic: { faxes: 4, windowMs: 5000 } },
    ...{ projectId: 'zebra', completedFile: 'files', pagePrice: 0.08 },
  }),
  phoneNumbers: [
    phoneNumber({
      ...{
        number: '+14165550123',
        countryCode: 46,
        areaCode: 84,
        city: 'Zebra',
        state: 'Zebra',
        country: 'Zebra',
        costCents: 8461,
      },
      ...{
        lastBilledAt: noon - 3 * hour,
        provisionedAt: noon - 4 * hour,
        callbackUrl: 'http://a.example/',
        ataName: 'Zebra',
      },
      ...{ serviceId: 2, suspended: true, note: 'Zebra' },
    }),
  ],
  releasedNumbers: [{ number: '+14165550124', releasedAt: noon - hour }],
  atas: [
    ata({
      ...{
        id: 8461,
        name: 'Zebra',
        description: 'Zebra',
        number: '+14165550125',
        domain: 'zebra.example',
        lastRegistered: noon - hour,
      },
      ...{ expiryTime: noon, userAgent: 'Zebra', sipUri: 'sip:zebra', macAddress: 'ze:br:a', group: 'Zebra' },
    }),
  ],
  portOrders: [
    portOrder({
      ...{
        id: 8461,
        nameOfBusiness: 'Zebra',
        portOutPin: '8461',
        updatedAt: noon - 1 * second,
        completedAt: noon - 2 * second,
      },
      ...{
        requestedFor: noon + hour,
        billReceivedAt: noon - 3 * second,
        status: 'scheduled',
        due: { at: noon + hour, step: 'script', index: 0 },
      },
      billing: {
        number: '+14165550123',
        address1: 'Zebra',
        address2: 'Zebra',
        city: 'Zebra',
        state: 'Zebra',
        zip: 8461,
      },
      numbers: [
        portNumber({
          status: 'submitted',
          notes: [
            { id: 8461, text: 'Zebra', author: 'Zebra', createdAt: noon - 4 * second, updatedAt: noon - 5 * second },
          ],
        }),
      ],
      script: [{ afterMs: 8461, status: 'completed', note: 'Zebra' }],
    }),
  ],
  blockingRules: [blockingRule({ isLocked: true, from: '+14165550123' })],
  phaxCodes: [phaxCode({ isDefault: true })],
  deliveries: [
    {
      ...{
        id: 1,
        createdAt: noon,
        url: 'http://a.example/',
        format: 'v2',
        editedFields: null,
        isByControl: true,
        isOfFixture: true,
        redelivery: { of: 7, retryAt: noon },
        state: 'delivered',
        dueAt: null,
      },
      faxEvent: { event: 'fax_completed', faxId: 1, recipientNumber: null, page: null, retryCount: null },
      attempts: [
        { at: noon, tookMs: 1, fields: {}, files: [], signature: null, answer: null, failure: null, rule: null },
      ],
    },
  ],
  services: [
    {
      ...{
        id: 2,
        name: 'Zebra',
        incomingWebhookUrl: 'http://a.example/',
        webhookContentType: 'application/json',
        isDefault: true,
      },
      ...{
        defaultFrom: '+14165550123',
        retries: 4,
        retryDelayMs: 5000,
        imageConversion: 'MONOCHROME',
        resolution: 'SUPERFINE',
        coverPage: 3,
      },
      ...{ savesOutbound: false, savesInbound: false, scansBarcodes: true, inProgressNotifications: true },
      ...{ createdAt: noon - 2001, updatedAt: noon - 1001 },
    },
  ],
  coverPages: [
    { id: 3, serviceId: 2, name: 'Zebra', content: 'JVBERi0xLjQ=', createdAt: noon - 2001, updatedAt: noon - 1001 },
  ],
  faxMails: [
    {
      ...{ id: 4, serviceId: 2, email: 'zebra@example.com', createdAt: noon - 2001, updatedAt: noon - 1001 },
      numbers: [{ number: '+14165550123', permissions: 'send' }],
    },
  ],
};

/** Records that differ from those in each of their fields. */
export const plain: Contents = {
  ...full,
  account: account({ rateLimit: { calls: 5, windowMs: 6000 }, traffic: { faxes: 5, windowMs: 6000 } }),
  phoneNumbers: [phoneNumber({ serviceId: 5 })],
  atas: [ata({ username: 'a', password: 'b' })],
  portOrders: [
    portOrder({
      ...{ contactNumber: '+14165550129', contactEmail: 'a@example.com', nameOnAccount: 'A', accountIdentifier: '1' },
      ...{ providerName: 'A', portType: 'business', esig: 'A', createdAt: noon - 2 * hour },
      billing: { number: null, address1: null, address2: null, city: null, state: null, zip: null },
      numbers: [
        portNumber({
          id: 5,
          number: '+14165550129',
          notes: [{ id: 1, text: '', author: '', createdAt: noon, updatedAt: noon }],
        }),
      ],
      script: [{ afterMs: null, status: 'open', note: null }],
      due: { at: noon + 2 * hour, step: 'bill', index: 1 },
    }),
  ],
  blockingRules: [blockingRule({ id: 5, direction: 'receive', to: '+14165550123', from: 'US' })],
  phaxCodes: [phaxCode({ identifier: 'zebra', metadata: null, createdAt: noon })],
  services: [{ ...serviceDefaults, id: 5, createdAt: noon - 5000, updatedAt: noon - 5000 }],
  coverPages: [{ id: 5, serviceId: 5, name: '', content: '', createdAt: noon - 5000, updatedAt: noon - 5000 }],
  faxMails: [
    {
      ...{ id: 5, serviceId: 5, email: 'a@example.com', createdAt: noon - 5000, updatedAt: noon - 5000 },
      numbers: [{ number: '+14165550129', permissions: 'both' }],
    },
  ],
};

/** The one record of a collection. */
export const recordIn = (contents: Contents, collection: CollectionName): unknown =>
  collection === 'account' ? contents.account : contents[collection][0];
