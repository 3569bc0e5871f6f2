import { distance } from 'fastest-levenshtein';
import { isPlainObject, isSingle } from './objects.ts';

/** `stepPortOrder` as `step-port-order`. */
export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A first word that is no word of a language, whose case has a meaning: a host, a name with underscores, a path, a number. */
const identifier = /^\S*[\w)\]][.:_/@]\w/;

/** A text with a capital, for the beginning of a sentence. An identifier at its beginning stays as it is. */
export const capital = (text: string): string =>
  identifier.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `1 run`, `2 runs`: a count with its noun. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** `; 3 requests of the console are not counted`; empty without any. */
export const ofConsoleText = (count: number, noun = 'request'): string =>
  count === 0 ? '' : `; ${pluralize(count, noun)} of the console ${count === 1 ? 'is' : 'are'} not counted`;

/** `; 2 webhooks by the console or control calls are not counted`; empty without any. */
export const ofControlsText = (count: number): string =>
  count === 0
    ? ''
    : `; ${pluralize(count, 'webhook')} by the console or control calls ${count === 1 ? 'is' : 'are'} not counted`;

/** `to, from and esig`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

/** The text, cut to a number of letters. */
export const fitting = (text: string, width: number | undefined): string =>
  width === undefined || text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 0))}…`;

/** The text, cut to a number of letters in its middle. */
export function fittingMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
}

/** A word of a command, in quotes if a shell would read it otherwise. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The text without these letters at its end. */
export function withoutEnd(text: string, letters: string): string {
  let end = text.length;
  while (end > 0 && letters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * The characters that end a line, that a terminal takes for commands, or that show a text in another order than it has: C0, DEL, C1,
 * the separators and the direction marks of Unicode.
 */
const control = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** The text on one line, with control characters in the notation of JavaScript: `\n`, `\x1b`, `\u2028`. */
export const printable = (text: string): string =>
  text.replaceAll(control, (character) => {
    if (character === '\n') return String.raw`\n`;
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });

/** A text of several lines, each printable. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** A value as indented JSON, each line printable. Ends with a newline. */
export const printableJsonLines = (value: unknown, indent = 2): string =>
  `${JSON.stringify(value, undefined, indent)}\n`.split('\n').map(printableJson).join('\n');

/** JSON without control characters, even those that JSON itself need not escape. */
export const printableJson = (json: string): string =>
  json.replaceAll(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const shownCharactersMax = 80;

/** A value as an error message names it, shortened: `"two"`, `7`, `a list`, `an object with id, to`, `a function`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (!isPlainObject(value) || value instanceof Date) return shorten(describeSingle(value));
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (kind !== 'Object') return `a ${kind}`;
  const names = Object.keys(value).map((name) => (/^[a-z_$][\w$-]*$/i.test(name) ? name : JSON.stringify(name)));
  return names.length === 0 ? 'an empty object' : shorten(`an object with ${names.join(', ')}`);
}

function describeSingle(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (isSingle(value) || typeof value === 'symbol' || value instanceof Date) return String(value);
  return value === null ? 'null' : 'undefined';
}

const shorten = (text: string): string =>
  text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}…` : text;

/** Number of known words that are listed when none is similar. */
const few = 12;
/** If one of two words begins with the other, they count as near, unless the shorter one has fewer letters than this. */
const beginningCharactersMin = 4;

/** The word that was probably meant by a wrong one, whatever its case; undefined if no word is near. */
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

/** The text of nearestText. If no word is near, the text lists all known words. */
export const nearestOrAll = (word: string, known: readonly string[]): string =>
  nearestText(word, known) || allText(known);

/** `; known are …`, or an empty text if there are many. */
export function allText(known: readonly string[]): string {
  if (known.length === 0 || known.length > few) return '';
  return known.length === 1 ? `; only ${known.join()} is known` : `; known are ${known.join(', ')}`;
}

/**
 * The distance of one word from another; the first number that differs decides. An unfinished word has no slip so
 * far, so a word that begins with it goes before a word with another letter. Late slips are likelier than early ones.
 */
type Farness = readonly [isSlip: number, letters: number, minusCommonBeginning: number];

const endlessly: Farness = [1, Infinity, 0];

const compare = (one: Farness, other: Farness): number =>
  one.map((number, at) => (number === other[at] ? 0 : number - (other[at] ?? 0))).find((gap) => gap !== 0) ?? 0;

function farnessOf(word: string, other: string): Farness {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  const isBeginning = short.length >= beginningCharactersMin && long.startsWith(short);
  const letters = isBeginning ? long.length - short.length : Math.min(typos(word, other), endingsApart(word, other));
  if (letters === Infinity) return endlessly;
  return [isBeginning && short === word ? 0 : 1, letters, -commonBeginning(word, other)];
}

/** Ending of another form of a word, such as `failed` for `failure`. */
const ending = /^[a-z]{0,4}$/;

/**
 * The number of letters by which the endings differ. Infinity for words that share less than half, which are not forms
 * of one word.
 */
function endingsApart(word: string, other: string): number {
  const stem = commonBeginning(word, other);
  if (stem < beginningCharactersMin || stem * 2 < Math.max(word.length, other.length)) return Infinity;
  const [one, another] = [word.slice(stem), other.slice(stem)];
  return ending.test(one) && ending.test(another) ? distance(one, another) : Infinity;
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

/** Whether the words differ only by two swapped neighbours. This is one slip of the fingers, although two letters differ. */
function isSwapped(word: string, other: string): boolean {
  const at = commonBeginning(word, other);
  const swapped = `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`;
  return word !== other && swapped === other;
}
