import { expect, test } from '@jest/globals';
import { comparePages } from '../../../src/lab/parity/lists.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../../../src/lab/achievements/run-record.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

const sideOf = (run: Partial<RunRecord>): Side => ({
  run: { ...nothing, ...run },
  ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' },
  documents: new Map(),
});

const [send] = sentFax({ id: 1, to: '+12025550101' }).calls as [RecordedRequest];

const listed = (page: number, fields: Partial<RecordedRequest>, body = ''): RecordedRequest => ({
  ...{ ...send, operation: 'listFaxes', at: '2026-01-01T00:01:30.000Z', ...fields },
  params: { ...fields.params, page },
  answer: { ...send.answer, body },
});

/** Two faxes, the second to two numbers, and one that comes after the list. */
const faxes = [['a'], ['b', 'c'], ['d', 'e', 'f', 'g', 'h']].map((numbers, at) => ({
  created_at: `2026-01-01T00:0${at}:00.000Z`,
  recipients: numbers.map((number) => ({ number })),
})) as unknown as SentFax[];

const older = (pages: number[]): Side =>
  sideOf({ faxes, calls: pages.map((page) => listed(page, { params: { direction: 'sent', per_page: 1 } })) });

const newer = (pages: number[], total: number): Side => {
  const fields = { version: null, params: { direction: 'OUTBOUND', pageSize: 1 } };
  return sideOf({ calls: pages.map((page) => listed(page, fields, `{"pageNumber":1,"totalItems":${total}`)) });
};

const found = (old: Side, now: Side): string[] => comparePages([old, old], now).map(({ sentence }) => sentence);

test('a list of sent faxes is whole in v2.1 with fewer entries: a fax to two numbers is two in v3', () => {
  expect(found(older([1, 2]), newer([1, 2, 3], 3))).toEqual([]);
  expect(found(older([1, 2]), newer([1], 3))).toEqual(['of the list of 3 faxes only 1 are read: it has 3 pages']);
});

test('a list that the old program does not read whole either is no finding', () => {
  expect(found(older([1]), newer([1], 3))).toEqual([]);
});

type Filters = Readonly<Record<string, string>>;

/** The pages 1, 2 and so on of a list, each with filters of its own. */
const walked = (version: 'v2.1' | 'v3', filters: readonly Filters[], total = 3): Side => {
  const size = version === 'v3' ? { direction: 'OUTBOUND', pageSize: 1 } : { direction: 'sent', per_page: 1 };
  const lint = ['_', 'requestId'].map((parameter) => ({
    ...{ rule: 'unknown-parameter', level: 'warning', message: '', parameter },
  })) as RecordedRequest['lint'];
  const body = version === 'v3' ? `{"faxes":[],"totalItems":${total}}` : '';
  const calls = filters.map((params, at) => listed(at + 1, { version, params: { ...size, ...params }, lint }, body));
  return sideOf({ calls });
};

/** Filters of three pages, of which each has another value. */
const moving: readonly [string, (at: number, isOld: boolean) => Filters][] = [
  ['a time with ms', (at, isOld) => ({ [isOld ? 'created_after' : 'createTime>']: `2025-12-31T00:00:01.00${at}Z` })],
  ['a time in seconds', (at, isOld) => ({ [isOld ? 'created_after' : 'createTime>']: `2025-12-31T00:00:0${at}Z` })],
  [
    'a time with an offset',
    (at, isOld) => ({ [isOld ? 'created_after' : 'createTime>']: `2025-12-31T00:00:0${at}-06:00` }),
  ],
  ['a count of seconds', (at) => ({ 'createTime>': String(1_760_000_000 + at) })],
  ['a count of ms that the service ignores', (at) => ({ _: String(1_760_000_000_000 + 1_000_000 * at) })],
  ['the id of a request', (at) => ({ requestId: `7f3a${at}` })],
];

test.each(moving)('pages that differ in %s are one list', (_name, filterOf) => {
  const [old, now] = [true, false].map((isOld) => [0, 1, 2].map((at) => filterOf(at, isOld)));
  expect(found(walked('v2.1', old!), walked('v3', now!))).toEqual([]);
  expect(found(walked('v2.1', old!), walked('v3', now!.slice(0, 2)))).toEqual([
    'of the list of 3 faxes only 2 are read: it has 3 pages',
  ]);
});

test.each<[string, Filters, Filters]>([
  ['two days', { createTime: '2025-12-30' }, { createTime: '2025-12-31' }],
  ['two windows', { 'createTime>': '2025-12-30T00:00:00Z' }, { 'createTime>': '2025-12-31T00:00:00Z' }],
  ['two states', { status: 'FAILURE' }, { status: 'COMPLETED' }],
])('%s are two lists, each with pages of its own', (_name, first, second) => {
  expect(found(older([1, 2, 3]), walked('v3', [first, second], 2))).toHaveLength(2);
});

test('a list of v3 with the page size of v2.1, which v3 ignores, is one page of a hundred', () => {
  const [call] = newer([1], 3).run.calls as [RecordedRequest];
  const now = sideOf({ calls: [{ ...call, version: 'v3', params: { direction: 'OUTBOUND', per_page: 1 } }] });
  expect(found(older([1, 2, 3]), now)).toEqual([]);
});
