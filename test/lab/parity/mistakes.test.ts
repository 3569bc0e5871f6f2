import { expect, test } from '@jest/globals';
import type { Side } from '../../../src/lab/parity/side.ts';
import { compareMistakes } from '../../../src/lab/parity/mistakes.ts';
import type { RecordedRequest } from '../../../src/lab/achievements/run-record.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

type Remark = RecordedRequest['lint'][number];

/** A run that sends one fax with these parameters; those named in remarks are not known. */
function sideOf(params: Readonly<Record<string, string>>, ...lint: readonly Remark[]): Side {
  const [call] = sentFax({ id: 1, to: '+12025550101', ...params }).calls as [RecordedRequest];
  return {
    run: { ...nothing, calls: [{ ...call, lint: [...lint] }] },
    ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' },
    documents: new Map(),
  };
}

const unknown = (parameter: string, more = ''): Remark => ({
  ...{ rule: 'unknown-parameter', level: 'warning', parameter },
  message: `${parameter} is not known here: the real service ignores it${more}`,
});

const compared = (old: Side, now: Side) => {
  const { findings, remarks } = compareMistakes([old, old], now);
  return { findings: findings.map(({ sentence }) => sentence), remarks: remarks.map(({ sentence }) => sentence) };
};

test('a name that the old program sends, or that v2.1 has, is a finding in v3', () => {
  const old = sideOf({ batch_delay: '7' });
  expect(compared(old, sideOf({ batch_delay: '7' }, unknown('batch_delay')))).toEqual({
    findings: ['sendFax: batch_delay is not known here: the real service ignores it'],
    remarks: [],
  });
  expect(compared(old, sideOf({}, unknown('caller_id', '; what v2.1 calls so is from in v3'))).findings).toHaveLength(
    1,
  );
});

test.each(['cancel_timeout', 'batch_delay', 'batch_collision_avoidance', 'test_fail', 'string_data', 'tag[campaign]'])(
  '%s, which v2.1 has and v3 ignores, is a finding also where the old program does not send it',
  (name) => {
    expect(compared(sideOf({}), sideOf({}, unknown(name))).findings).toEqual([
      `sendFax: ${name} is not known here: the real service ignores it`,
    ]);
  },
);

test('another name that the service ignores is a remark, about the old program if that has it too', () => {
  const now = sideOf({ trace: '1' }, unknown('trace'));
  expect(compared(sideOf({}), now)).toEqual({
    findings: [],
    remarks: ['sendFax: trace is not known here: the real service ignores it'],
  });
  expect(compared(sideOf({ trace: '1' }, unknown('trace')), now)).toEqual({
    findings: [],
    remarks: [
      'in both programs, sendFax: trace is not known here: the real service ignores it; the new one still sends it',
    ],
  });
});

test('a name that only the old program sends, and the service ignores, is a remark with its requests', () => {
  const old = sideOf({ tags: 'a' }, unknown('tags', '; the nearest is tag'));
  expect(compareMistakes([old, old], sideOf({}))).toMatchObject({
    findings: [],
    remarks: [
      {
        sentence: 'the old program’s sendFax: tags is not known here: the real service ignores it; the nearest is tag',
        old: [{ operation: 'sendFax' }],
        new: [],
      },
    ],
  });
});

test('another warning is a finding, and a hint is none', () => {
  const twice: Remark = { rule: 'encoded-file', level: 'warning', parameter: 'files', message: 'the file is text' };
  const hint: Remark = { rule: 'late', level: 'hint', parameter: null, message: 'late' };
  expect(compared(sideOf({}), sideOf({}, twice, twice, hint))).toEqual({
    findings: ['sendFax: the file is text'],
    remarks: [],
  });
  expect(compared(sideOf({}, twice), sideOf({}, twice)).findings).toEqual([]);
});

test('a name in brackets, which v2.1 documents, is a finding', () => {
  const brackets: Remark = { rule: 'brackets', level: 'hint', parameter: 'to', message: 'to[] is documented as to' };
  expect(compared(sideOf({}), sideOf({}, brackets)).findings).toEqual(['sendFax: to[] is documented as to']);
});
