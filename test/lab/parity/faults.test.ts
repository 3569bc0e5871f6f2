import { expect, test } from '@jest/globals';
import { faults } from '../../../src/lab/sweep/faults.ts';
import type { Trial } from '../../../src/lab/sweep/plan.ts';
import type { TrialResult } from '../../../src/lab/sweep/trial-run.ts';
import { parityJson } from '../../../src/lab/parity/report/json.ts';
import { parityReport } from '../../../src/lab/parity/report/sections.ts';
import type { SweepResult } from '../../../src/lab/sweep/sweep-result.ts';
import { commands, sideThatSends } from './sides.ts';
import { compareSweeps } from '../../../src/lab/parity/faults.ts';
import { sweepResult } from '../../support/sweep-report.ts';
import { pointOf } from '../sweep/observations.ts';

const trialOf = (fault: string, nth = 1): Trial => ({
  point: pointOf({ nth, ordinal: nth }),
  fault: faults.find(({ id }) => id === fault)!,
  name: `sweep-00${nth}-send-fax-${fault}`,
});

const resultOf = (trial: Trial, verdict: TrialResult['verdict']): TrialResult => ({
  ...{
    trial,
    verdict,
    because: [],
    requests: [],
    isByTime: false,
    ms: 1,
    worldFile: undefined,
    departure: undefined,
    run: undefined,
  },
  ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' },
});

const side = sideThatSends([]);
const comparison = { findings: [], remarks: [], noise: [], old: side, new: side, runs: { old: 2, new: 1 }, ms: 1 };

test('a fault that the old program did not have within its budget is not compared', () => {
  const [tried, other] = [trialOf('unavailable'), trialOf('lost-answer')];
  const old = sweepResult([resultOf(tried, 'degraded')], [other]);
  const now = sweepResult([resultOf(tried, 'degraded'), resultOf(other, 'wrong')]);
  expect(compareSweeps(old, now)).toEqual({
    ...{ worse: [], compared: 1, notCompared: 1, runs: { old: 1, new: 2 } },
    ...{ onlyOld: [], onlyNew: [] },
  });
});

test('as many points of the new program are compared as the old one had within its budget', () => {
  const [first, second] = [trialOf('lost-answer'), trialOf('lost-answer', 2)];
  const old = sweepResult([resultOf(first, 'unaffected')], [second]);
  const later = sweepResult([resultOf(first, 'degraded'), resultOf(second, 'wrong')]);
  expect(compareSweeps(old, later)).toMatchObject({ worse: [], notCompared: 1 });
  const sooner = sweepResult([resultOf(first, 'wrong')], [second]);
  expect(compareSweeps(old, sooner)).toMatchObject({ worse: [{ fault: 'lost-answer' }], notCompared: 1 });
});

test('a fault has the name by which --only selects it alone', () => {
  const [first, second, other] = [trialOf('lost-answer'), trialOf('lost-answer', 2), trialOf('reset', 2)];
  const old = sweepResult([first, second, other].map((trial) => resultOf(trial, 'unaffected')));
  const now = sweepResult([resultOf(first, 'degraded'), resultOf(second, 'wrong'), resultOf(other, 'broken')]);
  expect(compareSweeps(old, now).worse.map(({ name }) => name)).toEqual([
    'sweep-002-send-fax-lost-answer',
    'send-fax-reset',
  ]);
});

test('a fault that the new program did not have within its budget is not compared', () => {
  const [tried, other] = [trialOf('unavailable'), trialOf('lost-answer')];
  const old = sweepResult([resultOf(tried, 'degraded'), resultOf(other, 'degraded')]);
  expect(compareSweeps(old, sweepResult([resultOf(tried, 'wrong')], [other]))).toMatchObject({
    worse: [{ fault: 'unavailable', old: 'degraded' }],
    notCompared: 1,
  });
});

test('a fault at a request that the old program never makes is worse', () => {
  const now = sweepResult([resultOf(trialOf('lost-answer'), 'wrong')]);
  expect(compareSweeps(sweepResult([]), now)).toMatchObject({ worse: [{ old: undefined }], notCompared: 0 });
});

const webhook = (fault: string): Trial => ({ ...trialOf(fault), point: pointOf({ kind: 'webhook', on: 'webhook' }) });

const leadOf = (old: SweepResult, now: SweepResult): string | undefined => {
  const faultsOf = compareSweeps(old, now);
  const data = parityJson({ ...comparison, faults: faultsOf }, commands);
  return parityReport(data).sections.find(({ title }) => title.startsWith('Faults'))?.lead;
};

test('faults of the old program alone are counted, and not praised', () => {
  const [forged, unsigned] = [webhook('forged'), webhook('unsigned')];
  const old = sweepResult([resultOf(forged, 'degraded'), resultOf(unsigned, 'degraded')]);
  expect(compareSweeps(old, sweepResult([]))).toMatchObject({
    ...{ worse: [], compared: 0, notCompared: 2, onlyNew: [] },
    onlyOld: [
      { name: 'forged at webhook', count: 1 },
      { name: 'unsigned at webhook', count: 1 },
    ],
  });
  expect(leadOf(old, sweepResult([]))).toBe(
    '2 runs of the old program, 0 of the new one. 2 faults not compared, since only the old program has such requests or webhooks: forged at webhook, unsigned at webhook. So no fault was compared.',
  );
  const twice = webhook('twice');
  const both = [...old.results, resultOf(twice, 'unaffected')];
  expect(leadOf(sweepResult(both), sweepResult([resultOf(twice, 'unaffected')]))).toMatch(
    /2 faults not compared, .* The new program copes with all others as well as the old one does\.$/,
  );
});

test('faults of the new program alone are counted, unless they are worse', () => {
  const [lost, late] = [trialOf('lost-answer'), trialOf('late-error')];
  const now = sweepResult([resultOf(lost, 'wrong'), resultOf(late, 'degraded')]);
  expect(compareSweeps(sweepResult([]), now)).toMatchObject({
    ...{ worse: [{ fault: 'lost-answer' }], compared: 0, notCompared: 1, onlyOld: [] },
    onlyNew: [{ name: 'late-error at sendFax', count: 1 }],
  });
});

test.each([
  ['unsigned', 'anonymous'],
  ['forged', 'wrong-password'],
])('a webhook that is %s is compared with one that is %s', (before, after) => {
  const old = sweepResult([resultOf(webhook(before), 'degraded')]);
  const [bad, good] = (['wrong', 'degraded'] as const).map((verdict) =>
    sweepResult([resultOf(webhook(after), verdict)]),
  );
  expect(compareSweeps(old, bad!)).toMatchObject({
    worse: [{ fault: after, old: 'degraded' }],
    ...{ compared: 1, notCompared: 0 },
  });
  expect(compareSweeps(old, good!)).toMatchObject({ worse: [], compared: 1, notCompared: 0 });
});
