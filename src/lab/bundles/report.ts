import { grades } from './compare.ts';
import type { CommonPart } from './compare.ts';

/** The exit code if bundles differ, as for an unmet expectation. */
export const differing = 3;

/** The result of a comparison. */
export interface BundleReport {
  /** The differences between the achievements, in sentences. */
  readonly achieved: readonly string[];
  readonly findings: readonly CommonPart[];
  /** The parts that were left out, in words. */
  readonly skipped: readonly string[];
}

/** The report as text: differing achievements, a line for each difference, and the counts. */
export function replayText({ achieved, findings, skipped }: BundleReport): string {
  const lines = findings
    .filter(({ grade }) => grade !== 'same')
    .flatMap(({ kind, what, grade, differences }) => [
      `${kind} ${what}: ${grade === 'alike' ? 'same but for' : 'differs'}`,
      ...differences.map((difference) => `  ${difference}`),
    ]);
  const sums = grades.map((grade) => `${findings.filter((one) => one.grade === grade).length} ${meanings[grade]}`);
  return [...achieved, ...lines, ...skipped.map((what) => `left out: ${what}`), sums.join(', '), ''].join('\n');
}

const meanings = { same: 'the same', alike: 'the same but for headers or times', differs: 'different' } as const;

export const isDifferent = (findings: readonly CommonPart[]): boolean =>
  findings.some(({ grade }) => grade === 'differs');
