import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CliError, reasonOf } from '../../../model/shared/errors.ts';
import type { SweepResult } from '../sweep.ts';
import type { Finding } from './findings.ts';

const earlierReport = v.object({
  format: v.literal('faxsim sweep'),
  findings: v.array(v.object({ name: v.string(), verdict: v.string(), sentence: v.string() })),
});

/** The report.json of an earlier sweep. */
export type EarlierReport = v.InferOutput<typeof earlierReport>;

/** Reads the report of an earlier sweep. Throws a CliError for a file of another kind. */
export async function readReport(path: string): Promise<EarlierReport> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(`--since must be a file that can be read: ${reasonOf(error)}`);
  });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), earlierReport), text);
  if (!read.success) throw new CliError(`--since must be the report.json of a sweep, got ${JSON.stringify(path)}`);
  return read.output;
}

/** The names of scenarios, by the difference to an earlier sweep. */
export interface SinceThen {
  /** Tried again, and no finding any more. */
  readonly mended: readonly string[];
  readonly fresh: readonly string[];
  readonly remaining: readonly string[];
  /** Findings of the earlier sweep whose fault this one has not tried. */
  readonly untried: readonly string[];
}

export function sinceThen({ results }: SweepResult, findings: readonly Finding[], earlier: EarlierReport): SinceThen {
  const now = findings.map(({ result }) => result.trial.name);
  const before = earlier.findings.map(({ name }) => name);
  const reached = new Set(results.filter(({ verdict }) => verdict !== 'not reached').map(({ trial }) => trial.name));
  const gone = before.filter((name) => !now.includes(name));
  return {
    mended: gone.filter((name) => reached.has(name)),
    fresh: now.filter((name) => !before.includes(name)),
    remaining: now.filter((name) => before.includes(name)),
    untried: gone.filter((name) => !reached.has(name)),
  };
}

const words = { mended: 'mended', fresh: 'new', remaining: 'still there', untried: 'not tried' } as const;

/** `Since then: 3 mended, 1 new, 2 still there, 0 not tried.`, and a line for each that is not still there. */
export function sinceText(since: SinceThen): string {
  const counts = [since.mended.length, since.fresh.length, since.remaining.length, since.untried.length];
  const [mended, fresh, remaining, untried] = counts;
  const lines = (['mended', 'fresh', 'untried'] as const).flatMap((kind) =>
    since[kind].map((name) => `  ${words[kind]}: ${name}`),
  );
  const total = `Since then: ${mended} ${words.mended}, ${fresh} ${words.fresh}, ${remaining} ${words.remaining}, ${untried} ${words.untried}.`;
  return `${[total, ...lines].join('\n')}\n`;
}
