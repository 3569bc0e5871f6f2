import { types } from 'node:util';
import { expectedDuration, isInCalendar, readTimestamp } from '../domain/time.ts';
import { durationText } from '../shared/duration.ts';
import { parseDuration } from '../shared/duration.ts';
import type { Duration } from '../shared/duration.ts';
import { isCallbackUrl } from '../domain/webhook.ts';
import { readSoughtNumber } from '../numbering/phone-text.ts';
import { isSingle } from '../shared/objects.ts';
import { urlCharactersMax, readUrl, urlHint } from '../shared/urls.ts';
import { nearestText } from '../shared/words.ts';
import { asText } from '../shared/conversion.ts';

/**
 * The kind of a field's values: T in the simulator, Given in programs and JSON. Reads flags, variables, forms, JSON and options of
 * embedding programs.
 */
export interface FieldKind<T, Given = T> {
  /** Completes "must be …". */
  readonly expected: string;
  /** The text of `expected` for JSON values: `true or false`; undefined if it is the same. */
  readonly expectedValue?: string;
  /** The accepted words: `['live', 'test']`; undefined for a kind with many values. */
  readonly choices?: readonly string[];
  /** The JSON Schema of its values in JSON. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Returns why a text is not of this kind, to append to the message: ` (a URL has no control characters)`, or nothing. */
  readonly hint?: (text: string) => string;
  /**
   * Reads text; undefined for text that is not of this kind. `untrimmed` is the text of a request with the white
   * space at its ends.
   */
  readonly read: (text: string, untrimmed?: string) => T | undefined;
  /** Reads a value other than text: a list, a Date, a number. Default: its text is read, if that gives the same type. */
  from?(value: unknown): T | undefined;
  /** Converts a value other than null for JSON. Default: the value unchanged. */
  show?(value: NonNullable<T>): Given;
}

/**
 * Reads a value from a program or from JSON; text is read everywhere. Returns undefined for a value of another kind.
 */
export function take<T>(kind: FieldKind<T, unknown>, value: unknown): T | undefined {
  if (typeof value === 'string') return kind.read(value);
  if (kind.from !== undefined) return kind.from(value);
  if (typeof value === 'object') return undefined;
  // A token of digits that is given as a number may have lost digits, so numbers are accepted only for numbers.
  const taken = kind.read(asText(value));
  return typeof taken === typeof value ? taken : undefined;
}

/**
 * Whether a value is of a kind as it stands. Unlike requests and options, stored records and scenarios have typed values: 5 and
 * not '5', and a phone number only in E.164.
 */
export const isOf = <T>(kind: FieldKind<T, unknown>, value: unknown): value is T =>
  value !== undefined && take(kind, value) === value;

/** The end of a message about a wrong value: the reason, or the nearest choice. */
export function hintAt({ hint, choices = [] }: FieldKind<unknown>, value: unknown): string {
  if (!isSingle(value)) return '';
  return hint?.(String(value)) ?? (typeof value === 'string' ? nearestText(value.trim(), choices) : '');
}

/** Converts a value for JSON; an unset value is null. */
export const showValue = (kind: FieldKind<unknown>, value: unknown): unknown =>
  value === null || value === undefined ? null : (kind.show?.(value) ?? value);

export const string = { type: 'string' };

export interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

interface NumberType {
  readonly type: 'integer' | 'number';
  /** The beginning of `expected`. */
  readonly noun: string;
  readonly isOne: (value: number) => boolean;
  /** The form of a number as text. */
  readonly form: RegExp;
}

const numberKind =
  ({ type, noun, isOne, form }: NumberType) =>
  ({ min, max }: Partial<IntegerRange> = {}): FieldKind<number> => {
    const range =
      max !== undefined
        ? ` from ${min ?? Number.MIN_SAFE_INTEGER} to ${max}`
        : min === undefined
          ? ''
          : ` from ${min} up`;
    const [least, most] = [min ?? -Infinity, max ?? Infinity];
    const from = (value: unknown): number | undefined =>
      typeof value === 'number' && value >= least && value <= most && isOne(value) ? value : undefined;
    return {
      expected: noun + range,
      schema: { type, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) },
      read: (text) => (form.test(text) ? from(Number(text)) : undefined),
      from,
    };
  };

/** A whole number from `min` to `max`, both included. */
export const integer = numberKind({
  type: 'integer',
  noun: 'an integer',
  isOne: Number.isSafeInteger,
  form: /^[+-]?\d{1,16}$/,
});

/** A number from `min` to `max`, both included. */
export const number = numberKind({
  type: 'number',
  noun: 'a number',
  isOne: Number.isFinite,
  form: /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i,
});

/** US dollars with at most four decimals. */
export const dollars = ({ max }: { readonly max: number }): FieldKind<number> => ({
  expected: `US dollars such as 0.045, from 0 to ${max}, with at most four decimals`,
  schema: { type: 'number', minimum: 0, maximum: max },
  read: (text) => (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) && Number(text) <= max ? Number(text) : undefined),
});

export function choice<const T extends string>(...words: readonly T[]): FieldKind<T> {
  const last = words.at(-1) ?? '';
  return {
    expected: words.length === 1 ? last : `${words.slice(0, -1).join(', ')} or ${last}`,
    choices: words,
    schema: { ...string, enum: words },
    read: (text) => words.find((word) => word === text),
  };
}

/** A word of a fixed set. A message lists the whole set, without a nearest word. */
export const oneOf = <const T extends string>(words: readonly T[]): FieldKind<T> => ({
  expected: `one of ${words.join(', ')}`,
  schema: { ...string, enum: words },
  read: (text) => words.find((word) => word === text),
});

/**
 * The texts for true and false: PHP sends `1` and an empty text, .NET `True` and `False`. A Map, because an object also has
 * `constructor`.
 */
const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

export const boolean: FieldKind<boolean> = {
  expected: 'true or false',
  schema: { type: 'boolean' },
  read: (text) => truths.get(text.toLowerCase()),
};

/** Forms and variables of other programs also write true and 1. */
export const onOrOff: FieldKind<boolean> = {
  expected: 'on or off',
  expectedValue: boolean.expected,
  schema: boolean.schema,
  read: (text) => (/^on$/i.test(text) ? true : /^off$/i.test(text) ? false : boolean.read(text)),
};

const textKind = (expected: string, pattern: RegExp): FieldKind<string> => ({
  expected,
  schema: string,
  read: (text) => (pattern.test(text) ? text : undefined),
});

export const anyText = textKind('text', /^/);
export const path = textKind('a path', /^[^\0]+$/);
/** A name, the path of a file, or the text of a file. */
export const nameOrFile = (names: readonly string[], isText: (text: string) => boolean): FieldKind<string> => ({
  expected: `${names.join(', ')} or a path such as ./clinic.yaml`,
  choices: names,
  schema: string,
  read: (text) => (names.includes(text) || isText(text) || /[./\\]/.test(text) ? path.read(text) : undefined),
});

/** Basic authentication ends the key at its first colon. */
export const key = textKind('visible ASCII characters without a colon', /^[!-9;-~]+$/);
/** A part of the paths of v3. */
export const projectId = textKind('letters, digits, hyphens and underscores', /^[\w-]+$/);
export const secret = textKind('visible ASCII characters', /^[!-~]+$/);

/** A name or an address to listen on. An IPv6 address may be in brackets, as in URLs. */
export const host: FieldKind<string> = {
  expected: 'a host name or an address, without port',
  schema: string,
  read: (text) => /^(?:[\w.-]+|\[?[\da-fA-F.]*:[\da-fA-F:.]*\]?)$/.exec(text)?.[0].replace(/^\[|\]$/g, ''),
};

/** A phone number in any notation, read as E.164. The country need not exist. */
export const phoneNumber: FieldKind<string> = {
  expected: 'a phone number in E.164 form, such as +12025550123',
  schema: { ...string, pattern: String.raw`^\+[1-9]\d{6,14}$`, examples: ['+12025550123'] },
  read: readSoughtNumber,
};

/** The kind of a URL. A control character is refused, even at an end, where parsers would drop it. */
const urlKind = (expected: string, longest: number, isOne: (text: string) => boolean): FieldKind<string> => ({
  expected,
  schema: { ...string, format: 'uri', maxLength: longest },
  hint: (text) => urlHint(text, longest),
  read: (text, untrimmed = text) => (text.length <= longest && isOne(untrimmed) ? text : undefined),
});

export const isDataUrl = (text: string): boolean => /^data:/i.test(text.trimStart());

/** A page or file on the web. */
export const contentUrl: FieldKind<string> = {
  ...urlKind('an http or https URL', urlCharactersMax.page, (text) =>
    ['http:', 'https:'].includes(readUrl(text)?.protocol ?? ''),
  ),
  hint: (text) =>
    isDataUrl(text) ? ' (no data: URL is fetched: send its bytes as a file)' : urlHint(text, urlCharactersMax.page),
};

/** The URL of a webhook: `https://app.example/hook`. Source of the three schemes: the v2.1 page on webhooks. */
export const callbackUrl: FieldKind<string> = {
  ...urlKind('an http, https or mailto URL', urlCharactersMax.callback, isCallbackUrl),
  hint: (text) =>
    urlHint(text, urlCharactersMax.callback) ||
    (/^mailto:/i.test(text) ? ' (an address is missing: mailto:fax@example.com)' : ''),
};

const sizeBytesMax = 2 ** 30;
const sizes: Readonly<Record<string, number>> = { '': 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 };

/** Bytes: `2097152`, `20mb`. */
export const size = ({ min, expected }: { min: number; expected: string }): FieldKind<number, number | string> => ({
  expected,
  schema: { type: ['integer', 'string'], minimum: min, maximum: sizeBytesMax },
  read: (text) => {
    const [, count = '', unit = ''] = /^(\d{1,10})(kb|mb|gb)?$/i.exec(text) ?? [];
    const bytes = count === '' ? NaN : Number(count) * (sizes[unit.toLowerCase()] ?? NaN);
    return bytes >= min && bytes <= sizeBytesMax ? bytes : undefined;
  },
});

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** A moment in time, in ms since the epoch. */
export const instant: FieldKind<number, Date | string> = {
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

/** A moment in a search. A control call reads a duration, such as `1h` for an hour before now, before this kind does. */
export const moment: FieldKind<number, Date | string> = {
  ...instant,
  expected: `${instant.expected}, or how long before now: 1h, 45m, 1 hour ago`,
  schema: { ...string, anyOf: [instant.schema, { pattern: '^\\d' }], examples: ['2026-01-31T09:00:00Z', '1h'] },
};

/** Simulated ms for each real one: `real` is 1, `manual` 0. */
export const clockSpeed: FieldKind<number, number | 'real' | 'manual'> = {
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

/** A duration in ms, from `60s`; a number needs its unit. */
export const duration = ({ min, max }: IntegerRange = { min: 0, max: Infinity }): FieldKind<number, Duration> => ({
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
