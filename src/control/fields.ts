import * as v from 'valibot';
import { errorIdHint } from '../model/domain/fax-error.ts';
import type { FaxError } from '../model/domain/fax-error.ts';
import { waitMsMax } from '../model/domain/time.ts';
import { durationMsMax } from '../model/shared/duration.ts';
import { ownEntries, refuseDroppedNames, snakeCase } from '../model/fields/names.ts';
import { readList } from '../model/fields/lists.ts';
import * as kinds from '../model/fields/kinds.ts';
import type { FieldKind } from '../model/fields/kinds.ts';
import { readPhoneNumber } from '../model/numbering/e164.ts';
import { barePhone, plainNumber, readSoughtNumber } from '../model/numbering/phone-text.ts';
import type { SnakeCase } from '../model/fields/names.ts';
import { accountChange as changeOf, accountSettingNames, settings as table } from '../model/settings/settings.ts';
import type { GivenOptions, GivenSetting, Options, SettingName, Settings } from '../model/settings/settings.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { listed, nearestOrAll, nearestText, withoutEnd } from '../model/shared/words.ts';
import * as fields from '../wire/fields.ts';
import { describedBy, fileSchema, inJson } from '../wire/json-schema.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
import { Upload } from '../wire/fields.ts';

export { anyNumberOf, listOf, optional as maybe, text } from '../wire/fields.ts';

export const boolean = fields.field<boolean, boolean | string>(kinds.boolean);
export const integer = (range?: Partial<kinds.IntegerRange>) =>
  fields.field<number, number | string>(kinds.integer(range));

/** The id of an error. The message about a word names the id of the nearest error. */
export const errorIdOf = (errors: readonly FaxError[]) =>
  fields.field<number, number | string>({
    ...kinds.integer(),
    expected: 'the id of an error',
    hint: (text) => errorIdHint(text, errors),
  });

/** Number of words of a set that a complaint lists even where one is near. */
const wordsMax = 12;

/**
 * A word of a fixed set. The message also names the nearest word, unlike messages of the service, which contain only
 * what is known of its texts.
 */
export const oneOf = <const T extends string>(values: readonly T[]) =>
  fields.field(values.length > wordsMax ? oneOfMany(values) : { ...kinds.oneOf(values), choices: values });

/** Any of the words of a set, each once: `status=failure,partialsuccess`, or a list. The message names the first other word. */
export const someOf = <const T extends string>(values: readonly T[]) => {
  const word = oneOf(values);
  const choice = values.join('|');
  return v.pipe(
    fields.given<T | readonly T[]>(),
    v.rawTransform<unknown, readonly T[]>(({ dataset: { value }, addIssue, NEVER }) => {
      const found = new Set<T>();
      for (const given of readList(value).flatMap(splitAtCommas)) {
        const { success: isKnown, output, issues } = v.safeParse(word, given);
        if (!isKnown) {
          addIssue({ message: issues[0].message });
          return NEVER;
        }
        found.add(output);
      }
      return [...found];
    }),
    describedBy<readonly T[]>({
      type: 'array',
      items: { type: 'string', pattern: `^(${choice})( *, *(${choice}))*$` },
      description: `Any of ${values.join(', ')}; several as a list or with commas`,
    }),
  );
};

const splitAtCommas = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? value.split(',').map((word) => word.trim()) : [value];

const oneOfMany = <T extends string>(values: readonly T[]): FieldKind<T> => ({
  ...kinds.oneOf(values),
  expected: `one of ${values.length} words such as ${listed(values.slice(0, 3))}`,
  hint: (text) => nearestText(text, values) || `; known are ${values.join(', ')}`,
});

/** A field of a kind that settings have too. It accepts and refuses the same values as a setting. */
export const ofKind = <T, Given>(kind: FieldKind<T, Given>, { isSecret = false } = {}) =>
  fields.field(kind, { take: takeUnspaced, isSecret });

/** Drops the spaces at both ends of a text, but keeps line breaks: one at the end of a URL must be refused, not lost. */
const takeUnspaced = <T>(kind: FieldKind<T, unknown>, value: unknown): T | undefined =>
  kinds.take(kind, typeof value === 'string' ? withoutEnd(value.replace(/^ +/, ''), ' ') : value);

/** A number in any notation, also as pages and contacts write it, which the service refuses. */
const typedNumber = (read: (text: string) => string | undefined) =>
  fields.field({ ...kinds.phoneNumber, read: (text) => read(plainNumber(text)) });

export const phoneNumber = typedNumber(readPhoneNumber);

/** Fewer digits are a part of a number, not a whole one. */
const wholeNumberDigits = 10;

/** A sought number in any notation: a whole one as E.164, a part of one as its digits alone. */
export const numberOrPart = fields.single('a phone number or a part of it, such as +12025550123 or 0123', (text) => {
  const bare = barePhone(text);
  if (bare === undefined) return undefined;
  const digits = bare.replace('+', '');
  return digits.length < wholeNumberDigits ? digits : readSoughtNumber(bare);
});

export const callbackUrl = ofKind(kinds.callbackUrl);
export const instant = ofKind(kinds.instant);
/** A time of a filter: RFC 3339, or how long before now on the world's clock. */
export const moment = ofKind(kinds.moment);
export const clockSpeed = ofKind(kinds.clockSpeed);
/** A duration in ms, from a text such as `45m` or `2s`. */
export const duration = ofKind(kinds.duration());

/** The distance of a record from the time of the clock. */
export const distance = ofKind(kinds.duration({ min: 0, max: durationMsMax }));

export const tags = fields.valuesAs('tags[NAME]=VALUE');

const fileInJson: JsonSchema = {
  type: 'object',
  properties: {
    filename: { type: 'string' },
    base64: { type: 'string', contentEncoding: 'base64' },
    type: { type: 'string', description: 'A media type; by default, what the content and the name say' },
  },
  required: ['filename', 'base64'],
};

const expectedFile = 'must be a file: a part of a form that has a filename, or in JSON {"filename": …, "base64": …}';

/** A file: an upload in a form, or an object with name and content in JSON. */
export const file = v.pipe(
  fields.given<FileInput | Blob | Uint8Array>(),
  v.rawTransform<unknown, Upload>(({ dataset: { value }, addIssue, NEVER }) => {
    if (value instanceof Upload) return value;
    const { filename, base64, type } = isPlainObject(value) ? value : {};
    if (typeof filename === 'string' && typeof base64 === 'string' && /^[\w+/=\s-]*$/.test(base64)) {
      return new Upload(filename, typeof type === 'string' ? type : undefined, Buffer.from(base64, 'base64'));
    }
    addIssue({ message: expectedFile });
    return NEVER;
  }),
  describedBy({ ...fileSchema, ...inJson(fileInJson), description: 'A file' }),
);

export interface FileInput {
  readonly filename: string;
  readonly base64: string;
  readonly type?: string;
}

/** Text fields of a webhook by name: in a form `fields[success]=false`. */
export const editedFields = v.pipe(
  fields.given<Readonly<Record<string, string>>>(),
  refuseDroppedNames,
  v.record(v.string(), v.string('must be text'), 'must be a group: fields[NAME]=VALUE'),
);

/** The longest wait for an answer, in real ms. */
export const patience = ofKind(kinds.duration({ min: 0, max: waitMsMax }));

/** A name that is valid in a path. `.` and `..` would change the path. */
export const name = fields.single(
  '1 to 64 letters, digits, dots, dashes and underscores, and not dots alone',
  (value) => (/^(?!\.+$)[\w.-]{1,64}$/.test(value) ? value : undefined),
  { type: 'string', pattern: String.raw`^(?!\.+$)[\w.-]{1,64}$`, examples: ['clinic-7'] },
);

/** A field with its meaning, for the documents that are made from the schema. */
export const about = <const S extends v.GenericSchema>(meaning: string, field: S) =>
  v.pipe(field, v.description<v.InferOutput<S>, string>(meaning));

/** A field that may be left out. An empty value or null removes the stored value. */
const clearable = <Given, T>(field: v.GenericSchema<Given, T>) =>
  v.optional(
    v.pipe(
      fields.given<Given | null | undefined>(),
      v.transform((value) => (value === '' ? null : value)),
      v.nullable(field),
    ),
  );

/**
 * The parameters of a call. Others are refused. The message says where an unknown name belongs (`elsewhere`), or names
 * the nearest parameter.
 */
export function input<const E extends v.ObjectEntries>(entries: E, elsewhere: Readonly<Record<string, string>> = {}) {
  const known = Object.keys(entries);
  return v.strictObject(ownEntries(entries), (issue) => {
    const key = issue.path?.[0]?.key;
    if (issue.expected !== 'never')
      return issue.input === undefined ? 'is required' : `must be a group of parameters: ${known.join(', ')}`;
    const name = typeof key === 'string' ? key : '';
    if (Object.hasOwn(elsewhere, name)) return `must be ${elsewhere[name] ?? ''}`;
    return `is not known here${nearestOrAll(name, known)}`;
  });
}

export const nothing = input({});

export const keyPair = input({ key: ofKind(kinds.key), secret: ofKind(kinds.secret, { isSecret: true }) });

/** The fields in the order of the settings. The order of a union would be up to the compiler. */
type SettingFields<Name extends SettingName> = {
  readonly [N in keyof Settings as N extends Name ? SnakeCase<N> : never]: v.OptionalSchema<
    v.GenericSchema<GivenSetting<N> | null | undefined, Options[N] | undefined>,
    undefined
  >;
};

/** The fields for these settings. Null or an empty value unsets a setting that can be unset. */
export function settingFields<Name extends SettingName>(names: readonly Name[]): SettingFields<Name> {
  const entries = names.map((name) => {
    const { kind, isSecret = false, default: unset } = table[name];
    const field = ofKind<unknown, unknown>(kind, { isSecret });
    return [snakeCase(name), unset === null ? clearable(field) : fields.optional(field)];
  });
  return Object.fromEntries(entries) as SettingFields<Name>;
}

/** The values of these fields, by the names of the settings. */
function givenIn(names: readonly SettingName[], input: Readonly<Record<string, unknown>>): GivenOptions {
  return Object.fromEntries(names.map((name) => [name, input[snakeCase(name)]]));
}

/** The account settings to change. */
export const accountChange = v.pipe(
  input(settingFields(accountSettingNames)),
  v.transform((input) => changeOf(givenIn(accountSettingNames, input))),
);

/** All settings of an account. The balance may be negative, because received faxes are always charged. */
export const accountFields = v.pipe(
  input({ ...settingFields(accountSettingNames), balance_cents: fields.optional(integer()) }),
  v.transform((input) => changeOf(givenIn(accountSettingNames, input))),
);
