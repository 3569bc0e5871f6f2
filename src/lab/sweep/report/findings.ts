import { scenarioText, trialTitle } from '../plan.ts';
import type { Trial } from '../plan.ts';
import { isFinding } from '../judge.ts';
import type { SweepResult } from '../sweep-result.ts';
import type { TrialResult } from '../trial-run.ts';
import * as v from 'valibot';
import { CliError, fileReasonOf } from '../../../model/shared/errors.ts';
import { readGivenFile } from '../../../model/shared/given-file.ts';
import { groupBy } from '../../../model/shared/objects.ts';
import { capital } from '../../../model/shared/words.ts';

/** A result that a person has to examine. */
export interface FaultFinding {
  readonly result: TrialResult;
  /** `sendFax(v2.1, to=+12025550123)#1: the response is 503`. */
  readonly title: string;
  /** The title and the reasons, each in a sentence of its own. */
  readonly sentence: string;
  /** The reason for which the list of accepted findings contains it; undefined if it does not. */
  readonly accepted: string | undefined;
}

export const isOpen = ({ accepted }: FaultFinding): boolean => accepted === undefined;

/** Findings with the same reason at the same operation, the one with the smallest scenario first. */
export interface Cause {
  /** The reason of the first finding, without details. */
  readonly title: string;
  readonly findings: readonly [FaultFinding, ...FaultFinding[]];
}

/** The causes of findings, worst first: open before accepted, wrong before broken, then those with more faults first. */
export function causesOf(findings: readonly FaultFinding[]): Cause[] {
  const groups = groupBy(findings, (finding) => {
    const alike = titleOf(finding).replace(/\+?\d[\d.,]*/g, 'N'); // numbers and times differ from run to run
    return JSON.stringify([finding.accepted, ...placesOf(finding.result.trial), alike]);
  });
  return [...groups.values()]
    .map(smallestFirst)
    .map((group) => ({ title: titleOf(group[0]), findings: group }))
    .toSorted((one, other) => badness(one) - badness(other) || other.findings.length - one.findings.length);
}

const placesOf = ({ point, first }: Trial): string[] => [...(first === undefined ? [] : placesOf(first)), point.on];

const badness = ({ findings: [first] }: Cause): number =>
  (isOpen(first) ? 0 : 2) + (first.result.verdict === 'wrong' ? 0 : 1);

/** The first reason up to its details. */
const titleOf = ({ result: { because } }: FaultFinding): string => because[0]?.split(/: | \(/)[0] ?? '';

function smallestFirst(findings: Cause['findings']): Cause['findings'] {
  const [first, ...others] = findings;
  const smallest = others.reduce((least, one) => (sizeOf(one) < sizeOf(least) ? one : least), first);
  return [smallest, ...findings.filter((one) => one !== smallest)];
}

const sizeOf = ({ result: { trial } }: FaultFinding): number => scenarioText(trial).length;

export const findingsOf = (
  { results }: SweepResult,
  acceptedReason: (result: TrialResult) => string | undefined,
): FaultFinding[] =>
  results.filter(isFinding).map((result) => {
    const title = trialTitle(result.trial);
    return { result, title, sentence: `${title}. ${sentences(result.because)}`, accepted: acceptedReason(result) };
  });

const sentences = (parts: readonly string[]): string =>
  [...new Set(parts)].map((part) => `${capital(part)}.`).join(' ');

const earlierReport = v.object({
  format: v.literal('faxsim sweep'),
  findings: v.array(v.object({ name: v.string(), verdict: v.string(), sentence: v.string() })),
  limit_ms: v.optional(v.number()),
  undone: v.optional(v.array(v.object({ name: v.string() }))),
});

/** The report.json of an earlier sweep. */
type EarlierReport = v.InferOutput<typeof earlierReport>;

/** Reads the report of an earlier sweep. Throws a CliError for a file of another kind. */
export async function readReport(path: string): Promise<EarlierReport> {
  const text = await readGivenFile(path).catch((error: unknown) => {
    throw new CliError(`--since must be a file that can be read, got ${JSON.stringify(path)}: ${fileReasonOf(error)}`);
  });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), earlierReport), text);
  if (!read.success) throw new CliError(`--since must be the report.json of a sweep, got ${JSON.stringify(path)}`);
  return read.output;
}

/** The names of scenarios, by what has changed since an earlier sweep. */
export interface SinceThen {
  /** Findings of the earlier sweep that were tried again, and are no longer findings. */
  readonly mended: readonly string[];
  readonly fresh: readonly string[];
  /** Findings whose fault the earlier sweep planned, but did not try. Earlier reports count them as fresh. */
  readonly first?: readonly string[];
  readonly remaining: readonly string[];
  /** Findings of the earlier sweep whose fault this one has not tried. */
  readonly untried: readonly string[];
}

export function sinceThen(
  { results }: SweepResult,
  findings: readonly FaultFinding[],
  earlier: EarlierReport,
): SinceThen {
  const now = findings.map(({ result }) => result.trial.name);
  const before = earlier.findings.map(({ name }) => name);
  const undone = new Set((earlier.undone ?? []).map(({ name }) => name));
  const unknown = now.filter((name) => !before.includes(name));
  const reached = new Set(results.filter(({ verdict }) => verdict !== 'not reached').map(({ trial }) => trial.name));
  const gone = before.filter((name) => !now.includes(name));
  return {
    mended: gone.filter((name) => reached.has(name)),
    fresh: unknown.filter((name) => !undone.has(name)),
    first: unknown.filter((name) => undone.has(name)),
    remaining: now.filter((name) => before.includes(name)),
    untried: gone.filter((name) => !reached.has(name)),
  };
}
