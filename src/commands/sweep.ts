import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { saveBundle } from '../bundles/save-bundle.ts';
import { CliError } from '../cli-error.ts';
import { showValue } from '../settings/kinds.ts';
import { reasonOf } from '../shared/errors.ts';
import { readAccepted, reasonIn, unusedIn } from '../sweep/accepted.ts';
import type { AcceptedFind } from '../sweep/accepted.ts';
import { brokenIn, readInvariants } from '../sweep/invariants.ts';
import { runProgram } from '../sweep/program.ts';
import { findsOf } from '../sweep/report/find.ts';
import { seconds } from '../sweep/report/text.ts';
import { isFind, sweep as runSweep } from '../sweep/sweep.ts';
import type { RunProgram, SweepOptions, SweepResult, TrialResult } from '../sweep/sweep.ts';
import { leaveSignals } from './early-signals.ts';
import { onFreePorts } from './exec.ts';
import { rows } from './flags.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { packageManagerGone } from './package-manager.ts';
import { programEnvironment } from './program-environment.ts';
import { stopSignal } from './signals.ts';
import { startWith } from './start.ts';
import { explainFailure } from './start-failure.ts';
import { progressLine } from './sweep-progress.ts';
import { directoryOf, writeReports } from './sweep-reports.ts';

const foundSome = 3;
/** By custom 128 and the number of SIGINT. */
const interrupted = 130;

/** Runs a program with each fault at each point. Exit code 3 for a find that is not accepted. */
export async function sweep(invocation: Invocation): Promise<number> {
  const { words, options } = invocation;
  if (words.length === 0) throw new CliError('PROGRAM is missing: faxsim sweep -- npm test');
  const accepted = options.accept === undefined ? [] : await readAccepted(options.accept);
  const invariants = options.invariants === undefined ? [] : await readInvariants(options.invariants);
  const out = directoryOf(invocation);
  await mkdir(out, { recursive: true }).catch((error: unknown) => {
    throw new CliError(`--out must be a directory that can be written: ${reasonOf(error)}`);
  });
  const own = onFreePorts(invocation);
  const running = await startWith(own).catch((error: unknown) => {
    throw explainFailure(error, own);
  });
  try {
    const signal = stopSignals();
    const progress = progressLine(options);
    const { jobs, all, only, skipWaits: skipsWaits, limit: limitMs, budget: budgetMs } = options;
    const run = programOf(words, options);
    const result = await runSweep({
      simulator: running,
      run,
      jobs,
      all,
      only,
      skipsWaits,
      limitMs,
      budgetMs,
      signal,
      check: (ended) => brokenIn(invariants, ended),
      keep: keepBundle(out),
      ...progress,
    });
    const finds = findsOf(result, (found) => reasonIn(accepted, found));
    await writeReports(result, finds, invocation);
    if (only === undefined && result.undone.length === 0) reportUnused(accepted, result.results.filter(isFind));
    if (signal.aborted) return interrupted;
    refuseShortBudget(result, options);
    return finds.some(({ accepted }) => accepted === undefined) ? foundSome : 0;
  } finally {
    await running.close();
  }
}

/** A sweep without a run would look like one without a find. Throws a CliError with exit code 1. */
function refuseShortBudget({ results, stoppedBy, plan }: SweepResult, { budget }: FlagValues): void {
  if (results.length > 0 || stoppedBy !== 'budget') return;
  const limit = `longer than the runs without a fault, which took ${seconds(plan.baselineMs)}`;
  throw new CliError(`--budget must be ${limit}, got ${String(showValue(rows.budget.kind, budget))}`, { exitCode: 1 });
}

/** An entry that no find needs would hide the same find when it comes back. */
function reportUnused(accepted: readonly AcceptedFind[], finds: readonly TrialResult[]): void {
  for (const { at, fault } of unusedIn(accepted, finds))
    console.error(`faxsim: accepted, but not found: ${at}: ${fault}; remove it from the list`);
}

/** Writes the bundle of a find beside its scenario. */
function keepBundle(out: string): NonNullable<SweepOptions['keep']> {
  return async (world, { name }) => {
    const path = join(out, `${name}.json.gz`);
    await saveBundle(path, await world.history.bundle());
    return path;
  };
}

/** The program beside a world, after the command that `--before` gives. */
function programOf(words: readonly string[], { before }: FlagValues): RunProgram {
  return async (world, { limitMs, signal }) => {
    const env = await programEnvironment(world);
    if (before !== undefined) {
      const ending = await runProgram(['sh', '-c', before], { env, limitMs, signal });
      if (ending.how === 'stopped') return ending;
      if (ending.how !== 'passed') {
        const text = `the command of --before must end with exit code 0, got ${ending.detail}\n${ending.output}`;
        throw new CliError(text.trimEnd(), { exitCode: 1 });
      }
    }
    return runProgram(words, { env, limitMs, signal });
  };
}

/** Aborts at the first signal that asks for the end, or with the package manager; a second signal ends the process. */
function stopSignals(): AbortSignal {
  const controller = new AbortController();
  void Promise.race([stopSignal(process), packageManagerGone()]).then(() => controller.abort());
  leaveSignals();
  return controller.signal;
}
