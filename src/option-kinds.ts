import { isIP } from 'node:net';
import { types } from 'node:util';
import { isInCalendar } from './domain/calendar.ts';
import type { RateLimit } from './domain/account.ts';
import { readDuration } from './domain/duration.ts';
import { isCallbackUrl } from './domain/webhook.ts';

/** What the text of a setting may be: said in words for messages and the documentation, and read into its value. */
export interface Kind<T> {
  /** Completes "expected …". */
  readonly expected: string;
  /** All that there are, where these are few. */
  readonly choices?: readonly string[];
  /** Undefined when the text is not of this kind. */
  read(text: string): T | undefined;
  /** What a program may give in its place; without it, a value whose text is of this kind. */
  readonly inCode?: CodeKind;
}

/** What a value may be that a program gives. */
export interface CodeKind {
  /** Completes "expected …". */
  readonly expected: string;
  /** As those of a Kind. */
  readonly choices?: readonly string[];
  holds(value: unknown): boolean;
}

/** The same setting where it is no text: as a number, a list, a Date. */
export function inCode(kind: Kind<unknown>): CodeKind {
  const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  const holds = (value: unknown) => isWord(value) && kind.read(String(value)) === value;
  return kind.inCode ?? { expected: kind.expected, choices: kind.choices ?? [], holds };
}

export function integer(lowest: number, highest: number): Kind<number> {
  return {
    expected: `an integer from ${lowest} to ${highest}`,
    read: (text) => {
      const value = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
      return value >= lowest && value <= highest ? value : undefined;
    },
  };
}

export const within = ({ min, max }: { readonly min: number; readonly max: number }) => integer(min, max);

export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  const last = words.at(-1) ?? '';
  return {
    expected: words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`,
    choices: words,
    read: (text) => words.find((word) => word === text),
  };
}

export const onOrOff: Kind<boolean> = {
  expected: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  inCode: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
};

export const path: Kind<string> = {
  expected: 'a path',
  read: (text) => (text.includes('\0') ? undefined : text),
};

/** A name or an address to listen on; an IPv6 address may stand in brackets, as in URLs. */
export const host: Kind<string> = {
  expected: 'a host name or an address, without port',
  read: (text) => /^(?:[\w.-]+|\[?[\da-fA-F:.]*:[\da-fA-F:.]*\]?)$/.exec(text)?.[0].replace(/^\[|\]$/g, ''),
};

/** Basic authentication ends the key at its first colon. */
export const key: Kind<string> = {
  expected: 'visible ASCII characters without a colon',
  read: (text) => (/^[!-9;-~]+$/.test(text) ? text : undefined),
};

export const secret: Kind<string> = {
  expected: 'visible ASCII characters',
  read: (text) => (/^[!-~]+$/.test(text) ? text : undefined),
};

const largestBody = 2 ** 30;
const units: Readonly<Record<string, number>> = { '': 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 };

export const bytes: Kind<number> = {
  expected: 'a number of bytes such as 20971520 or 20mb, up to 1gb',
  read: (text) => {
    const size = readBytes(text);
    return size === 0 ? undefined : size;
  },
  inCode: inCode(integer(1, largestBody)),
};

export const bytesOrNone: Kind<number> = {
  expected: 'a number of bytes such as 33554432 or 32mb, up to 1gb, or 0',
  read: readBytes,
  inCode: inCode(integer(0, largestBody)),
};

function readBytes(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,10})(kb|mb|gb)?$/i.exec(text) ?? [];
  const size = Number(count) * (units[unit.toLowerCase()] ?? NaN);
  return count !== '' && size <= largestBody ? size : undefined;
}

const instantForm = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** A moment in time, in ms since the epoch. `Date` alone would take 30 February for 2 March. */
export const instant: Kind<number> = {
  expected: 'an RFC 3339 time such as 2026-01-31T09:00:00Z, from 1900 to the beginning of 9000',
  read: (text) => {
    const [, day, time] = instantForm.exec(text) ?? [];
    if (day === undefined || time === undefined) return undefined;
    const written = Date.parse(`${day}T${time}Z`);
    const exists = !Number.isNaN(written) && new Date(written).toISOString().startsWith(`${day}T${time}`);
    const moment = exists ? Date.parse(text.toUpperCase()) : NaN;
    return isInCalendar(moment) ? moment : undefined;
  },
  inCode: {
    expected: 'a Date in the years 1900 to 9000',
    holds: (value) => types.isDate(value) && isInCalendar(value.getTime()),
  },
};

/** How fast a clock runs: simulated ms for each real one. */
const fastestClock = 100_000;

export const clockPace: Kind<number> = {
  expected: `real, manual or a number up to ${fastestClock}`,
  read: (text) => {
    if (text === 'real') return 1;
    if (text === 'manual') return 0;
    const isNumber = /^\d{1,6}(\.\d{1,3})?$/.test(text);
    return isNumber && Number(text) > 0 && Number(text) <= fastestClock ? Number(text) : undefined;
  },
  inCode: {
    expected: `a number from 0 to ${fastestClock}`,
    holds: (value) => typeof value === 'number' && value >= 0 && value <= fastestClock,
  },
};

/** In ms. A number alone says no unit, and is none: some would mean seconds by it, others ms. */
export const duration: Kind<number> = {
  expected: 'a duration such as 30s, 2m or 500ms',
  read: (text) => (/\d$/.test(text) && Number(text) !== 0 ? undefined : readDuration(text)),
};

/** So many calls in so much time. */
export const rateLimit: Kind<RateLimit> = {
  expected: 'a number of calls and a time, such as 1/1s or 100/5m',
  read: (text) => {
    const [, calls = '', time = ''] = /^([1-9]\d{0,5})\/(.+)$/.exec(text) ?? [];
    const windowMs = duration.read(time) ?? 0;
    return calls !== '' && windowMs > 0 ? { calls: Number(calls), windowMs } : undefined;
  },
};

interface ListWords {
  readonly expected: string;
  /** The same of a list in code. */
  readonly listed: string;
  readonly separator?: RegExp | string;
  readonly isOne: (word: string) => boolean;
}

const listOf = ({ expected, listed, separator = ',', isOne }: ListWords): Kind<readonly string[]> => ({
  expected,
  read: (text) => {
    const words = text.split(separator).map((word) => word.trim());
    return words.every(isOne) ? words : undefined;
  },
  inCode: {
    expected: listed,
    holds: (value) => Array.isArray(value) && value.every((word) => typeof word === 'string' && isOne(word.trim())),
  },
});

const hostList = (what: string, isOne: (word: string) => boolean) =>
  listOf({ expected: `${what}, with commas between them`, listed: `a list of ${what}`, isOne });

const label = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;
const isName = (text: string): boolean => text.length <= 253 && text.split('.').every((part) => label.test(part));

/** What a certificate can be for; a name may begin with `*.`, as all of one domain. */
export const certifiedNames = hostList(
  'host names or addresses',
  (word) => isIP(word) > 0 || isName(word.replace(/^\*\.(?=.)/, '')),
);

/** What may be called. */
export const hosts = hostList(
  'host names, addresses, blocks such as 100.64.0.0/10, or *',
  (word) => word === '*' || isIP(word) > 0 || isBlock(word) || isName(word),
);

function isBlock(text: string): boolean {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version > 0 && Number(length) <= (version === 4 ? 32 : 128);
}

/** Scenarios' parameters have commas of their own: `busy-line(number=+12025550101,wait=5s)`. */
export const scenarioList = listOf({
  expected: 'scenarios with commas between them, as in outage,busy-line(wait=5s)',
  listed: 'a list of words',
  separator: /,(?![^()]*\))/,
  isOne: (word) => word !== '',
});

export const callbackUrl: Kind<string> = {
  expected: 'an http, https or mailto URL',
  read: (text) => (isCallbackUrl(text) ? text : undefined),
};
