import type { Finding } from './finding.ts';
import type { OldSides, Side } from './side.ts';
import { compareWaits } from './waits.ts';

/** Words for the end of a fax, of which a program that moved by half may wait for one. */
export interface OldWords {
  readonly success: string;
  readonly failure: string;
}

/** The words of v2.1, and what programs take for those of v3. */
const oldWords: readonly OldWords[] = [
  { success: 'success', failure: 'failure' },
  { success: 'SUCCESS', failure: 'FAILED' },
];

/** A scenario in which each read of a fax that has ended answers such a word. */
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
 * A program that reads a finished fax some times more, and then goes on, waits for a word that does not come, or is slow. With an old
 * word as the answer, only the first one goes on at once. Runs the new program again, with one set of words after the other.
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
