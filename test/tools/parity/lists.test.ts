import { expect, test } from '@jest/globals';
import { comparePages } from '../../../src/tools/parity/lists.ts';
import type { Side } from '../../../src/tools/parity/side.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../../../src/tools/achievements/run-record.ts';
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
