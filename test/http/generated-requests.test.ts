import { describe, expect, test } from '@jest/globals';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { documentedFace, documentNames, openApiDocumentOf } from '../../src/http/openapi/documents.ts';
import { allowedBy } from '../support/schema-values.ts';
import type { Schema } from '../support/schema-values.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A request that a document allows: an operation, and values for one of its encodings. */
interface Drawn {
  readonly method: string;
  readonly url: string;
  readonly type?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const drawsEach = repeats(5, 60);

const ajv = new Ajv2020({ strict: false, validateSchema: false });
formats.default(ajv);

/** Values that the schema of an encoding allows as a whole: `to` or `to[]`, not both. */
function drawsOf(schema: Schema, seed: number): readonly Record<string, unknown>[] {
  const isAllowed = ajv.compile(schema);
  const values = allowedBy(schema).filter((value) => isAllowed(asJson(value)));
  return fc.sample(values, { numRuns: drawsEach, seed }) as Record<string, unknown>[];
}

const asJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, one: unknown) => {
      const { type } = (typeof one === 'object' && one !== null ? one : {}) as { type?: unknown };
      return type === 'Buffer' ? 'a file' : one;
    }),
  );

const schemaOfQuery = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
});

type Pair = readonly [string, unknown];

/** The fields of a form: a list is a field for each item, an object one for each key. */
const pairsOf = (values: Drawn['values']): Pair[] =>
  Object.entries(values).flatMap(([name, value]): Pair[] => {
    if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return [[name, value]];
    if (Array.isArray(value)) return value.map((item: unknown) => [name, item] as const);
    return Object.entries(value).map(([key, item]) => [`${name}[${key}]`, item] as const);
  });

function bodyOf({ type, values }: Drawn): {
  body?: string | URLSearchParams | FormData;
  headers?: Record<string, string>;
} {
  if (type === undefined) return {};
  if (type === 'application/json') return { body: JSON.stringify(values), headers: { 'content-type': type } };
  if (type === 'application/x-www-form-urlencoded') return { body: new URLSearchParams(textsOf(values)) };
  const body = new FormData();
  for (const [name, value] of pairsOf(values)) {
    if (Buffer.isBuffer(value)) body.append(name, new Blob([new Uint8Array(value)]), 'page.txt');
    else body.append(name, textOf(value));
  }
  return { body };
}

const textsOf = (values: Drawn['values']): [string, string][] =>
  pairsOf(values).map(([name, value]) => [name, textOf(value)]);

/** A drawn object may have a `toString` of its own. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Row = Readonly<Record<string, unknown>>;

/** The demo world, with the ids of its records by the part of a path that stands before them. */
async function openDemo() {
  const { anyone, simulator, listen } = openSimulator({ limits: { bodyBytesMax: 10_000_000, journalBytes: 0 } });
  const { body } = await anyone.post('/_faxsim/worlds').send({ id: 'demo', fixture: 'demo', clock: 0 }).expect(200);
  const { credentials, project_id: projectId } = (
    body as { data: Row & { credentials: { live: Record<string, string> } } }
  ).data;
  const { key = '', secret = '' } = credentials.live;
  const rows = async (path: string, name: string): Promise<Row[]> => {
    const answer = await anyone.get(`/w/demo${path}`).auth(key, secret).expect(200);
    return (answer.body as Record<string, Row[]>)[name] ?? [];
  };
  const project = `/v3/projects/${String(projectId)}`;
  const first = async (path: string, name = 'data'): Promise<Row> => (await rows(path, name))[0] ?? {};
  const [fax, ata, order, rule, number, service, sinchFax] = [
    await first('/v2.1/faxes?status=success'),
    await first('/v2.1/atas'),
    await first('/v2.1/port_orders'),
    await first('/v2.1/blocking_rules'),
    await first('/v2.1/phone_numbers'),
    await first(`${project}/services`, 'services'),
    await first(`${project}/faxes`, 'faxes'),
  ];
  const [portNumber] = order['port_numbers'] as readonly Row[];
  const ids: Readonly<Record<string, unknown>> = {
    projects: projectId,
    faxes: fax['id'],
    sinchFaxes: sinchFax['id'],
    atas: ata['id'],
    port_orders: order['id'],
    port_numbers: portNumber?.['id'],
    blocking_rules: rule['id'],
    phone_numbers: number['phone_number'],
    numbers: number['phone_number'],
    services: service['id'],
  };
  const refusals: { kind: string; message: string }[] = [];
  simulator.parts.worlds.find('demo').world.journal.watch({
    answered: ({ refusal }) => refusal !== null && refusals.push(refusal),
  });
  return {
    simulator,
    base: `${await listen()}/w/demo`,
    ids,
    refusals,
    authorization: `Basic ${btoa(`${key}:${secret}`)}`,
  };
}

type Demo = Awaited<ReturnType<typeof openDemo>>;

/** A path has no empty part, and loses those of dots alone. */
const idText = (value: unknown): string =>
  typeof value === 'number' || (typeof value === 'string' && !/^\.{0,2}$/.test(value)) ? String(value) : 'one';

/** The path with the id of the demo for each name, or a drawn value where the demo has none. */
function urlOf(name: string, path: string, { ids }: Demo, drawn: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/([a-zA-Z_]+)\/\{(\w+)\}/g, (_part, before: string, field: string) => {
    const known = name === 'v3' && before === 'faxes' ? ids['sinchFaxes'] : ids[before];
    return `${before}/${encodeURIComponent(idText(known ?? drawn[field]))}`;
  });
}

const kindsOfForm: ReadonlySet<string> = new Set([
  'invalid',
  'malformed',
  'unsupported_media_type',
  'unknown_route',
  'wrong_method',
]);

interface Line {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const operationsOf = (name: string): readonly Line[] =>
  Object.entries(
    (withRealNumbers(openApiDocumentOf(name, '')) as { paths: Record<string, Record<string, Operation>> }).paths,
  ).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ method, path, operation })));

/** The requests that are drawn for an operation, in each encoding of its body. */
function requestsOf(name: string, { method, path, operation }: Line, demo: Demo): Drawn[] {
  const { parameters = [], requestBody } = operation;
  const inPath = drawsOf(schemaOfQuery(parameters.filter((one) => one.in === 'path')), 1);
  const inQuery = drawsOf(schemaOfQuery(parameters.filter((one) => one.in === 'query')), 2);
  const address = (at: number): string => {
    const query = new URLSearchParams(textsOf(inQuery[at] ?? {})).toString();
    return `${urlOf(name, path, demo, inPath[at] ?? {})}${query && `?${query}`}`;
  };
  const plain = inQuery.map((_values, at) => ({ method, url: address(at), values: {} }));
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    drawsOf(schema, 3).map((values, at) => ({ method, url: address(at), type, values })),
  );
  return bodies.length > 0 ? bodies : plain;
}

/** Refusals of what no document can say, by operation and message, with the reason. */
const exceptions: readonly (readonly [operation: RegExp, message: RegExp, reason: string])[] = [
  [/./, /must not be later than/, 'one time is compared with another'],
  [/ByGet$/, /is given in more than one way/, 'the parameters of a query have no rules among them'],
  [/ByGet$/, /^filename(?: or string_data)? is required$/, 'a query has no rules among its parameters, and no file'],
  [/^sendFax/, /^batch_delay is required with batch$/, 'the value of one field decides on another'],
  [/^sendFax/, /^string_data must be an? /, 'the value of string_data_type decides on string_data'],
  [/^sendFax/, /^headerTimeZone must be an IANA time zone/, 'the list of time zones changes'],
  [/^listAreaCodes/, /^country must be an ISO 3166/, 'the list of countries is that of ISO 3166'],
  [/^provisionNumber/, /^The area code you chose/, 'the stock of numbers decides'],
  [/^list(?:AreaCodes|PhoneNumbers)$/, /is required when/, 'a query has no rules among its parameters'],
  [
    /^(?:releaseNumber|sendFax)|BlockingRule$/,
    /must be one of the account’s numbers/,
    'the number must be on the account',
  ],
  [/BlockingRule$/, /must be one of your numbers/, 'the number must be on the account'],
  [
    /BlockingRule$/,
    /must be a phone number in E.164 form, an ISO 3166/,
    'a pattern has no plans of numbers and no countries',
  ],
  [/^createPortOrder$/, /unless has_bill is true$/, 'the value of one field decides on others'],
  [/^(?:sendFax|(?:create|update)Service)$/, /does not belong to you$/, 'the number must be on the account'],
  [/Mail$/, /is not a number of this service$/, 'the number must be on the service'],
  [/Service$/, /^coverPageId is no cover page/, 'the page must exist'],
  [/^sendFax$/, /is not an id of this project$/, 'the record must exist'],
  [/^attachPhaxCodeToPdf/, /^page_number must be |cannot be put at/, 'the pages of the file decide'],
];

const isExcepted = (operation: string, message: string): boolean =>
  exceptions.some(([of, words]) => of.test(operation) && words.test(message));

/** Numbers in the plans of their countries, which a pattern cannot say. */
const realNumbers = ['+12025550123', '+13125550150', '+442079460958', '+4930901820'];

/** A document with real numbers in place of the pattern of E.164. */
function withRealNumbers<T>(part: T): T {
  return JSON.parse(
    JSON.stringify(part, (_name, one: unknown) => {
      const { pattern } = (typeof one === 'object' && one !== null ? one : {}) as { pattern?: unknown };
      return typeof pattern === 'string' && pattern.startsWith('^\\+[1-9]\\d{6,14}') ? { enum: realNumbers } : one;
    }),
  ) as T;
}

/** The control API has a test of its own below, since its requests need no credentials and change the world. */
const names = documentNames.filter((name) => name !== 'control');

describe.each(names)('a request that the document of %s allows', (name) => {
  test('is refused for the form of no parameter', async () => {
    const { prefix } = documentedFace(name);
    const found: string[] = [];
    for (const line of operationsOf(name)) {
      const demo = await openDemo();
      for (const drawn of requestsOf(name, line, demo)) {
        demo.refusals.splice(0);
        const { headers, ...rest } = bodyOf(drawn);
        const url = `${demo.base}${prefix}${drawn.url}`;
        const answer = await fetch(url, {
          method: drawn.method.toUpperCase(),
          headers: { ...headers, authorization: demo.authorization },
          ...rest,
          redirect: 'manual',
        });
        const text = await answer.text();
        const [refusal] = demo.refusals;
        const isOfForm =
          name === 'oauth2'
            ? [400, 415, 422].includes(answer.status)
            : refusal !== undefined && kindsOfForm.has(refusal.kind);
        const message = refusal?.message ?? text;
        if (isOfForm && !isExcepted(line.operation.operationId, message)) {
          found.push(
            `${line.operation.operationId} ${drawn.type ?? ''} ${message} ← ${drawn.url.slice(0, 200)} ${JSON.stringify(drawn.values).slice(0, 300)}`,
          );
        }
      }
      await demo.simulator.close();
    }
    expect(found).toEqual([]);
  });
});

/** Calls that wait, follow a stream, move the clock as far as they say, or make worlds of any size: test/control has them. */
const callsApart = /^(?:events|.*Wait|activityList|clockMove|worldsCreate|worldsPut)$/;

test('a control request that its document allows gets an answer that the document knows, and no fault', async () => {
  const { prefix } = documentedFace('control');
  const demo = await openDemo();
  const found: string[] = [];
  const accepted = new Set<string>();
  for (const line of operationsOf('control')) {
    const { operationId, responses } = line.operation;
    if (callsApart.test(operationId)) continue;
    // A form has no encoding for lists within mappings, such as those of scenarios.
    const isDrawn = ({ type }: Drawn): boolean => type === undefined || type === 'application/json';
    for (const drawn of requestsOf('control', line, demo).filter(isDrawn).slice(0, drawsEach)) {
      const { status, text } = await answerOf(`${demo.base}${prefix}`, drawn);
      if (status < 300) accepted.add(operationId);
      if (status >= 500 || !(status in responses)) {
        found.push(`${operationId} ${status} ${text.slice(0, 200)} ← ${drawn.url} ${JSON.stringify(drawn.values)}`);
      }
    }
  }
  await demo.simulator.close();
  expect(found).toEqual([]);
  expect(accepted.size).toBeGreaterThan(30);
});

async function answerOf(base: string, drawn: Drawn): Promise<{ status: number; text: string }> {
  const { headers = {}, ...rest } = bodyOf(drawn);
  const method = drawn.method.toUpperCase();
  const answer = await fetch(`${base}${drawn.url}`, { method, headers, ...rest, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}
