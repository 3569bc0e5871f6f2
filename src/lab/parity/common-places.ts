import type { Words } from './documents.ts';

/** The words that documents have in common; undefined means any number of other words. */
type CommonWords = readonly (string | undefined)[];

/** The longest sequence of words that documents of different lengths have in common. */
export const common = (first: Words, others: readonly Words[]): CommonWords =>
  others.reduce<CommonWords>((places, words) => commonWith(places, words), first);

export const fixedWordsIn = (places: readonly unknown[]): number =>
  places.filter((place) => typeof place === 'string').length;

function commonWith(places: CommonWords, words: Words): CommonWords {
  const most = Math.min(places.length, words.length);
  const start = firstOf(most, (at) => places[at] !== words[at]);
  const end = firstOf(most - start, (at) => places.at(-1 - at) !== words.at(-1 - at));
  const middle = commonMiddle(places.slice(start, places.length - end), words.slice(start, words.length - end));
  return [...places.slice(0, start), ...middle, ...places.slice(places.length - end)];
}

/** The first number for which a condition is true, or the bound. */
function firstOf(bound: number, isTrue: (at: number) => boolean): number {
  for (let at = 0; at < bound; at++) if (isTrue(at)) return at;
  return bound;
}

const cellsMax = 4_000_000;

/** The longest common subsequence, with gaps. For very long texts, only a gap. */
function commonMiddle(places: CommonWords, words: Words): CommonWords {
  if (places.length === 0 && words.length === 0) return [];
  if (places.length * words.length > cellsMax) return [undefined];
  return withOneGapEach(walk(places, words, lengthsOf(places, words)));
}

function walk(places: CommonWords, words: Words, lengths: Lengths): CommonWords {
  const found: (string | undefined)[] = [];
  let [at, word] = [0, 0];
  while (at < places.length && word < words.length) {
    const place = places[at];
    const isCommon = place !== undefined && place === words[word];
    const isPlaceLess = lengths(at + 1, word) >= lengths(at, word + 1);
    found.push(isCommon ? place : undefined);
    if (isCommon || isPlaceLess) at++;
    if (isCommon || !isPlaceLess) word++;
  }
  return at < places.length || word < words.length ? [...found, undefined] : found;
}

const withOneGapEach = (places: CommonWords): CommonWords =>
  places.filter((one, at) => one !== undefined || at === 0 || places[at - 1] !== undefined);

/** The length of the longest common subsequence from an index in each text on. */
type Lengths = (place: number, word: number) => number;

function lengthsOf(places: CommonWords, words: Words): Lengths {
  const width = words.length + 1;
  const lengths = new Int32Array((places.length + 1) * width);
  const lengthAt: Lengths = (place, word) => lengths[place * width + word] ?? 0;
  for (let at = places.length - 1; at >= 0; at--) {
    for (let word = words.length - 1; word >= 0; word--) {
      const isCommon = places[at] !== undefined && places[at] === words[word];
      lengths[at * width + word] = isCommon
        ? lengthAt(at + 1, word + 1) + 1
        : Math.max(lengthAt(at + 1, word), lengthAt(at, word + 1));
    }
  }
  return lengthAt;
}
