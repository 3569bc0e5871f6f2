import { describe, expect, test } from '@jest/globals';
import type { RecordedRequest, RunRecord } from '../../../src/lab/achievements/run-record.ts';
import { compareCopies } from '../../../src/lab/parity/copies.ts';
import { parityJson } from '../../../src/lab/parity/report/json.ts';
import { parityReport } from '../../../src/lab/parity/report/sections.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import { nothing, sentFax } from '../sweep/observations.ts';
import { commands } from './sides.ts';

/** The names and values of the table in the report. */
function rowsOf(old: Side, now: Side) {
  const whole = { findings: [], remarks: [], noise: [], runs: { old: 2, new: 1 }, ms: 1, faults: undefined };
  const { sections } = parityReport(parityJson({ ...whole, old, new: now }, commands));
  const rows = sections.find(({ title }) => title === 'Old and new in numbers')?.table?.rows ?? [];
  return rows.map(({ head, cells: [one, other] }) => [head.text, one, other]);
}

interface Work {
  /** The numbers of each fax, in order. */
  readonly faxes: readonly (readonly string[])[];
  /** The places of the faxes whose document is downloaded. */
  readonly copied: readonly number[];
  /** Whether the downloads end before the document does. */
  readonly isBroken?: boolean;
}

function sideOf({ faxes: numbers, copied, isBroken = false }: Work): Side {
  const sent = numbers.map(([to = ''], at) => sentFax({ id: at + 1, to }));
  const faxes = sent
    .flatMap((one) => one.faxes)
    .map((fax, at) => ({
      ...fax,
      v3_ids: [],
      recipients: (numbers[at] ?? []).map((number) => ({ ...fax.recipients[0]!, number })),
    }));
  const sends = sent.flatMap((one) => one.calls);
  const reads = copied.map((at): RecordedRequest => {
    const answer = { ...sends[at]!.answer, broken: isBroken ? 'drop' : null } as RecordedRequest['answer'];
    return { ...sends[at]!, operation: 'getFaxFile', new_fax_ids: [], params: {}, answer };
  });
  const run: RunRecord = { ...nothing, calls: [...sends, ...reads], faxes };
  return { run, ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' }, documents: new Map() };
}

const [one, other, third] = ['+12025550101', '+12025550102', '+12025550103'];

const found = (old: Work, now: Work, concerned: readonly string[] = [], second: Work = old): string[] =>
  compareCopies([sideOf(old), sideOf(second)], sideOf(now), {
    nameOf: (number) => number ?? '',
    concerned: new Set(concerned),
  }).map(({ kind, sentence }) => `${kind}: ${sentence}`);

describe('the document of a sent fax that all runs of the old program download', () => {
  const faxes = [[one], [other]];
  const lacking = 'not fetched: the document of the fax to +12025550102 is not downloaded';

  test('is missed where the new program does not read it to its end', () => {
    expect(found({ faxes, copied: [0, 1] }, { faxes, copied: [0, 1] })).toEqual([]);
    expect(found({ faxes, copied: [0, 1] }, { faxes, copied: [0] })).toEqual([lacking]);
    expect(found({ faxes, copied: [1] }, { faxes, copied: [1], isBroken: true })).toEqual([lacking]);
  });

  test('is not missed where one run leaves it out, or the fax itself is lost', () => {
    expect(found({ faxes, copied: [1] }, { faxes, copied: [] }, [], { faxes, copied: [] })).toEqual([]);
    expect(found({ faxes, copied: [1] }, { faxes: [[one]], copied: [] }, ['fax to +12025550102'])).toEqual([]);
  });

  test('may be read more often, such as to send it again', () => {
    expect(found({ faxes, copied: [] }, { faxes, copied: [0, 1] })).toEqual([]);
  });

  test('is one for all numbers of a fax of v2.1', () => {
    const old: Work = { faxes: [[one, other, third]], copied: [0] };
    const now = [[one], [other], [third]];
    expect(found(old, { faxes: now, copied: [2] })).toEqual([]);
    expect(found(old, { faxes: now, copied: [] })).toEqual([
      'not fetched: the document of the fax to +12025550101 and the fax to +12025550102 and the fax to +12025550103 is not downloaded',
    ]);
  });

  test('has a row in the table of the report', () => {
    const [old, now] = [sideOf({ faxes, copied: [0, 1] }), sideOf({ faxes, copied: [0] })];
    expect(rowsOf(old, now)).toContainEqual(['sent faxes fetched', '2', '1']);
    const none = sideOf({ faxes, copied: [] });
    expect(rowsOf(none, none).map(([name]) => name)).not.toContain('sent faxes fetched');
  });
});
