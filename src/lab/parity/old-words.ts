import type { Finding } from './finding.ts';
import type { OldSides, Side } from './side.ts';
import { compareWaits } from './waits.ts';

/** Final statuses that an incompletely migrated program may still wait for. */
export interface OldWords {
  readonly success: string;
  readonly failure: string;
}

/** The statuses of v2.1, and common mistakes for those of v3. */
const oldWords: readonly OldWords[] = [
  { success: 'success', failure: 'failure' },
  { success: 'SUCCESS', failure: 'FAILED' },
];

/** A scenario in which each read of a finished fax returns an old status. */
export const scenarioWith = (words: OldWords): string =>
  JSON.stringify({
    name: 'sweep-old-words',
    description: 'The status of a fax that has ended is a word of v2.1.',
    rules: (['success', 'failure'] as const).map((status) => ({
      id: status,
      on: 'getFax',
      where: { version: 'v3', 'fax.status': status },
      do: { patch: { status: words[status] } },
    })),
  });

/**
 * A program that polls a finished fax for a while either waits for a status that never comes, or is slow. To tell
 * which, this runs the new program again, once with each set of old statuses: only a waiting program continues at once
 * when it gets one.
 */
export async function withOldWords(
  { remarks }: { readonly remarks: readonly Finding[] },
  olds: OldSides,
  runWith: (words: OldWords) => Promise<Side>,
): Promise<Finding | undefined> {
  const wait = remarks.find(({ kind }) => kind === 'endless wait');
  if (wait?.new.at(-1)?.operation !== 'getFax') return undefined;
  for (const words of oldWords) {
    const side = await runWith(words);
    const { findings, remarks: waits } = compareWaits(olds, side);
    if (side.ending.how === 'passed' && findings.length + waits.length === 0) {
      const sentence = `${wait.sentence}: with “${words.success}” as the status it goes on at once, and v3 has COMPLETED`;
      return { ...wait, sentence };
    }
  }
  return undefined;
}
