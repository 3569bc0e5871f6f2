import { types } from 'node:util';
import { expectedDuration, isInCalendar, readTimestamp } from '../domain/time.ts';
import { durationText } from '../shared/duration.ts';
import { parseDuration } from '../shared/duration.ts';
import type { Duration } from '../shared/duration.ts';
import { isCallbackUrl } from '../domain/webhook.ts';
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
  /** Reads an object: a list, a Date. */
  from?(value: object): T | undefined;
  /** Converts a value other than null for JSON. Default: the value unchanged. */
  show?(value: NonNullable<T>): Given;
}

/**
 * Reads a value from a program or from JSON; text is read everywhere. Returns undefined for a value of another kind.
 */
export function take<T>(kind: FieldKind<T, unknown>, value: unknown): T | undefined {
  if (typeof value === 'string') return kind.read(value);
  if (typeof value === 'object' && value !== null) return kind.from?.(value);
  // A token of digits that is given as a number may have lost digits, so numbers are accepted only for numbers.
  const taken = kind.read(asText(value));
  return typeof taken === typeof value ? taken : undefined;
}

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

/** A whole number from `min` to `max`, both included. */
export function integer({ min, max }: Partial<IntegerRange> = {}): FieldKind<number> {
  const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: most } = Number;
  const range = max !== undefined ? ` from ${min ?? least} to ${max}` : min === undefined ? '' : ` from ${min} up`;
  return {
    expected: `an integer${range}`,
    schema: { type: 'integer', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) },
    read: (text) => {
      const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : NaN;
      return value >= (min ?? least) && value <= (max ?? most) ? value : undefined;
    },
  };
}

const anyPort = integer({ min: 0, max: 65_535 });

/** A port to listen on; with 0, the system chooses one. */
export const port: FieldKind<number> = {
  ...anyPort,
  hint: (text) => (isBlockedPort(Number(text)) ? ' (fetch and browsers refuse to call this port: take another)' : ''),
  read: (text) => {
    const value = anyPort.read(text);
    return value === undefined || isBlockedPort(value) ? undefined : value;
  },
};

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

/**
 * Whether `fetch` and browsers refuse a port, so that commands and the console could not reach a simulator there. Source: the Fetch
 * Standard, "bad port".
 */
export const isBlockedPort = (port: number): boolean => blockedPorts.has(port);

// prettier-ignore
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113,
  115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556,
  563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
  6668, 6669, 6679, 6697, 10_080,
]);
