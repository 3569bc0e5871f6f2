import * as v from 'valibot';
import * as kinds from '../model/fields/kinds.ts';
import { hintAt } from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { readList } from '../model/fields/lists.ts';
import { camelCase, renameKeys } from '../model/fields/names.ts';
import { readPhoneNumber } from '../model/numbering/e164.ts';
import { isSingle } from '../model/shared/objects.ts';
import { describeValue, listed } from '../model/shared/words.ts';
import { fileSchema, describedBy, neededOf, textsSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { emptyParams, isEmptyList, isGroup, isSet, setParams, Upload } from './params.ts';
import type { Params } from './params.ts';
import { readTime, readUnixTime, unixSecondsMax } from '../model/domain/time.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { asText } from '../model/shared/conversion.ts';

export { emptyParams, isGroup, setParams, Upload };
export type { Params };

/** The complaint about a missing parameter. */
const requiredMessage = 'is required';

/** The start of a field: Given in programs, but any value in requests, so the field checks it. */
export const given = <Given>(): v.GenericSchema<Given, unknown> => v.any();

/** Reads all parameters of a request into T. */
export type ParamsSchema<T> = v.GenericSchema<unknown, T>;

/** An object of named fields. Other fields are ignored. */
export const form = <const E extends v.ObjectEntries>(entries: E) => v.object(entries, requiredMessage);

/** A form whose fields are read into camel case: `country_code` as `countryCode`. */
export function camelForm<const E extends v.ObjectEntries>(entries: E) {
  const names = new Map(Object.keys(entries).map((name) => [name, camelCase(name)]));
  const camelName = (name: string): string => names.get(name) ?? name;
  return v.pipe(
    form(entries),
    v.transform((values) => renameKeys(values, camelName)),
  );
}

/**
 * A parameter that may be missing. Clients send an empty value, or null or an empty list in JSON, for a parameter that
 * is not set.
 */
export const optional = <Given, T>(field: v.GenericSchema<Given, T>) =>
  v.optional(
    v.pipe(
      given<Given | null | undefined>(),
      v.transform((value) => (!isSet(value) || isEmptyList(value) ? undefined : value)),
      v.optional(field),
    ),
  );

/** Reads a text, or a number or boolean of a JSON body, without white space at both ends. */
const takeSingle = <T>({ read }: FieldKind<T, unknown>, value: unknown): T | undefined =>
  isSingle(value) ? read(String(value).trim(), String(value)) : undefined;

interface FieldOptions<T> {
  /** Reads a value; undefined if it is not of the kind. By default, it accepts single values and reads them as text. */
  readonly take?: (kind: FieldKind<T, unknown>, value: unknown) => T | undefined;
  readonly isSecret?: boolean;
}

/** Makes a field of a kind. For another value, it complains `must be …, got …`, with a hint at the end. */
export function field<T, Given>(
  kind: FieldKind<T, Given>,
  { take = takeSingle, isSecret = false }: FieldOptions<T> = {},
): v.GenericSchema<Given, T> {
  const { expected, expectedValue = expected, schema } = kind;
  const hint = (value: unknown): string =>
    schema['format'] === 'date-time' ? plusHint(value) : typeof value === 'string' ? hintAt(kind, value) : '';
  return v.pipe(
    given<Given>(),
    v.rawTransform<unknown, T>(({ dataset: { value }, addIssue, NEVER }) => {
      const taken = take(kind, value);
      if (taken !== undefined) return taken;
      const got = isSecret ? 'something else' : `${describeParam(value)}${hint(value)}`;
      addIssue({ message: `must be ${expectedValue}, got ${got}` });
      return NEVER;
    }),
    describedBy<T>({ ...schema, description: expectedValue.charAt(0).toUpperCase() + expectedValue.slice(1) }),
  );
}

/** A single value whose kind only this parameter has. */
export const single = <T, Given = T>(expected: string, read: FieldKind<T>['read'], schema: JsonSchema = kinds.string) =>
  field<T, Given>({ expected, read, schema });

/** The name of a parameter's value in an error message. */
export const describeParam = (value: unknown): string => (value instanceof Upload ? 'a file' : describeValue(value));

export const integer = (range?: Partial<kinds.IntegerRange>) => field(kinds.integer(range));
/** The id of a record. */
export const recordId = integer({ min: 1 });
export const idSchema = form({ id: recordId });
export const emptySchema = form({});

export const oneOf = <const T extends string>(values: readonly T[]) => field(kinds.oneOf(values));
export const boolean = field(kinds.boolean);

export const phoneNumber = field({ ...kinds.phoneNumber, read: readPhoneNumber });
/** A number in a filter of a list. */
export const soughtNumber = field(kinds.phoneNumber);

const plusHint = (value: unknown): string =>
  typeof value === 'string' && /\d +\d\d:?\d\d$/.test(value) ? ' (a + is read as a space there: send it as %2B)' : '';

/** Ms since the epoch. */
export const timestamp = single('an RFC 3339 time, such as 2026-11-20T09:30:00Z', readTime, {
  type: 'string',
  format: 'date-time',
  examples: ['2026-11-20T09:30:00Z'],
});

/** Reads Unix time into ms. Ruby's client also sends times as text. */
export const unixTime = field({
  expected: 'a Unix time in seconds, or text such as 2026-11-19 20:08:14 +0000',
  schema: { type: 'integer', minimum: -unixSecondsMax, maximum: unixSecondsMax },
  hint: plusHint,
  read: readUnixTime,
});

export const text = single('text', (value) => value);

/** Text with at most this number of characters. */
export const shortText = (longest: number) =>
  single(`text of at most ${longest} characters`, (value) => (value.length <= longest ? value : undefined), {
    type: 'string',
    maxLength: longest,
  });

const urlOf = (kind: FieldKind<string>, example: string) =>
  field({ ...kind, schema: { ...kind.schema, examples: [example] } });

export const contentUrl = urlOf(kinds.contentUrl, 'https://example.com/page');
export const callbackUrl = urlOf(kinds.callbackUrl, 'https://example.com/hook');

/** A file; in multipart a part with a filename. `expected` is the message for other values. */
export const uploadOr = (expected: string) =>
  v.pipe(
    v.instance(Upload, expected),
    describedBy({ ...fileSchema, description: 'A file: a part that has a filename' }),
  );

/** A field of a group such as `content`: a request needs at least one field of the group, which the form checks. */
export const oneOfGroup = <Given, T>(group: string, field: v.GenericSchema<Given, T>) =>
  v.pipe(field, describedBy<T>(neededOf(group)));

export const upload = uploadOr('must be a file: a part of a multipart/form-data body that has a filename');

/** Limit for the items of a list, and for the names of a mapping: as many as a form can have, because each is read and kept. */
export const itemsMax = 1000;

const tooMany = ({ length }: { readonly length: number }): string =>
  `must be at most ${itemsMax} values, got ${length}`;

/** Any number of a field: `name`, `name[]` or `name[0]`. */
export const anyNumberOf = <Given, T>(field: v.GenericSchema<Given, T>) =>
  v.pipe(
    given<Given | readonly Given[]>(),
    v.transform(readList),
    v.check(
      (list) => list.length <= itemsMax,
      ({ input }) => tooMany(input),
    ),
    v.array(field),
  );

/** A list of at least one value. */
export const listOf = <Given, T>(field: v.GenericSchema<Given, T>) =>
  v.pipe(anyNumberOf(field), v.minLength(1, requiredMessage));

type Texts = Readonly<Record<string, string>>;

/**
 * A mapping of names to values; `expected` is the message for other values. (valibot's own record drops some names,
 * such as `constructor`.)
 */
export const namedTexts = (expected: (value: unknown) => string) =>
  v.rawTransform<unknown, Texts>(({ dataset: { value: input }, addIssue, NEVER }) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      addIssue({ message: expected(input) });
      return NEVER;
    }
    const names = Object.keys(input);
    if (names.length > itemsMax) {
      addIssue({ message: tooMany(names) });
      return NEVER;
    }
    for (const [key, value] of Object.entries(input)) {
      const path: [v.IssuePathItem] = [{ type: 'unknown', origin: 'value', input, key, value }];
      // Refuses `__proto__`: here and in many clients it would set the object's prototype instead of data.
      if (key === '__proto__') addIssue({ message: 'is not a name that a tag can have', path });
      if (!isSingle(value)) addIssue({ message: `must be text, got ${describeParam(value)}`, path });
    }
    return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asText(value)]));
  });

/** Names with their values, in a form such as `tag[NAME]=VALUE`. */
export const valuesAs = (form: string) =>
  v.pipe(
    given<Texts>(),
    namedTexts(() => `must be given as ${form}`),
    describedBy({ ...textsSchema, description: `Names with their values, as ${form}` }),
  );

export const tags = valuesAs('tag[NAME]=VALUE');

/**
 * Reads parameters by a form. Throws a Refusal that names the first invalid parameter and its expected value, or all
 * missing ones. It is `not_found` for a parameter in `existing` (the ids in an API path), `invalid` otherwise.
 */
export function read<T>(form: ParamsSchema<T>, params: Params, existing: readonly string[] = []): T {
  const result = v.safeParse(form, params, { abortEarly: true });
  if (result.success) return result.output;
  const issue = unknownParamIssue(form, params, result.issues[0]) ?? result.issues[0];
  const [name = ''] = namesOf(issue);
  const missing = issue.message === requiredMessage ? missingIn(form, params) : [];
  const place = placeOf(issue);
  const complaint = missing.length > 1 ? `${listed(missing)} are required` : `${place} ${issue.message}`.trimStart();
  const details = place === '' ? {} : { field: place };
  if (existing.includes(name)) throw new Refusal('not_found', `Not found: ${complaint}`, details);
  throw new Refusal('invalid', complaint, details);
}

/** The names of all missing required parameters. */
function missingIn(form: ParamsSchema<unknown>, params: Params): string[] {
  const issues = v.safeParse(form, params).issues ?? [];
  return issues.filter(({ message }) => message === requiredMessage).map(placeOf);
}

const namesOf = ({ path }: v.BaseIssue<unknown>): string[] => (path ?? []).map(({ key }) => asText(key));

/** The name of a parameter in requests: `to`, `tag[case]`. */
function placeOf(issue: v.BaseIssue<unknown>): string {
  const [name = '', ...keys] = namesOf(issue);
  return name + keys.map((key) => `[${key}]`).join('');
}

/** An unknown parameter of a strict form, if a required one is missing: it may be the required one, misspelt. */
function unknownParamIssue(
  form: ParamsSchema<unknown>,
  params: Params,
  first: v.BaseIssue<unknown>,
): v.BaseIssue<unknown> | undefined {
  if (first.type !== 'strict_object' || first.input !== undefined) return undefined;
  return v.safeParse(form, params).issues?.find(({ type, expected }) => type === first.type && expected === 'never');
}
