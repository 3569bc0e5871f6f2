import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operationIds } from '../../src/domain/operation.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { faults } from '../../src/sweep/faults.ts';
import type { RunRecord } from '../../src/sweep/observation.ts';
import { estimateOf, planOf } from '../../src/sweep/plan.ts';
import { nameOf } from '../../src/sweep/point.ts';
import type { Point } from '../../src/sweep/point.ts';
import { pointsOf } from '../../src/sweep/points.ts';
import { scenarioText } from '../../src/sweep/rule.ts';
import { nothing, sentFax } from './observations.ts';

const surroundings = { isSigned: true };

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const point: fc.Arbitrary<Point> = fc.record({
  kind: fc.constant('call' as const),
  on: fc.constantFrom(...operationIds),
  where: fc.dictionary(fc.stringMatching(/^params\.[a-z_]{1,8}$/), fc.oneof(text, fc.integer()), {
    noNullPrototype: true,
  }),
  nth: fc.integer({ min: 1, max: 9 }),
  shape: fc.constantFrom('a', 'b'),
  hasSeveralRecipients: fc.boolean(),
  isRepeated: fc.boolean(),
  hasWebhook: fc.boolean(),
});
const others: readonly Point[] = [
  { ...plain('fax'), where: { to: '+12025550123' }, hasSeveralRecipients: true },
  { ...plain('portOrder'), where: {} },
  { ...plain('webhook'), where: { event: 'fax_completed', attempt: 1 } },
  { ...plain('webhook'), where: { event: 'transmitting_page', attempt: 1 }, shape: 'inflight' },
];
function plain(kind: 'fax' | 'portOrder' | 'webhook') {
  return { kind, on: kind, nth: 1, shape: '', hasSeveralRecipients: false, isRepeated: false, hasWebhook: false };
}

test('each fault at each point is a scenario that can be used', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 4 }), (points) => {
      for (const trial of planOf([...points, ...others], surroundings, { all: true, only: '' }).trials) {
        const { name, rules } = loadScenario('sweep.yaml', scenarioText(trial));
        expect(name).toBe(trial.name);
        expect(rules).toHaveLength(1);
      }
    }),
    { numRuns: 30 },
  );
});

test('every fault makes sense somewhere', () => {
  const page = { ...plain('fax'), kind: 'call' as const, hasWebhook: true, where: { 'params.page': '2' } };
  const calls = ['sendFax', 'listFaxes'].map((on): Point => ({ ...page, on }));
  const { trials } = planOf([...calls, ...others], surroundings, { all: false, only: '' });
  expect(new Set(trials.map(({ fault }) => fault.id))).toEqual(new Set(faults.map(({ id }) => id)));
});

test('without a webhook token no forged webhook is planned', () => {
  const { trials } = planOf(others, { ...surroundings, isSigned: false }, { all: true, only: '' });
  expect(trials.filter(({ fault }) => /forged|tampered|unsigned/.test(fault.id))).toEqual([]);
});

test('a webhook before the answer is planned only for a send that has a webhook', () => {
  const [one, other] = [sentFax({ to: '+12025550101', id: 1 }), sentFax({ to: '+12025550102', id: 2, file: 'a' })];
  const run = {
    ...nothing,
    calls: [...one.calls, ...other.calls],
    faxes: [...one.faxes, ...other.faxes],
    deliveries: other.deliveries,
  };
  const { trials } = planOf(pointsOf(run, run).points, surroundings, { all: true, only: 'early-webhook' });
  expect(trials.map(({ point }) => nameOf(point))).toEqual(['sendFax(v2.1, to=+12025550102, file=a)#1']);
});

test('equivalent points have each fault once, in the order of damage', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 8 }), (points) => {
      const reduced = planOf(points, surroundings, { all: false, only: '' });
      const whole = planOf(points, surroundings, { all: true, only: '' });
      expect(whole.trials).toHaveLength(whole.possible);
      expect(reduced.possible).toBe(whole.possible);
      const keys = reduced.trials.map((trial) => [trial.fault.id, trial.point.on, trial.point.shape].join());
      expect(new Set(keys).size).toBe(keys.length);
      const ranks = reduced.trials.map(({ fault }) => faults.indexOf(fault));
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    }),
  );
});

test('the estimate counts the runs, what their faults add, and the runs at once', () => {
  const { trials } = planOf(others, surroundings, { all: true, only: 'never' });
  expect(estimateOf(trials, { runMs: 100, jobs: 2 })).toBe((2 * 100 + 2 * 5000) / 2);
});

describe('points', () => {
  test('are all that happens, where the two runs are the same', () => {
    const run: RunRecord = { ...nothing, ...sentFax({ to: '+12025550123', id: 7 }) };
    const { points, differences } = pointsOf(run, run);
    expect(points.map(nameOf)).toEqual([
      'sendFax(v2.1, to=+12025550123)#1',
      'fax(to=+12025550123)#1',
      'webhook(fax_completed, to=+12025550123)#1',
    ]);
    expect(differences).toEqual([]);
  });

  test('are numbered for each event of a fax apart, since a rule counts them so', () => {
    const sent = sentFax({ to: '+12025550123', id: 7 });
    const inflight = sent.deliveries.map((one) => ({ ...one, event: 'transmitting_page' as const }));
    const run: RunRecord = { ...nothing, ...sent, deliveries: [...inflight, ...sent.deliveries] };
    const webhooks = pointsOf(run, run).points.filter(({ kind }) => kind === 'webhook');
    expect(webhooks.map(nameOf)).toEqual([
      'webhook(transmitting_page, to=+12025550123)#1',
      'webhook(fax_completed, to=+12025550123)#1',
    ]);
  });

  test('name no parameter that differs from run to run', () => {
    const [one, other] = ['http://127.0.0.1:4001/', 'http://127.0.0.1:4002/'].map((url): RunRecord => ({
      ...nothing,
      ...sentFax({ to: '+12025550123', id: 7, callback_url: url }),
    }));
    const { points, differences } = pointsOf(one ?? nothing, other ?? nothing);
    expect(points[0]?.where).toEqual({ version: 'v2.1', 'params.to': '+12025550123' });
    expect(differences).toEqual([
      'sendFax: callback_url differs between the two runs: no rule names it, and no verdict compares it',
    ]);
  });

  test('leave out a request that comes in one of the runs only', () => {
    const run: RunRecord = { ...nothing, ...sentFax({ to: '+12025550123', id: 7 }) };
    const more: RunRecord = { ...run, calls: [...run.calls, ...run.calls] };
    const { points, differences } = pointsOf(run, more);
    expect(points).toHaveLength(3);
    expect(differences).toEqual(['sendFax(v2.1, to=+12025550123) comes 1 times in one run and 2 times in the other']);
  });
});
