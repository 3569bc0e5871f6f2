import * as v from 'valibot';
import { entriesOf, fromNames, keysOf } from '../model/shared/objects.ts';
import { describedBy } from './json-schema.ts';

/** The shape of a successful response, for the documentation and for the compiler. */
export type Shape = JsonShape | FileShape | NoShape;

interface Success {
  /** The status; default: 200. */
  readonly status?: number;
}

/** A response without a body, such as one with 204. */
interface NoShape extends Success {
  readonly kind: 'none';
}

interface JsonShape extends Success {
  readonly kind: 'json';
  readonly body: v.GenericSchema;
  /** The headers that only this response has. */
  readonly headers: readonly HeaderName[];
  /** Media types of the file that may replace the JSON: `['image/png']`. */
  readonly types?: readonly string[];
}

interface FileShape extends Success {
  readonly kind: 'file';
  readonly types: readonly string[];
  /** True if the record may exist without a file. */
  readonly mayBeMissing?: true;
}

type HeaderName = 'X-Total' | 'X-Per-Page' | 'X-Page';

/** The type of the values that a function for this schema returns. */
export type OutputOf<S extends v.GenericSchema> = Frozen<v.InferOutput<S>>;

type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** A record with a title and no other fields than these. */
export const namedRecord = <const E extends v.ObjectEntries>(title: string, entries: E) =>
  v.pipe(v.strictObject(entries), v.title(title));

export const wholeNumber = v.pipe(v.number(), v.integer());

/** US cents. */
export const cents = v.pipe(wholeNumber, describedBy<number>({ description: 'US cents' }));

/** US Central time with its offset. */
export const centralTimeText = v.pipe(
  v.string(),
  describedBy<string>({
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000[+-]\d\d:\d\d$`,
    examples: ['2021-11-04T16:28:30.000-05:00'],
  }),
);

/** E.164 with its plus. */
export const numberInE164 = v.pipe(
  v.string(),
  describedBy<string>({ pattern: String.raw`^\+\d{3,15}$`, examples: ['+12025550123'] }),
);

/** An answer with a message and possibly further fields. */
export const envelope = (further: v.ObjectEntries = {}): JsonShape => ({
  kind: 'json',
  body: v.strictObject({ success: v.literal(true), message: v.string(), ...further }),
  headers: [],
});

/** An answer with one record, or several that are not paged. */
export const withData = (data: v.GenericSchema): JsonShape => envelope({ data });

/** The schema of the body of a Phaxio refusal. */
export const failureBody = namedRecord('Failure', { success: v.literal(false), message: v.string() });

/** A JSON text in parts. */
export type JsonParts = readonly string[];

/** A successful response in one version's form; `http` writes it with the status of its shape. */
export interface Reply {
  /**
   * The envelope as JSON, in parts that follow one another: a page of 25 records is never joined into one text. The order of its keys
   * is part of the form.
   */
  readonly json: JsonParts;
  /** The message in it, for the journal. */
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A successful answer that is a file. */
export interface Download {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' } as const;

/** The file of a fax. Source of the headers: recorded downloads. A thumbnail's name has no source. */
export const faxFileAnswer: AnswerForm<{ id: number; type: keyof typeof endings; bytes: Uint8Array }> = () => ({
  shape: { kind: 'file', types: Object.keys(endings), mayBeMissing: true },
  reply: ({ id, type, bytes }) => download(type, bytes, `attachment; filename="fax-${id}.${endings[type]}"`),
});

type NamelessType = 'application/pdf' | 'image/png';

/** A file without a name. Source of the headers: recorded PNGs of PhaxCodes. */
export const namelessDownload = (type: NamelessType, bytes: Uint8Array): Download =>
  download(type, bytes, 'attachment');

const download = (type: string, bytes: Uint8Array, disposition: string): Download => ({
  bytes,
  headers: {
    'Content-Type': type,
    'Cache-Control': 'private',
    'Content-Disposition': disposition,
    'Content-Transfer-Encoding': 'binary',
  },
});

/** Writes one kind of records as JSON, and has the shape of the result. */
export interface Writer<T> {
  (record: T): string;
  readonly shape: v.GenericSchema;
}

type Entries = Readonly<Record<string, v.GenericSchema>>;

/** The fields of a record in the order of its JSON. Each has its schema and a function for its value in a stored record. */
type Fields<T, E extends Entries> = {
  readonly [Name in keyof E]: readonly [schema: E[Name], valueOf: (record: T) => OutputOf<E[Name]>];
};

/** Makes the shape and the values of a record with exactly these fields. */
export const view =
  <T>() =>
  <const E extends Entries>(fields: Fields<T, E>) => {
    const shape = v.strictObject(fromNames<E>(keysOf(fields), (name) => fields[name][0]));
    const readers = entriesOf(fields).map(([name, [, valueOf]]) => ({ name, valueOf }));
    const body = (record: T): v.InferOutput<typeof shape> => {
      const fieldValues: Record<string, unknown> = {};
      for (const { name, valueOf } of readers) fieldValues[name] = valueOf(record);
      return fieldValues as v.InferOutput<typeof shape>; // each value has the type of its field
    };
    return { shape, body };
  };

/** Fields that several writers share. */
export const recordFields =
  <T>() =>
  <const E extends Entries>(fields: Fields<T, E>) =>
    fields;

/** Makes a writer for values with a title and these fields. It leaves out undefined values. */
export const valueWriter =
  <T extends object>() =>
  <const E extends Entries>(title: string, fields: Fields<T, E>) => {
    const { shape, body } = view<T>()(fields);
    const write = (value: T): string => JSON.stringify(body(value));
    return Object.assign(write, { shape: v.pipe(shape, v.title(title)), body });
  };

/** Limit for kept texts: a text takes about a KB, and each garbage collection visits all of them. */
const textsMax = 32_768;

/**
 * Makes a writer that writes each record only once: a record never changes, so its JSON stays valid. A list of 25 faxes
 * takes a tenth of the time. After `textsMax` texts it forgets all, so a million read faxes do not keep theirs.
 */
export function writeOnce<T extends object>(writeAnew: (record: T) => string): (record: T) => string {
  let texts = new WeakMap<T, string>();
  let count = 0;
  return (record) => {
    const known = texts.get(record);
    if (known !== undefined) return known;
    const text = writeAnew(record);
    if (++count % textsMax === 0) texts = new WeakMap();
    texts.set(record, text);
    return text;
  };
}

/** Makes a writer for stored records with a title and these fields, which writes each record only once. */
export const recordWriter =
  <T extends object>() =>
  <const E extends Entries>(title: string, fields: Fields<T, E>) => {
    const writer = valueWriter<T>()(title, fields);
    return Object.assign(writeOnce<T>(writer), { shape: writer.shape, body: writer.body });
  };

/** The id of a deleted record. */
export const writeDeleted = valueWriter<{ readonly id: number }>()('DeletedRecord', {
  id: [wholeNumber, ({ id }) => id],
});

/** The JSON of a list of records. */
export function jsonList<T>(records: readonly T[], write: (record: T) => string): JsonParts {
  const parts: string[] = [];
  for (const record of records) parts.push(parts.length === 0 ? '[' : ',', write(record));
  parts.push(parts.length === 0 ? '[]' : ']');
  return parts;
}

/**
 * An answer with its message, followed by these further fields, each already JSON. Source: recorded; `data` is absent
 * if there is none. The headers are set here: a copy with added headers would give each response its own hidden class,
 * and slow down all code that reads it.
 */
export function reply(
  message: string,
  extraFields: Readonly<Record<string, JsonParts>> = {},
  headers?: Reply['headers'],
): Reply {
  const json = [beginningWith(message)];
  for (const name in extraFields) json.push(`,"${name}":`, ...(extraFields[name] ?? []));
  json.push('}');
  return { json, message, headers };
}

const beginningWith = (message: string): string => `{"success":true,"message":${JSON.stringify(message)}`;

/** The form of an answer, given the message of its operation. */
export type AnswerForm<R> = (message: string) => {
  readonly shape: Shape;
  readonly reply: (result: R) => Reply | Download;
};

/** An answer with the message alone. */
export const messageAnswer: AnswerForm<unknown> = (message) => ({ shape: envelope(), reply: () => reply(message) });

/** An answer whose message depends on its result. */
export const chosenMessageAnswer =
  <R>(messageOf: (result: R) => string): AnswerForm<R> =>
  () => ({ shape: envelope(), reply: (result) => reply(messageOf(result)) });

/** An answer with data of this shape, which `write` turns into JSON. */
export function writtenAnswer<R>(shape: v.GenericSchema, write: (result: R) => string) {
  return (message: string) => {
    const beginning = `${beginningWith(message)},"data":`;
    return {
      shape: withData(shape),
      reply: (result: R): Reply => ({ json: [beginning, write(result), '}'], message }),
    };
  };
}

/** An answer with data of this shape. */
export const dataAnswer = <S extends v.GenericSchema, R>(shape: S, dataOf: (result: R) => OutputOf<S>) =>
  writtenAnswer(shape, (result: R) => JSON.stringify(dataOf(result)));

/** An answer with one record. */
export const recordAnswer = <T>(write: Writer<T>): AnswerForm<T> => writtenAnswer(write.shape, write);

/** An answer with several records that are not paged. */
export const recordsAnswer =
  <T>(write: Writer<T>): AnswerForm<readonly T[]> =>
  (message) => ({
    shape: withData(v.array(write.shape)),
    reply: (records) => reply(message, { data: jsonList(records, write) }),
  });

/** An answer with a file that has no name. */
export const fileAnswer =
  (type: NamelessType): AnswerForm<Uint8Array> =>
  () => ({ shape: { kind: 'file', types: [type] }, reply: (bytes) => namelessDownload(type, bytes) });

/** The body of a Phaxio refusal; no further field was ever recorded. */
export const failure = (message: string): string => JSON.stringify({ success: false, message });
