import { expect, test } from '@jest/globals';
import { compareAchievements } from '../../../src/lab/parity/compare.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import type { Ending, RecordedRequest, RunRecord, SentFax } from '../../../src/lab/achievements/run-record.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

const passed: Ending = { how: 'passed', detail: 'exit code 0', ms: 1, output: '' };
const sideOf = (run: Partial<RunRecord>, ending = passed): Side => ({
  run: { ...nothing, ...run },
  ending,
  documents: new Map(),
});

function compared(old: Side, now: Side) {
  const { findings, remarks } = compareAchievements([old, old], now);
  return { findings: findings.map(({ sentence }) => sentence), remarks: remarks.map(({ sentence }) => sentence) };
}

const sent = sentFax({ id: 1, to: '+12025550101' });
const [send] = sent.calls as [RecordedRequest];
const faxes = sent.faxes.map((fax) => ({ ...fax, resent_from: null, v3_ids: [], created_at: fax.completed_at! }));
const ends = new Map(faxes.map((fax) => [fax.id, fax]));
const later = '2026-01-01T00:01:00.000Z';
const read = (times: number): RecordedRequest[] =>
  Array.from({ length: times }, () => ({ ...send, operation: 'getFax', at: later, new_fax_ids: [], method: 'GET' }));

test('a wait that the program gives up is a remark, and a long one a finding', () => {
  const runOf = (times: number) => sideOf({ ...sent, faxes, ends, calls: [send, ...read(times)] });
  const sentence =
    'the program reads the fax to +12025550101 5 times after its end in place of 1, as if it did not know the status success';
  expect(compared(runOf(1), runOf(3))).toEqual({ findings: [], remarks: [] });
  expect(compared(runOf(1), runOf(5))).toEqual({ findings: [], remarks: [sentence] });
  expect(compared(runOf(1), runOf(11))).toEqual({ findings: [sentence.replace('5 times', '11 times')], remarks: [] });
});

const archived = { id: 9, direction: 'received', from_number: '+12025550161', recipients: [] } as unknown as SentFax;
const fetched = (times: number): Side => {
  const file: RecordedRequest = { ...send, operation: 'getFaxFile', fax_id: 9, new_fax_ids: [], params: {} };
  return sideOf({ calls: Array.from({ length: times }, () => file), readBefore: [archived] });
};

test('a received fax of the fixture is named by its number, and fetching it twice is a remark', () => {
  expect(compared(fetched(1), fetched(0)).findings).toEqual([
    'the document of the fax from +12025550161 is not fetched',
  ]);
  expect(compared(fetched(1), fetched(2))).toEqual({
    findings: [],
    remarks: ['the document of the fax from +12025550161 is fetched 2 times in place of 1'],
  });
});

test('a fax of the fixture is named by its number, and by its time where several have the same', () => {
  const sentBefore = { ...archived, direction: 'sent', recipients: [{ number: '+12025550142' }], from_number: null };
  const other = { ...archived, id: 10, created_at: '2025-12-30T08:00:00.000Z' };
  const readsOf = (...before: readonly unknown[]): Side =>
    sideOf({
      readBefore: before as SentFax[],
      calls: (before as SentFax[]).map(({ id }) => ({
        ...send,
        ...{ operation: 'getFaxFile', fax_id: id, new_fax_ids: [], params: {} },
      })),
    });
  expect(compared(readsOf(sentBefore), readsOf()).findings).toEqual([
    'the document of the fax to +12025550142 is not fetched',
  ]);
  expect(compared(readsOf(archived, other), readsOf(archived)).findings).toEqual([
    'the document of the fax from +12025550161, that of 2025-12-30 08:00, is not fetched',
  ]);
});

test('a page that two numbers of pages give is a remark', () => {
  const pages = (numbers: readonly number[]): Side =>
    sideOf({ calls: numbers.map((page) => ({ ...send, operation: 'listFaxes', new_fax_ids: [], params: { page } })) });
  expect(compared(pages([1, 2]), pages([0, 1, 2])).remarks).toEqual(['page 1 of a list is read 2 times']);
  expect(compared(pages([1, 2]), pages([1, 1, 1])).remarks).toEqual([]);
});

test('the work that a dead program left undone stands below its end', () => {
  const died: Ending = { how: 'failed', detail: 'exit code 1', ms: 1, output: 'ok\nError: no fax\n' };
  const { findings } = compareAchievements([fetched(1), fetched(1)], sideOf({ calls: [send] }, died));
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    kind: 'not finished',
    outputLine: 'Error: no fax',
    follows: [{ kind: 'not fetched', sentence: 'the document of the fax from +12025550161 is not fetched' }],
  });
});

test('a callbackUrl without credentials is a remark if the old program’s webhooks are signed', () => {
  const [delivery] = sent.deliveries;
  const attempts = delivery!.attempts;
  const signed = {
    ...delivery!,
    format: 'v2.1' as const,
    attempts: attempts.map((one) => ({ ...one, signature: { value: 'a1', signed: 'text' } })),
  };
  const to = (url: string) => sideOf({ ...sent, faxes, ends, deliveries: [{ ...delivery!, format: 'v3 json', url }] });
  const olds = (deliveries: RunRecord['deliveries']) => sideOf({ ...sent, faxes, ends, deliveries });
  const sentence =
    'v3 signs no webhook, and the callbackUrl of the new program has no credentials, so anyone who knows it can send a result';
  expect(compared(olds([signed]), to('http://127.0.0.1:1/'))).toEqual({ findings: [], remarks: [sentence] });
  expect(compared(olds([signed]), to('http://clinic:secret@127.0.0.1:1/')).remarks).toEqual([]);
  expect(compared(olds([delivery!]), to('http://127.0.0.1:1/')).remarks).toEqual([]);
});
