import { common, fixedWordsIn } from './common-places.ts';
import type { Words } from './documents.ts';

/**
 * A place of a form: a word, one of several words, `anyWord`, or `anyWords`, which is any number of words, also none.
 */
export type Place = string | ReadonlySet<string> | typeof anyWord | typeof anyWords;
export const anyWord = null;
export const anyWords = undefined;

/** A document as the runs of the old program have it in common: words, with gaps where these runs differ. */
export type Form = readonly Place[];

/** Every document has this form. */
const anything: Form = [anyWords];

/** The form that documents have in common. One of which nothing is known says nothing. */
export function formOf(documents: readonly Words[]): Form {
  const [first, ...others] = documents.filter((words) => words.length > 0);
  if (first === undefined) return anything;
  if (others.every(({ length }) => length === first.length)) {
    return first.map((word, at) => (others.every((other) => other[at] === word) ? word : anyWord));
  }
  return withSteadyGaps(common(first, others), [first, ...others]);
}

/**
 * A form whose gaps are `anyWord` where they are as long in all documents. A single word between two gaps of any length is a gap: words
 * such as “the” are in all texts.
 */
function withSteadyGaps(form: Form, documents: readonly Words[]): Form {
  const lengths = documents.map((words) => gapsIn(form, words));
  let nth = -1;
  const steady = form.flatMap((place): Place[] => {
    if (place !== anyWords) return [place];
    nth++;
    const [length = 0, ...others] = lengths.map((gaps) => gaps[nth] ?? 0);
    return others.every((other) => other === length) ? Array<Place>(length).fill(anyWord) : [anyWords];
  });
  const blocks = blocksOf(steady);
  return blocks
    .filter((block, at) => at === 0 || at === blocks.length - 1 || fixedWordsIn(block) > 1 || block.includes('\f'))
    .flatMap((block, at) => (at === 0 ? block : [anyWords, ...block]));
}

/** The parts of a form between its gaps of any length. */
function blocksOf(form: Form): Place[][] {
  const blocks: Place[][] = [[]];
  for (const place of form) {
    if (place === anyWords) blocks.push([]);
    else blocks.at(-1)?.push(place);
  }
  return blocks;
}

/** The lengths of the gaps that a document has in place of those of any length. */
function gapsIn(form: Form, words: Words): number[] {
  const lengths = blocksOf(form).map(({ length }) => length);
  const { starts = [] } = placed(form, words);
  return starts.slice(1).map((start, at) => start - (starts[at] ?? 0) - (lengths[at] ?? 0));
}

/** The first place of a form that a document has not, and the word at its place. */
interface Mismatch {
  readonly place: number;
  readonly word: number;
}

/** The words at which the blocks of a form begin in a document, or its first mismatch. */
function placed(form: Form, words: Words): { readonly starts?: readonly number[]; readonly mismatch?: Mismatch } {
  const blocks = blocksOf(form);
  const starts: number[] = [];
  let [word, place] = [0, 0];
  for (const [at, block] of blocks.entries()) {
    const isLast = at === blocks.length - 1;
    // The first block stands at the start of the document, the last one at its end.
    const from = isLast && at > 0 ? Math.max(word, words.length - block.length) : word;
    const to = isLast || at === 0 ? from : words.length - block.length;
    const found = firstFit(block, words, { from, to });
    if (found.missed !== undefined) {
      return { mismatch: { place: place + found.missed, word: found.start + found.missed } };
    }
    starts.push(found.start);
    word = found.start + block.length;
    place += block.length + 1;
  }
  return word === words.length ? { starts } : { mismatch: { place: form.length, word } };
}

/** The first start at which a block fits; else the one at which most of it does, and the first place that does not. */
function firstFit(
  block: readonly Place[],
  words: Words,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly start: number; readonly missed?: number } {
  let best = { start: from, missed: -1 };
  for (let start = from; start <= Math.max(from, to); start++) {
    const missed = block.findIndex((place, at) => !isAt(place, words[start + at]));
    if (missed < 0) return { start };
    if (missed > best.missed) best = { start, missed };
  }
  return best;
}

const isAt = (place: Place, word: string | undefined): boolean =>
  word !== undefined && (typeof place === 'string' ? place === word : !(place instanceof Set) || place.has(word));

export const isExact = (form: Form): boolean => form.every((place) => typeof place === 'string');

/** Whether a document has a form. One of which nothing is known has every form. */
export const fits = (form: Form, words: Words): boolean =>
  words.length === 0 || placed(form, words).mismatch === undefined;

/** The first words in which a document differs from a form, and those that it should have: `0.14 EUR`. */
export function differenceOf(form: Form, words: Words): { readonly is: string; readonly was: string } {
  const { place, word } = placed(form, words).mismatch ?? { place: 0, word: 0 };
  const was = form.slice(place, place + wordsMax).map(placeText);
  return { is: textOf(words.slice(word, word + wordsMax)), was: textOf(was) };
}

/** The word of a place; of several possible ones, that of the letter itself. */
function placeText(place: Place): string {
  if (typeof place === 'string') return place;
  const [own = '…'] = place ?? [];
  return own;
}

const wordsMax = 4;
const textOf = (words: Words): string => (words.length === 0 ? 'nothing' : `“${words.join(' ')}”`);

/**
 * Words without what differs between a program of v2.1 and one of v3, and from minute to minute: the ids of faxes, and times of the
 * day. The number that a document goes to counts as itself only there.
 */
export function comparableWords(words: Words, faxIds: ReadonlySet<string>, to: string): Words {
  const digits = to.replace(/^\+/, '');
  return words.map((word) =>
    (digits.length < 7 ? word : word.replaceAll(digits, '(number)'))
      .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '(id)')
      .replace(/\d{6,}/g, (number) => (faxIds.has(number) ? '(id)' : number))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\b\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?/g, '(time)'),
  );
}
