import { withoutLoopbackPorts } from '../../model/shared/urls.ts';
import { common, fixedWordsIn } from './common-places.ts';
import type { Words } from './documents.ts';

/** An element of a form: a word, a set of possible words, `anyWord`, or `anyWords` for any number of words, including none. */
export type Place = string | ReadonlySet<string> | typeof anyWord | typeof anyWords;
export const anyWord = null;
export const anyWords = undefined;

/** The words that a document has in all runs of the old program, with gaps where the runs differ. */
export type Form = readonly Place[];

/** Every document has this form. */
const anything: Form = [anyWords];

/** The common form of documents. Unknown documents are ignored. */
export function formOf(documents: readonly Words[]): Form {
  const [first, ...others] = documents.filter((words) => words.length > 0);
  if (first === undefined) return anything;
  if (others.every(({ length }) => length === first.length)) {
    return first.map((word, at) => (others.every((other) => other[at] === word) ? word : anyWord));
  }
  return withSteadyGaps(common(first, others), [first, ...others]);
}

/**
 * Replaces gaps that have the same length in all documents by `anyWord`. A single word between two gaps of any length becomes part
 * of the gap, because words such as “the” are in all texts.
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

/** The lengths of a document's gaps where the form has gaps of any length. */
function gapsIn(form: Form, words: Words): number[] {
  const lengths = blocksOf(form).map(({ length }) => length);
  const { starts = [] } = placed(form, words);
  return starts.slice(1).map((start, at) => start - (starts[at] ?? 0) - (lengths[at] ?? 0));
}

/** The first element of a form that a document does not match, and the document's word. */
interface Mismatch {
  readonly place: number;
  readonly word: number;
}

/** The index in the document at which each block of the form begins, or the first mismatch. */
function placed(form: Form, words: Words): { readonly starts?: readonly number[]; readonly mismatch?: Mismatch } {
  const blocks = blocksOf(form);
  const starts: number[] = [];
  let [word, place] = [0, 0];
  for (const [at, block] of blocks.entries()) {
    const isLast = at === blocks.length - 1;
    // The first block must be at the start of the document, the last one at the end.
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

/** The first index at which a block fits; else the index at which most of it fits, and the first mismatch there. */
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

/** Whether a document matches a form. An unknown document matches every form. */
export const fits = (form: Form, words: Words): boolean =>
  words.length === 0 || placed(form, words).mismatch === undefined;

/** The first words in which a document differs from a form, and the expected words: `0.14 EUR`. */
export function differenceOf(form: Form, words: Words): { readonly is: string; readonly was: string } {
  const { place, word } = placed(form, words).mismatch ?? { place: 0, word: 0 };
  const was = form.slice(place, place + wordsMax).map(placeText);
  return { is: textOf(words.slice(word, word + wordsMax)), was: textOf(was) };
}

/** The word of an element. Of a set of possible words, the first, which is the word in the letter itself. */
function placeText(place: Place): string {
  if (typeof place === 'string') return place;
  const [own = '…'] = place ?? [];
  return own;
}

const wordsMax = 4;
const textOf = (words: Words): string => (words.length === 0 ? 'nothing' : `“${words.join(' ')}”`);

/**
 * Replaces words that differ between v2.1 and v3 or over time by placeholders: ids of faxes, and times of the day. The number that
 * the document goes to becomes a placeholder too. Ports of loopback are left out.
 */
export function comparableWords(words: Words, faxIds: ReadonlySet<string>, to: string): Words {
  const digits = to.replace(/^\+/, '');
  return words.map((word) =>
    withoutLoopbackPorts(digits.length < 7 ? word : word.replaceAll(digits, '(number)'))
      .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '(id)')
      .replace(/\d{6,}/g, (number) => (faxIds.has(number) ? '(id)' : number))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|\b\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?/g, '(time)'),
  );
}
