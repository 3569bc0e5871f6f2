import { CliError } from '../model/shared/errors.ts';
import { compareSweeps } from '../lab/parity/faults.ts';
import type { FaultComparison } from '../lab/parity/faults.ts';
import { comparePrograms } from '../lab/parity/parity.ts';
import type { ParityOptions } from '../lab/parity/parity.ts';
import { parityJson } from '../lab/parity/report/json.ts';
import type { ParityCommands } from '../lab/parity/report/json.ts';
import { parityReport } from '../lab/parity/report/sections.ts';
import { hasFindings } from '../lab/parity/report/summary.ts';
import { noTrialOf, refuseUnknownName } from '../lab/sweep/only.ts';
import { sweepProgram } from '../lab/sweep/sweep.ts';
import { onFreePorts } from './exec.ts';
import type { FlagName } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { liveText } from './live-text.ts';
import { jobsOf, programOf, stopSignals, withNotice } from './repeated-program.ts';
import { explainFailure, startWith } from './start.ts';
import { reportFiles, reportNames } from '../lab/report/report-files.ts';
import { makingOf, repeatCommand, secretVariablesOf } from './report-making.ts';
import { againIn } from './sweep-reports.ts';
import { lockOut } from './sweep.ts';
import { writeReport } from './tool-reports.ts';

const usualDirectory = 'faxsim-parity';
const foundSome = 3;

/** Compares what a program of v2.1 and its successor of v3 achieve. Exit code 3 for a difference. */
export async function parity(invocation: Invocation): Promise<number> {
  const { options, sources } = invocation;
  const { old, new: now } = options;
  if (old === undefined || now === undefined) {
    throw new CliError("--old and --new are needed: faxsim parity --old 'npm run test:old' --new 'npm run test:new'");
  }
  refuseUselessFlags(invocation);
  refuseUnknownName(options.only);
  const out = sources.out === undefined ? usualDirectory : options.out;
  const lock = await lockOut(out, reportNames);
  const own = onFreePorts(invocation);
  const running = await startWith(own).catch(async (error: unknown) => {
    await lock.release();
    throw await explainFailure(error, own);
  });
  try {
    const flags = { ...options, out };
    const parityOptions: ParityOptions = {
      simulator: running,
      old: withNotice(programOf([old], flags, { inShell: true }), console.error),
      new: programOf([now], flags, { inShell: true }),
      skipsWaits: options.skipWaits,
      limitMs: options.limit,
      signal: stopSignals(),
    };
    const show = liveText(options);
    const onRun = (program: 'old' | 'new', nth: number): void => show?.(`Run ${nth} of the ${program} program …`);
    const compared = await comparePrograms({ ...parityOptions, onRun }).finally(() => show?.(''));
    const isFinished = compared.new.ending.how === 'passed';
    const faults = options.sweep && isFinished ? await sweepBoth(parityOptions, invocation) : undefined;
    const made = makingOf('parity', invocation);
    const data = parityJson({ ...compared, faults }, { ...commandsOf(invocation, out), made });
    const report = parityReport(data);
    const files = reportFiles({ report, data }, made);
    await writeReport({ report, files }, { out, json: options.json });
    return hasFindings({ ...compared, faults }) ? foundSome : 0;
  } finally {
    await running.close();
    await lock.release();
  }
}

/** Flags of the runs with faults. */
const ofFaults = ['only', 'budget', 'jobs'] as const;

/** Throws a CliError for a flag that a comparison without faults would ignore. */
function refuseUselessFlags({ options, sources }: Invocation): void {
  const flag = options.sweep ? undefined : ofFaults.find((name) => sources[name]?.startsWith('--') === true);
  if (flag !== undefined) throw new CliError(`--${flag} is for the runs with faults, so it needs --sweep`);
}

const ofBothPrograms: readonly FlagName[] = ['old', 'new', 'sweep', 'only', 'budget', 'json', 'out'];

/**
 * The commands that repeat the comparison, or one fault of the new program, which is a command of the shell. The reports of the
 * repetition have a directory of their own, so that the first ones stay.
 */
function commandsOf(invocation: Invocation, out: string): ParityCommands {
  const { new: now = '' } = invocation.options;
  const shell = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  return {
    secretVariables: secretVariablesOf(invocation),
    again: repeatCommand('parity', invocation, { without: ['out', 'json'], words: ['--out', againIn(out)] }),
    sweepAgain: (name) =>
      repeatCommand('sweep', invocation, { without: ofBothPrograms, words: ['--only', name, '--', ...shell, now] }),
  };
}

/** Injects the same faults into both programs. Each has the budget for itself. */
async function sweepBoth(parityOptions: ParityOptions, { options, sources }: Invocation): Promise<FaultComparison> {
  const { old, new: now, ...others } = parityOptions;
  const { only, budget: budgetMs } = options;
  const jobs = jobsOf(options, sources);
  const shared = { ...others, only, budgetMs, all: false, recovery: false, mayPlanNone: true, jobs } as const;
  const sweeps = [await sweepProgram({ ...shared, run: old }), await sweepProgram({ ...shared, run: now })] as const;
  if (parityOptions.signal.aborted) throw new CliError('stopped before all runs were done', { exitCode: 130 });
  if (only !== undefined && sweeps.every(({ plan }) => plan.trials.length === 0)) throw noTrialOf(only);
  return compareSweeps(...sweeps);
}
