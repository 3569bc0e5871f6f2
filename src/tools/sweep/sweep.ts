import { CliError } from '../../model/shared/errors.ts';
import { median } from '../achievements/beside.ts';
import type { Baselines } from '../achievements/noise.ts';
import { isSameClass, planOf } from './plan.ts';
import type { SweepPlan, Trial } from './plan.ts';
import { pointsOf } from './points.ts';
import { limitFor } from './run-limit.ts';
import { runTwice, runWithoutFault, tryOut } from './trial-run.ts';
import type { RunOptions, TrialResult } from './trial-run.ts';

export interface SweepOptions extends Omit<RunOptions, 'limitMs' | 'timedMs'> {
  readonly jobs: number;
  readonly all: boolean;
  /** A part of the names of the scenarios to try; undefined for all. */
  readonly only?: string | undefined;
  /** Whether a plan without a trial is no mistake, since another program is swept too. */
  readonly mayPlanNone?: true;
  /** Real ms that a run may take without progress. Default: from the runs without a fault. */
  readonly limitMs?: number | undefined;
  /** Real ms after which no further run begins. */
  readonly budgetMs?: number | undefined;
  readonly onPlan?: (plan: MeasuredPlan) => void;
  /** Real ms of the whole sweep, when the program has shown how long it waits for a response, a webhook or a fax. */
  readonly onEstimate?: (ms: number) => void;
  /** Called with the sweep so far, before the first run with a fault and after each. */
  readonly onProgress?: (soFar: SweepResult) => void;
}

export interface MeasuredPlan extends SweepPlan {
  readonly differences: readonly string[];
  /** Duration of a run without a fault, in real ms. */
  readonly runMs: number;
  /** Duration of both runs without a fault, with the start of their worlds, in real ms. */
  readonly baselineMs: number;
  readonly limitMs: number;
  readonly isSigned: boolean;
}

export interface SweepResult {
  readonly plan: MeasuredPlan;
  /** Results in the order of the plan. */
  readonly results: readonly TrialResult[];
  /** True for the report of a sweep that is not at its end. */
  readonly isRunning: boolean;
  /** The trials that were not done, or not yet. */
  readonly undone: readonly Trial[];
  /** The trials that were left out, since the program does not end with the same fault at an equal point. */
  readonly spared: readonly Trial[];
  /** Real ms that the undone trials would take. */
  readonly undoneMs: number;
  readonly stoppedBy: 'budget' | 'signal' | undefined;
  /** Real ms, the runs without a fault included. */
  readonly ms: number;
}

/** The error of a part of a name that no trial has. */
export const noTrialOf = (only: string): CliError =>
  new CliError(`--only must be a part of the name of a planned scenario, got ${JSON.stringify(only)}`);

/** Runs a program with each fault at each point of it. Throws a CliError when the program does not pass without a fault. */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const startedAt = performance.now();
  const { all, only = '', budgetMs = Infinity, onPlan, onEstimate, onProgress } = options;
  const measured = await runTwice(options.limitMs, (limitMs) => runWithoutFault({ ...options, limitMs }));
  const { former: first, later: second, limitMs } = measured;
  const baselineMs = performance.now() - startedAt;
  const { points, differences } = pointsOf(first.run, second.run);
  const trialPlan = planOf(points, { all, only });
  if (trialPlan.trials.length === 0 && only !== '' && !options.mayPlanNone) throw noTrialOf(only);
  const runMs = second.ending.ms;
  const plan = { ...trialPlan, differences, runMs, baselineMs, limitMs, isSigned: first.isSigned };
  onPlan?.(plan);
  const baselines = { former: first.run, baseline: second.run };
  const timedMs = options.limitMs === undefined ? Math.max(runMs, first.ending.ms) : undefined;
  const work = new Work({ ...options, limitMs, timedMs, startedAt, budgetMs, baselines, usualMs: second.ms }, plan);
  onProgress?.(work.result(true));
  if (budgetMs === Infinity) await work.do(probesOf(plan.trials));
  const { ms, undoneMs } = work.result(true);
  onEstimate?.(Math.min(budgetMs, ms + undoneMs));
  await work.do(plan.trials);
  return work.result(false);
}

/**
 * The trials before the estimate: a few that show the time of a run beside others, and the first of each fault that lasts as
 * long as the program waits, since only a trial shows how long that is.
 */
function probesOf(trials: readonly Trial[]): readonly Trial[] {
  const usual = trials.filter(({ fault }) => !fault.isOpenEnded).slice(0, usualProbesMax);
  return trials.filter(
    (trial, at) =>
      usual.includes(trial) ||
      (trial.fault.isOpenEnded && trials.findIndex((other) => other.fault === trial.fault) === at),
  );
}

const usualProbesMax = 6;

interface WorkOptions extends RunOptions, Pick<SweepOptions, 'jobs' | 'all' | 'onProgress'> {
  readonly baselines: Baselines;
  /** Real ms of a run without a fault, with the making and reading of its world. */
  readonly usualMs: number;
  /** Start of the sweep, by `performance.now()`. */
  readonly startedAt: number;
  readonly budgetMs: number;
}

/** The trials of a plan, done and to do. */
class Work {
  readonly #options: WorkOptions;
  readonly #plan: MeasuredPlan;
  readonly #results = new Map<Trial, TrialResult>();
  readonly #begun = new Set<Trial>();
  readonly #spared = new Set<Trial>();

  constructor(options: WorkOptions, plan: MeasuredPlan) {
    this.#options = options;
    this.#plan = plan;
  }

  /** The sweep so far, or at its end. */
  result(isRunning: boolean): SweepResult {
    const { signal, startedAt } = this.#options;
    const undone = this.#plan.trials.filter((trial) => !this.#results.has(trial) && !this.#spares(trial));
    const stoppedBy = isRunning ? undefined : signal.aborted ? 'signal' : undone.length > 0 ? 'budget' : undefined;
    return {
      plan: this.#plan,
      results: this.#done(),
      isRunning,
      undone,
      spared: [...this.#spared],
      stoppedBy,
      undoneMs: this.#estimateMs(undone),
      ms: performance.now() - startedAt,
    };
  }

  #done(): readonly TrialResult[] {
    return this.#plan.trials.flatMap((trial) => this.#results.get(trial) ?? []);
  }

  /** Does those of the trials that are not done, until the budget is used up. Rejects when a run cannot be made. */
  async do(trials: readonly Trial[]): Promise<void> {
    const failure = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, failure.signal]);
    const open = trials.filter((trial) => !this.#begun.has(trial));
    const work = async (): Promise<void> => {
      for (let trial = open.shift(); trial !== undefined && !this.#isOver(signal); trial = open.shift()) {
        if (!this.#spares(trial)) await this.#tryOut(trial, signal);
      }
    };
    await allOrStop(Array.from({ length: this.#options.jobs }, work), failure);
  }

  /** The time of trials in real ms, by the times of those that were done. */
  #estimateMs(trials: readonly Trial[]): number {
    const { skipsWaits, jobs } = this.#options;
    const usualMs = this.#usualMs();
    const waits = this.#done().filter(({ trial: { fault } }) => fault.isOpenEnded);
    const waitMs = (id: string): number => {
      const alike = waits.filter(({ trial: { fault } }) => fault.id === id);
      return mean((alike.length > 0 ? alike : waits).map(({ ms }) => ms - usualMs)) ?? guessedWaitMs;
    };
    const total = this.#expected(trials).reduce((sum, { fault: { id, extraMs = 0, worldMs = 0, isOpenEnded } }) => {
      return sum + usualMs + extraMs + (skipsWaits ? 0 : worldMs) + (isOpenEnded ? waitMs(id) : 0);
    }, 0);
    return total / Math.max(1, Math.min(jobs, trials.length));
  }

  /**
   * Duration of a run with a fault at which the program does not wait; before the first, that of a run without a
   * fault.
   */
  #usualMs(): number {
    const times = this.#done()
      .filter(({ trial: { fault } }) => !fault.isOpenEnded)
      .map(({ ms, trial: { fault } }) => ms - (fault.extraMs ?? 0));
    return times.length === 0 ? this.#options.usualMs : median(times);
  }

  /** The trials without those that a run without an end will spare, where the program did not end with the same fault before. */
  #expected(trials: readonly Trial[]): readonly Trial[] {
    if (this.#options.all) return trials;
    const endless = new Set(
      this.#done().flatMap(({ ending, trial: { fault } }) => (ending.how === 'endless' ? fault : [])),
    );
    return trials.filter(
      (trial, at) => !endless.has(trial.fault) || trials.findIndex((other) => isSameClass(other, trial)) === at,
    );
  }

  #isOver(signal: AbortSignal): boolean {
    return signal.aborted || performance.now() - this.#options.startedAt >= this.#options.budgetMs;
  }

  async #tryOut(trial: Trial, signal: AbortSignal): Promise<void> {
    this.#begun.add(trial);
    const limitMs = this.#limitMs();
    const result = await tryOut(trial, { ...this.#options, limitMs, signal }, this.#options.baselines);
    if (result.ending.how === 'stopped') return;
    this.#results.set(trial, result); // the planned trial is the key: the result may have another number of the poll
    this.#options.onProgress?.(this.result(true));
  }

  /** The limit of the next run, by the latest runs too: a machine that does other work makes programs slow. */
  #limitMs(): number {
    const { timedMs, limitMs } = this.#options;
    if (timedMs === undefined) return limitMs;
    const times = [...this.#results.values()].flatMap(({ ending, trial: { fault } }) =>
      ending.how === 'passed' && fault.isOpenEnded !== true ? ending.ms - (fault.extraMs ?? 0) : [],
    );
    return Math.max(limitMs, limitFor(median(times.slice(-latestMax))));
  }

  /** A run without an end takes the longest of all, and shows the same at an equal point. */
  #spares(trial: Trial): boolean {
    if (this.#spared.has(trial)) return true;
    if (this.#options.all || this.#begun.has(trial)) return false;
    const isSpared = [...this.#results.values()].some(
      (done) => done.ending.how === 'endless' && isSameClass(done.trial, trial),
    );
    if (isSpared) this.#spared.add(trial);
    return isSpared;
  }
}

const guessedWaitMs = 5000;
/** The runs that show how fast the machine is now. */
const latestMax = 5;

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

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
