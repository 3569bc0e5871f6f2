import type { Recovery, SweepPlan, Trial } from './plan.ts';
import type { RunOptions, TrialResult } from './trial-run.ts';

export interface SweepOptions extends Omit<RunOptions, 'limitMs' | 'timedMs'> {
  readonly jobs: number;
  readonly all: boolean;
  /** Whether second faults are tried while the program recovers from a first one. */
  readonly recovery?: boolean;
  /** A part of the names of the scenarios to try; undefined for all. */
  readonly only?: string | undefined;
  /** Whether a plan may be empty, because another program is swept too. */
  readonly mayPlanNone?: true;
  /** Real ms that a run may take without progress. Default: from the runs without a fault. */
  readonly limitMs?: number | undefined;
  /** The least limit in real ms if none is given: that of an earlier sweep, so that its results are comparable. */
  readonly leastLimitMs?: number | undefined;
  /** Real ms after which no further run begins. */
  readonly budgetMs?: number | undefined;
  readonly onPlan?: (plan: MeasuredPlan) => void;
  /**
   * Called with the estimated real ms of the whole sweep, once it is known how long the program waits for responses, webhooks and
   * faxes.
   */
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
  /** Whether the runs without a fault make their changes in another order. */
  readonly isShuffled: boolean;
}

export interface SweepResult {
  readonly plan: MeasuredPlan;
  /** The second faults at points of recoveries that the sweep has planned so far. */
  readonly recoveries: readonly Recovery[];
  /** Results in the order of the plan, then those of second faults. */
  readonly results: readonly TrialResult[];
  /** Whether the sweep is still running. */
  readonly isRunning: boolean;
  /** The trials that were not done, or not yet. */
  readonly undone: readonly Trial[];
  /** The trials that were skipped, because the program does not end with the same fault at an equal point. */
  readonly spared: readonly Trial[];
  /** The second faults that were skipped to keep to their share of the runs. */
  readonly leftOut: readonly Trial[];
  /** Real ms that the undone trials would take. */
  readonly undoneMs: number;
  readonly stoppedBy: 'budget' | 'signal' | undefined;
  /** Real ms, the runs without a fault included. */
  readonly ms: number;
}

/** The maximum share that second faults add to the runs. */
export const recoveryShare = 0.4;
