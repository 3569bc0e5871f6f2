import { plainNumbers, writtenPhone } from '../numbering/phone-text.ts';

/**
 * The parts of a searched text, in lower case. An item must have all of them: words, phrases in quotes, a name with its
 * value, and numbers without the spaces, brackets, hyphens and leading zero that people write. The words `from:` and `to:` before a
 * number are left out.
 */
export const searchedWords = (text: string): readonly string[] =>
  searchedParts(text)
    .map(soughtText)
    .filter((word) => word !== '');

/** The area code of a number with a slash: `408/555-0190`. Paths are not meant. */
const slashedNumber = /(?<=^|[\s:])(\d{3})\/(?=\d{3}[-.]\d{4}\b)/g;

/** The parts of a searched text as written: words with the value or number that belongs to them, and phrases with their quotes. */
export function searchedParts(text: string): readonly string[] {
  const words = plainNumbers(text.replaceAll(slashedNumber, '$1-'))
    .split('"')
    .flatMap((part, index) => (index % 2 === 1 ? [`"${part}"`] : part.trim().split(/\s+/)))
    .filter((word) => word !== '');
  const parts: string[] = [];
  for (const word of words) {
    const before = parts.at(-1);
    if (before !== undefined && goesOn(before, word)) parts.splice(-1, 1, `${before} ${word}`);
    else parts.push(word);
  }
  return parts;
}

/** Text that may be the beginning of a number with spaces. */
const numberBegin = /^(?:[+(]\d|\d{3})[\d\s().-]*$/;
const numberPart = /^[\d().-]+$/;
const nameOfNumber = /^(?:from|to|number):\s*/i;
/** Words that make a name with the id after them: `fax 323034831`, `webhook #7`. */
const nameOfId = /^(?:error|batch|fax|webhook|request)$/i;

/** Whether a word belongs to the part before it: `case: 7`, `error 17`, `+1 202`, `to:(202) 555`. */
function goesOn(before: string, word: string): boolean {
  if (nameOfId.test(before)) return /^#?\d{1,9}:?$/.test(word);
  const number = before.replace(nameOfNumber, '');
  const isBegin = numberBegin.test(number) || (number === '1' && number !== before);
  return /.[:=]$/.test(before) || (isBegin && numberPart.test(word) && !isWhole(number));
}

/** Whether a number has all its digits, so that the next word is a word of its own: `(555) 555-1017 401`. */
function isWhole(number: string): boolean {
  const dialled = withoutDialling(number);
  const most = /^\+?1\b|^\+1/.test(dialled) ? 11 : dialled.startsWith('+') ? 15 : 10;
  return dialled.replaceAll(/\D/g, '').length >= most;
}

/** The form of a part that is compared with items: lower case, and digits alone if it is a number. */
function soughtText(part: string): string {
  const bare = part.replaceAll('"', '').replace(/^(\w+ )?#(?=\d)/, '$1');
  const number = bare.replace(nameOfNumber, '').replace(dialledAbroad, '+');
  const isNumber = part.startsWith('"') ? writtenPhone(withoutDialling(number)) !== undefined : looksLikeNumber(number);
  const isNamed = number !== bare && /^(?:1\b|\d{3})[\d\s().-]*$/.test(number);
  if (!isNumber && !isNamed) return bare.toLowerCase();
  const digits = number.replaceAll(/[\s().-]/g, '');
  return digits === number ? digits : withoutDialling(digits).replace(/^0(?=[1-9]\d{6})/, '');
}

/** The prefix before the country code of a number without spaces, in most countries and in North America. */
const dialledAbroad = /^0(?:0|11)(?=[1-9]\d{9,14}$)/;

const looksLikeNumber = (text: string): boolean =>
  (numberBegin.test(text) && (/^[+(]|\s/.test(text) || /^(?:\d{3}[.-])?\d{3}[.-]\d{4}$|^\d{3}-[\d-]*$/.test(text))) ||
  /^1[.(-]{1,2}\d{3}[).-]{1,2}\d{3}[.-]\d{4}$/.test(text);

/** `+1 202 555 0123` of `001 202 555 0123`. */
export const withoutDialling = (number: string): string => number.replace(/^00(?=[1-9])/, '+');

/** Whether a text in any case has all parts of a searched text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Something that may be a number with spaces, brackets, dots and hyphens, on one line. */
const writtenNumber = /[+(]?\d[\d ().-]{5,18}\d/g;

/** Adds the numbers of a text in E.164, so that a search in any notation finds them: `to 202-555-0123` gets `+12025550123`. */
export function withNumbers(text: string): string {
  const numbers = new Set<string>();
  for (const [written] of plainNumbers(text).matchAll(writtenNumber)) {
    const number = writtenPhone(withoutDialling(written));
    if (number !== undefined && !text.includes(number)) numbers.add(number);
  }
  return [text, ...numbers].join('\n');
}

/**
 * The texts and numbers in a value, one on each line, also those in texts of JSON. Names of fields are left out: all records of a
 * kind have the same.
 */
export function valuesText(value: unknown): string {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? jsonIn(value) : undefined;
    return inner === undefined ? value : valuesText(inner);
  }
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(valuesText).filter(Boolean).join('\n')
    : '';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
