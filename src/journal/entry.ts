import { detailsOf } from './details.ts';
import type { Details } from './details.ts';
import type { Seen } from './seen.ts';

/** A request in the journal. */
export interface Entry {
  /** From 1 up, in the order of the answers. */
  readonly id: number;
  readonly seen: Seen;
  /** The answer's text is only the beginning of it. */
  readonly isCut: boolean;
  /** Those of a large request are made at once, so that it need not be kept itself. */
  readonly details: Details | undefined;
  /** About what it takes up in memory. */
  readonly bytes: number;
}

/** More of an answer is not kept, in characters. */
const longestAnswer = 4096;
/** What is larger is not kept as it came. */
const largestKept = 1024;
/** What an entry takes up beside its texts. */
const ownBytes = 1000;
/** What a small body takes up once it is read, for each of its bytes. */
const perBodyByte = 4;

export function entryOf(id: number, seen: Seen): Entry {
  const { answer, bodyBytes, url } = seen;
  const isCut = answer.text !== null && answer.text.length > longestAnswer;
  const kept = isCut ? { ...seen, answer: { ...answer, text: beginning(answer.text) } } : seen;
  const textBytes = ownBytes + (kept.answer.text?.length ?? 0);
  if (bodyBytes + url.length <= largestKept) {
    return { id, seen: kept, isCut, details: undefined, bytes: textBytes + (bodyBytes + url.length) * perBodyByte };
  }
  const details = detailsOf(kept, isCut);
  const emptied = {
    ...kept,
    url: details.path,
    params: null,
    authorization: kept.authorization && '',
    answer: { ...kept.answer, text: null },
  };
  return { id, seen: emptied, isCut, details, bytes: textBytes + JSON.stringify(details).length * 2 };
}

/** A copy: a part of a text would keep the whole of it alive. */
const beginning = (text: string | null): string => Buffer.from((text ?? '').slice(0, longestAnswer)).toString();

/** What takes work to tell, made anew each time it is asked for: a journal is written often and read seldom. */
export const detailsOfEntry = ({ seen, isCut, details }: Entry): Details => details ?? detailsOf(seen, isCut);
