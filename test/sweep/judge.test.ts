import { describe, expect, test } from '@jest/globals';
import type { Ending } from '../../src/sweep/ending.ts';
import { faults } from '../../src/sweep/faults.ts';
import { judge } from '../../src/sweep/judge.ts';
import type { Judgement } from '../../src/sweep/judge.ts';
import type { RunRecord } from '../../src/sweep/observation.ts';
import { nothing, sentFax } from './observations.ts';

const passed: Ending = { how: 'passed', detail: 'exit code 0', ms: 100, output: '' };
const failed: Ending = { ...passed, how: 'failed', detail: 'exit code 1' };
const to = '+12025550123';
const baseline: RunRecord = { ...nothing, ...sentFax({ to, id: 1 }) };

function judged(
  run: Partial<RunRecord>,
  ending: Ending = passed,
  id = 'lost-answer',
  broken: string[] = [],
): Judgement {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  const point = { kind: 'call', on: 'sendFax', where: {}, nth: 1, shape: '' } as const;
  const trial = {
    fault,
    name: 'sweep-001',
    point: { ...point, hasSeveralRecipients: false, isRepeated: false, hasWebhook: false },
  };
  return judge({ trial, ending, run: { ...baseline, ...run }, baseline, former: baseline, broken });
}

describe('the verdict is', () => {
  test.each<[Judgement['verdict'], Partial<RunRecord>, Ending, string]>([
    ['unaffected', {}, passed, 'lost-answer'],
    ['degraded', { faxes: [] }, failed, 'lost-answer'],
    ['not reached', { fired: 0 }, failed, 'lost-answer'],
    ['broken', {}, { ...failed, how: 'crashed', detail: 'SIGSEGV' }, 'lost-answer'],
    ['broken', {}, { ...failed, how: 'endless' }, 'lost-answer'],
    ['wrong', { faxes: [...baseline.faxes, ...sentFax({ to, id: 2 }).faxes] }, passed, 'lost-answer'],
    ['wrong', { faxes: [...baseline.faxes, ...sentFax({ to, id: 2 }).faxes] }, failed, 'lost-answer'],
    [
      'unaffected',
      { faxes: [...sentFax({ to, id: 2, status: 'failure' }).faxes, ...baseline.faxes] },
      passed,
      'lost-answer',
    ],
    ['wrong', { faxes: [] }, passed, 'lost-answer'],
    ['wrong', sentFax({ to, id: 1, status: 'failure' }), passed, 'lost-answer'],
    ['wrong', sentFax({ to, id: 1, status: 'inprogress' }), passed, 'lost-answer'],
    ['degraded', sentFax({ to, id: 1, status: 'failure' }), failed, 'lost-answer'],
    ['wrong', { owned: { ...baseline.owned, phone_numbers: [{}] } }, passed, 'lost-answer'],
    ['wrong', {}, failed, 'twice'],
  ])('%s', (verdict, run, ending, fault) => {
    expect(judged(run, ending, fault).verdict).toBe(verdict);
  });
});

test('an invariant that does not hold is wrong, whether the program passes or fails', () => {
  for (const ending of [passed, failed])
    expect(judged({}, ending, 'busy', ['each order is faxed once: 2 faxes'])).toEqual({
      verdict: 'wrong',
      because: ['each order is faxed once: 2 faxes'],
    });
});

test('an endless program is shown with the operation that it repeats', () => {
  const calls = Array.from({ length: 40 }, () => sentFax({ to, id: 1 }).calls).flat();
  expect(judged({ calls }, { ...failed, how: 'endless', ms: 12_345 }).because).toEqual([
    'the program still runs after 12.3 s',
    'it sends sendFax 40 times in place of 1',
  ]);
});

test('a request that comes again and again in spite of the same error is wrong', () => {
  const [call] = sentFax({ to, id: 1 }).calls;
  const calls = Array.from({ length: 60 }, () => ({ ...call!, rule: 'sweep-001-send-fax-down/down#1' }));
  expect(judged({ calls }, failed, 'down').because).toEqual([
    'the program sends sendFax 60 times, though each answer is the same error',
  ]);
});

test('a difference between the runs without a fault makes no run wrong', () => {
  const fault = faults.find(({ id }) => id === 'busy')!;
  const point = { kind: 'fax', on: 'fax', where: {}, nth: 1, shape: '' } as const;
  const trial = {
    fault,
    name: 'sweep-001',
    point: { ...point, hasSeveralRecipients: false, isRepeated: false, hasWebhook: false },
  };
  const runTo = (...numbers: string[]): RunRecord => ({
    ...nothing,
    faxes: numbers.flatMap((number, id) => sentFax({ to: number, id }).faxes),
  });
  const baselines = { former: runTo('+12025550101'), baseline: runTo('+12025550102') };
  const verdictOn = (run: RunRecord) => judge({ trial, ending: passed, run, ...baselines, broken: [] });
  expect(verdictOn(runTo('+12025550103')).verdict).toBe('unaffected');
  expect(verdictOn(runTo('+12025550103', '+12025550104'))).toEqual({
    verdict: 'wrong',
    because: ['2 faxes to numbers that differ between runs in place of 1: 0, 1'],
  });
});
