import type { Words } from './documents.ts';

/** A document as the runs of the old program have it in common: words, with gaps where these runs differ. */
export interface Form {
  /** Undefined stands for any one word. */
  readonly start: readonly (string | undefined)[];
  /** The words after any number of others; undefined: the start is all of it. */
  readonly end: Words | undefined;
}

/** The form of a document that is the same in all runs. */
export const exactForm = (words: Words): Form => ({ start: words, end: undefined });

/** The form that two documents have in common. */
export function commonForm(one: Words, other: Words): Form {
  if (one.length === other.length) {
    return { start: one.map((word, at) => (word === other[at] ? word : undefined)), end: undefined };
  }
  const most = Math.min(one.length, other.length);
  const differs = (at: number): boolean => one[at] !== other[at];
  const differsAtEnd = (at: number): boolean => one.at(-1 - at) !== other.at(-1 - at);
  const start = firstOf(most, differs);
  const end = firstOf(most - start, differsAtEnd);
  return { start: one.slice(0, start), end: one.slice(one.length - end) };
}

/** The first number below a bound of which something is true, or the bound. */
function firstOf(bound: number, isTrue: (at: number) => boolean): number {
  for (let at = 0; at < bound; at++) if (isTrue(at)) return at;
  return bound;
}

export const isExact = ({ start, end }: Form): boolean => end === undefined && !start.includes(undefined);

/** Whether a document has a form. One of which nothing is known has every form. */
export function fits({ start, end }: Form, words: Words): boolean {
  if (words.length === 0 || (start.length === 0 && end === undefined)) return true;
  const hasLength = end === undefined ? words.length === start.length : words.length >= start.length + end.length;
  const hasStart = start.every((word, at) => word === undefined || word === words[at]);
  return hasLength && hasStart && (end ?? []).every((word, at, all) => word === words[words.length - all.length + at]);
}

/** The first words in which a document differs from a form, and those that it should have: `0.14 EUR`. */
export function differenceOf({ start, end }: Form, words: Words): { readonly is: string; readonly was: string } {
  const at = firstOf(start.length, (index) => start[index] !== undefined && start[index] !== words[index]);
  const was = [...start, ...(end ?? [])].slice(at, at + wordsMax).map((word) => word ?? '…');
  return { is: textOf(words.slice(at, at + wordsMax)), was: textOf(was) };
}

const wordsMax = 4;
const textOf = (words: Words): string => (words.length === 0 ? 'nothing' : `“${words.join(' ')}”`);

/**
 * Words without what differs between a program of v2.1 and one of v3, and from minute to minute: the ids of faxes, and times of the
 * day.
 */
export function comparableWords(words: Words, faxIds: ReadonlySet<string>): Words {
  return words.map((word) =>
    word
      .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '(id)')
      .replace(/\d{6,}/g, (number) => (faxIds.has(number) ? '(id)' : number))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\b\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?/g, '(time)'),
  );
}
