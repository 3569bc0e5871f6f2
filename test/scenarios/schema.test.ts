import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import * as v from 'valibot';
import { parse } from 'yaml';
import { scenarioFileSchema } from '../../src/scenarios/schema.ts';
import { scenarioFolder } from '../../src/scenarios/library.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { ScenarioError } from '../../src/scenarios/errors.ts';
import { repeats } from '../support/soak.ts';

const schema = JSON.parse(readFileSync('docs/scenario.schema.json', 'utf8'));
const accepts = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

const library = readdirSync(scenarioFolder).map((file) => readFileSync(`${scenarioFolder}/${file}`, 'utf8'));

/** With most of what rules can say. */
const rich = {
  name: 'rich',
  description: 'Much at once.',
  rules: [
    {
      id: 'a',
      on: ['sendFax', 'getFax'],
      where: { version: 'v2', 'params.to': { matches: '^.1', contains: '5' }, 'headers.x': { exists: true } },
      after: 1,
      every: 2,
      times: 3,
      per: 'account',
      chance: 0.5,
      during: { from: '1s', until: '1m' },
      then: 'next',
      do: { fail: 'unavailable', commit: true, delay: { min: '1s', max: '2s' } },
      expect: { retries: { min: 1, max: 3 }, fired: 2 },
    },
    {
      id: 'b',
      on: 'getFax',
      state: 'next',
      where: { 'fax.tags.case': '1', 'fax.num_pages': { gt: 1, lt: 9, not: 4 }, 'fax.status': { in: ['success'] } },
      do: { delay: { median: '1s', sigma: 1, max: '3s' }, respond: { status: 503, headers: { a: 'b' }, message: 'c' } },
    },
    {
      id: 'c',
      on: '*',
      do: { rate_limit: { limit: 2, window: '1s', punish_early_retry: true } },
      expect: { honours_retry_after: true },
    },
    { id: 'e', on: 'listFaxes', times: 1, do: { wire: { truncate: 9 }, patch: { data: null }, arrivals: 3 } },
    { id: 'd', on: 'listFaxes', do: { wire: { dribble: { chunks: 2, over: '1s' } } } },
    {
      id: 'f',
      on: 'fax',
      where: { to: '+12025550101' },
      do: {
        course: [
          { on_read: 2, status: 'willretry' },
          { after: '1s', status: 'failure', error: 17 },
        ],
      },
    },
    {
      id: 'g',
      on: 'webhook',
      where: { attempt: 1 },
      do: { duplicate: { times: 2, gap: '1s' }, sign: 'none' },
      expect: { rejects_webhook: true },
    },
    { id: 'i', on: 'webhook', where: { retry: { gt: 1 }, recipient: '+12025550101' }, do: { receiver: 503 } },
    { id: 'h', on: 'webhook', do: { hold_until: 'fax_completed', body: 'empty', drop: false, delay: '1s' } },
  ],
};
// A file with parameters is not yet what the form reads; those are looked at below.
const files: unknown[] = [
  rich,
  ...library.map((text): unknown => parse(text)).filter((file) => !JSON.stringify(file).includes('${')),
];

/** The faults of a file for the program: none, some, or its very structure. */
function faultOf(file: unknown): 'none' | 'some' | 'structure' {
  const { issues = [] } = v.safeParse(scenarioFileSchema, file);
  if (issues.some(({ kind }) => kind === 'schema')) return 'structure';
  try {
    loadScenario('a.json', JSON.stringify(file));
    return 'none';
  } catch (error) {
    if (error instanceof ScenarioError) return 'some';
    throw error;
  }
}

type Path = readonly (string | number)[];

const pathsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))]
    : [path];

/** The value with what stands at a path replaced; undefined: without it. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      if (index !== Number(key)) return [item];
      const other = changed(item, rest, to);
      return other === undefined ? [] : [other];
    });
  }
  const group = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const other = changed(group[key], rest, to);
  const others = Object.entries(group).filter(([name]) => name !== String(key));
  return Object.fromEntries(other === undefined ? others : [...others, [key, other]]);
}

const strange = fc.constantFrom<unknown>(
  ...[undefined, null, true, 0, -1, 1.5, 1000, '', 'x', 'X y', '2s', 'getFax', 'webhook', 'fax', '*'],
  ...[
    [],
    {},
    ['x'],
    [{}],
    { x: 1 },
    { min: 1, max: 2 },
    { in: [1] },
    { status: 200 },
    { after: '1s', status: 'success' },
  ],
);

const somewhere = fc
  .constantFrom(...files)
  .chain((file) => fc.tuple(fc.constant(file), fc.constantFrom(...pathsIn(file))));

test('the library and a file with much of everything are right by the schema', () => {
  for (const file of [rich, ...library.map((text): unknown => parse(text))]) {
    accepts(file);
    expect(accepts.errors ?? []).toEqual([]);
  }
  expect(faultOf(rich)).toBe('none');
});

test('the schema refuses what the program does not understand, and nothing that it takes', () => {
  fc.assert(
    fc.property(somewhere, strange, ([file, path], to) => {
      const other = changed(file, path, to) ?? null;
      const fault = faultOf(other);
      const isAccepted = accepts(other);
      if (fault === 'none') expect([isAccepted, accepts.errors]).toEqual([true, null]);
      if (fault === 'structure') expect(isAccepted).toBe(false);
    }),
    { numRuns: repeats(250, 20_000) },
  );
});

test('the schema refuses words that are not known, wherever they are', () => {
  fc.assert(
    fc.property(somewhere, ([file, path]) => {
      const other = changed(file, [...path, 'unheard'], 1);
      const fault = faultOf(other);
      if (fault === 'structure') expect(accepts(other)).toBe(false);
      if (fault === 'none') expect(accepts(other)).toBe(true);
    }),
    { numRuns: repeats(80, 5000) },
  );
});

test.each([
  ['a parameter in the place of a number', { times: '${n}' }, true],
  ['one within a text', { do: { delay: '${n}s' } }, true],
  ['no parameter', { times: 'n' }, false],
])('the schema takes values with parameters: %s', (_what, parts, isRight) => {
  const rule = { id: 'x', on: 'getFax', do: { fail: 'invalid' }, ...parts };
  expect(accepts({ name: 'a', description: 'b', params: { n: 1 }, rules: [rule] })).toBe(isRight);
});

test('the schema lets files that extend others leave out what those say', () => {
  const rules = [{ id: 'x', times: 2 }];
  expect(accepts({ name: 'a', description: 'b', extends: ['outage'], rules })).toBe(true);
  expect(accepts({ name: 'a', description: 'b', extends: ['outage'] })).toBe(true);
  expect(accepts({ name: 'a', description: 'b', rules })).toBe(false);
  expect(accepts({ name: 'a', description: 'b' })).toBe(false);
});

test('the schema lets rules drop what they inherit, and no others', () => {
  const rules = [{ id: 'x', on: 'getFax', do: { fail: 'invalid' }, expect: null, times: null, where: null }];
  expect(accepts({ name: 'a', description: 'b', extends: ['outage'], rules })).toBe(true);
  expect(accepts({ name: 'a', description: 'b', rules })).toBe(false);
  expect(accepts({ name: 'a', description: 'b', extends: ['outage'], rules: [{ id: 'x', do: null }] })).toBe(false);
});

test('every key is described, for editors that complete it', () => {
  const undescribed = (node: unknown, path: string): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([key, item]) => {
      if (key === 'allOf') return []; // conditions on what is described elsewhere
      if (key !== 'properties') return undescribed(item, path);
      return Object.entries(item as Record<string, { description?: string }>).flatMap(([name, part]) => [
        ...(part.description === undefined ? [`${path}.${name}`] : []),
        ...undescribed(part, `${path}.${name}`),
      ]);
    });
  };
  const { properties } = schema;
  // The groups of durations, and what dribbles, are said where they are used.
  const known = /\.(min|max|median|sigma|chunks|over)$/;
  expect(undescribed({ properties }, '').filter((path) => !known.test(path))).toEqual([]);
});
