import { isIP } from 'node:net';
import type { RateLimit, Traffic } from '../domain/account.ts';
import { durationText } from '../domain/time.ts';
import type { Duration } from '../domain/time.ts';
import { duration, integer, string } from '../fields/kinds.ts';
import type { IntegerRange, FieldKind } from '../fields/kinds.ts';

interface ListWords {
  readonly expected: string;
  readonly separator?: RegExp | string;
  readonly isOne: (word: string) => boolean;
  /** The form in which a word is kept. */
  readonly normalize?: (word: string) => string;
}

/** Words with commas between them, or a list of them. */
function listOf(list: ListWords): FieldKind<readonly string[], readonly string[] | string> {
  const { expected, separator = ',', isOne, normalize = (word: string): string => word } = list;
  const ifAll = (words: readonly string[]) => (words.every(isOne) ? words.map(normalize) : undefined);
  return {
    expected,
    schema: { anyOf: [{ type: 'array', items: string }, string] },
    read: (text) => ifAll(text.split(separator).map((word) => word.trim())),
    from: (value) => {
      const isTexts = Array.isArray(value) && value.every((word): word is string => typeof word === 'string');
      return isTexts ? ifAll(value.map((word) => word.trim())) : undefined;
    },
  };
}

const label = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;
const isName = (text: string): boolean => text.length <= 253 && text.split('.').every((part) => label.test(part));

/** Names and addresses for a certificate; a name may begin with `*.`, as all of one domain. */
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

/** Addresses of proxies, as Express takes them: no block of all addresses. */
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

/** Scenarios' parameters have commas of their own: `busy-line(number=+12025550101,wait=5s)`. */
export const scenarioList = listOf({
  expected: 'scenarios with commas between them, as in outage,busy-line(wait=5s)',
  separator: /,(?![^()]*\))/,
  isOne: (word) => word !== '',
});

interface Rate {
  readonly count: number;
  readonly windowMs: number;
}

/** `100/5m`; `100/h` is `100/1h`. Returns undefined for other texts, and for counts and times beyond their ranges. */
function rateIn(text: string, counts: IntegerRange, times: IntegerRange): Rate | undefined {
  const [before = '', after = '', ...rest] = text.split('/');
  const count = integer(counts).read(before);
  const windowMs = duration(times).read(/^[a-z]+$/.test(after) ? `1${after}` : after);
  return count === undefined || windowMs === undefined || rest.length > 0 ? undefined : { count, windowMs };
}

const rateText = (count: number, windowMs: number): `${number}/${Duration}` => `${count}/${durationText(windowMs)}`;

/** A number of calls in a time, such as `100/5m`; `off` is null. */
export function rateLimit(
  calls: IntegerRange,
  time: IntegerRange,
): FieldKind<RateLimit | null, `${number}/${Duration}`> {
  return {
    expected: 'a number of calls and a time, such as 1/1s or 100/5m, or off',
    schema: { ...string, examples: ['100/5m'] },
    read: (text) => {
      if (text === 'off') return null;
      const rate = rateIn(text, calls, time);
      return rate && { calls: rate.count, windowMs: rate.windowMs };
    },
    show: (limit) => rateText(limit.calls, limit.windowMs),
  };
}

/** A number of faxes in a time, such as `30/h`, up to some a second; `off` is null. */
export function faxRate(mostPerSecond: number, time: IntegerRange): FieldKind<Traffic | null, `${number}/${string}`> {
  return {
    expected: `a number of faxes and a time, such as 30/h or 1/10s, up to ${mostPerSecond} faxes a second, or off`,
    schema: { ...string, examples: ['30/h'] },
    read: (text) => {
      if (text === 'off') return null;
      const rate = rateIn(text, { min: 1, max: Infinity }, time);
      if (rate === undefined || rate.count > (mostPerSecond * rate.windowMs) / 1000) return undefined;
      return { faxes: rate.count, windowMs: rate.windowMs };
    },
    show: ({ faxes, windowMs }) => rateText(faxes, windowMs),
  };
}
