import type { Baselines } from '../achievements/noise.ts';
import type { RunRecord } from '../achievements/run-record.ts';
import { isShuffled, runTwiceWithoutFault } from './baseline-runs.ts';
import { noTrialOf, refuseNumberAlone, refuseUnknownName } from './only.ts';
import { inTurns, onlyNameOf, trialNameParts, planOf } from './plan.ts';
import type { Trial } from './plan.ts';
import { pointsOf } from './points.ts';
import { recoveryOf, survivalsIn } from './recovery.ts';
import type { FoundRecovery } from './recovery.ts';
import { recoveryShare } from './sweep-result.ts';
import type { SweepOptions, SweepResult } from './sweep-result.ts';
import { runWithFault } from './trial-run.ts';
import { TrialWork } from './work.ts';

/**
 * Runs a program with each fault at each of its points. Throws a CliError for an unknown `only`, and for a program that does not
 * pass without a fault.
 */
export async function sweepProgram(options: SweepOptions): Promise<SweepResult> {
  refuseUnknownName(options.only);
  const startedAt = performance.now();
  const { budgetMs = Infinity, onPlan, onEstimate, onProgress } = options;
  const { former: first, later: second, limitMs } = await runTwiceWithoutFault(options);
  const baselineMs = performance.now() - startedAt;
  const trialPlan = plannedFrom([first.run, second.run], options);
  const runMs = second.ending.ms;
  const baselines = { former: first.run, baseline: second.run };
  const traits = { isSigned: first.isSigned, isShuffled: isShuffled(baselines) };
  const plan = { ...trialPlan, runMs, baselineMs, limitMs, ...traits };
  onPlan?.(plan);
  const timedMs = options.limitMs === undefined ? Math.max(runMs, first.ending.ms) : undefined;
  const work = new TrialWork(
    { ...options, limitMs, timedMs, startedAt, budgetMs, baselines, usualMs: second.ms },
    plan,
  );
  onProgress?.(work.result(true));
  if (budgetMs === Infinity) await work.do(probesOf(plan.trials));
  const { ms, undoneMs } = work.result(true);
  onEstimate?.(Math.min(budgetMs, ms + undoneMs));
  await work.do(plan.trials);
  if (hasSecond(options)) await recover(work, options, baselines);
  return work.result(false);
}

/** Plans the first faults. Throws a CliError for an `--only` that matches no trial. */
function plannedFrom([first, second]: readonly [RunRecord, RunRecord], options: SweepOptions) {
  const { all: isWhole, only = '', mayPlanNone } = options;
  const { points, differences } = pointsOf(first, second);
  const plan = planOf(points, { all: isWhole, only });
  if (plan.trials.length === 0 && only !== '' && !mayPlanNone) {
    const all = planOf(points, { all: true, only: '' }).trials;
    throw noTrialOf(
      only,
      all.map((trial) => onlyNameOf(trial, all)),
    );
  }
  refuseNumberAlone(only, plan.trials);
  return { ...plan, differences };
}

/** Whether second faults are tried. An `--only` that names a single fault excludes them. */
const hasSecond = ({ recovery = true, only }: SweepOptions): boolean =>
  recovery && (only === undefined || trialNameParts(only).second !== undefined);

/**
 * Tries second faults while the program recovers from survived first faults. Without `all` and `only`, they add at most
 * `recoveryShare` to the runs.
 */
async function recover(work: TrialWork, options: SweepOptions, baselines: Baselines): Promise<void> {
  const { only, all } = options;
  const isBounded = only === undefined && !all;
  const most = isBounded ? Math.floor(recoveryShare * work.firstResults.length) : Infinity;
  const survivals = survivalsIn(work.firstResults, baselines);
  const tried = survivals.slice(0, Math.ceil(most / runsForEach));
  const found: { readonly recovery: FoundRecovery; readonly baselines: Baselines }[] = [];
  for (const survival of tried) {
    // After the end of the budget, second faults are only listed.
    const run = () => runWithFault(survival.trial, { ...options, limitMs: work.limitMs }, baselines);
    const again = work.isOver ? survival.run : ((await run()) ?? (await run())); // twice, because a busy machine can make a run fail
    if (again === undefined) continue;
    const recovery = recoveryOf(survival, { again, baselines, only });
    found.push({ recovery, baselines: { former: survival.run, baseline: again } });
  }
  const trials = inTurns(found.flatMap(({ recovery: { lists } }) => lists));
  const chosen = new Set(trials.slice(0, Math.max(0, most - tried.length)));
  for (const { recovery, baselines: own } of found) {
    const { first, points, lists } = recovery;
    work.add({ first, points, trials: lists.flat().filter((trial) => chosen.has(trial)) }, own);
  }
  if (only !== undefined && found.length > 0 && chosen.size === 0) throw noTrialOf(only);
  // A run with one fault shows the points for all second faults.
  const untried = survivals
    .slice(tried.length)
    .flatMap((one) => recoveryOf(one, { again: one.run, baselines, only }).lists);
  work.leaveOut([...trials.filter((trial) => !chosen.has(trial)), ...untried.flat()]);
  await work.do([...chosen]);
}

/** The number of runs that a recovery needs to be useful: one with only the first fault, and a few second faults. */
const runsForEach = 4;

/**
 * The trials before the estimate: a few to measure runs beside others, and the first of each fault whose run lasts as long as the
 * program waits.
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
