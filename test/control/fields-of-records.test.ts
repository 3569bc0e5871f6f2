import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { faxFormFields } from '../../src/control/fax-fields.ts';
import { faxRecord } from '../../src/control/faxes.ts';
import { readFixture } from '../../src/control/fixture-files/load-fixture.ts';
import { writeFixture } from '../../src/control/fixture-files/write-fixture.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { snakeCase } from '../../src/model/fields/names.ts';
import { fromNames, keysOf } from '../../src/model/shared/objects.ts';
import { ScenarioEngine } from '../../src/scenarios/engine.ts';
import type { RuleSubject } from '../../src/scenarios/rule-subject.ts';
import { scriptingOf } from '../../src/scenarios/courses.ts';
import { searchFaxes } from '../../src/service/operations/fax-search.ts';
import { collectionNames } from '../../src/store/memory/collections.ts';
import type { CollectionName } from '../../src/store/memory/collections.ts';
import { noRecords } from '../../src/store/memory/contents.ts';
import type { Contents } from '../../src/store/memory/contents.ts';
import { laterPathsOf } from '../../src/store/memory/later-fields.ts';
import { storedSchemas } from '../../src/store/memory/record-checks.ts';
import { StoreSnapshot } from '../../src/store/memory/snapshot.ts';
import { Store } from '../../src/store/memory/store.ts';
import { plainDocuments } from '../support/documents.ts';
import { account, noon, phoneNumber } from '../support/examples.ts';
import { faxFields } from '../support/fax-fields.ts';
import { at, full, page, pathsIn, plainTexts, recordIn, samples, sent } from '../support/record-samples.ts';
import { openSimulator } from '../support/simulator.ts';

const faxPlaces = Object.fromEntries(
  Object.entries(faxFields).flatMap(([path, { places }]) => (places === undefined ? [] : [[path, places]])),
);

/** The fields of the values that a fax has as a whole: each of them comes and goes with the value. */
const faxParts: Readonly<Record<string, string>> = {
  error: 'type id message',
  'recipients.error': 'type id message',
  barcodes: 'type page value identifier metadata',
  'options.script': 'afterMs reads status error reached page',
  'options.script.error': 'type id message',
  'options.sinch':
    'service callbackContentType headerPageNumbers headerTimeZone imageConversion resolution coverPage coverPageData inProgressNotifications savesDocument position',
  due: 'at step page',
};

/**
 * The places that know the fields of the other records: `later` as above; `fixture`: a fixture file has them, and an export gives the
 * same values again; `none`: neither. The records of deliveries and released numbers stand in no fixture.
 */
const recordPlaces: Readonly<Record<Exclude<CollectionName, 'faxes'>, Readonly<Record<string, string>>>> = {
  account: {
    fixture:
      'balanceCents fileStorage sendCallbackUrl receiveCallbackUrl webhookVersion webhookToken inflightWebhooks faxRetries faxRetryDelayMs rateLimit rateLimit.calls rateLimit.windowMs traffic traffic.faxes traffic.windowMs projectId completedFile pagePrice',
    later: 'projectId completedFile pagePrice',
  },
  phoneNumbers: {
    fixture:
      'number countryCode areaCode city state country costCents lastBilledAt provisionedAt callbackUrl ataName serviceId suspended note',
    later: 'serviceId suspended note',
  },
  releasedNumbers: {
    none: 'number releasedAt',
  },
  atas: {
    fixture:
      'id name description number domain lastRegistered expiryTime userAgent sipUri macAddress group username password',
  },
  portOrders: {
    fixture:
      'id numbers numbers.id numbers.number numbers.status numbers.notes numbers.notes.id numbers.notes.text numbers.notes.author numbers.notes.createdAt numbers.notes.updatedAt status contactNumber contactEmail nameOnAccount accountIdentifier nameOfBusiness providerName portOutPin portType billing billing.number billing.address1 billing.address2 billing.city billing.state billing.zip esig createdAt updatedAt completedAt requestedFor billReceivedAt script script.afterMs script.status script.note due due.at due.step due.index',
  },
  blockingRules: {
    fixture: 'id direction to from isLocked',
  },
  phaxCodes: {
    fixture: 'identifier metadata isDefault createdAt',
  },
  deliveries: {
    none: 'id createdAt faxEvent faxEvent.event faxEvent.faxId faxEvent.recipientNumber faxEvent.page faxEvent.retryCount url format editedFields isByControl isOfFixture redelivery redelivery.of redelivery.retryAt state dueAt attempts attempts.at attempts.tookMs attempts.fields attempts.files attempts.files.name attempts.files.filename attempts.files.type attempts.files.bytes attempts.files.sha1 attempts.head attempts.signature attempts.signature.value attempts.signature.signed attempts.answer attempts.answer.status attempts.answer.body attempts.failure attempts.rule attempts.ruleDid',
  },
  services: {
    fixture:
      'id name incomingWebhookUrl webhookContentType isDefault defaultFrom retries retryDelayMs imageConversion resolution coverPage savesOutbound savesInbound scansBarcodes inProgressNotifications createdAt updatedAt',
  },
  coverPages: {
    fixture: 'id serviceId name content createdAt updatedAt',
  },
  faxMails: {
    fixture: 'id serviceId email numbers numbers.number numbers.permissions createdAt updatedAt',
  },
};

/** A field of the form for faxes: the value to state, with the further ones that it needs, and the field of the record that it gives. */
type Stated = readonly [value: unknown, field: string, further?: object];

const form: Readonly<Record<string, Stated>> = {
  ...Object.fromEntries(plainTexts.map((name) => [snakeCase(name), ['Zebra', name] as const])),
  direction: ['received', 'direction'],
  status: ['failure', 'status'],
  error: [18, 'error', { status: 'failure' }],
  created_at: ['2026-11-20T09:00:00Z', 'createdAt'],
  ago: ['3h', 'createdAt'],
  completed_at: ['2026-11-20T11:59:00Z', 'completedAt', { ago: '1h' }],
  to: ['+12025550199', 'recipients.number'],
  from: ['+13142666799', 'callerId'],
  pages: [4, 'pages'],
  cost: [4, 'costCents'],
  is_test: [true, 'isTest'],
  file_state: ['deleted', 'file'],
  recipients: [[{ number: '+12025550199' }], 'recipients'],
  tags: [{ animal: 'zebra' }, 'tags'],
  caller_name: ['Zebra', 'callerName', { direction: 'received' }],
  callback_url: ['http://zebra.example/hook', 'callbackUrl'],
  barcodes: [[{ type: 'Code128', page: 1, value: 'zebra' }], 'barcodes'],
  batch: [8461, 'options.batch'],
  batch_delay: ['2h', 'due', { status: 'pendingbatch' }],
  cancel_at: ['2026-11-21T09:00:00Z', 'options.cancelAt'],
  test_fail: ['faxError', 'options.testFail'],
  stuck: [true, 'due', { status: 'queued' }],
};

const documentsOfTests = plainDocuments();

/** The world of an export as a fixture, and its text as a value. */
async function throughFixture(contents: Partial<Contents>) {
  const before = StoreSnapshot.of({ account: account(), ...noRecords, ...contents });
  const start = { seed: 7, now: noon, pace: 'fast' } as const;
  const { text } = await writeFixture(before, {
    ...start,
    blobs: { get: () => Promise.resolve(page) },
    documents: documentsOfTests,
  });
  const reading = await readFixture({ text, file: undefined }, documentsOfTests);
  const { records } = await reading.startAt({ ...start, fileStorage: undefined });
  return { records: records.contents(), file: parse(text) };
}

/** Texts and numbers of a value, as a search can ask for them. */
const wordsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [String(value)];

const identities: string[] = [];

class DrawingEngine extends ScenarioEngine {
  override isIdle = false;
  override decide(subject: RuleSubject) {
    identities.push(subject.identity());
    return { fired: undefined, confirm: () => undefined };
  }
}

const rules = new DrawingEngine({ clock: { now: () => noon }, seed: 7 });

/** The identity of a fax, from which the draws of rules follow. */
function identityOf(fax: Fax): string | undefined {
  scriptingOf({ scenarios: rules, seed: 7 }).courseOf(fax);
  return identities.at(-1);
}

function isFound(fax: Fax, text: string): boolean {
  const store = new Store({ account: account(), ...noRecords, faxes: [fax] });
  return searchFaxes({ store, seed: 7 }, { text, offset: 0, limit: 1 }).total > 0;
}

/** The fax that sends another one again; undefined where that is refused. */
async function resentOf(fax: Fax): Promise<Fax | undefined> {
  const phoneNumbers = [phoneNumber({ number: '+13142666799' })];
  const { live, simulator } = openSimulator({ faxes: [fax], phoneNumbers });
  const { body, status } = await live.post(`/v2.1/faxes/${fax.id}/resend`);
  return status === 200 ? simulator.parts.worlds.default.store.faxes.get(body.data.id) : undefined;
}

/** The part of an exported file that keeps a field: `entry` or `record`. */
async function keptIn(fax: Fax, base: Fax, path: string): Promise<string[]> {
  const [changed, plain] = [await throughFixture({ faxes: [fax] }), await throughFixture({ faxes: [base] })];
  if (!isDeepStrictEqual(at(changed.records.faxes[0], path), at(fax, path))) return [];
  const [{ record = {}, ...entry }, { record: plainRecord = {}, ...plainEntry }] = [
    changed.file.faxes[0],
    plain.file.faxes[0],
  ];
  if (!isDeepStrictEqual(entry, plainEntry)) return ['entry'];
  return isDeepStrictEqual(record, plainRecord) ? [] : ['record'];
}

const laterFaxPaths = laterPathsOf(storedSchemas.faxes);
const shownPaths = new Set(pathsIn(faxRecord));
const snakePath = (path: string): string => path.split('.').map(snakeCase).join('.');

/** The words for the places that know a field of a fax, in the order of their list. */
async function placesOf(path: string): Promise<string> {
  const { base = sent, changes } = samples[path]!;
  const fax: Fax = { ...base, ...changes };
  const isOther = (one: Fax | undefined): boolean => !isDeepStrictEqual(at(one, path), at(fax, path));
  const isNewWord = (word: string): boolean => isFound(fax, word) && !isFound(base, word);
  const places: readonly (readonly [string, boolean])[] = [
    ['later', laterFaxPaths.includes(path)],
    ['shown', shownPaths.has(snakePath(path))],
    ['given', Object.values(form).some(([, field]) => field === path)],
    ...(await keptIn(fax, base, path)).map((word) => [word, true] as const),
    ['searched', wordsOf(at(fax, path)).some(isNewWord)],
    ['resent', isOther(base) && !isOther(await resentOf(fax))],
    ['equal', identityOf(fax) !== identityOf(base)],
  ];
  return places.flatMap(([word, holds]) => (holds ? [word] : [])).join(' ');
}

/** The part of a fax within which a field lies; undefined for a field with places of its own. */
const partOf = (path: string): string | undefined =>
  Object.keys(faxParts).findLast((part) => path.startsWith(`${part}.`));

describe('the places that know each field of a fax', () => {
  test('are these', async () => {
    const known: Record<string, string> = {};
    for (const path of pathsIn(storedSchemas.faxes)) if (partOf(path) === undefined) known[path] = await placesOf(path);
    expect(known).toEqual(faxPlaces);
  });

  test('are those of the value for the fields of an error, a barcode, a step or options of v3', () => {
    const parts: Record<string, string> = {};
    for (const path of pathsIn(storedSchemas.faxes)) {
      const part = partOf(path);
      if (part === undefined) continue;
      const name = path.slice(part.length + 1);
      parts[part] = parts[part] === undefined ? name : `${parts[part]} ${name}`;
    }
    expect(parts).toEqual(faxParts);
  });
});

describe('the form of a fax', () => {
  test('has these fields', () => {
    expect(Object.keys(faxFormFields).sort()).toEqual(Object.keys(form).sort());
  });

  test.each(Object.entries(form))('%s gives its field', async (name, [value, field, further = {}]) => {
    const { anyone, simulator } = openSimulator();
    await anyone
      .post('/_faxsim/faxes')
      .send({ id: 1, ...further })
      .expect(200);
    await anyone
      .post('/_faxsim/faxes')
      .send({ id: 2, ...further, [name]: value })
      .expect(200);
    const [without, withIt] = simulator.parts.worlds.default.store.faxes
      .find({})
      .slice()
      .sort((one, other) => one.id - other.id);
    expect(at(withIt, field)).not.toEqual(at(without, field));
  });
});

describe('the places that know each field of the other records', () => {
  test('are these', async () => {
    const back = (await throughFixture(full)).records;
    const placesIn = (collection: CollectionName): object => {
      const paths = pathsIn(storedSchemas[collection]);
      const later = laterPathsOf(storedSchemas[collection]);
      const valueIn = (contents: Contents, path: string): unknown => at(recordIn(contents, collection), path);
      const isBack = (path: string): boolean =>
        valueIn(back, path) !== undefined && isDeepStrictEqual(valueIn(back, path), valueIn(full, path));
      const fixture = paths.filter(isBack);
      const none = paths.filter((path) => !later.includes(path) && !fixture.includes(path));
      const lists = Object.entries({ fixture, later, none }).filter(([, names]) => names.length > 0);
      return Object.fromEntries(lists.map(([place, names]) => [place, names.join(' ')]));
    };
    expect(fromNames(keysOf(recordPlaces), placesIn)).toEqual(recordPlaces);
  });

  test('have every collection', () => {
    expect(['faxes', ...keysOf(recordPlaces)].sort()).toEqual([...collectionNames].sort());
  });
});
