import { writtenPhone } from '../numbering/phone-text.ts';

/**
 * The parts of a searched text, in lower case, which an item must all have: words, phrases in quotes, a name with its value, and numbers
 * without the spaces, brackets and hyphens that people write.
 */
export const searchedWords = (text: string): readonly string[] =>
  text
    .split('"')
    .flatMap((part, index) => (index % 2 === 1 ? [part.toLowerCase()] : wordsOf(part)))
    .filter((word) => word !== '');

/** Text that begins as a number with spaces does. */
const numberBegin = /^(?:[+(]\d|\d{3})[\d\s().-]*$/;
const numberPart = /^[\d().-]+$/;

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const before = words.at(-1);
    if (before !== undefined && goesOn(before, word)) words.splice(-1, 1, `${before} ${word}`);
    else words.push(word);
  }
  return words.map((word) => (isNumber(word) ? word.replaceAll(/[\s().-]/g, '') : word.toLowerCase()));
}

/** Whether a word belongs to the one before it: `case: 7`, `error 17`, `+1 202`. */
function goesOn(before: string, word: string): boolean {
  if (/^(?:error|batch)$/i.test(before)) return /^\d+:?$/.test(word);
  return /.[:=]$/.test(before) || (numberBegin.test(before) && numberPart.test(word));
}

const isNumber = (word: string): boolean =>
  numberBegin.test(word) && (/^[+(]|\s/.test(word) || /^(?:\d{3}[.-])?\d{3}[.-]\d{4}$|^\d{3}-[\d-]*$/.test(word));

/** Whether a text in any case has all parts of a searched text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Something that may be a number with spaces, brackets, dots and hyphens, on one line. */
const writtenNumber = /[+(]?\d[\d ().-]{5,18}\d/g;

/** A text with the numbers in it in E.164 too, so that a search in any notation finds them: `to 202-555-0123` with `+12025550123`. */
export function withNumbers(text: string): string {
  const numbers = new Set<string>();
  for (const [written] of text.matchAll(writtenNumber)) {
    const number = writtenPhone(written);
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
