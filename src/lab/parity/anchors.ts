import { countBy } from '../achievements/beside.ts';
import type { Words } from './documents.ts';

/** A position in letters of one kind, independent of their length: the second word after “Dear”. */
export interface WordPlace {
  /** A word that occurs once in each letter; null for the start or the end of the letter. */
  readonly anchor: string | null;
  /** The distance from the anchor in words; negative before it, or before the end. */
  readonly offset: number;
}

/** The words that occur exactly once in each document. */
export function anchorsOf(documents: readonly Words[]): string[] {
  const [first, ...others] = documents.map((words) => countBy(words, (word) => word));
  return [...(first ?? [])]
    .filter(([word, count]) => count === 1 && others.every((counts) => counts.get(word) === 1))
    .map(([word]) => word);
}

/** The distances that are compared. Words further from all anchors count as random text. */
const offsets = [-3, -2, -1, 1, 2, 3];

/** The positions near anchors, the start and the end. */
export const placesAround = (anchors: readonly string[]): WordPlace[] =>
  [null, ...anchors].flatMap((anchor) => offsets.map((offset) => ({ anchor, offset })));

/** The word at a position; undefined outside of the document. */
export function wordAt({ anchor, offset }: WordPlace, words: Words): string | undefined {
  if (anchor === null) return offset > 0 ? words[offset - 1] : words.at(offset);
  const at = firstPlaces(words).get(anchor);
  return at === undefined ? undefined : words[at + offset];
}

/** Caches the first index of each word, by document. */
const known = new WeakMap<Words, ReadonlyMap<string, number>>();

function firstPlaces(words: Words): ReadonlyMap<string, number> {
  const found = known.get(words) ?? new Map(words.map((word, at) => [word, at] as const).toReversed());
  known.set(words, found);
  return found;
}
