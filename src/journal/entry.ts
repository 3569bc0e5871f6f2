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

/** What is larger is not kept as it came. */
const largestKept = 1024;
/** What an entry takes up beside its texts. */
const ownBytes = 1000;
/** What a small body takes up once it is read, for each of its bytes. */
const perBodyByte = 4;

export function entryOf(id: number, seen: Seen): JournalEntry {
  const { answer, bodyBytes, url } = seen;
  const ownSize = ownBytes + (answer.text?.length ?? 0);
  if (bodyBytes + url.length <= largestKept) {
    return { id, seen, details: undefined, bytes: ownSize + (bodyBytes + url.length) * perBodyByte };
  }
  const details = detailsOf(seen);
  const emptied = {
    ...seen,
    url: details.path,
    params: null,
    authorization: seen.authorization && '',
    answer: { ...answer, text: null },
  };
  return { id, seen: emptied, details, bytes: ownSize + JSON.stringify(details).length * 2 };
}
