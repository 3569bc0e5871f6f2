import { median } from '../achievements/beside.ts';
import type { Baselines } from '../achievements/noise.ts';
import { isSameClass } from './plan.ts';
import type { Recovery, Trial } from './plan.ts';
import { limitFor } from './run-limit.ts';
import { SteadyEstimate } from './steady-estimate.ts';
import type { MeasuredPlan, SweepOptions, SweepResult } from './sweep-result.ts';
import { tryOut } from './trial-run.ts';
import type { RunOptions, TrialResult } from './trial-run.ts';

export interface WorkOptions extends RunOptions, Pick<SweepOptions, 'jobs' | 'all' | 'onProgress'> {
  readonly baselines: Baselines;
  /** Real ms of a run without a fault, including the creation and reading of its world. */
  readonly usualMs: number;
  /** Start of the sweep, by `performance.now()`. */
  readonly startedAt: number;
  readonly budgetMs: number;
}

/** The trials of a plan, done and to do. */
export class TrialWork {
  readonly #options: WorkOptions;
  readonly #plan: MeasuredPlan;
  readonly #recoveries: { readonly recovery: Recovery; readonly baselines: Baselines }[] = [];
  readonly #results = new Map<Trial, TrialResult>();
  readonly #begun = new Set<Trial>();
  readonly #spared = new Set<Trial>();
  readonly #estimate = new SteadyEstimate();
  #leftOut: readonly Trial[] = [];

  constructor(options: WorkOptions, plan: MeasuredPlan) {
    this.#options = options;
    this.#plan = plan;
  }

  /** The sweep so far, or at its end. */
  result(isRunning: boolean): SweepResult {
    const { signal, startedAt } = this.#options;
    const undone = this.#trials.filter((trial) => !this.#results.has(trial) && !this.#spares(trial));
    const stoppedBy = isRunning ? undefined : signal.aborted ? 'signal' : undone.length > 0 ? 'budget' : undefined;
    return {
      plan: this.#plan,
      recoveries: this.#recoveries.map(({ recovery }) => recovery),
      results: this.#done(),
      isRunning,
      undone,
      spared: [...this.#spared],
      leftOut: this.#leftOut,
      stoppedBy,
      undoneMs: isRunning
        ? this.#estimate.leftMs(this.#estimateMs(undone), performance.now())
        : this.#estimateMs(undone),
      ms: performance.now() - startedAt,
    };
  }

  #done(): readonly TrialResult[] {
    return this.#trials.flatMap((trial) => this.#results.get(trial) ?? []);
  }

  /** All trials, those of the second faults last. */
  get #trials(): readonly Trial[] {
    return [...this.#plan.trials, ...this.#recoveries.flatMap(({ recovery }) => recovery.trials)];
  }

  /** The results of the first faults so far. */
  get firstResults(): readonly TrialResult[] {
    return this.#plan.trials.flatMap((trial) => this.#results.get(trial) ?? []);
  }

  /** Whether no further run may begin. */
  get isOver(): boolean {
    return this.#isOver(this.#options.signal);
  }

  /** Adds the trials of a recovery, which are compared with the runs that have its first fault alone. */
  add(recovery: Recovery, baselines: Baselines): void {
    this.#recoveries.push({ recovery, baselines });
  }

  /** Excludes trials from this sweep. */
  leaveOut(trials: readonly Trial[]): void {
    this.#leftOut = trials;
  }

  /** Does the trials that are not done yet, until the budget is used up. Rejects when a run cannot be made. */
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
   * Duration of a run with a fault at which the program does not wait. Before the first such run, that of a run without
   * a fault.
   */
  #usualMs(): number {
    const times = this.#done()
      .filter(({ trial: { fault } }) => !fault.isOpenEnded)
      .map(({ ms, trial: { fault } }) => ms - (fault.extraMs ?? 0));
    return times.length === 0 ? this.#options.usualMs : median(times);
  }

  /**
   * The trials that will probably run. If the program did not end with a fault, only one trial of each class with this
   * fault counts, because it spares the others.
   */
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
    const limitMs = this.limitMs;
    const result = await tryOut(trial, { ...this.#options, limitMs, signal }, this.#baselinesOf(trial));
    if (result.ending.how === 'stopped') return;
    this.#results.set(trial, result); // the planned trial is the key: the result may have another number of the poll
    this.#options.onProgress?.(this.result(true));
  }

  #baselinesOf({ first }: Trial): Baselines {
    const own = this.#recoveries.find(({ recovery }) => recovery.first === first);
    return own?.baselines ?? this.#options.baselines;
  }

  /**
   * The limit of the next run. It grows with the times of the latest runs, because other work of the machine makes
   * programs slow.
   */
  get limitMs(): number {
    const { timedMs, limitMs } = this.#options;
    if (timedMs === undefined) return limitMs;
    const times = [...this.#results.values()].flatMap(({ ending, trial: { fault } }) =>
      ending.how === 'passed' && fault.isOpenEnded !== true ? ending.ms - (fault.extraMs ?? 0) : [],
    );
    return Math.max(limitMs, limitFor(median(times.slice(-latestMax))));
  }

  /** Whether a trial is spared: a run without an end takes the longest of all, and shows nothing new at an equal point. */
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

/** Waits for all promises, even if one rejects. The others then stop, so that no program is left running. */
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
