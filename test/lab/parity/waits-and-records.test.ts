import { describe, expect, test } from '@jest/globals';
import { compareRecords } from '../../../src/lab/parity/account.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import { compareWaits } from '../../../src/lab/parity/waits.ts';
import type { RecordedRequest, RunRecord } from '../../../src/lab/achievements/run-record.ts';
import { nothing, owned, sentFax } from '../sweep/observations.ts';

const sent = sentFax({ id: 1, to: '+12025550101' });

const [before, after] = ['2026-01-01T01:00:00.000Z', '2026-01-01T09:00:00.000Z'];
const faxes = sent.faxes.map((fax) => ({ ...fax, created_at: before, completed_at: before }));

type Operation = RecordedRequest['operation'];

/** As many requests of an operation, at a time. */
const calls = (count: number, operation: Operation, at: string): RecordedRequest[] =>
  Array.from({ length: count }, () => ({ ...sent.calls[0]!, operation, at, method: 'GET', path: `/${operation}` }));

const sideWith = (run: Partial<RunRecord>): Side => ({
  ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' },
  run: { ...nothing, ends: new Map(faxes.map((fax) => [fax.id, fax])), faxes, ...run },
  documents: new Map(),
});

describe('reads after the end of all faxes', () => {
  const quiet = sideWith({});
  const foundIn = (list: readonly RecordedRequest[]): string[] => {
    const { findings, remarks } = compareWaits([quiet, quiet], sideWith({ calls: list }));
    return [...findings, ...remarks].map(({ kind }) => kind);
  };

  test.each(['getFax', 'listFaxes'] as const)('are a wait without an end: %s', (operation) => {
    expect(foundIn(calls(12, operation, after))).toEqual(['endless wait']);
  });

  test.each([
    ['other operations', calls(12, 'listPhoneNumbers', after)],
    ['reads before the first fax', calls(12, 'listFaxes', '2026-01-01T00:00:00.000Z')],
    ['two reads more', calls(2, 'getFax', after)],
  ])('are no wait: %s', (_name, list) => {
    expect(foundIn(list)).toEqual([]);
  });
});

describe('records of the account', () => {
  const makes = { ...calls(1, 'provisionNumber', after)[0]!, method: 'POST' };
  const others = [...calls(1, 'listPhoneNumbers', after), { ...calls(1, 'sendFax', after)[0]!, method: 'POST' }];
  const number = { number: '+12025550199' };

  test('in place of none are a finding, with the requests that make or delete such records', () => {
    const old = sideWith({});
    const later = sideWith({ calls: [makes, ...others], made: { ...owned, phone_numbers: [number] } });
    expect(compareRecords([old, old], later)).toEqual([
      {
        kind: 'other records',
        subjects: ['phone_numbers'],
        sentence: 'the account has 1 more phone numbers in place of 0 more',
        old: [],
        new: [makes],
      },
    ]);
  });

  test('with another count in each run of the old program are no finding', () => {
    const made = { ...owned, phone_numbers: [number] };
    expect(compareRecords([sideWith({}), sideWith({ made })], sideWith({ made }))).toEqual([]);
  });
});
