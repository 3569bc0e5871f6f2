import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Document } from 'yaml';

export interface NumberFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Numbers that would change on their way. Some are sent or compared as text, and would become another text. Others are
 * numbers that neither JavaScript nor JSON can keep.
 */
export function findAlteredNumbers(document: Document, isText: (path: NumberFault['path']) => boolean): NumberFault[] {
  return numbersIn(document, document.contents, []).flatMap(({ path, value, written }) => {
    const message = isText(path) ? faultOfText(value, written) : faultOfNumber(value, written);
    return message === undefined ? [] : [{ path, message }];
  });
}

interface WrittenNumber {
  readonly path: readonly (string | number)[];
  readonly value: number;
  readonly written: string;
}

function numbersIn(document: Document, node: unknown, path: readonly (string | number)[]): WrittenNumber[] {
  if (isAlias(node)) return numbersIn(document, node.resolve(document), path);
  if (isSeq(node)) return node.items.flatMap((item, index) => numbersIn(document, item, [...path, index]));
  if (isMap(node)) return node.items.flatMap(({ key, value }) => numbersIn(document, value, [...path, String(key)]));
  if (!isScalar(node) || typeof node.value !== 'number') return [];
  return [{ path, value: node.value, written: node.source ?? String(node.value) }];
}

const faultOfText = (value: number, written: string): string | undefined =>
  String(value) === written
    ? faultOfNumber(value, written)
    : `must be in quotes: '${written}' is text, ${written} is the number ${value}`;

function faultOfNumber(value: number, written: string): string | undefined {
  if (!Number.isFinite(value)) return 'is no number that JSON has';
  const losesDigits = /^[-+]?\d+$/.test(written) && !Number.isSafeInteger(value);
  return losesDigits ? 'has more digits than a number keeps; in quotes it is text' : undefined;
}
