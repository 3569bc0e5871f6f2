import { distance } from 'fastest-levenshtein';

/** So many words can be listed in a message that has none nearer to tell. */
const few = 12;
/** A word that the other one begins with is meant by it, unless it is so short that this says nothing. */
const shortestBeginning = 4;

/** The word that was probably meant by a wrong one, whatever its case; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const farness = known.map((candidate) => farnessOf(word.toLowerCase(), candidate.toLowerCase()));
  const least = farness.reduce((one, other) => (compare(other, one) < 0 ? other : one), endlessly);
  return least === endlessly ? undefined : known[farness.indexOf(least)];
}

/** The end of a message about a wrong word: `; the nearest is …`, or the empty string. */
export function nearestText(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : `; the nearest is ${near}`;
}

/** As nearestText; where no word is near, the text lists all known words. */
export const nearestOrAll = (word: string, known: readonly string[]): string =>
  nearestText(word, known) || allText(known);

/** `; known are …`, or nothing where they are many. */
export function allText(known: readonly string[]): string {
  if (known.length === 0 || known.length > few) return '';
  return known.length === 1 ? `; only ${known.join()} is known` : `; known are ${known.join(', ')}`;
}

/**
 * The distance of one word from another; the first number that differs decides. An unfinished word has no slip so far,
 * so a word that begins with it goes before a word with another letter. Of equals, late slips are likelier than early
 * ones.
 */
type Farness = readonly [isSlip: number, letters: number, minusCommonBeginning: number];

const endlessly: Farness = [1, Infinity, 0];

const compare = (one: Farness, other: Farness): number =>
  one.map((number, at) => (number === other[at] ? 0 : number - (other[at] ?? 0))).find((gap) => gap !== 0) ?? 0;

function farnessOf(word: string, other: string): Farness {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  const isBeginning = short.length >= shortestBeginning && long.startsWith(short);
  const letters = isBeginning ? long.length - short.length : typos(word, other);
  if (letters === Infinity) return endlessly;
  return [isBeginning && short === word ? 0 : 1, letters, -commonBeginning(word, other)];
}

function commonBeginning(word: string, other: string): number {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  return at;
}

/** How many letters differ; Infinity when more than a third or all differ: then neither is a typo of the other. */
export function typos(word: string, other: string): number {
  const longer = Math.max(word.length, other.length);
  const most = Math.max(1, Math.floor(longer / 3));
  if (longer - Math.min(word.length, other.length) > most) return Infinity; // saves the work for a very long word
  const letters = isSwapped(word, other) ? 1 : distance(word, other);
  return letters > most || letters === longer ? Infinity : letters;
}

/** Whether two neighbours changed places, and nothing else: one slip of the fingers, though two letters are others. */
function isSwapped(word: string, other: string): boolean {
  const at = commonBeginning(word, other);
  const swapped = `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`;
  return word !== other && swapped === other;
}
