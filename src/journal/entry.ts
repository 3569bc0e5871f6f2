import { detailsOf } from './details.ts';
import type { Details } from './details.ts';
import type { Seen } from './seen.ts';

/** A request in the journal. */
export interface JournalEntry {
  /** From 1 up, in the order of the answers. */
  readonly id: number;
  readonly seen: Seen;
  /** Those of a large request are made at once, so that it need not be kept itself. */
  readonly details: Details | undefined;
  /** About what it takes up in memory. */
  readonly bytes: number;
}

/** The costly parts of an entry, computed on each read: a journal is written often and read seldom. */
export const detailsOfEntry = ({ seen, details }: JournalEntry): Details => details ?? detailsOf(seen);
