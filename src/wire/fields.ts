import * as v from 'valibot';
import { longestUrls, readUrl, urlHint } from '../model/shared/urls.ts';
import { isCallbackUrl } from '../model/domain/webhook.ts';
import { readPhoneNumber, readSoughtNumber } from '../model/numbering/e164.ts';
import { isSingle } from '../model/shared/objects.ts';
import { describeValue } from '../model/shared/words.ts';
import { fileSchema, describedBy, textsSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { readTime } from './time.ts';
import { Upload } from './upload.ts';

/** A request's parameters from path, query and body, merged: text, uploads, lists of them, or values of a JSON body. */
export type Params = Readonly<Record<string, unknown>>;

/** The complaint about a parameter that is not given. */
export const requiredMessage = 'is required';

/** Reads all parameters of a request into T. */
export type Form<T> = v.GenericSchema<unknown, T>;

/** An object of named fields; those that it does not name are not read. */
export const form = <const E extends v.ObjectEntries>(entries: E) => v.object(entries, requiredMessage);

/** Clients send an empty value, or null in JSON, for a parameter that is not set. */
export const optional = <T>(field: v.GenericSchema<unknown, T>) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (value === '' || value === null ? undefined : value)),
      v.optional(field),
    ),
  );

interface SingleOptions {
  /** A hint that the message about a wrong text ends with. */
  readonly hint?: (text: string) => string;
  /** The value that a text probably meant. */
  readonly nearest?: (text: string) => string | undefined;
  /** The JSON Schema of the value in the documentation; by default, a string. */
  readonly jsonSchema?: JsonSchema;
}

/**
 * One value, as text, or as the number or boolean of a JSON body. `reader` gets the trimmed text and the original one;
 * it returns undefined for a wrong value, whose refusal shows `expected`.
 */
export function single<T>(
  expected: string,
  reader: (text: string, untrimmed: string) => T | undefined,
  { hint, nearest, jsonSchema = { type: 'string' } }: SingleOptions = {},
) {
  return v.pipe(
    v.unknown(),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const { value } = dataset;
      const result = isSingle(value) ? reader(String(value).trim(), String(value)) : undefined;
      if (result !== undefined) return result;
      const remark = typeof value === 'string' && hint !== undefined ? hint(value) : '';
      const near = typeof value === 'string' ? nearest?.(value.trim()) : undefined;
      const got = `got ${describeParam(value)}`;
      addIssue({
        message: `must be ${expected}, ${got}${near === undefined ? remark : `; the nearest is ${near}`}`,
      });
      return NEVER;
    }),
    describedBy<T>({ ...jsonSchema, description: capitalize(expected) }),
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A parameter as an error message names it. */
export const describeParam = (value: unknown): string => (value instanceof Upload ? 'a file' : describeValue(value));

/** A whole number from `min` to `max`, both included. */
export function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) {
  const range =
    max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : min > Number.MIN_SAFE_INTEGER ? ` from ${min} up` : '';
  const jsonSchema = {
    type: 'integer',
    ...(min > Number.MIN_SAFE_INTEGER && { minimum: min }),
    ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
  };
  const reader = (value: string): number | undefined => {
    const number = /^[+-]?\d{1,16}$/.test(value) ? Number(value) : NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return single(`an integer${range}`, reader, { jsonSchema });
}

export const oneOf = <const T extends string>(values: readonly T[], { nearest }: Pick<SingleOptions, 'nearest'> = {}) =>
  single(`one of ${values.join(', ')}`, (value) => values.find((known) => known === value), {
    ...(nearest && { nearest }),
    jsonSchema: { type: 'string', enum: values },
  });

/** PHP sends 1 and nothing, .NET sends True and False. */
export const boolean = single('true or false', (value) => truths.get(value.toLowerCase()), {
  jsonSchema: { type: 'boolean' },
});

/** A map, since an object has `constructor` too. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

const numberOf = (reader: (text: string) => string | undefined) =>
  single('a phone number in E.164 form, such as +12025550123', reader, {
    jsonSchema: { type: 'string', examples: ['+12025550123'] },
  });

export const phoneNumber = numberOf(readPhoneNumber);
/** A number in a filter of a list. */
export const soughtNumber = numberOf(readSoughtNumber);

export const plusHint = (value: string): string =>
  /\d +\d\d:?\d\d$/.test(value) ? ' (a + is read as a space there: send it as %2B)' : '';

/** Ms since the epoch. */
export const timestamp = single('an RFC 3339 time, such as 2026-11-20T09:30:00Z', readTime, {
  hint: plusHint,
  jsonSchema: { type: 'string', format: 'date-time', examples: ['2026-11-20T09:30:00Z'] },
});

const maxUnixSeconds = 8_640_000_000_000;

/** Read into ms. Ruby's client also sends times as text. */
export const unixTime = single('a Unix time in seconds, or text such as 2026-11-19 20:08:14 +0000', readUnixTime, {
  hint: plusHint,
  jsonSchema: { type: 'integer', minimum: -maxUnixSeconds, maximum: maxUnixSeconds },
});

function readUnixTime(value: string): number | undefined {
  if (!/^-?\d{1,16}$/.test(value)) return readTime(value);
  const seconds = Number(value);
  return Math.abs(seconds) <= maxUnixSeconds ? seconds * 1000 : undefined;
}

export const text = single('text', (value) => value);

/** Text of at most so many characters. */
export const shortText = (longest: number) =>
  single(`text of at most ${longest} characters`, (value) => (value.length <= longest ? value : undefined), {
    jsonSchema: { type: 'string', maxLength: longest },
  });

const pageProtocols = ['http:', 'https:'];

/** A URL, with spaces at its ends or without; one with a control character is refused, even at an end. */
const urlOf = (expected: string, isOne: (text: string) => boolean, { hint, example, longest }: UrlOptions) =>
  single(expected, (value, untrimmed) => (value.length <= longest && isOne(untrimmed) ? value : undefined), {
    hint: (value) => urlHint(value, longest) || (hint?.(value) ?? ''),
    jsonSchema: { type: 'string', format: 'uri', maxLength: longest, examples: [example] },
  });

interface UrlOptions extends Pick<SingleOptions, 'hint'> {
  readonly example: string;
  readonly longest: number;
}

/** A page or file on the web. */
export const contentUrl = urlOf(
  'an http or https URL',
  (text) => pageProtocols.includes(readUrl(text)?.protocol ?? ''),
  { example: 'https://example.com/page', longest: longestUrls.page },
);

/** A file; in multipart a part with a filename. */
export const upload = v.pipe(
  v.instance(Upload, 'must be a file: a part of a multipart/form-data body that has a filename'),
  describedBy({ ...fileSchema, description: 'A file: a part that has a filename' }),
);

/** Any number of a field: `name`, `name[]` or `name[0]`. */
export const anyNumberOf = <T>(field: v.GenericSchema<unknown, T>) =>
  v.pipe(v.unknown(), v.transform(asList), v.array(field));

/** One or several of a field. */
export const listOf = <T>(field: v.GenericSchema<unknown, T>) =>
  v.pipe(anyNumberOf(field), v.minLength(1, requiredMessage));

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== '');
  if (typeof value !== 'object' || value === null || value instanceof Upload) return [value];
  const items: [string, unknown][] = Object.entries(value);
  if (!items.every(([key]) => /^\d{1,9}$/.test(key))) return [value];
  return items
    .filter(([, item]) => item !== '')
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item);
}

/** Where a webhook goes. Source of the three schemes: the v2.1 page on webhooks. */
export const callbackUrl = urlOf('an http, https or mailto URL', isCallbackUrl, {
  hint: (value) => (/^mailto:/i.test(value) ? ' (an address is missing: mailto:fax@example.com)' : ''),
  example: 'https://example.com/hook',
  longest: longestUrls.callback,
});

/**
 * A mapping of names to values; `expected` is the message for other values. (valibot's own record drops some names,
 * such as `constructor`.)
 */
export const namedTexts = (expected: (value: unknown) => string) =>
  v.rawTransform<unknown, Readonly<Record<string, string>>>(({ dataset: { value: input }, addIssue, NEVER }) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      addIssue({ message: expected(input) });
      return NEVER;
    }
    for (const [key, value] of Object.entries(input)) {
      const path: [v.IssuePathItem] = [{ type: 'unknown', origin: 'value', input, key, value }];
      // As an object's key it would not be data but the object's prototype, here and in many a client.
      if (key === '__proto__') addIssue({ message: 'is not a name that a tag can have', path });
      if (!isSingle(value)) addIssue({ message: `must be text, got ${describeParam(value)}`, path });
    }
    return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  });

export const tags = v.pipe(
  v.unknown(),
  namedTexts(() => 'must be given as tag[NAME]=VALUE'),
  describedBy({ ...textsSchema, description: 'Names with their values, as tag[NAME]=VALUE' }),
);
