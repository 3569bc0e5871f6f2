import { isIP } from 'node:net';
import { string } from '../fields/kinds.ts';
import type { FieldKind } from '../fields/kinds.ts';

interface ListWords {
  readonly expected: string;
  readonly split?: (text: string) => readonly string[];
  readonly isOne: (word: string) => boolean;
  /** Converts a word into the stored form. */
  readonly normalize?: (word: string) => string;
}

/** Words with commas between them, or a list of them. */
function listOf(list: ListWords): FieldKind<readonly string[], readonly string[] | string> {
  const { expected, isOne } = list;
  const { split = (text: string) => text.split(','), normalize = (word: string): string => word } = list;
  const ifAll = (words: readonly string[]) => (words.every(isOne) ? words.map(normalize) : undefined);
  return {
    expected,
    schema: { anyOf: [{ type: 'array', items: string }, string] },
    read: (text) => ifAll(split(text).map((word) => word.trim())),
    from: (value) => {
      const isTexts = Array.isArray(value) && value.every((word): word is string => typeof word === 'string');
      return isTexts ? ifAll(value.map((word) => word.trim())) : undefined;
    },
  };
}

const label = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;
const isName = (text: string): boolean => text.length <= 253 && text.split('.').every((part) => label.test(part));

/** Names and addresses for a certificate. A name may begin with `*.`, for all hosts of a domain. */
export const certifiedNames = listOf({
  expected: 'host names or addresses, with commas between them',
  isOne: (word) => isIP(word) > 0 || isName(word.replace(/^\*\.(?=.)/, '')),
});

export const hosts = listOf({
  expected: 'host names, addresses, blocks such as 100.64.0.0/10, or *, with commas between them',
  isOne: (word) => word === '*' || isIP(word) > 0 || isBlock(word) || isName(word),
});

/** Origins of web pages, as browsers send them; those of browser extensions have a scheme of their own. */
export const origins = listOf({
  expected: 'origins such as http://localhost:3000, or *, with commas between them',
  isOne: (word) => word === '*' || (/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(word) && URL.canParse(word)),
  normalize: (word) => (/^http/i.test(word) ? new URL(word).origin : word.toLowerCase().replace(/\/$/, '')),
});

/** Addresses of proxies, in the notation of Express. A block of all addresses is refused. */
export const proxies = listOf({
  expected: 'addresses, blocks such as 10.0.0.0/8, loopback or uniquelocal, with commas between them',
  isOne: (word) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(word) ||
    isIP(word) > 0 ||
    (isBlock(word) && !word.endsWith('/0')),
});

function isBlock(text: string): boolean {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version > 0 && Number(length) <= (version === 4 ? 32 : 128);
}

function splitOutsideParentheses(text: string): readonly string[] {
  const words = [''];
  let isWithin = false;
  for (const part of text.split(/([,()])/)) {
    if (part === '(' || part === ')') isWithin = part === '(';
    if (part === ',' && !isWithin) words.push('');
    else words.push(`${words.pop() ?? ''}${part}`);
  }
  return words;
}

/** Splits at commas outside of parameters: `busy-line(number=+12025550101,wait=5s)`. */
export const scenarioList = listOf({
  expected: 'scenarios with commas between them, as in outage,busy-line(wait=5s)',
  split: splitOutsideParentheses,
  isOne: (word) => word !== '',
});
