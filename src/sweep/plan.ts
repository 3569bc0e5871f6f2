import { faults } from './faults.ts';
import type { SweepContext } from './faults.ts';
import type { Point } from './point.ts';
import { scenarioName } from './rule.ts';
import type { Trial } from './rule.ts';

export interface SweepPlan {
  /** In the order of their runs: the most harmful fault first. */
  readonly trials: readonly Trial[];
  /** The number of faults at all points, equivalent ones included. */
  readonly possible: number;
}

export interface TrialChoice {
  /** Equivalent points are tried too. */
  readonly all: boolean;
  /** A part of the names of the trials to do. */
  readonly only: string;
}

/** All faults at all points where they make sense; equivalent points once, unless `all` is set. */
export function planOf(points: readonly Point[], context: SweepContext, { all, only }: TrialChoice): SweepPlan {
  const possible = faults.flatMap((fault) =>
    points.filter((point) => fault.fits(point, context)).map((point) => ({ point, fault })),
  );
  const names = new Set<string>();
  const chosen = possible.filter(({ point, fault }) => {
    const key = JSON.stringify([fault.id, point.on, point.shape]);
    const isNew = all || !names.has(key);
    names.add(key);
    return isNew;
  });
  const trials = chosen.map((pair, index) => ({ ...pair, name: scenarioName(index + 1, pair.point, pair.fault) }));
  return { trials: trials.filter(({ name }) => name.includes(only)), possible: possible.length };
}

/** The estimated time of all runs in ms, with `jobs` of them at once. */
export function estimateOf(trials: readonly Trial[], { runMs, jobs }: { runMs: number; jobs: number }): number {
  const total = trials.reduce((sum, { fault: { extraMs = 0 } }) => sum + runMs + extraMs, 0);
  return total / Math.max(1, Math.min(jobs, trials.length));
}
