import { startSimulator } from '../index.ts';
import type { OwnWorld, RunningSimulator, WorldOrder } from '../index.ts';
import { errorText } from '../model/shared/errors.ts';
import { acceptedIn, reasonIn } from '../lab/sweep/user-files.ts';
import type { Ending } from '../lab/achievements/run-record.ts';
import { findingsOf } from '../lab/sweep/report/findings.ts';
import { pointName } from '../lab/sweep/point-names.ts';
import { sweepProgram } from '../lab/sweep/sweep.ts';
import { pluralize } from '../model/shared/words.ts';

export interface SweepTestOptions {
  /** A simulator that runs already. Default: one for this sweep, with the fixture `empty`. */
  readonly simulator?: RunningSimulator | undefined;
  /** The world of each run. */
  readonly world?: WorldOrder | undefined;
  /** Try equivalent points too. Default: false. */
  readonly all?: boolean | undefined;
  /** Try second faults while the test recovers from a first one. Default: true. */
  readonly recovery?: boolean | undefined;
  /** Try only the faults whose scenario has this in its name, such as `lost-answer`. */
  readonly only?: string | undefined;
  /** The longest time of one run without progress, in real ms. Default: eleven seconds, or more for a slow test. */
  readonly limitMs?: number | undefined;
  /** Move the clock of a world on when nothing happens in it. Default: true. */
  readonly skipWaits?: boolean | undefined;
  /** The findings that do not fail the sweep, as `point: fault` or `operation: fault`. */
  readonly accept?: readonly string[] | undefined;
}

/** A fault that the test cannot cope with. */
export interface SweepFinding {
  /** `sendFax(v2.1, to=+12025550123)#1`. */
  readonly point: string;
  /** `lost-answer`. */
  readonly fault: string;
  readonly verdict: 'wrong' | 'broken';
  readonly sentence: string;
  readonly isAccepted: boolean;
}

export interface TestSweep {
  /** The number of runs with a fault. */
  readonly runs: number;
  readonly findings: readonly SweepFinding[];
  /** The differences between the two runs without a fault. */
  readonly differences: readonly string[];
}

/**
 * Runs a test again and again, each time with another fault in a new world. Rejects with all findings if one of them is not
 * accepted. Also rejects if the test does not pass without a fault.
 *
 * @example
 * test('copes with every fault', async () => {
 *   await sweep(async (world) => assert.equal(await sendInvoice(world.baseUrl, world.credentials.live), 'sent'));
 * });
 */
export async function sweep(test: (world: OwnWorld) => unknown, options: SweepTestOptions = {}): Promise<TestSweep> {
  const simulator = options.simulator ?? (await startSimulator({ fixture: 'empty' }));
  try {
    const result = await sweepIn(simulator, test, options);
    const open = result.findings.filter(({ isAccepted }) => !isAccepted);
    if (open.length === 0) return result;
    throw new Error(
      [
        `${pluralize(open.length, 'finding')} in ${pluralize(result.runs, 'run')}`,
        ...open.map(({ sentence }) => sentence),
      ].join('\n'),
    );
  } finally {
    if (options.simulator === undefined) await simulator.close();
  }
}

async function sweepIn(
  simulator: RunningSimulator,
  test: (world: OwnWorld) => unknown,
  { world: order, all = false, recovery = true, only, limitMs, skipWaits = true, accept = [] }: SweepTestOptions,
): Promise<TestSweep> {
  const result = await sweepProgram({
    simulator,
    order,
    all,
    recovery,
    only,
    limitMs,
    jobs: 1,
    skipsWaits: skipWaits,
    run: (world, options) => endingOf(test, world, options.patience.over),
    signal: new AbortController().signal,
  });
  const accepted = accept.map(acceptedIn);
  const findings = findingsOf(result, (found) => reasonIn(accepted, found));
  return {
    runs: result.results.length,
    differences: result.plan.differences,
    findings: findings.map(({ result: { trial, verdict }, sentence, accepted: reason }) => ({
      point: pointName(trial.point),
      fault: trial.fault.id,
      verdict: verdict === 'broken' ? 'broken' : 'wrong',
      sentence,
      isAccepted: reason !== undefined,
    })),
  };
}

/** Runs a test until its limit. A test that does not end goes on in the background, because a function cannot be ended. */
async function endingOf(test: (world: OwnWorld) => unknown, world: OwnWorld, over: AbortSignal): Promise<Ending> {
  const startedAt = performance.now();
  const run = async (): Promise<void> => {
    await test(world);
  };
  const ending = await Promise.race([
    run().then(
      () => ({ how: 'passed', detail: 'passed' }) as const,
      (error: unknown) => ({ how: 'failed', detail: errorText(error).split('\n')[0] ?? '' }) as const,
    ),
    whenAborted(over).then(() => ({ how: 'endless', detail: 'no end' }) as const),
  ]);
  return { ...ending, ms: performance.now() - startedAt, output: '' };
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
