import { pluralize } from '../../model/shared/words.ts';
import { itemsSection, linesSection } from '../report/form.ts';
import type { ToolReport } from '../report/form.ts';
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

const meanings = {
  same: { tone: 'good', meaning: 'the same', mark: 'same' },
  alike: { tone: 'busy', meaning: 'the same but for headers or times', mark: 'same but for' },
  differs: { tone: 'bad', meaning: 'different', mark: 'differs' },
} as const;

/** The summary, the achievements that differ, then the differences of each part. */
export const replayReport = ({ achieved, findings, skipped }: BundleReport): ToolReport => ({
  name: 'faxsim replay',
  marks: grades.map((grade) => {
    const count = findings.filter((one) => one.grade === grade).length;
    const { tone, meaning } = meanings[grade];
    return { tone: count === 0 ? 'waiting' : tone, word: `${count} ${meaning}` };
  }),
  summary: differentCounts(findings),
  sections: [
    ...linesSection('Achieved otherwise', achieved, { linesMax: shownMax }),
    ...differencesSection(findings),
    ...linesSection('Left out', skipped),
  ],
});

/** The maximum number of lines, and of differences, that a text shows. */
const shownMax = 30;

/** The first differences, those that count before the others. */
function differencesSection(findings: readonly CommonPart[]): ToolReport['sections'] {
  const found = (['differs', 'alike'] as const).flatMap((grade) => findings.filter((one) => one.grade === grade));
  const items = found.slice(0, shownMax).map(({ kind, what, grade, differences }) => ({
    mark: { tone: meanings[grade].tone, word: meanings[grade].mark },
    title: `${kind} ${what}`,
    paragraphs: differences,
  }));
  const lead = `The first ${shownMax} of ${found.length}; --json lists all.`;
  return itemsSection('Differences', items, found.length > shownMax ? { lead } : {});
}

/** `Different: 1 of 9 requests, 2 of 3 webhooks.`; empty without a difference. */
function differentCounts(findings: readonly CommonPart[]): string {
  const counts = (['setting', 'request', 'webhook', 'record'] as const).flatMap((kind) => {
    const alike = findings.filter((one) => one.kind === kind);
    const count = alike.filter(({ grade }) => grade === 'differs').length;
    return count === 0 ? [] : [`${count} of ${pluralize(alike.length, kind)}`];
  });
  return counts.length === 0 ? '' : `Different: ${counts.join(', ')}.`;
}

export const isDifferent = (findings: readonly CommonPart[]): boolean =>
  findings.some(({ grade }) => grade === 'differs');
