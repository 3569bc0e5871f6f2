import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operationIds } from '../../../src/model/domain/operation.ts';
import { loadScenario } from '../../../src/scenarios/load.ts';
import { faults } from '../../../src/lab/sweep/faults.ts';
import type { RecordedRequest, RunRecord } from '../../../src/lab/achievements/run-record.ts';
import { planOf, scenarioText } from '../../../src/lab/sweep/plan.ts';
import type { SweepPlan } from '../../../src/lab/sweep/plan.ts';
import { labelOf, pointName } from '../../../src/lab/sweep/point-names.ts';
import { pointsOf } from '../../../src/lab/sweep/points.ts';
import type { Point } from '../../../src/lab/sweep/points.ts';
import { nothing, pointOf, sentFax } from './observations.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const point: fc.Arbitrary<Point> = fc.record({
  kind: fc.constant('call' as const),
  on: fc.constantFrom(...operationIds),
  where: fc.dictionary(fc.stringMatching(/^params\.[a-z_]{1,8}$/), fc.oneof(text, fc.integer()), {
    noNullPrototype: true,
  }),
  needed: fc.constant({}),
  nth: fc.integer({ min: 1, max: 9 }),
  ordinal: fc.integer({ min: 1, max: 9 }),
  shape: fc.constantFrom('a', 'b'),
  contexts: fc.subarray(['after sendFax', 'before getFax', 'the first after a wait']),
  isReceived: fc.constant(false),
  hasSeveralRecipients: fc.boolean(),
  isRepeated: fc.boolean(),
  hasWebhook: fc.boolean(),
  isSigned: fc.boolean(),
  faxId: fc.constant(null),
  notifiesOf: fc.constant(null),
  hasCredentials: fc.constant(false),
  outcome: fc.constant(null),
});
const others: readonly Point[] = [
  pointOf({ kind: 'fax', on: 'fax', where: { to: '+12025550123' }, hasSeveralRecipients: true, outcome: 'success' }),
  pointOf({ kind: 'fax', on: 'fax', where: { from: '+12025550124' }, isReceived: true, outcome: 'success' }),
  pointOf({ kind: 'portOrder', on: 'portOrder' }),
  pointOf({
    ...{ kind: 'webhook', on: 'webhook', where: { event: 'fax_completed', attempt: 1 } },
    ...{ isSigned: true, hasCredentials: true },
  }),
  pointOf({ kind: 'webhook', on: 'webhook', where: { event: 'transmitting_page', attempt: 1 }, shape: 'inflight' }),
];

test('each fault at each point is a scenario that can be used', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 4 }), (points) => {
      for (const trial of planOf([...points, ...others], { all: true, only: '' }).trials) {
        const { name, rules } = loadScenario('sweep.yaml', scenarioText(trial));
        expect(name).toBe(trial.name);
        expect(rules).toHaveLength(1);
      }
    }),
    { numRuns: 30 },
  );
});

test('every fault makes sense somewhere', () => {
  const calls = ['sendFax', 'listFaxes'].map((on) => pointOf({ on, hasWebhook: true, where: { 'params.page': '2' } }));
  const { trials } = planOf([...calls, ...others], { all: false, only: '' });
  expect(new Set(trials.map(({ fault }) => fault.id))).toEqual(new Set(faults.map(({ id }) => id)));
});

test('a forged webhook is planned only for a webhook that is signed, or whose URL has credentials', () => {
  const run = { ...nothing, ...sentFax({ to: '+12025550101', id: 1 }) };
  const signature = { value: 'a', signed: 'b' };
  const signed = run.deliveries.map((delivery) => ({
    ...delivery,
    attempts: delivery.attempts.map((attempt) => ({ ...attempt, signature })),
  }));
  const forgeriesIn = (one: RunRecord) =>
    planOf(pointsOf(one, one).points, { all: true, only: '' })
      .trials.map(({ fault }) => fault.id)
      .filter((id) => /forged|tampered|unsigned|wrong-password|anonymous/.test(id));
  expect(forgeriesIn(run)).toEqual([]);
  expect(forgeriesIn({ ...run, deliveries: signed })).toEqual(['forged', 'tampered', 'unsigned']);
  const named = run.deliveries.map((delivery) => ({ ...delivery, url: 'http://fax:secret@127.0.0.1/' }));
  expect(forgeriesIn({ ...run, deliveries: named })).toEqual(['wrong-password', 'anonymous']);
});

test('a webhook before the answer is planned only for a send that has a webhook', () => {
  const [one, other] = [sentFax({ to: '+12025550101', id: 1 }), sentFax({ to: '+12025550102', id: 2, file: 'a' })];
  const run = {
    ...nothing,
    calls: [...one.calls, ...other.calls],
    faxes: [...one.faxes, ...other.faxes],
    deliveries: other.deliveries,
  };
  const { trials } = planOf(pointsOf(run, run).points, { all: true, only: 'early-webhook' });
  expect(trials.map(({ point }) => pointName(point))).toEqual(['sendFax(v2.1, to=+12025550102, file=a)#1']);
});

test('each context of each shape has every fault, and no point has a fault twice', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 8 }), (drawn) => {
      const points = drawn.map((one, index) => ({ ...one, ordinal: index + 1 }));
      const reduced = planOf(points, { all: false, only: '' });
      const whole = planOf(points, { all: true, only: '' });
      expect(whole.trials).toHaveLength(whole.possible);
      expect(reduced.possible).toBe(whole.possible);
      const contextsOf = ({ trials }: SweepPlan) =>
        new Set(
          trials.flatMap(({ point: { on, shape, contexts }, fault: { id } }) =>
            contexts.map((context) => [id, on, shape, context].join()),
          ),
        );
      expect(contextsOf(reduced)).toEqual(contextsOf(whole));
      const names = reduced.trials.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});

describe('of requests that are the same but for their place', () => {
  const trialsOf = (run: RunRecord) =>
    planOf(pointsOf(run, run).points, { all: false, only: 'lost-answer' }).trials.map(({ point: one }) => labelOf(one));
  const sent = (id: number) => sentFax({ to: `+1202555010${id}`, id });
  const batch = (...ids: number[]): RunRecord => ({ ...nothing, calls: ids.flatMap((id) => sent(id).calls) });

  test('the first, the last and one in the middle are tried', () => {
    expect(trialsOf(batch(1, 2, 3, 4, 5))).toEqual([
      'sendFax to=+12025550101',
      'sendFax to=+12025550103',
      'sendFax to=+12025550105',
    ]);
  });

  const polled = (id: number) =>
    sent(id).calls.map((call) => ({ ...call, operation: 'getFax' as const, params: { id } }));

  test('the one beside other requests is tried', () => {
    const run = batch(1, 2, 3, 4, 5, 6, 7, 8);
    const calls = [...run.calls.slice(0, 3), ...polled(9), ...run.calls.slice(3)];
    expect(trialsOf({ ...run, calls })).toEqual([
      'sendFax to=+12025550101',
      'sendFax to=+12025550105', // in the middle
      'sendFax to=+12025550108',
      'sendFax to=+12025550103', // before the other request
      'sendFax to=+12025550104', // after it
    ]);
  });

  test.each<[string, (call: RecordedRequest) => Partial<RecordedRequest>, Partial<RunRecord>]>([
    ['after a refused one', ({ answer }) => ({ answer: { ...answer, status: 422 } }), {}],
    ['after a wait', () => ({ at: '2025-12-31T23:59:58.000Z' }), {}],
    [
      'after a webhook',
      () => ({ at: '2025-12-31T23:59:59.900Z' }),
      { deliveries: webhookAt('2025-12-31T23:59:59.950Z') },
    ],
  ])('the first %s is tried', (_name, change, more) => {
    const calls = batch(1, 2, 3, 4, 5, 6, 7, 8).calls.map((call, index) =>
      index < 6 ? { ...call, ...(index === 5 ? change(call) : { at: change(call).at ?? call.at }) } : call,
    );
    expect(trialsOf({ ...nothing, ...more, calls })).toContain('sendFax to=+12025550107');
  });

  function webhookAt(at: string) {
    return sent(1).deliveries.map((one) => ({ ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, at })) }));
  }
});

describe('the rule of a trial', () => {
  const rulesOf = (run: RunRecord) =>
    planOf(pointsOf(run, run).points, { all: false, only: 'lost-answer' }).trials.map((trial) => [
      ...(loadScenario('sweep.yaml', scenarioText(trial)).rules[0]?.where.keys() ?? []),
    ]);
  const fax = (to: string, id: number) => sentFax({ to, id, file: 'a.pdf' });

  test('has no condition where the program makes one such request', () => {
    expect(rulesOf({ ...nothing, ...fax('+12025550101', 1) })).toEqual([[]]);
  });

  test('has one parameter where it makes several', () => {
    const calls = [...fax('+12025550101', 1).calls, ...fax('+12025550102', 2).calls];
    expect(rulesOf({ ...nothing, calls })).toEqual([['params.to'], ['params.to']]);
  });
});

test('each kind of fault comes once at each kind of point, those without an end last, and before these some at later sends', () => {
  const points = ['sendFax', 'getFaxFile'].flatMap((on) =>
    [1, 2].map((ordinal) => pointOf({ on, ordinal, shape: String(ordinal) })),
  );
  const trials = planOf(points, { all: false, only: '' }).trials;
  const kinds = trials.map(({ fault, point: { on } }) => `${fault.id} ${on}`);
  const again = ['lost-answer', 'unavailable', 'rate-limited'].map((fault) => `${fault} sendFax`);
  const once = kinds.filter((kind, at) => kinds.indexOf(kind) === at);
  expect(kinds.slice(-once.length + again.length)).toEqual(once.filter((kind) => !again.includes(kind)));
  expect(once.slice(0, 4)).toEqual([
    'lost-answer sendFax',
    'unavailable sendFax',
    'unavailable getFaxFile',
    'cut-off sendFax',
  ]);
  const firstEndless = kinds.indexOf('unanswered sendFax');
  expect(kinds.slice(firstEndless - again.length, firstEndless)).toEqual(again);
  expect(once.slice(-4)).toEqual(['unanswered sendFax', 'hang getFaxFile', 'down sendFax', 'down getFaxFile']);
});

describe('points', () => {
  test('are all that happens, where the two runs are the same', () => {
    const run: RunRecord = { ...nothing, ...sentFax({ to: '+12025550123', id: 7 }) };
    const { points, differences } = pointsOf(run, run);
    expect(points.map(pointName)).toEqual([
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
    expect(webhooks.map(pointName)).toEqual([
      'webhook(transmitting_page, to=+12025550123)#1',
      'webhook(fax_completed, to=+12025550123)#1',
    ]);
  });

  test.each([
    ['a path', 'http://127.0.0.1:4001/a', ['http://127.0.0.1:4001/b'], 1],
    ['a port of another machine', 'http://app.example:4001/', ['http://app.example:4002/'], 1],
    ['a free port of this machine', 'http://127.0.0.1:4001/', ['http://127.0.0.1:4002/'], 0],
  ])('name no parameter that differs from run to run in %s', (_part, first, [second], count) => {
    const [one, other] = [first, second].map((url): RunRecord => ({
      ...nothing,
      ...sentFax({ to: '+12025550123', id: 7, callback_url: url }),
    }));
    const { points, differences } = pointsOf(one ?? nothing, other ?? nothing);
    expect(points[0]?.where).toEqual({ version: 'v2.1', 'params.to': '+12025550123' });
    const found = 'sendFax: callback_url differs between the two runs: no rule names it, and no verdict compares it';
    expect(differences).toEqual(Array(count).fill(found));
  });

  test('leave out a request that comes in one of the runs only', () => {
    const run: RunRecord = { ...nothing, ...sentFax({ to: '+12025550123', id: 7 }) };
    const more: RunRecord = { ...run, calls: [...run.calls, ...run.calls] };
    const { points, differences } = pointsOf(run, more);
    expect(points).toHaveLength(3);
    expect(differences).toEqual(['sendFax(v2.1, to=+12025550123) comes 1 times in one run and 2 times in the other']);
  });
});
