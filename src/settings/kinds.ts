import { isIP } from 'node:net';
import { types } from 'node:util';
import { isInCalendar } from '../domain/calendar.ts';
import { durationText, expectedDuration, parseDuration } from '../domain/duration.ts';
import type { Duration } from '../domain/duration.ts';
import { readTimestamp } from '../domain/timestamp.ts';
import { hasControlCharacter } from '../domain/url.ts';
import { isCallbackUrl } from '../domain/webhook.ts';
import type { Overrides } from '../evidence/overrides.ts';

/**
 * The type of a setting: T as the simulator has it, Given as programs give it and JSON shows it. Flags, variables, forms, JSON
 * and embedding programs are all read by it.
 */
export interface SettingKind<T, Given = T> {
  /** Completes "must be …". */
  readonly expected: string;
  /** The same for programs and JSON, where they write it otherwise. */
  readonly expectedValue?: string;
  /** All that there are, where these are few. */
  readonly choices?: readonly string[];
  /** The JSON Schema of its values in JSON. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Adds to the complaint about a text why it is not of this kind: ` (a URL has no control characters)`, or nothing. */
  hint?(text: string): string;
  /** Undefined for text that is not of this kind. */
  read(text: string): T | undefined;
  /** Reads an object: a list, a Date. */
  from?(value: object): T | undefined;
  /** The value as JSON shows it; without it, as it is. Null is shown as null. */
  show?(value: NonNullable<T>): Given;
}

/** Reads a value from a program or from JSON; text is read everywhere. Undefined for a value of another kind. */
export function take<T>(kind: SettingKind<T, unknown>, value: unknown): T | undefined {
  if (typeof value === 'string') return kind.read(value);
  if (typeof value === 'object' && value !== null) return kind.from?.(value);
  // A token of digits, given as a number, may have lost some: a number stands for a number alone.
  const taken = kind.read(String(value));
  return typeof taken === typeof value ? taken : undefined;
}

/** A value as JSON shows it; an unset one as null. */
export const showValue = (kind: SettingKind<unknown>, value: unknown): unknown =>
  value === null || value === undefined ? null : (kind.show?.(value) ?? value);

export const string = { type: 'string' };

export interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

export function integer({ min, max }: IntegerRange): SettingKind<number> {
  return {
    expected: `an integer from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    read: (text) => {
      const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function choice<const T extends string>(...words: readonly T[]): SettingKind<T> {
  const last = words.at(-1) ?? '';
  return {
    expected: words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`,
    choices: words,
    schema: { ...string, enum: words },
    read: (text) => words.find((word) => word === text),
  };
}

const truths: Readonly<Record<string, boolean | undefined>> = {
  on: true,
  true: true,
  '1': true,
  off: false,
  false: false,
  '0': false,
};

/** Forms and variables of other programs also write true and 1. */
export const onOrOff: SettingKind<boolean> = {
  expected: 'on or off',
  expectedValue: 'true or false',
  schema: { type: 'boolean' },
  read: (text) => truths[text.toLowerCase()],
};

const textKind = (expected: string, pattern: RegExp): SettingKind<string> => ({
  expected,
  schema: string,
  read: (text) => (pattern.test(text) ? text : undefined),
});

export const anyText = textKind('text', /^/);
export const path = textKind('a path', /^[^\0]+$/);
/** One of the names, the path of a file, or the text of one. */
export const nameOrFile = (names: readonly string[], isText: (text: string) => boolean): SettingKind<string> => ({
  expected: `${names.join(', ')} or a path such as ./clinic.yaml`,
  choices: names,
  schema: string,
  read: (text) => (names.includes(text) || isText(text) || /[./\\]/.test(text) ? path.read(text) : undefined),
});

/** A file of overrides, or its content, which is checked later. */
export const pathOrOverrides: SettingKind<string | Overrides> = {
  expected: path.expected,
  schema: { type: ['string', 'object'] },
  read: (text) => path.read(text),
  from: (value) => (Array.isArray(value) ? undefined : value),
};
/** Basic authentication ends the key at its first colon. */
export const key = textKind('visible ASCII characters without a colon', /^[!-9;-~]+$/);
export const secret = textKind('visible ASCII characters', /^[!-~]+$/);

/** A name or an address to listen on; an IPv6 address may stand in brackets, as in URLs. */
export const host: SettingKind<string> = {
  expected: 'a host name or an address, without port',
  schema: string,
  read: (text) => /^(?:[\w.-]+|\[?[\da-fA-F:.]*:[\da-fA-F:.]*\]?)$/.exec(text)?.[0].replace(/^\[|\]$/g, ''),
};

export const callbackUrl: SettingKind<string> = {
  expected: 'an http, https or mailto URL',
  schema: { ...string, format: 'uri' },
  hint: (text) => (hasControlCharacter(text) ? ' (a URL has no control characters)' : ''),
  read: (text) => (isCallbackUrl(text) ? text : undefined),
};

const largestSize = 2 ** 30;
const sizes: Readonly<Record<string, number>> = { '': 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 };

/** Bytes: `2097152`, `20mb`. */
export const size = ({ min, expected }: { min: number; expected: string }): SettingKind<number, number | string> => ({
  expected,
  schema: { type: ['integer', 'string'], minimum: min, maximum: largestSize },
  read: (text) => {
    const [, count = '', unit = ''] = /^(\d{1,10})(kb|mb|gb)?$/i.exec(text) ?? [];
    const bytes = count === '' ? NaN : Number(count) * (sizes[unit.toLowerCase()] ?? NaN);
    return bytes >= min && bytes <= largestSize ? bytes : undefined;
  },
});

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** A moment in time, in ms since the epoch. */
export const instant: SettingKind<number, Date | string> = {
  expected: 'an RFC 3339 time such as 2026-01-31T09:00:00Z, from 1900 to the beginning of 9000',
  schema: { ...string, format: 'date-time', examples: ['2026-01-31T09:00:00Z'] },
  read: (text) => {
    const { local, offset } = (rfc3339.test(text) ? readTimestamp(text) : undefined) ?? {};
    return inCalendar(local === undefined || offset === undefined ? undefined : local - offset);
  },
  from: (value) => inCalendar(types.isDate(value) ? value.getTime() : undefined),
  show: (value) => new Date(value).toISOString(),
};

const inCalendar = (time = NaN): number | undefined => (isInCalendar(time) ? time : undefined);

const fastest = 100_000;

/** Simulated ms for each real one: `real` is 1, `manual` 0. */
export const clockSpeed: SettingKind<number, number | 'real' | 'manual'> = {
  expected: `real, manual or a number from 0 to ${fastest}`,
  choices: ['real', 'manual'],
  schema: { anyOf: [{ type: 'number', minimum: 0, maximum: fastest }, { enum: ['real', 'manual'] }] },
  read: (text) => {
    if (text === 'real') return 1;
    if (text === 'manual') return 0;
    const speed = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
    return speed <= fastest ? speed : undefined;
  },
};

/** In ms, from `60s`; a number needs its unit. */
export const duration = ({ min, max }: IntegerRange = { min: 0, max: Infinity }): SettingKind<number, Duration> => ({
  expected: expectedDuration + limits({ min, max }),
  schema: { ...string, pattern: '^\\d{1,12}(\\.\\d{1,6})?(ms|s|m|h|d|w)$|^0$', examples: ['60s'] },
  read: (text) => {
    const ms = parseDuration(text) ?? NaN;
    return ms >= min && ms <= max ? ms : undefined;
  },
  show: durationText,
});

function limits({ min, max }: IntegerRange): string {
  if (max === Infinity) return '';
  return min === 0 ? `, up to ${durationText(max)}` : `, from ${durationText(min)} to ${durationText(max)}`;
}

interface ListWords {
  readonly expected: string;
  readonly separator?: RegExp | string;
  readonly isOne: (word: string) => boolean;
}

/** Words with commas between them, or a list of them. */
function listOf(list: ListWords): SettingKind<readonly string[], readonly string[] | string> {
  const { expected, separator = ',', isOne } = list;
  const ifAll = (words: readonly string[]) => (words.every(isOne) ? words : undefined);
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
