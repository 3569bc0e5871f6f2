import { RE2JS, RE2JSException } from 're2js';
import * as v from 'valibot';
import { expectedDuration } from '../model/domain/time.ts';
import { durationText } from '../model/shared/duration.ts';
import { durationPattern, durationMsMax, parseDuration } from '../model/shared/duration.ts';
import * as kinds from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { camelKeys, hasDroppedName, ownEntries, refuseDroppedNames } from '../model/fields/names.ts';
import { allText } from '../model/shared/words.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { nearestWordText } from './synonyms.ts';
import type { WordKind } from './synonyms.ts';
import { asText } from '../model/shared/conversion.ts';

/** A regular expression. */
export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

/**
 * Limit for the steps of a pattern: about one per character, and n for a part that is repeated n times. Each character
 * of a fact may need that many steps.
 */
export const patternStepsMax = 2000;

/** Limit for the listed unknown keys of a mapping. */
const unknownMax = 5;

/** A mapping with only these keys. The fault of an unknown key names the nearest key, or all keys. */
export function exactly<const E extends v.ObjectEntries>(entries: E, kind?: WordKind) {
  const known = Object.keys(entries);
  const objectOf = <const All extends v.ObjectEntries>(all: All) =>
    v.strictObject(ownEntries(all), ({ expected }) => (expected === 'Object' ? noGroup : 'is required'));
  const object = objectOf(entries);
  const unknownKey = (key: string) =>
    v.never(`is not known here${nearestWordText(key, known, kind) || allText(known)}`);
  const none = v.never(noGroup);
  return v.lazy((given): typeof object | typeof none => {
    if (Array.isArray(given)) return none;
    const unknown = Object.keys(given ?? {}).filter((key) => !Object.hasOwn(entries, key));
    if (unknown.length === 0) return object;
    // By itself, valibot stops at the first unknown key.
    const refused = unknown.slice(0, unknownMax).map((key) => [key, unknownKey(key)] as const);
    return objectOf({ ...entries, ...Object.fromEntries(refused) });
  });
}

const noGroup = 'must be a mapping';

/** Refuses lists, which valibot would accept as objects. */
export function noList<T extends v.GenericSchema>(object: T, message: string) {
  const none = v.never(message);
  return v.lazy((given) => (Array.isArray(given) ? none : object));
}

export function oneOf<const T extends readonly string[]>(words: T, kind?: WordKind) {
  return v.picklist(words, (issue) => {
    const near = ['string', 'number'].includes(typeof issue.input)
      ? nearestWordText(asText(issue.input), words, kind)
      : '';
    return `must be one of ${words.join(', ')}, got ${issue.received}${near}`;
  });
}

/**
 * A plain value, or one of several mappings. Faults of a mapping name its keys. In `groups`, each mapping comes with
 * the key that identifies it; `''` matches any mapping. Identifying keys exclude each other.
 */
export function plainOr<P extends v.GenericSchema, const G extends readonly [string, v.GenericSchema][]>(
  plain: P,
  groups: G,
  message: string,
) {
  const none = v.never(message);
  const all: v.UnionSchema<(P | G[number][1])[], undefined> = v.union([plain, ...groups.map(([, group]) => group)]);
  return v.lazy((value): P | G[number][1] | typeof all | typeof none => {
    if (value === undefined) return all; // for the JSON Schema
    if (!isPlainObject(value)) return Array.isArray(value) ? none : plain;
    const [first, ...others] = groups.filter(([key]) => key === '' || key in value);
    if (others.length === 0) return first?.[1] ?? none;
    const keys = [first, ...others].map((group) => group?.[0]);
    return v.never(`cannot have ${keys.join(' and ')}: they exclude each other`);
  });
}

/** A mapping whose keys the user chooses. */
export function groupOf<K extends v.GenericSchema<string, string>, T extends v.GenericSchema>(
  key: K,
  item: T,
  message: string,
) {
  const record = v.record(key, item, message);
  const refused = v.pipe(v.unknown(), refuseDroppedNames, record);
  const none = v.never(message);
  return v.lazy((given): typeof record | typeof refused | typeof none => {
    if (Array.isArray(given)) return none;
    return hasDroppedName(given) ? refused : record;
  });
}

/** A number of a kind: `noun` completes the message about another type, `outside` is the message about another number. */
const numberOf = (
  kind: FieldKind<number>,
  noun = kind.expected,
  outside = `must be ${kind.expected}`,
): v.GenericSchema<number> =>
  v.pipe(
    v.custom<number>(
      kind.schema['type'] === 'integer' ? Number.isInteger : Number.isFinite,
      ({ input }) => `must be ${noun}${quotedHint(input)}`,
    ),
    v.check((value) => kinds.isOf(kind, value), outside),
    v.metadata(kind.schema),
  );

/** The hint for a number that is written as a text. */
export const quotedHint = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? `, got the string '${value}': write it without quotes`
    : '';

/** A key that may be absent, with its description for the reference and for editors. */
export const optionalKey = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(v.optional(schema), v.description(description));

export const word = v.pipe(
  v.string('must be a word'),
  v.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be of lower-case letters, digits and dashes'),
);
export const text = v.string('must be a string');
export const flag = v.boolean(`must be ${kinds.boolean.expected}`);
const anyNumber = numberOf(kinds.number());
export const count = numberOf(kinds.integer({ min: 0 }), 'an integer', 'must not be negative');
export const atLeastOne = numberOf(kinds.integer({ min: 1 }), 'an integer', 'must be 1 or more');
export const several = numberOf(
  kinds.integer({ min: 2 }),
  'an integer',
  'must be 2 or more: 1 is what happens without it',
);
export const status = numberOf(kinds.integer({ min: 200, max: 599 }), 'a status', 'must be a status from 200 to 599');
export const chance = numberOf(kinds.number({ min: 0, max: 1 }));
export const value = v.union([v.string(), v.number(), v.boolean()], 'must be a string, a number, true or false');

const noDuration = `must be ${expectedDuration}`;
const tooLong = `must not be longer than ${durationText(durationMsMax)}`;

const msOf = (written: string | 0): number => parseDuration(String(written)) ?? NaN;

const readMs = v.pipe(
  v.union([v.pipe(v.string(), v.regex(durationPattern, noDuration)), v.literal(0)], noDuration),
  v.check((written) => !(msOf(written) > durationMsMax), tooLong), // it is NaN after a fault
  v.transform(msOf),
);

/**
 * Reads a duration into ms: `120ms` or `45m`. A plain number lacks its unit, except for 0. Lazy, so that a description
 * can follow.
 */
export const duration = v.lazy(() => readMs);

export const positiveDuration = v.pipe(
  duration,
  v.check((ms) => ms > 0, 'must be greater than 0'),
);

const span = v.pipe(
  exactly({ min: duration, max: duration }),
  v.check(({ min, max }) => min <= max, 'must have a max that is not below its min'),
);
const logNormal = v.pipe(
  exactly({
    median: duration,
    sigma: numberOf(kinds.number({ min: 0 }), 'a number', 'must not be negative'),
    max: duration,
  }),
  v.check(({ median, max }) => median <= max, 'must have a max that is not below its median'),
);

export const delay = plainOr(
  duration,
  [
    ['median', logNormal],
    ['min', span],
  ],
  'must be a duration, {min, max} or {median, sigma, max}',
);

/** A regular expression whose time is proportional to the length of any text. */
const pattern = v.pipe(
  text,
  v.rawTransform<string, Pattern>(({ dataset, addIssue, NEVER }) => {
    const read = readPattern(dataset.value);
    if ('test' in read) return read;
    addIssue({ message: read.fault });
    return NEVER;
  }),
);

export const comparison = v.pipe(
  exactly(
    {
      in: optionalKey(
        v.pipe(v.array(value, 'must be a list'), v.minLength(1, 'must have a value')),
        'equals one of these',
      ),
      not: optionalKey(value, 'does not equal this, or is absent'),
      matches: optionalKey(
        v.lazy(() => pattern),
        'contains a match of this regular expression',
      ),
      contains: optionalKey(text, 'contains this string'),
      gt: optionalKey(anyNumber, 'is greater than this'),
      lt: optionalKey(anyNumber, 'is less than this'),
      exists: optionalKey(flag, 'is present (`true`) or absent (`false`)'),
    },
    'comparisons',
  ),
  v.check(
    (tests) => Object.keys(tests).length > 0,
    'must compare something: in, not, matches, contains, gt, lt or exists',
  ),
  v.transform(camelKeys),
);

/** The condition on a fact: a value that it equals, or a comparison. */
export const condition = plainOr(value, [['', comparison]], 'must be a string, a number, true or false');

export const headerName = v.pipe(text, v.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a valid header name'));
/** A header's value. A number is sent as it is written. Unquoted, `yes` and `true` would be ambiguous. */
export const headerValue = v.union(
  [
    v.pipe(v.string(), v.regex(/^[\t -~\u00a0-\u00ff]*$/, 'must be a valid header value')),
    v.pipe(
      v.number(),
      v.transform((number) => String(number)),
    ),
  ],
  ({ input }) =>
    typeof input === 'boolean'
      ? `must be in quotes: '${input}' is a string, ${input} is not`
      : 'must be a string or a number',
);

/** Limit for a fact that is matched: a body may have 20 MB, and all requests would have to wait. */
const longest = 65_536;

/**
 * Reads a pattern in RE2's syntax, or returns the reason why it is invalid. JavaScript's own regular expressions can
 * take exponential time on a crafted text, and would stop the whole simulator. RE2's take linear time, but have no
 * look-around and no backreferences.
 */
export function readPattern(source: string): Pattern | { readonly fault: string } {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const steps = compiled.programSize();
    if (steps > patternStepsMax) return { fault: tooLarge(steps) };
    return { source, test: (text) => text.length <= longest && compiled.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { fault: faultOf(error.message) };
  }
}

const tooLarge = (steps: number): string =>
  `must be a pattern of at most ${patternStepsMax} steps, got ${steps}; repeat less, or write several rules`;

function faultOf(message: string): string {
  const [why = '', quoted = ''] = message.replace(/^error parsing regexp: /, '').split(/: `([^]*)/, 2);
  const at = quoted.slice(0, -1);
  if (/^\(\?<?[=!]/.test(at)) return `has a look-around at ${at.slice(0, 4)}, which patterns here do not know`;
  if (/^\\[1-9k]/.test(at)) return `has a reference back at ${at}, which patterns here do not know`;
  return `is no regular expression: ${why} at ${at}`;
}
