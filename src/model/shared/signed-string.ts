import { hexOf, hmacSha1 } from './digests.ts';
import type { Bytes } from './digests.ts';

/** The parts of a webhook that its signature covers. */
export interface SignedParts {
  /** The configured URL. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly SignedFile[];
}

export interface SignedFile {
  readonly name: string;
  readonly sha1: string;
  readonly filename?: string;
  readonly type?: string;
  /** Undefined if unavailable; mistakes with it are then not found. */
  readonly content?: Uint8Array | undefined;
}

/** A piece of the string that is signed. */
interface SignedPiece {
  /** `the URL`, `the field fax`. */
  readonly name: string;
  readonly text: string;
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): readonly T[] =>
  items.toSorted(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));

const fieldPieces = ({ fields }: Pick<SignedParts, 'fields'>): readonly SignedPiece[] =>
  byName(Object.entries(fields).map(([name, value]) => ({ name, value }))).map(({ name, value }) => ({
    name: `the field ${name}`,
    text: name + value,
  }));

const filePieces = ({ files }: Pick<SignedParts, 'files'>): readonly SignedPiece[] =>
  byName(files).map(({ name, sha1 }) => ({ name: `the file ${name}`, text: name + sha1 }));

const textOf = (pieces: readonly SignedPiece[]): string => pieces.map(({ text }) => text).join('');

/** The fields in the signed string: names and values, sorted by name. */
export const signedFields = (parts: Pick<SignedParts, 'fields'>): string => textOf(fieldPieces(parts));

/** The files in the signed string: names of parts and SHA-1 of the contents, sorted by name. */
export const signedFiles = (parts: Pick<SignedParts, 'files'>): string => textOf(filePieces(parts));

/** The signed string: URL, fields, files. */
export const signedString = (parts: SignedParts): string => parts.url + signedFields(parts) + signedFiles(parts);

/** The value of X-Phaxio-Signature. */
export const signatureOf = (key: Bytes, content: Bytes): string => hexOf(hmacSha1(key, content));

/** The first difference between a string and the signed one. */
export interface StringDifference {
  /** The number of equal bytes before it. */
  readonly at: number;
  /** The part of the right string with the difference, as the end of a sentence: `in the field fax`. */
  readonly place: string;
  /** The text before it, the right character and the given one; empty at an end of a string. */
  readonly before: string;
  readonly expected: string;
  readonly given: string;
}

const contextLength = 24;
const shownLength = 12;

/** The first difference from the signed string; undefined if equal. Ignores a line break added by pasting. */
export function differenceOf(pasted: string, parts: SignedParts): StringDifference | undefined {
  const right = signedString(parts);
  const given = right.endsWith('\n') ? pasted : pasted.replace(/\r?\n$/, '');
  if (given === right) return undefined;
  let at = 0;
  while (at < right.length && right[at] === given[at]) at++;
  return {
    at: new TextEncoder().encode(right.slice(0, at)).length,
    place: placeOf(given, at, parts),
    before: right.slice(Math.max(0, at - contextLength), at),
    expected: right.slice(at, at + shownLength),
    given: given.slice(at, at + shownLength),
  };
}

function placeOf(given: string, at: number, parts: SignedParts): string {
  const pieces = [{ name: 'the URL', text: parts.url }, ...fieldPieces(parts), ...filePieces(parts)];
  let end = 0;
  for (const [index, { name, text }] of pieces.entries()) {
    const start = end;
    end += text.length;
    if (at < end) return at > start ? `in ${name}` : boundary(given.slice(at), pieces, index);
  }
  return `after ${pieces.at(-1)?.name}, which is the end`;
}

/**
 * Names the piece for a difference at the boundary of two pieces: either the given string has more at the end of the
 * first piece, or lacks the second.
 */
function boundary(given: string, pieces: readonly SignedPiece[], index: number): string {
  const [former, right] = [pieces[index - 1], pieces[index]];
  if (former === undefined || right === undefined) return `in ${right?.name}`;
  const goesOn = given.includes(right.text) || (index === 1 && /^[/?&#]/.test(given));
  const other = pieces.find(({ text }, at) => at !== index && given.startsWith(text));
  if (other !== undefined) return `where ${right.name} stands; yours has ${other.name} there`;
  return goesOn ? `after ${former.name}, which goes on in yours` : `in ${right.name}`;
}
