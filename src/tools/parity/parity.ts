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

/**
 * Runs the old program twice and the new one once, each time in a world of the same seed, and compares what they achieve. A new program
 * with a finding runs again: only what both of its runs have is one. Throws a CliError when the old program does not pass.
 */
export async function comparePrograms(options: ParityOptions): Promise<Parity> {
  const startedAt = performance.now();
  const reader = new DocumentReader();
  const runs = { old: 0, new: 0 };
  const runOf = async (program: 'old' | 'new', limitMs: number): Promise<Side> => {
    runs[program]++;
    options.onRun?.(program, runs[program]);
    return runWithDocuments({ ...options, run: options[program], limitMs }, reader);
  };
  const { former, later, limitMs } = await runTwice(options.limitMs, async (limit) => {
    const side = await runOf('old', limit);
    assertPassed(side, options, ['the old program', '']);
    return side;
  });
  const olds = [former, later] as const;
  const first = await runOf('new', limitMs);
  const found = compareAchievements(olds, first);
  if (found.findings.length === 0) return { ...found, old: later, new: first, runs, ms: performance.now() - startedAt };
  const second = await runOf('new', first.ending.how === 'endless' ? limitMs : 2 * limitMs);
  const again = compareAchievements(olds, second);
  const findings = again.findings.filter(({ kind }) => found.findings.some((one) => one.kind === kind));
  return { ...again, findings, old: later, new: second, runs, ms: performance.now() - startedAt };
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
