import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeOwnJson } from '../model/shared/json-file.ts';
import { CliError, errorText, fileReasonOf } from '../model/shared/errors.ts';
import { makeOwnFolder } from '../model/shared/folders.ts';
import { LongWork } from '../model/domain/long-work.ts';
import type { Reached } from '../model/domain/long-work.ts';
import { systemClock } from '../model/domain/system-clock.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { showValue } from '../model/fields/kinds.ts';
import { lockDirectory } from '../store/disk/lock.ts';
import type { Lock } from '../store/disk/lock.ts';
import { brokenIn, readAccepted, readInvariants, reasonIn, unusedIn } from '../lab/sweep/user-files.ts';
import type { AcceptedFinding } from '../lab/sweep/user-files.ts';
import { findingsOf, readReport, sinceThen } from '../lab/sweep/report/findings.ts';
import { estimateText, liveMatrix, planText, progressText } from '../lab/sweep/report/progress.ts';
import { seconds } from '../lab/report/form.ts';
import { reportNames } from '../lab/report/report-files.ts';
import { isFinding } from '../lab/sweep/judge.ts';
import { refuseUnknownName } from '../lab/sweep/only.ts';
import { sweepProgram } from '../lab/sweep/sweep.ts';
import type { SweepOptions, SweepResult } from '../lab/sweep/sweep-result.ts';
import type { TrialResult } from '../lab/sweep/trial-run.ts';
import { fitLines } from './columns.ts';
import { keepOthersIn } from './kept-files.ts';
import { liveText } from './live-text.ts';
import { widthOf } from './output-width.ts';
import { onFreePorts } from './exec.ts';
import { rows } from './flags.ts';
import type { FlagValues } from './flags.ts';
import { printable, printableLines } from '../model/shared/words.ts';
import type { Invocation } from './invocation.ts';
import { jobsOf, programOf, stopSignals, withNotice } from './repeated-program.ts';
import { explainFailure, startWith } from './start.ts';
import { directoryOf, liveReport, writeReports } from './sweep-reports.ts';
import { asText } from '../model/shared/conversion.ts';

/** Real ms between two writes of the live report. */
const followedMs = 2000;
const foundSome = 3;
/** The usual exit code: 128 and the number of SIGINT. */
const interrupted = 130;

/** Runs a program with each fault at each point. Exit code 3 for a finding that is not accepted. */
export async function sweep(invocation: Invocation): Promise<number> {
  const { words, options } = invocation;
  refuseWrongWords(invocation);
  const accepted = options.accept === undefined ? [] : await readAccepted(options.accept);
  const invariants = options.invariants === undefined ? [] : await readInvariants(options.invariants);
  const earlier = options.since === undefined ? undefined : await readReport(options.since);
  const out = directoryOf(invocation);
  const lock = await lockOut(out, [...reportNames, 'junit.xml']);
  const own = onFreePorts(invocation);
  let readAt = -Infinity;
  const onRead = (): void => void (readAt = performance.now());
  const work = new LongWork(systemClock);
  const running = await startWith(own, { sweep: { directory: out, onRead }, work }).catch(async (error: unknown) => {
    await lock.release();
    throw await explainFailure(error, own);
  });
  const foundIn = (result: SweepResult) => {
    const findings = findingsOf(result, (found) => reasonIn(accepted, found));
    return { findings, since: earlier && sinceThen(result, findings, earlier) };
  };
  try {
    const signal = stopSignals();
    const live = liveReport(invocation, foundIn);
    const { onProgress, ...progress } = progressLine(options, consoleUrl(running.baseUrl, 'sweep'));
    const { skipWaits: skipsWaits } = options;
    let reached: Reached = { done: 0, total: null };
    const task = { kind: 'sweep', world: null, unit: 'runs', reached: () => reached } as const;
    const sweepOptions: SweepOptions = {
      simulator: running,
      run: withNotice(programOf(words, options), console.error),
      jobs: jobsOf(options, invocation.sources),
      ...planOptionsOf(options),
      skipsWaits,
      leastLimitMs: earlier?.limit_ms,
      signal,
      ...progress,
      check: (ended) => brokenIn(invariants, ended),
      keep: keepBundle(out),
      onProgress: (soFar) => {
        reached = reachedIn(soFar);
        onProgress(soFar);
        live.show(soFar);
      },
    };
    const result = await work.during(task, () => sweepProgram(sweepOptions));
    await live.end();
    const found = foundIn(result);
    await writeReports(result, found, invocation);
    if (performance.now() - readAt < followedMs) await pause(followedMs); // a console is to see the end too
    if (options.only === undefined && result.undone.length === 0)
      reportUnused(accepted, result.results.filter(isFinding));
    if (signal.aborted) return interrupted;
    refuseShortBudget(result, options);
    return found.findings.some(({ accepted }) => accepted === undefined) ? foundSome : 0;
  } finally {
    await running.close();
    await lock.release();
  }
}

/** Throws a CliError for a sweep that could not begin, or would try nothing. */
function refuseWrongWords({ words, options }: Invocation): void {
  if (words.length === 0) throw new CliError('PROGRAM is missing: faxsim sweep -- npm test');
  refuseUnknownName(options.only);
}

const planOptionsOf = ({ all, only, recovery, limit: limitMs, budget: budgetMs }: FlagValues) => ({
  all,
  only,
  recovery,
  limitMs,
  budgetMs,
});

const reachedIn = ({ results, undone }: SweepResult): Reached => ({
  done: results.length,
  total: results.length + undone.length,
});

/**
 * Locks a directory for one sweep, because two sweeps in it would overwrite each other's report. Throws a CliError for a
 * directory that another one uses, or that has a file of these names which faxsim did not write.
 */
export async function lockOut(out: string, names: readonly string[]): Promise<Lock> {
  await makeOwnFolder(out).catch((error: unknown) => {
    throw new CliError(`--out must be a directory that can be written: ${fileReasonOf(error)}`);
  });
  await keepOthersIn(out, names);
  return lockDirectory(out, { pid: process.pid, hostname: hostname() }).catch((error: unknown) => {
    const reason = `--out must be a directory that nothing else uses, got ${JSON.stringify(out)}`;
    throw new CliError(`${reason}: ${errorText(error)}`);
  });
}

/** A sweep without a run would look like one without a finding. Throws a CliError with exit code 1. */
function refuseShortBudget({ results, stoppedBy, plan }: SweepResult, { budget }: FlagValues): void {
  if (results.length > 0 || stoppedBy !== 'budget') return;
  const limit = `longer than the runs without a fault, which took ${seconds(plan.baselineMs)}`;
  throw new CliError(`--budget must be ${limit}, got ${asText(showValue(rows.budget.kind, budget))}`, { exitCode: 1 });
}

/** Reports accepted entries without a finding: such an entry would hide the finding if it came back. */
function reportUnused(accepted: readonly AcceptedFinding[], findings: readonly TrialResult[]): void {
  for (const { at, fault } of unusedIn(accepted, findings))
    console.error(printable(`faxsim: accepted, but not found: ${at}: ${fault}; remove it from the list`));
}

/** Writes the bundle of a finding beside its scenario. */
function keepBundle(out: string): NonNullable<SweepOptions['keep']> {
  return async (world, { name }) => {
    const path = join(out, `${name}.json.gz`);
    await writeOwnJson(path, await world.history.bundle());
    return path;
  };
}

type ProgressListeners = Required<Pick<SweepOptions, 'onPlan' | 'onEstimate' | 'onProgress'>>;

/** Prints the plan and the estimate; on a terminal also the URL of the live report, and the matrix while it fills. */
function progressLine(
  { json, recovery, only }: Pick<FlagValues, 'json' | 'recovery' | 'only'>,
  reportUrl: string,
): ProgressListeners {
  const output = json ? process.stderr : process.stdout;
  const print = (text: string): void => void output.write(fitLines(text, widthOf(output)));
  let isEstimated = false;
  const show = liveText({ json });
  return {
    onPlan: (plan) => {
      print(printableLines(planText(plan)));
      if (show !== undefined) process.stderr.write(`Watch it at ${reportUrl}\n`);
    },
    onEstimate: (ms) => {
      isEstimated = true;
      show?.('');
      print(estimateText(ms, recovery && only === undefined));
    },
    onProgress: (soFar) => {
      if (show === undefined) return;
      const isLast = soFar.undone.length === 0;
      show(isLast ? '' : [...liveMatrix(soFar, process.stderr.rows - 2), progressText(soFar, isEstimated)].join('\n'));
    },
  };
}
