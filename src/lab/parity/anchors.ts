import { countBy } from '../achievements/beside.ts';
import type { Words } from './documents.ts';

/** A place in letters of one kind, whatever their length: the second word after “Dear”. */
export interface WordPlace {
  /** A word that each letter has once; null: the start of the letter, or its end. */
  readonly anchor: string | null;
  /** How many words after the anchor; negative: before it, or before the end. */
  readonly offset: number;
}

/** The words that each document has once. */
export function anchorsOf(documents: readonly Words[]): string[] {
  const [first, ...others] = documents.map((words) => countBy(words, (word) => word));
  return [...(first ?? [])]
    .filter(([word, count]) => count === 1 && others.every((counts) => counts.get(word) === 1))
    .map(([word]) => word);
}

/** Words further from all anchors are texts by chance. */
const offsets = [-3, -2, -1, 1, 2, 3];

/** The places beside anchors, at the start and at the end. */
export const placesAround = (anchors: readonly string[]): WordPlace[] =>
  [null, ...anchors].flatMap((anchor) => offsets.map((offset) => ({ anchor, offset })));

/** The word at a place; undefined outside of the document. */
export function wordAt({ anchor, offset }: WordPlace, words: Words): string | undefined {
  if (anchor === null) return offset > 0 ? words[offset - 1] : words.at(offset);
  const at = firstPlaces(words).get(anchor);
  return at === undefined ? undefined : words[at + offset];
}

/** The first place of each word, found once for each document. */
const known = new WeakMap<Words, ReadonlyMap<string, number>>();

function firstPlaces(words: Words): ReadonlyMap<string, number> {
  const found = known.get(words) ?? new Map(words.map((word, at) => [word, at] as const).toReversed());
  known.set(words, found);
  return found;
}
