import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { durationText } from '../model/shared/duration.ts';
import { CliError } from '../model/shared/errors.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { freePort, runProgram } from '../lab/sweep/program.ts';
import { copyOf } from '../lab/sweep/program-copy.ts';
import type { RunProgram } from '../lab/sweep/trial-run.ts';
import { programEnvironment } from './exec.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { packageManagerGone } from './package-manager.ts';
import { leaveSignals, stopSignal } from './signals.ts';

/**
 * Runs the program beside a world, after the command of `--before`. With `inShell`, its words are one shell command. With `--copy`,
 * both commands run in a directory of their own.
 */
export function programOf(
  words: readonly string[],
  { before, copy, out }: Pick<FlagValues, 'before' | 'copy' | 'out'>,
  shell: { readonly inShell?: true } = {},
): RunProgram {
  return async (world, { patience, signal }) => {
    const env = await programEnvironment(world);
    const cwd = copy ? await copyOf(process.cwd(), out) : undefined;
    try {
      if (before !== undefined) {
        const ending = await runProgram([before], { env, cwd, patience, signal, keepsDaemons: true, inShell: true });
        if (ending.how === 'stopped') return ending;
        if (ending.how !== 'passed') {
          const text = `the command of --before must end with exit code 0, got ${ending.detail}\n${ending.output}`;
          throw new CliError(text.trimEnd(), { exitCode: 1 });
        }
      }
      return await runProgram(await withPort(words), { env, cwd, patience, signal, ...shell });
    } finally {
      if (cwd !== undefined) await rm(cwd, { recursive: true, force: true });
    }
  };
}

const longMs = 30_000;

/** The program. If its first run takes long, prints a line: that run has no fault, and the longest limit. */
export function withNotice(run: RunProgram, say: (line: string) => void, afterMs = longMs): RunProgram {
  let isFirst = true;
  return async (world, options) => {
    if (!isFirst) return run(world, options);
    isFirst = false;
    const end = `Without progress it ends after ${durationText(options.patience.limitMs)}, ten times --limit where that is set. `;
    const stop = noticeWait({ run: 'the first run, without a fault,', end, baseUrl: world.baseUrl }, say, afterMs);
    try {
      return await run(world, options);
    } finally {
      stop();
    }
  };
}

/** A run that may wait in vain. */
interface WaitingRun {
  /** The subject of the sentence: `the program`. */
  readonly run: string;
  /** A sentence about the end that the run comes to by itself, with a space; empty without one. */
  readonly end: string;
  readonly baseUrl: string;
}

/** Prints a line if a run takes long, unless the returned function is called before. */
export function noticeWait(
  { run, end, baseUrl }: WaitingRun,
  say: (line: string) => void,
  afterMs = longMs,
): () => void {
  const line = `faxsim: ${run} still goes on after ${durationText(afterMs)}. ${end}See whether the program waits for a webhook that it refuses, such as one of v2.1 without a signature, for lack of --webhook-token, or one of v3 without credentials in its URL: ${consoleUrl(baseUrl, 'webhooks')}`;
  const timer = setTimeout(() => say(line), afterMs);
  return () => clearTimeout(timer);
}

/** The words of a command, with a free port in place of `{port}`. */
async function withPort(words: readonly string[]): Promise<readonly string[]> {
  if (!words.some((word) => word.includes('{port}'))) return words;
  const port = String(await freePort());
  return words.map((word) => word.replaceAll('{port}', port));
}

/** The number of runs at a time: all cores for runs that share nothing. */
export function jobsOf({ jobs = 'auto', copy }: FlagValues, { jobs: source }: Invocation['sources']): number {
  if (source === undefined && !copy) return 1;
  return jobs === 'auto' ? availableParallelism() : jobs;
}

/** Aborts at the first signal to stop, or when the package manager ends. A second signal ends the process. */
export function stopSignals(): AbortSignal {
  const controller = new AbortController();
  void Promise.race([stopSignal(process), packageManagerGone()]).then(() => controller.abort());
  leaveSignals();
  return controller.signal;
}
