import { CliError } from '../cli-error.ts';
import type { WorldOrder } from '../client/named-types.ts';
import type { OwnWorld, WorldHandle } from '../client/world-handle.ts';
import type { Ending } from './ending.ts';
import type { RunComparison } from './harms.ts';
import { judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import { observe, startOf } from './observation.ts';
import type { RunRecord } from './observation.ts';
import { estimateOf, planOf } from './plan.ts';
import type { SweepPlan } from './plan.ts';
import { pointsOf } from './points.ts';
import { scenarioText } from './rule.ts';
import type { Trial } from './rule.ts';
import { skipWaits } from './skip-waits.ts';
import type { Baselines } from './varying.ts';

/** A way to run the program once, in a world of its own. Never rejects for a fault of the program. */
export type RunProgram = (
  world: OwnWorld,
  options: { readonly limitMs: number; readonly signal: AbortSignal },
) => Promise<Ending>;

export interface SweepOptions {
  readonly simulator: Pick<WorldHandle, 'world'>;
  readonly run: RunProgram;
  readonly order?: WorldOrder | undefined;
  readonly jobs: number;
  readonly all: boolean;
  /** A part of the names of the scenarios to try; undefined: all. */
  readonly only?: string | undefined;
  readonly skipsWaits: boolean;
  /** Real ms for one run. Default: from the runs without a fault. */
  readonly limitMs?: number | undefined;
  /** Real ms after which no further run begins. */
  readonly budgetMs?: number | undefined;
  readonly signal: AbortSignal;
  /** The invariants that a run breaks, in sentences. */
  readonly check?: (ended: RunComparison) => readonly string[];
  /** Keeps a file of the world of a find; returns its path. */
  readonly keep?: (world: OwnWorld, trial: Trial) => Promise<string | undefined>;
  readonly onPlan?: (plan: MeasuredPlan) => void;
  readonly onResult?: (result: TrialResult) => void;
}

export interface MeasuredPlan extends SweepPlan {
  readonly differences: readonly string[];
  /** Of one run without a fault, real ms. */
  readonly runMs: number;
  /** Of both runs without a fault, with the start of their worlds, real ms. */
  readonly baselineMs: number;
  readonly limitMs: number;
  readonly estimateMs: number;
  readonly isSigned: boolean;
}

export interface TrialResult extends Judgement {
  readonly trial: Trial;
  readonly ending: Ending;
  /** The path of the file that `keep` made. */
  readonly worldFile: string | undefined;
}

export interface SweepResult {
  readonly plan: MeasuredPlan;
  readonly results: readonly TrialResult[];
  /** The trials that were not done. */
  readonly undone: readonly Trial[];
  readonly stoppedBy: 'budget' | 'signal' | undefined;
  /** Real ms, the runs without a fault included. */
  readonly ms: number;
}

const unlimitedMs = 600_000;
/** As long as careful clients wait for an answer. */
const leastLimitMs = 10_000;

/** Runs a program with each fault at each point of it. Throws a CliError when the program does not pass without a fault. */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const startedAt = performance.now();
  const { all, only = '', jobs, signal, budgetMs = Infinity, onPlan, onResult } = options;
  const first = await baselineRun(options);
  const second = await baselineRun(options);
  const baselineMs = performance.now() - startedAt;
  const baselines = { former: first.run, baseline: second.run };
  const { points, differences } = pointsOf(first.run, second.run);
  const trialPlan = planOf(points, { isSigned: first.isSigned }, { all, only });
  if (trialPlan.trials.length === 0 && only !== '')
    throw new CliError(`--only must be a part of the name of a planned scenario, got ${JSON.stringify(only)}`);
  const runMs = second.ending.ms;
  const limitMs = options.limitMs ?? leastLimitMs + 4 * Math.max(runMs, first.ending.ms);
  const estimateMs = estimateOf(trialPlan.trials, { runMs, jobs });
  const plan = { ...trialPlan, differences, runMs, baselineMs, limitMs, estimateMs, isSigned: first.isSigned };
  onPlan?.(plan);
  const waiting = [...trialPlan.trials];
  const results: TrialResult[] = [];
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const isOver = (): boolean => either.aborted || performance.now() - startedAt >= budgetMs;
  const work = async (): Promise<void> => {
    for (let trial = waiting[0]; trial !== undefined && !isOver(); trial = waiting[0]) {
      waiting.shift();
      const result = await tryOut(trial, { ...options, signal: either, limitMs }, baselines);
      if (result.ending.how === 'stopped') return void waiting.unshift(trial);
      results.push(result);
      onResult?.(result);
    }
  };
  await allOrStop(Array.from({ length: jobs }, work), failure);
  const stoppedBy = signal.aborted ? 'signal' : waiting.length > 0 ? 'budget' : undefined;
  return { plan, results: inOrder(results, plan), undone: waiting, stoppedBy, ms: performance.now() - startedAt };
}

/** Waits for all, also where one rejects: the others then stop, and leave no program behind. */
async function allOrStop(works: readonly Promise<void>[], failure: AbortController): Promise<void> {
  const ended = works.map((work) =>
    work.catch((error: unknown) => {
      failure.abort();
      throw error;
    }),
  );
  await Promise.allSettled(ended);
  await Promise.all(ended);
}

const inOrder = (results: readonly TrialResult[], { trials }: SweepPlan): TrialResult[] =>
  results.toSorted((one, other) => trials.indexOf(one.trial) - trials.indexOf(other.trial));

/** A run without a fault, which may take longer: the first one waits for the simulator's lazy modules. */
async function baselineRun(options: SweepOptions) {
  const { ending, run, isSigned } = await runIn(
    options,
    options.limitMs === undefined ? unlimitedMs : 10 * options.limitMs,
  );
  if (ending.how === 'stopped')
    throw new CliError('stopped before the runs without a fault were done', { exitCode: 130 });
  if (ending.how !== 'passed') {
    const text = `the program must pass without a fault, but it ${ending.how === 'endless' ? 'does not end' : `ends with ${ending.detail}`}`;
    throw new CliError(`${text}\n${ending.output}`.trimEnd(), { exitCode: 1 });
  }
  if (run.calls.length === 0)
    throw new CliError('the program sends no request to its world; it must use the base URL in FAXSIM_URL', {
      exitCode: 1,
    });
  const [fault] = options.check?.({ ending, run, baseline: run, former: run }) ?? [];
  if (fault !== undefined) throw new CliError(`without a fault, ${fault}`, { exitCode: 1 });
  return { ending, run, isSigned };
}

async function tryOut(
  trial: Trial,
  options: SweepOptions & { readonly limitMs: number },
  baselines: Baselines,
): Promise<TrialResult> {
  const found = { worldFile: undefined as string | undefined, judgement: undefined as Judgement | undefined };
  const { ending } = await runIn(options, options.limitMs, {
    begin: (world) => world.scenarios.switch({ source: scenarioText(trial) }),
    end: async (world, { ending, run }) => {
      if (ending.how === 'stopped') return;
      const broken = options.check?.({ ending, run, ...baselines }) ?? [];
      found.judgement = judge({ trial, ending, run, ...baselines, broken });
      if (isFind(found.judgement)) found.worldFile = await options.keep?.(world, trial);
    },
  });
  const { worldFile, judgement = { verdict: 'not reached', because: [] } } = found;
  return { trial, ending, worldFile, ...judgement };
}

/** Whether a person has to look at it. */
export const isFind = ({ verdict }: Judgement): boolean => verdict === 'wrong' || verdict === 'broken';

interface Steps {
  readonly begin: (world: OwnWorld) => Promise<unknown>;
  readonly end: (world: OwnWorld, outcome: { ending: Ending; run: RunRecord }) => Promise<void>;
}

async function runIn(
  { simulator, order, run: runProgram, signal, skipsWaits }: SweepOptions,
  limitMs: number,
  steps?: Steps,
) {
  const world = await simulator.world(order);
  const done = new AbortController();
  try {
    await steps?.begin(world);
    const [start, { webhook_token: token }] = await Promise.all([startOf(world), world.settings.show()]);
    const skipping = skipsWaits ? skipWaits(world, done.signal) : undefined;
    const ending = await runProgram(world, { limitMs, signal });
    const run = await observe(world, start);
    await steps?.end(world, { ending, run });
    done.abort();
    await skipping;
    return { ending, run, isSigned: token !== null };
  } finally {
    done.abort();
    await world.close();
  }
}
