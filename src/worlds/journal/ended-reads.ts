import { BoundedMap } from '../../model/shared/objects.ts';
import type { Journal } from './journal.ts';

/** The maximum number of faxes whose reads are counted. */
const countedMax = 1000;

/** The number of reads of finished faxes, by journal and by the id in the request. */
const counts = new WeakMap<Journal, BoundedMap<string, number>>();

/** Counts a read of a finished fax, and returns the count so far. */
export function countEndedRead(journal: Journal, id: string): number {
  const own = counts.get(journal) ?? new BoundedMap<string, number>(countedMax);
  counts.set(journal, own);
  const count = (own.get(id) ?? 0) + 1;
  own.set(id, count);
  return count;
}
