import { BoundedMap } from '../../model/shared/objects.ts';
import type { Journal } from './journal.ts';

/** Faxes that are polled at one time. */
const countedMax = 1000;

/** The numbers of reads of ended faxes by the ids in the requests, for each journal. */
const counts = new WeakMap<Journal, BoundedMap<string, number>>();

/** Counts a read of a fax that has ended, and returns how many there were. */
export function countEndedRead(journal: Journal, id: string): number {
  const own = counts.get(journal) ?? new BoundedMap<string, number>(countedMax);
  counts.set(journal, own);
  const count = (own.get(id) ?? 0) + 1;
  own.set(id, count);
  return count;
}
