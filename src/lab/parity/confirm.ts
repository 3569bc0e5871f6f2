import { isSameList } from '../../model/shared/objects.ts';
import { compareAchievements, differencesBetween } from './compare.ts';
import type { Comparison } from './compare.ts';
import type { Finding } from './finding.ts';
import { runsMax } from './runs-max.ts';
import type { RunsMax } from './runs-max.ts';
import type { OldSides, Side } from './side.ts';

/** Returns the first `count` runs of the old program, after running it as often as needed. */
type Take = (count: number) => Promise<OldSides>;

/** Repeats the old program until a further run shows no new difference, or until the maximum. */
export async function untilSettled(take: Take, most: RunsMax = runsMax): Promise<OldSides> {
  let sides = await take(2);
  let differences = differencesBetween(sides);
  while (differences.length > 0 && sides.length < most.old) {
    sides = await take(sides.length + 1);
    const all = differencesBetween(sides);
    if (isSameList(all.toSorted(), differences.toSorted())) break;
    differences = all;
  }
  return sides;
}

/** Compares a run of the new program. If there are findings, both programs run again until the findings are gone or certain. */
export async function compareUntilSure(
  olds: { readonly sides: OldSides; readonly take: Take },
  runNew: (last: Side | undefined) => Promise<Side>,
  most?: RunsMax,
) {
  const news = [await runNew(undefined)];
  let { sides } = olds;
  let found = compareRuns(sides, news);
  for (;;) {
    const next = nextRun(found, { old: sides.length, new: news.length }, most);
    if (next === undefined) return { found, sides, news };
    if (next === 'old') sides = await olds.take(sides.length + 1);
    else news.push(await runNew(news.at(-1)));
    found = compareRuns(sides, news);
  }
}

/** The program that must run again before the findings count, if any. */
function nextRun({ findings, noise }: Comparison, runs: RunsMax, given?: RunsMax): 'old' | 'new' | undefined {
  if (findings.length === 0) return undefined;
  if (runs.new < 2) return 'new';
  // Whether the new program finished, and mistakes in its requests, do not depend on the old program.
  if (findings.every(({ kind }) => kind === 'not finished' || kind === 'mistaken request')) return undefined;
  const most = given ?? (noise.length > 0 ? runsMax : runsMax.withoutDifference);
  if (runs.old < most.old) return 'old';
  return runs.new < most.new ? 'new' : undefined;
}

/** Compares all runs of both programs. Only findings that all runs of the new program share count, in the words of the last run. */
function compareRuns(olds: OldSides, news: readonly Side[]): Comparison {
  const [last, ...others] = news.toReversed().map((side) => compareAchievements(olds, side));
  if (last === undefined) return { findings: [], remarks: [], noise: [] };
  const findings = last.findings.filter((finding) =>
    others.every((other) => withFollows(other).some((one) => isSameFinding(one, finding))),
  );
  return { ...last, findings: findings.filter((finding) => !isEcho(finding, findings)) };
}

/** Whether another finding reports the same about the letters themselves. */
const isEcho = ({ echoes = [] }: Finding, findings: readonly Finding[]): boolean =>
  findings.some((other) => other.echoes === undefined && (other.subjects ?? []).some((one) => echoes.includes(one)));

const withFollows = ({ findings }: Comparison): Finding[] => findings.flatMap((one) => [one, ...(one.follows ?? [])]);

/** Whether two runs have the same finding, regardless of random words. A wrong document may also be reported as one too many. */
function isSameFinding(one: Finding, other: Finding): boolean {
  const [kind, otherKind] = [one, other].map((finding) =>
    finding.kind === 'doubled' ? 'other document' : finding.kind,
  );
  if (kind !== otherKind) return false;
  const [subjects, others] = [one.subjects, other.subjects];
  if (subjects === undefined || others === undefined) return true;
  return subjects.some((subject) => others.includes(subject));
}
