import { CliError } from '../../model/shared/errors.ts';
import { assertPassed, runIn, runTwice } from '../sweep/trial-run.ts';
import type { RunOptions, RunProgram } from '../sweep/trial-run.ts';
import { compareAchievements } from './compare.ts';
import type { Comparison } from './compare.ts';
import { DocumentReader } from './documents.ts';
import type { Documents } from './documents.ts';
import type { Side } from './side.ts';

export interface ParityOptions extends Omit<RunOptions, 'run' | 'limitMs' | 'timedMs' | 'check' | 'keep'> {
  readonly old: RunProgram;
  readonly new: RunProgram;
  /** Real ms that a run may take without progress. Default: from the runs of the old program. */
  readonly limitMs?: number | undefined;
  /** Called before each run, with its program. */
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

/** The runs of the old program, and the time that a new run gets by them. */
export interface OldRuns {
  readonly sides: readonly [Side, Side];
  /** Real ms that a run of the new program may take without progress. */
  readonly limitMs: number;
  /** Real ms. */
  readonly ms: number;
  /** Has the documents of all runs: each is read once. */
  readonly reader: DocumentReader;
}

/**
 * Runs the old program twice and the new one once, each time in a world of the same seed, and compares what they achieve. A new program
 * with a finding runs again: only what both of its runs have is one. Throws a CliError when the old program does not pass.
 */
export const comparePrograms = async (options: ParityOptions): Promise<Parity> =>
  compareWith(await runOldProgram(options), options);

/** Runs the old program twice. */
export async function runOldProgram(options: Omit<ParityOptions, 'new'>): Promise<OldRuns> {
  const startedAt = performance.now();
  const reader = new DocumentReader();
  let nth = 0;
  const { former, later, limitMs } = await runTwice(options.limitMs, async (limit) => {
    nth++;
    options.onRun?.('old', nth);
    const side = await runWithDocuments({ ...options, run: options.old, limitMs: limit }, reader);
    assertPassed(side, options, ['the old program', '']);
    return side;
  });
  return { sides: [former, later], limitMs, ms: performance.now() - startedAt, reader };
}

/** Runs the new program, and compares it with the old one's runs. */
export async function compareWith(olds: OldRuns, options: Omit<ParityOptions, 'old'>): Promise<Parity> {
  const startedAt = performance.now();
  const { sides, limitMs, reader } = olds;
  const runs = { old: sides.length, new: 0 };
  const runNew = async (limit: number): Promise<Side> => {
    runs.new++;
    options.onRun?.('new', runs.new);
    return runWithDocuments({ ...options, run: options.new, limitMs: limit }, reader);
  };
  const ended = (compared: Comparison, side: Side): Parity => {
    const ms = olds.ms + performance.now() - startedAt;
    return { ...compared, old: sides[1], new: side, runs, ms };
  };
  const first = await runNew(limitMs);
  const found = compareAchievements(sides, first);
  if (found.findings.length === 0) return ended(found, first);
  const second = await runNew(first.ending.how === 'endless' ? limitMs : 2 * limitMs);
  const again = compareAchievements(sides, second);
  const findings = again.findings.filter(({ kind }) => found.findings.some((one) => one.kind === kind));
  return ended({ ...again, findings }, second);
}

async function runWithDocuments(options: RunOptions, reader: DocumentReader): Promise<Side> {
  let read: ReturnType<DocumentReader['follow']> | undefined;
  let documents: Documents = new Map();
  const { ending, run } = await runIn(options, {
    begin: (world) => {
      read = reader.follow(world);
    },
    end: async (_world, { run: ended }) => {
      documents = (await read?.(ended.ends.values())) ?? documents;
    },
  });
  if (ending.how === 'stopped') throw new CliError('stopped before all runs were done', { exitCode: 130 });
  return { ending, run, documents };
}
