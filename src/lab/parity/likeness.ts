import { countBy } from '../achievements/beside.ts';
import type { Words } from './documents.ts';

/** The share of words that two documents have in common, in any order: from 0 to 1. */
export function likenessOf(one: Words, other: Words): number {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 1 : 0;
  const counts = countsOf(one);
  let shared = 0;
  for (const [word, count] of countsOf(other)) shared += Math.min(count, counts.get(word) ?? 0);
  return (2 * shared) / (one.length + other.length);
}

/** Whether two documents are of one kind, such as reminders with other names. */
export const areAlike = (one: Words, other: Words): boolean => likenessOf(one, other) >= alikeMin;

export const alikeMin = 0.5;

/** Caches the count of each word, by document. */
const known = new WeakMap<Words, ReadonlyMap<string, number>>();

function countsOf(words: Words): ReadonlyMap<string, number> {
  const counts = known.get(words) ?? countBy(words, (word) => word);
  known.set(words, counts);
  return counts;
}
