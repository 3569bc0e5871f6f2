import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { faceOf } from '../../src/http/faces/faces.ts';
import { fieldsOf } from '../../src/http/openapi/parameters.ts';
import { faxTable } from '../../src/model/domain/fax.ts';
import { plainOptions } from '../../src/model/domain/send-options.ts';
import type { Fax } from '../../src/model/domain/fax.ts';
import { defaultSinchOptions } from '../../src/model/domain/sinch-options.ts';
import type { SinchOptions } from '../../src/model/domain/sinch-options.ts';
import { coverPageId, serviceId } from '../../src/model/domain/ulid.ts';
import { webhookFormats } from '../../src/model/domain/webhook.ts';
import type { WebhookFormat } from '../../src/model/domain/webhook.ts';
import { snakeCase } from '../../src/model/fields/names.ts';
import { namesWith } from '../../src/model/fields/record-table.ts';
import { fromNames, isList, isPlainObject, keysOf } from '../../src/model/shared/objects.ts';
import type { CollectionName } from '../../src/store/memory/collections.ts';
import type { Contents } from '../../src/store/memory/contents.ts';
import { storedSchemas } from '../../src/store/memory/record-checks.ts';
import { webhookWriters } from '../../src/wire/webhooks.ts';
import { phoneNumber, project, sentFax } from '../support/examples.ts';
import { faxFields } from '../support/fax-fields.ts';
import { at, full, pathsIn, plain, plainTexts, recordIn, samples, sent } from '../support/record-samples.ts';
import type { Sample } from '../support/record-samples.ts';
import { openSimulator, testParams } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { projectIn } from '../support/sinch.ts';

const faxWire = Object.fromEntries(
  Object.entries(faxFields).map(([path, { answers = '', webhooks = '', sends = '' }]) => [
    path,
    { answers, webhooks, sends },
  ]),
);

/** The fields of the other records by the versions whose answers show them; `notes` is the list of a number's notes in v2.1. */
const recordWire: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    'v1 v2 v2.1': 'balanceCents',
    none: 'fileStorage sendCallbackUrl receiveCallbackUrl webhookVersion webhookToken inflightWebhooks rateLimit rateLimit.calls rateLimit.windowMs traffic traffic.faxes traffic.windowMs completedFile',
    v3: 'faxRetries faxRetryDelayMs projectId pagePrice',
  },
  phoneNumbers: {
    'v1 v2 v2.1 v3': 'number',
    none: 'countryCode areaCode',
    'v1 v2 v2.1': 'city state costCents lastBilledAt provisionedAt',
    'v2 v2.1': 'country callbackUrl',
    'v2.1': 'ataName',
    v3: 'serviceId suspended note',
  },
  atas: {
    'v2.1':
      'id name description number domain lastRegistered expiryTime userAgent sipUri macAddress group username password',
  },
  portOrders: {
    'v2.1':
      'id numbers.id numbers.number numbers.status status contactNumber contactEmail nameOnAccount accountIdentifier nameOfBusiness providerName portOutPin portType billing billing.number billing.address1 billing.address2 billing.city billing.state billing.zip esig createdAt updatedAt completedAt requestedFor billReceivedAt',
    'v2.1 notes': 'numbers',
    notes:
      'numbers.notes numbers.notes.id numbers.notes.text numbers.notes.author numbers.notes.createdAt numbers.notes.updatedAt',
    none: 'script script.afterMs script.status script.note due due.at due.step due.index',
  },
  blockingRules: {
    'v2.1': 'id direction to from isLocked',
  },
  phaxCodes: {
    'v2 v2.1': 'identifier metadata createdAt',
    none: 'isDefault',
  },
  services: {
    v3: 'id name incomingWebhookUrl webhookContentType isDefault defaultFrom retries retryDelayMs imageConversion resolution coverPage savesOutbound savesInbound scansBarcodes inProgressNotifications createdAt updatedAt',
  },
  coverPages: {
    v3: 'id serviceId name content createdAt updatedAt',
  },
  faxMails: {
    none: 'id',
    v3: 'serviceId email numbers numbers.number numbers.permissions createdAt updatedAt',
  },
};

const versions = ['v1', 'v2', 'v2.1', 'v3'] as const;
type Version = (typeof versions)[number];

type Answers = Readonly<Partial<Record<string, unknown>>>;

const bodyOf = async (call: Test): Promise<unknown> => {
  const { body, text } = await call.expect(200);
  return Object.keys(body as object).length === 0 ? text : body;
};

/** The names of the values that differ. */
const differing = (some: Answers, others: Answers): string =>
  Object.keys(some)
    .filter((name) => !isDeepStrictEqual(some[name], others[name]))
    .join(' ');

/** The function, which does its work once for each of the faxes that many fields start from. */
function remembered<T>(work: (fax: Fax) => T): (fax: Fax) => T {
  const known = new Map<Fax, T>();
  return (fax) => {
    const made = known.get(fax) ?? work(fax);
    known.set(fax, made);
    return made;
  };
}

/** The first service, another one, and a cover page of that one. */
const further = {
  services: [...project.services.map((one) => ({ ...one, scansBarcodes: true })), ...full.services],
  coverPages: full.coverPages,
};

const answersOf = remembered(askFor);

/** A fax as each version shows it. */
async function askFor(fax: Fax): Promise<Answers> {
  const world = openSimulator({ faxes: [fax], ...further });
  const { get, idOf } = projectIn(world);
  return {
    v1: await bodyOf(world.v1('faxStatus', { id: fax.id })),
    v2: await bodyOf(world.live.get(`/v2/faxes/${fax.id}`)),
    'v2.1': await bodyOf(world.live.get(`/v2.1/faxes/${fax.id}`)),
    v3: await bodyOf(get(`/faxes/${idOf(fax)}`)),
    csv: await bodyOf(get('/faxes?format=csv&createTime>=2020')),
  };
}

/** The webhook about the end of a fax in each format. */
const webhooksOf = (fax: Fax): Answers =>
  fromNames<Record<WebhookFormat, unknown>>(webhookFormats, (format) => {
    const faxEvent = {
      event: 'fax_completed',
      faxId: fax.id,
      recipientNumber: null,
      page: null,
      retryCount: null,
    } as const;
    return webhookWriters[format].write({ event: faxEvent, fax, project: { ...project, ...further } }).shown;
  });

/** Both forms of v3 are the same message. */
const versionsIn = (formats: string): string => formats.replace('v3 multipart v3 json', 'v3');

/** A parameter of a send: its value, with the further parameters that it needs. A buffer is a file. */
type GivenParam = readonly [value: unknown, further?: Readonly<Record<string, unknown>>];

const file = Buffer.from('a page');

const phaxioParams: Readonly<Record<string, GivenParam>> = {
  to: ['+12025550199'],
  batch_delay: ['60'],
  batch_collision_avoidance: ['true'],
  callback_url: ['http://zebra.example/hook'],
  'tag[animal]': ['zebra'],
  caller_id: ['+13142666714'],
  test_fail: ['faxError'],
  cancel_timeout: ['5'],
};
const ownParams: Readonly<Record<Version, Readonly<Record<string, GivenParam>>>> = {
  v1: {
    ...phaxioParams,
    batch_delay: ['60', { batch: 'true', batch_delay: '30' }],
    batch: ['true', { batch_delay: '60' }],
    filename: [file],
    string_data: ['zebra'],
    string_data_type: ['html'],
  },
  v2: { ...phaxioParams, file: [file], content_url: ['http://zebra.example/page'] },
  'v2.1': { ...phaxioParams, file: [file], content_url: ['http://zebra.example/page'] },
  v3: {
    to: ['+12025550199'],
    from: ['+13142666799'],
    contentUrl: ['http://zebra.example/page'],
    file: [file],
    files: [[{ file: file.toString('base64'), fileType: 'TXT' }]],
    headerPageNumbers: [false],
    headerTimeZone: ['Europe/Berlin'],
    retryDelaySeconds: [84],
    labels: [{ animal: 'zebra' }],
    callbackUrl: ['http://zebra.example/hook'],
    callbackUrlContentType: ['application/json'],
    imageConversionMethod: ['MONOCHROME'],
    serviceId: [serviceId(7, full.services[0]!)],
    maxRetries: [4],
    resolution: ['SUPERFINE'],
    coverPageId: [coverPageId(7, full.coverPages[0]!), { serviceId: serviceId(7, full.services[0]!) }],
    coverPageData: [{ animal: 'zebra' }],
    inProgressNotifications: [true],
  },
};

/** The names of the parameters of a send. */
function sendNames(version: Version): string[] {
  const routes = faceOf(version).routes.filter(({ operation }) => operation === 'sendFax');
  return [...new Set(routes.flatMap(({ schema }) => fieldsOf(schema).map(({ name }) => name)))];
}

const textNames = new Set<string>(plainTexts.flatMap((name) => [name, snakeCase(name)]));

/** The parameters of a send; one with the name of a text of the fax gives that. */
const paramsOf = (version: Version): Readonly<Record<string, GivenParam>> => ({
  ...Object.fromEntries(sendNames(version).flatMap((name) => (textNames.has(name) ? [[name, ['Zebra']]] : []))),
  ...ownParams[version],
});

const paths: Readonly<Record<Version, string>> = {
  v1: '/v1/send',
  v2: '/v2/faxes',
  'v2.1': '/v2.1/faxes',
  v3: '/faxes',
};
const usualParams: Readonly<Record<Version, Readonly<Record<string, unknown>>>> = {
  v1: { to: '+12025550123', string_data: 'a text', ...testParams },
  v2: { to: '+12025550123', content_url: 'http://a.example/page', ...testParams },
  'v2.1': { to: '+12025550123', content_url: 'http://a.example/page', ...testParams },
  v3: { to: '+12025550123', contentUrl: 'http://a.example/page' },
};

/** The fax that a send of a version makes. */
async function faxOf(version: Version, given: Readonly<Record<string, unknown>> = {}): Promise<Fax> {
  const phoneNumbers = [phoneNumber(), phoneNumber({ number: '+13142666799' }), ...full.phoneNumbers];
  const services = further.services.map((service) => ({ ...service, isDefault: service.id === 1, coverPage: null }));
  const world = openSimulator({ ...further, phoneNumbers, services });
  const call = version === 'v3' ? projectIn(world).post(paths.v3) : world.anyone.post(paths[version]);
  const { status, text } = await withParams(call, version, { ...usualParams[version], ...given });
  if (status !== 200 || text.includes('"success":false'))
    throw new Error(`${version} refuses ${Object.keys(given).join()}: ${text}`);
  return world.simulator.parts.worlds.default.store.faxes.find({}).slice()[0]!;
}

function withParams(call: Test, version: Version, given: Readonly<Record<string, unknown>>): Test {
  const files = Object.entries(given).filter(([, value]) => Buffer.isBuffer(value));
  if (files.length === 0) return call.type(version === 'v3' ? 'json' : 'form').send(given);
  for (const [name, value] of Object.entries(given))
    if (value instanceof Buffer) void call.attach(name, value, 'a.txt');
    else void call.field(name, String(value));
  return call;
}

/** The paths of a fax with a value of their own: those of an error, a barcode or a step come and go with the whole. */
const faxPaths = pathsIn(storedSchemas.faxes).filter(
  (path) => path.split('.').length === 1 || /^(?:recipients\.\w+|options\.\w+)$/.test(path),
);
const sinchPaths = keysOf(defaultSinchOptions).map((name) => `options.sinch.${name}`);

const otherSinch: SinchOptions = {
  ...{ service: 2, callbackContentType: 'application/json', headerPageNumbers: false, headerTimeZone: 'Europe/Berlin' },
  ...{ imageConversion: 'MONOCHROME', resolution: 'SUPERFINE', coverPage: 3, coverPageData: { animal: 'zebra' } },
  ...{ inProgressNotifications: true, savesDocument: false, position: 4 },
};

/** A fax in which a field has another value, and the same fax without. */
function pairOf(path: string): readonly [Fax, Fax] {
  const option = path.replace('options.sinch.', '') as keyof SinchOptions;
  const { base = sent, changes }: Sample =
    option === path || !Object.hasOwn(otherSinch, option)
      ? samples[path]!
      : sinchSample({ [option]: otherSinch[option] });
  return [base, { ...base, ...changes }];
}

const withSinch = (sinch: SinchOptions): Partial<Fax> => ({
  callbackUrl: 'http://a.example/hook',
  options: { ...plainOptions, sinch },
});

const sinchFax = sentFax({ id: 1, ...withSinch(defaultSinchOptions) });

const sinchSample = (changed: Partial<SinchOptions>): Sample => ({
  base: sinchFax,
  changes: withSinch({ ...defaultSinchOptions, ...changed }),
});

/** The versions with a parameter that changes a field of the fax which it sends. */
async function givenBy(): Promise<ReadonlyMap<string, string>> {
  const given = new Map<string, string>();
  for (const version of versions) {
    const changed = new Set<string>();
    for (const [name, [value, others = {}]] of Object.entries(paramsOf(version))) {
      const [without, withIt] = [await faxOf(version, others), await faxOf(version, { ...others, [name]: value })];
      const found = [...faxPaths, ...sinchPaths].filter(
        (path) => !isDeepStrictEqual(at(without, path), at(withIt, path)),
      );
      if (found.length === 0) throw new Error(`${name} of ${version} changes no field of the fax`);
      for (const path of found) changed.add(path);
    }
    for (const path of changed) given.set(path, [given.get(path), version].filter(Boolean).join(' '));
  }
  return given;
}

describe('the versions that know each field of a fax', () => {
  test('are these', async () => {
    const sends = await givenBy();
    const wire: Record<string, object> = {};
    for (const path of [...faxPaths, ...sinchPaths]) {
      const [before, after] = pairOf(path);
      const answers = differing(await answersOf(before), await answersOf(after));
      const webhooks = versionsIn(differing(webhooksOf(before), webhooksOf(after)));
      wire[path] = { answers, webhooks, sends: sends.get(path) ?? '' };
    }
    expect(wire).toEqual(faxWire);
  });

  test.each(versions)('include each parameter of a send of %s', (version) => {
    const names = sendNames(version);
    const known = Object.keys(paramsOf(version)).map((name) => name.replace(/\[.*$/, ''));
    // Of the directions only one sends.
    expect(names.filter((name) => name !== 'direction' && name !== 'projectId').sort()).toEqual(known.sort());
  });

  test('include a send for each field that a send states', () => {
    for (const name of namesWith(faxTable, 'isSent')) expect([name, faxWire[name]?.sends]).not.toEqual([name, '']);
  });
});

/** The answers that show the records of a collection. */
const shownBy: Readonly<
  Partial<Record<CollectionName, (world: World, contents: Contents) => Record<string, () => Test>>>
> = {
  account: (world) => ({
    v1: () => world.v1('accountStatus'),
    v2: () => world.live.get('/v2/account/status'),
    'v2.1': () => world.live.get('/v2.1/account/status'),
    v3: () => projectIn(world).get('/faxes?createTime>=2020'),
  }),
  phoneNumbers: (world, { phoneNumbers: [owned], services: [service] }) => ({
    v1: () => world.v1('numberList'),
    v2: () => world.live.get(`/v2/phone_numbers/${owned!.number}`),
    'v2.1': () => world.live.get(`/v2.1/phone_numbers/${owned!.number}`),
    v3: () => projectIn(world).get(`/services/${serviceId(7, service!)}/numbers`),
  }),
  atas: (world, { atas: [one] }) => ({ 'v2.1': () => world.live.get(`/v2.1/atas/${one!.id}?with_credentials=true`) }),
  portOrders: (world, { portOrders: [order] }) => ({
    'v2.1': () => world.live.get(`/v2.1/port_orders/${order!.id}`),
    notes: () => world.live.get(`/v2.1/port_numbers/${order!.numbers[0]!.id}/notes`),
  }),
  blockingRules: (world, { blockingRules: [rule] }) => ({
    'v2.1': () => world.live.get(`/v2.1/blocking_rules/${rule!.id}`),
  }),
  phaxCodes: (world, { phaxCodes: [code] }) => ({
    v2: () => world.live.get(`/v2/phax_codes/${code!.identifier}`),
    'v2.1': () => world.live.get(`/v2.1/phax_codes/${code!.identifier}`),
  }),
  services: (world, { services: [service] }) => ({
    v3: () => projectIn(world).get(`/services/${serviceId(7, service!)}`),
  }),
  coverPages: (world, { services: [service] }) => ({
    v3: () => projectIn(world).get(`/services/${serviceId(7, service!)}/coverPages`),
  }),
  faxMails: (world, { services: [service] }) => ({
    v3: () => projectIn(world).get(`/services/${serviceId(7, service!)}/emails`),
  }),
};

/** The value with another one at a path of names; in lists, within the first item. */
function withValue(whole: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (isList(whole)) return [withValue(whole[0], [name, ...rest], value), ...whole.slice(1)];
  if (!isPlainObject(whole)) return whole;
  return { ...whole, [name]: rest.length === 0 ? value : withValue(whole[name], rest, value) };
}

async function shownIn(collection: CollectionName, record: unknown): Promise<Answers> {
  const contents: Contents = {
    ...plain,
    faxes: [sent],
    coverPages: [...plain.coverPages, ...full.coverPages],
    [collection]: collection === 'account' ? record : [record],
  };
  const world = openSimulator(contents);
  const shown: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(shownBy[collection]?.(world, contents) ?? {}))
    shown[name] = (await ask()).body;
  return shown;
}

describe('the versions that know each field of the other records', () => {
  test('are these', async () => {
    const wire: Record<string, Record<string, string>> = {};
    for (const collection of keysOf(shownBy)) {
      const before = recordIn(plain, collection);
      const usual = await shownIn(collection, before);
      const known: Record<string, string> = {};
      for (const path of pathsIn(storedSchemas[collection])) {
        const after = withValue(before, path.split('.'), at(recordIn(full, collection), path));
        if (isDeepStrictEqual(before, after)) throw new Error(`${path} has one value in both records`);
        const shown = differing(usual, await shownIn(collection, after)) || 'none';
        known[shown] = known[shown] === undefined ? path : `${known[shown]} ${path}`;
      }
      wire[collection] = known;
    }
    expect(wire).toEqual(recordWire);
  });
});
