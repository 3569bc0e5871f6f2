import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Ending } from '../../../src/lab/achievements/run-record.ts';
import type { OwnWorld } from '../../../src/control/client/world-handle.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import { startFrom } from '../../../src/index.ts';
import { kindOf } from '../../../src/lab/sweep/plan.ts';
import type { WatchMachine } from '../../../src/lab/sweep/machine.ts';
import { sweepProgram } from '../../../src/lab/sweep/sweep.ts';
import type { RunProgram } from '../../../src/lab/sweep/trial-run.ts';
import { sweepText } from '../../support/sweep-report.ts';
import { answering } from '../../support/posts.ts';

async function sendFax({ baseUrl, credentials: { live } }: OwnWorld): Promise<void> {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body }).catch(() => undefined);
}

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startFrom({ port: 0, fixture: 'empty', seed: 3 }, { post: answering(200) });
});
afterAll(() => simulator.close());

const passed = { how: 'passed', detail: 'passed', ms: 1, output: '' } as const;

const idle: WatchMachine = () => () => false;
const busy: WatchMachine = () => () => true;

const signal = new AbortController().signal;
const usual = { jobs: 1, all: false, skipsWaits: true, signal, watch: idle };

test('a run that is stopped has no verdict, and keeps no bundle', async () => {
  const stopped = new AbortController();
  const kept: string[] = [];
  let runs = 0;
  const { results, undone, stoppedBy } = await sweepProgram({
    ...usual,
    simulator,
    only: 'lost-answer',
    signal: stopped.signal,
    run: async (world) => {
      runs += 1;
      await sendFax(world);
      if (runs <= 2) return passed;
      await sendFax(world); // a harm, before the end of the run
      stopped.abort();
      return { ...passed, how: 'stopped' };
    },
    keep: (_world, { name }) => {
      kept.push(name);
      return Promise.resolve(name);
    },
  });
  expect({ results, stoppedBy, kept }).toEqual({ results: [], stoppedBy: 'signal', kept: [] });
  expect(undone).toHaveLength(1);
});

test('time that is skipped for the retry of a webhook does not count as the wait of a Retry-After', async () => {
  await using refusing = await startFrom({ port: 0, fixture: 'empty', seed: 3 }, { post: answering(500) });
  const { results } = await sweepProgram({
    ...usual,
    simulator: refusing,
    only: 'rate-limited',
    run: async ({ baseUrl, credentials: { live }, clock }) => {
      const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
      const body = new FormData();
      body.append('to', '+12025550123');
      body.append('callback_url', 'http://127.0.0.1:9/fax');
      body.append('file', new File(['Dear Ms Miller'], 'letter.txt'));
      await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
      await clock.move({ advance: '1m' }); // a retry of the webhook is due in five minutes
      const { status } = await fetch(`${baseUrl}/v2.1/account/status`, { headers });
      if (status !== 429) return passed;
      await pause(300);
      await fetch(`${baseUrl}/v2.1/account/status`, { headers });
      return passed;
    },
  });
  const late = results.filter(({ because }) => because.some((text) => text.startsWith('Retry-After is ignored')));
  expect(late).toHaveLength(1);
});

/** Reads the list so often, and waits for ever when a response does not come. */
const reading = (times: number) => {
  const begun: number[] = [];
  const run = async ({ baseUrl, credentials: { live } }: OwnWorld): Promise<Ending> => {
    begun.push(performance.now());
    const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
    for (let index = 0; index < times; index++) {
      const signal = AbortSignal.timeout(300);
      const isAnswered = await fetch(`${baseUrl}/v2.1/faxes`, { headers, signal }).then(
        () => true,
        (error: unknown) => !(error instanceof DOMException) || error.name !== 'TimeoutError',
      );
      if (!isAnswered) return { ...passed, how: 'endless', ms: 300 };
    }
    return passed;
  };
  return { run, begun };
};

describe('of requests at which the program does not end', () => {
  test('one is tried, and the equal ones are named', async () => {
    const { results, spared, undone } = await sweepProgram({ ...usual, simulator, only: 'hang', run: reading(3).run });
    expect(results.map(({ trial, verdict }) => `${trial.name} ${verdict}`)).toEqual([
      'sweep-001-list-faxes-hang broken',
    ]);
    expect(spared.map(({ name }) => name)).toEqual(['sweep-002-list-faxes-hang', 'sweep-003-list-faxes-hang']);
    expect(undone).toEqual([]);
  });

  test('all are tried where all are asked for', async () => {
    const { results, spared } = await sweepProgram({
      ...usual,
      simulator,
      only: 'hang',
      all: true,
      run: reading(3).run,
    });
    expect(results).toHaveLength(3);
    expect(spared).toEqual([]);
  });
});

test('a run may take ten seconds more than twice the longest run without a fault', async () => {
  const times = [3000, 2000];
  const run = async (world: OwnWorld): Promise<Ending> => {
    await sendFax(world);
    return { ...passed, ms: times.shift() ?? 1 };
  };
  const { plan } = await sweepProgram({ ...usual, simulator, only: 'send-fax-lost-answer', run });
  expect(plan.limitMs).toBe(16_000);
});

describe('a run that does not end', () => {
  /** Sends a fax in so many ms without a fault, and does not end the first time that its response is lost. */
  const endlessOnce = (nowMs: number) => {
    const limits: number[] = [];
    const runs: Pick<Ending, 'how' | 'ms'>[] = [
      { how: 'passed', ms: 300 },
      { how: 'passed', ms: 300 },
      { how: 'endless', ms: 11_000 },
      { how: 'passed', ms: nowMs },
    ];
    const run: RunProgram = async (world, { patience }) => {
      await sendFax(world);
      limits.push(patience.limitMs);
      return { ...passed, ...runs[limits.length - 1] };
    };
    return { limits, run };
  };
  test.each([
    ['is broken on an idle machine', 300, idle, 'broken', [11_000, 11_000]],
    ['is tried again where the program takes longer by now', 700, idle, 'unaffected', [11_000, 11_000, 15_400]],
    ['is tried again after a time in which the machine was busy', 300, busy, 'unaffected', [11_000, 11_000, 16_500]],
  ])('%s', async (_name, nowMs, watch, verdict, limits) => {
    const program = endlessOnce(nowMs);
    const options = { ...usual, simulator, only: 'send-fax-lost-answer', watch };
    const { results } = await sweepProgram({ ...options, run: program.run });
    expect(results.map((result) => result.verdict)).toEqual([verdict]);
    expect(program.limits.slice(2).map(Math.round)).toEqual(limits);
  });

  test('has the longer limit of a machine that has become slow', async () => {
    const limits: number[] = [];
    const run: RunProgram = async (world, { patience }) => {
      await sendFax(world);
      return { ...passed, ms: limits.push(patience.limitMs) <= 2 ? 300 : 4000 };
    };
    await sweepProgram({ ...usual, simulator, only: '-error', run });
    expect(limits.slice(2, 4)).toEqual([11_000, 18_000]);
  });
});

describe('a program whose own limit passes without a fault', () => {
  /** Sends its fax twice in so many runs with a fault, as one that has given up on a slow response. */
  const doubling = (times: number) => {
    let runs = 0;
    return async (world: OwnWorld): Promise<Ending> => {
      await sendFax(world);
      runs += 1;
      if (runs > 2 && runs <= 2 + times) await sendFax(world);
      return passed;
    };
  };

  test.each([
    ['is no finding where the machine was busy, and the next run is right', 1, busy, 'unaffected'],
    ['is a finding where it comes again', 2, busy, 'wrong'],
    ['is a finding at once where the machine had time', 1, idle, 'wrong'],
  ])('%s', async (_name, times, watch, verdict) => {
    const { results } = await sweepProgram({
      ...usual,
      simulator,
      only: 'send-fax-lost-answer',
      watch,
      run: doubling(times),
    });
    expect(results.map((result) => result.verdict)).toEqual([verdict]);
  });

  test.each([
    ['begins again', busy, 4],
    ['ends the sweep where the machine had time', idle, 1],
  ])('in a run without a fault %s', async (_name, watch, count) => {
    let runs = 0;
    const run = async (world: OwnWorld): Promise<Ending> => {
      await sendFax(world);
      runs += 1;
      return runs === 1 ? { ...passed, how: 'failed', detail: 'no answer after 4 s' } : passed;
    };
    await sweepProgram({ ...usual, simulator, only: 'send-fax-lost-answer', watch, run }).catch(() => undefined);
    expect(runs).toBe(count);
  });
});

test('the estimate comes after a run that shows how long the program waits', async () => {
  const { run, begun } = reading(3);
  const estimates: { readonly ms: number; readonly runs: number }[] = [];
  const onEstimate = (ms: number) => void estimates.push({ ms, runs: begun.length });
  const { ms } = await sweepProgram({ ...usual, simulator, only: 'hang', all: true, run, onEstimate });
  expect(estimates).toEqual([{ ms: expect.any(Number), runs: 4 }]); // three of them without a fault, one at the limit
  expect(estimates[0]!.ms).toBeGreaterThan(900); // three hang
  expect(estimates[0]!.ms).toBeLessThan(2 * ms);
});

test('with a budget, no run is made for the estimate', async () => {
  const { run, begun } = reading(1);
  const runsAtEstimate: number[] = [];
  const onEstimate = () => void runsAtEstimate.push(begun.length);
  await sweepProgram({ ...usual, simulator, only: 'hang', budgetMs: 60_000, run, onEstimate });
  expect(runsAtEstimate).toEqual([2]);
});

/** Sends two faxes, and reads the list. */
async function twoSends(world: OwnWorld): Promise<Ending> {
  await sendFax(world);
  await sendFax(world);
  await reading(1).run(world);
  return passed;
}

test('a sweep that ends early has tried each kind of fault at each operation once, and says what a longer one adds', async () => {
  const [mostRuns, soFar] = [14, { runs: 0 }];
  const stopped = new AbortController();
  const result = await sweepProgram({
    ...usual,
    simulator,
    signal: stopped.signal,
    budgetMs: 3_600_000,
    run: async (world) => {
      if (soFar.runs++ === mostRuns + 2) stopped.abort();
      return stopped.signal.aborted ? { ...passed, how: 'stopped' } : twoSends(world);
    },
  });
  const done = result.results.map(({ trial }) => kindOf(trial).trim());
  expect(done).toHaveLength(mostRuns);
  expect(new Set(done).size).toBe(mostRuns);
  expect(done.slice(0, 4)).toEqual([
    'lost-answer sendFax',
    'unavailable sendFax',
    'unavailable listFaxes',
    'cut-off sendFax',
  ]);
  const text = sweepText(result, { findings: [], again: () => '', scenarioFile: () => '' });
  const { undone } = result;
  expect(text).toContain(`Not done, since the sweep was stopped: ${undone.length} runs, about `);
  expect(text).toMatch(/^ {2}never tried: unanswered at sendFax to=\+12025550123$/m);
  expect(text).toMatch(/^further places of the same faults: \d+$/m);
});

test('a program that polls fewer times than without a fault meets the fault at an earlier poll', async () => {
  const polls = [3, 3, 2, 2];
  const { run, begun } = reading(1);
  const { results } = await sweepProgram({
    ...usual,
    simulator,
    all: true,
    only: '003-list-faxes-reset',
    run: async (world) => {
      for (let left = polls[begun.length] ?? 1; left > 1; left--) await reading(1).run(world);
      return run(world);
    },
  });
  expect(results.map(({ trial: { name, nth }, verdict }) => ({ name, nth, verdict }))).toEqual([
    { name: 'sweep-003-list-faxes-reset', nth: 1, verdict: 'unaffected' },
  ]);
});
