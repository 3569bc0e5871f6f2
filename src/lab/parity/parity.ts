import { CliError } from '../../model/shared/errors.ts';
import { assertPassed, runTwice } from '../sweep/baseline-runs.ts';
import { runIn } from '../sweep/trial-run.ts';
import type { RunOptions, RunProgram } from '../sweep/trial-run.ts';
import { compareUntilSure, untilSettled } from './confirm.ts';
import type { RunsMax } from './runs-max.ts';
import { unmoved } from './compare.ts';
import type { Comparison } from './compare.ts';
import { DocumentReader } from './documents.ts';
import type { RunDocuments } from './documents.ts';
import type { Finding } from './finding.ts';
import { scenarioWith, withOldWords } from './old-words.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

export interface ParityOptions extends Omit<RunOptions, 'run' | 'limitMs' | 'timedMs' | 'check' | 'keep'> {
  readonly old: RunProgram;
  readonly new: RunProgram;
  /** Real ms that a run may take without progress. Default: from the runs of the old program. */
  readonly limitMs?: number | undefined;
  /** The maximum number of runs of both programs, if not the usual one. */
  readonly runsMax?: RunsMax | undefined;
  /** Called before each run, with the program that runs. */
  readonly onRun?: (program: 'old' | 'new', nth: number) => void;
}

export interface Parity extends Comparison {
  readonly old: Side;
  readonly new: Side;
  /** How often each program ran. */
  readonly runs: { readonly old: number; readonly new: number };
  /** Real ms. */
  readonly ms: number;
}

/** The runs of the old program, and the time limit that follows from them. */
export interface OldRuns {
  /** The first runs: two, and more while each brings a new difference. */
  readonly sides: OldSides;
  /** Returns the first `count` runs, after running the program as often as needed. */
  readonly take: (count: number) => Promise<OldSides>;
  /** Real ms that a run of the new program may take without progress. */
  readonly limitMs: number;
  /** Real ms of the first runs. */
  readonly ms: number;
  /** The reader of all documents, which reads each document once. */
  readonly reader: DocumentReader;
}

/**
 * Runs the old program twice and the new one once, in worlds with the same seed, and compares their achievements. If there are
 * findings, both run again: only differences between every run of the new program and all of the old one count. Throws a CliError
 * if the old program does not pass.
 */
export const comparePrograms = async (options: ParityOptions): Promise<Parity> =>
  compareWith(await runOldProgram(options), options);

/** Runs the old program twice, and again while its runs show new differences. */
export async function runOldProgram(options: Omit<ParityOptions, 'new'>): Promise<OldRuns> {
  const startedAt = performance.now();
  const reader = new DocumentReader();
  let nth = 0;
  const runOnce = async (limitMs: number): Promise<Side> => {
    nth++;
    options.onRun?.('old', nth);
    const side = await runWithDocuments({ ...options, run: options.old, limitMs }, reader);
    assertRunnable(side, 'old');
    assertPassed(side, options, ['the old program', '']);
    return side;
  };
  const { former, later, limitMs } = await runTwice(options.limitMs, runOnce);
  let sides: Promise<OldSides> = Promise.resolve([former, later]);
  const take = async (count: number): Promise<OldSides> => {
    while ((await sides).length < count) {
      const known = await sides;
      if (known.length < count) sides = runOnce(10 * limitMs).then((side) => [...known, side]);
    }
    const [first, second, ...more] = await sides;
    return [first, second, ...more.slice(0, count - 2)];
  };
  const settled = await untilSettled(take, options.runsMax);
  return { sides: settled, take, limitMs, ms: performance.now() - startedAt, reader };
}

/** Runs the new program, and compares it with the old one's runs. */
export async function compareWith(olds: OldRuns, options: Omit<ParityOptions, 'old'>): Promise<Parity> {
  const startedAt = performance.now();
  const { limitMs, reader } = olds;
  let nth = 0;
  const runNew = async (last: Side | undefined, scenario?: string): Promise<Side> => {
    nth++;
    options.onRun?.('new', nth);
    const limit = last === undefined || last.ending.how === 'endless' ? limitMs : 2 * limitMs;
    const side = await runWithDocuments({ ...options, run: options.new, limitMs: limit }, reader, scenario);
    assertRunnable(side, 'new');
    return side;
  };
  const { found, sides, news } = await compareUntilSure(olds, runNew, options.runsMax);
  const last = news.at(-1);
  const wait = await withOldWords(found, sides, (words) => runNew(last, scenarioWith(words)));
  const ms = olds.ms + performance.now() - startedAt;
  const runs = { old: sides.length, new: nth };
  const compared = withWait(found, wait);
  const findings = [...(last === undefined ? [] : unmoved(last)), ...compared.findings];
  return { ...compared, findings, old: lastOf(sides), new: last ?? lastOf(sides), runs, ms };
}

/** Throws a CliError if the shell did not find the program. */
function assertRunnable({ ending, run }: Side, program: 'old' | 'new'): void {
  if (ending.detail !== 'exit code 127' || run.calls.length > 0) return;
  const reason = ending.output.trim().split('\n').at(-1) ?? '';
  throw new CliError(`cannot run the ${program} program${reason === '' ? '' : `: ${reason}`}`, { exitCode: 127 });
}

/** Turns the remark about a wait into a finding. */
const withWait = (found: Comparison, wait: Finding | undefined): Comparison =>
  wait === undefined
    ? found
    : {
        ...found,
        findings: [...found.findings, wait],
        remarks: found.remarks.filter(({ kind }) => kind !== wait.kind),
      };

async function runWithDocuments(options: RunOptions, reader: DocumentReader, scenario?: string): Promise<Side> {
  let read: ReturnType<DocumentReader['follow']> | undefined;
  let documents: RunDocuments = new Map();
  const { ending, run, skippedMs } = await runIn(options, {
    begin: async (world) => {
      read = reader.follow(world);
      if (scenario !== undefined) await world.scenarios.switch({ source: scenario });
    },
    end: async (_world, { run: ended }) => {
      documents = (await read?.(ended.ends.values())) ?? documents;
    },
  });
  if (ending.how === 'stopped') throw new CliError('stopped before all runs were done', { exitCode: 130 });
  return { ending, run, documents, skippedMs };
}
