import { expect, test } from '@jest/globals';
import { faults } from '../../../src/lab/sweep/faults.ts';
import type { Trial } from '../../../src/lab/sweep/plan.ts';
import type { TrialResult } from '../../../src/lab/sweep/trial-run.ts';
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

test('a fault that the old program did not have within its budget is not compared', () => {
  const [tried, other] = [trialOf('unavailable'), trialOf('lost-answer')];
  const old = sweepResult([resultOf(tried, 'degraded')], [other]);
  const now = sweepResult([resultOf(tried, 'degraded'), resultOf(other, 'wrong')]);
  expect(compareSweeps(old, now)).toEqual({ worse: [], notCompared: 1, runs: { old: 1, new: 2 } });
});

test('as many points of the new program are compared as the old one had within its budget', () => {
  const [first, second] = [trialOf('lost-answer'), trialOf('lost-answer', 2)];
  const old = sweepResult([resultOf(first, 'unaffected')], [second]);
  const later = sweepResult([resultOf(first, 'degraded'), resultOf(second, 'wrong')]);
  expect(compareSweeps(old, later)).toMatchObject({ worse: [], notCompared: 1 });
  const sooner = sweepResult([resultOf(first, 'wrong')], [second]);
  expect(compareSweeps(old, sooner)).toMatchObject({ worse: [{ fault: 'lost-answer' }], notCompared: 1 });
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
