import * as v from 'valibot';
import { entriesOf, fromNames, keysOf } from '../model/shared/objects.ts';
import { file, noData, wholeNumber, withData } from './shape.ts';
import type { Shape, OutputOf } from './shape.ts';

/** A successful answer in one version's form; written by `http/`, always with status 200. */
export interface Reply {
  /** The envelope as JSON. The order of its keys is part of the form. */
  readonly json: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A successful answer that is a file. */
export interface Download {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' } as const;

export const faxFileShape: Shape = { ...file(...Object.keys(endings)), mayBeMissing: true };

/** The file of a fax. Source of the headers: recorded downloads; of a thumbnail's name, none. */
export function faxDownload(fax: { id: number; type: keyof typeof endings; bytes: Uint8Array }): Download {
  return {
    bytes: fax.bytes,
    headers: {
      'Content-Type': fax.type,
      'Cache-Control': 'private',
      'Content-Disposition': `attachment; filename="fax-${fax.id}.${endings[fax.type]}"`,
      'Content-Transfer-Encoding': 'binary',
    },
  };
}

/** A file that has no name of its own. Source of the headers: recorded PNGs of PhaxCodes. */
export function namelessDownload(type: 'application/pdf' | 'image/png', bytes: Uint8Array): Download {
  return {
    bytes,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'private',
      'Content-Disposition': 'attachment',
      'Content-Transfer-Encoding': 'binary',
    },
  };
}

/** Writes records of one kind as JSON, with the shape of the result. */
export interface Writer<T, Body = unknown> {
  (record: T): string;
  readonly shape: v.GenericSchema;
  /** The record as values of JSON. */
  readonly body: (record: T) => Body;
}

/**
 * Writes a record as JSON, once: a record never changes, so its JSON is valid as long as it lives. A list of 25 faxes
 * costs a tenth of the time without it.
 */
export function jsonWriter<T extends object, Body>(shape: v.GenericSchema, body: (record: T) => Body): Writer<T, Body> {
  const texts = new WeakMap<T, string>();
  const write = (record: T): string => {
    const known = texts.get(record);
    if (known !== undefined) return known;
    const text = JSON.stringify(body(record));
    texts.set(record, text);
    return text;
  };
  return Object.assign(write, { shape, body });
}

export type Entries = Readonly<Record<string, v.GenericSchema>>;

/** The fields of a record in the order of its JSON: the schema of each, and its value for a stored record. */
export type Fields<T, E extends Entries> = {
  readonly [Name in keyof E]: readonly [schema: E[Name], valueOf: (record: T) => OutputOf<E[Name]>];
};

/** The JSON form of a stored record, with these fields and no others. */
export const view =
  <T>() =>
  <const E extends Entries>(fields: Fields<T, E>) => {
    const shape = v.strictObject(fromNames<E>(keysOf(fields), (name) => fields[name][0]));
    const readers = entriesOf(fields).map(([name, [, valueOf]]) => ({ name, valueOf }));
    const body = (record: T): v.InferOutput<typeof shape> => {
      const fieldValues: Record<string, unknown> = {};
      for (const { name, valueOf } of readers) fieldValues[name] = valueOf(record);
      return fieldValues as v.InferOutput<typeof shape>; // each has its own field's type
    };
    return { shape, body };
  };

/** Fields for several writers. */
export const recordFields =
  <T>() =>
  <const E extends Entries>(fields: Fields<T, E>) =>
    fields;

/** Writes records with a title and these fields. */
export const recordWriter =
  <T extends object>() =>
  <const E extends Entries>(title: string, fields: Fields<T, E>) => {
    const { shape, body } = view<T>()(fields);
    return jsonWriter<T, ReturnType<typeof body>>(v.pipe(shape, v.title(title)), body);
  };

/** The id of a deleted record. */
export const writeDeleted = recordWriter<{ readonly id: number }>()('DeletedRecord', {
  id: [wholeNumber, ({ id }) => id],
});

/** The JSON of a list from the JSON of its items. */
export const jsonList = (texts: readonly string[]): string => `[${texts.join(',')}]`;

/**
 * An answer with its message and, in the given order, further fields, each as JSON. Source: recorded; `data` is absent
 * where there is none.
 */
export function reply(message: string, extraFields: Readonly<Record<string, string>> = {}): Reply {
  let json = beginningWith(message);
  for (const name in extraFields) json += `,"${name}":${extraFields[name] ?? ''}`;
  return { json: `${json}}` };
}

const beginningWith = (message: string): string => `{"success":true,"message":${JSON.stringify(message)}`;

/** An answer with the message alone, in the form that a route takes. */
export const messageAnswer = (message: string) => ({ shape: noData, reply: () => reply(message) });

/** An answer with one record. */
export function recordAnswer<T>(message: string, write: Writer<T>) {
  const beginning = `${beginningWith(message)},"data":`;
  return { shape: withData(write.shape), reply: (record: T): Reply => ({ json: `${beginning}${write(record)}}` }) };
}

/** The same answer with another message. */
export const withMessage = (answer: Reply, message: string): Reply => ({
  headers: answer.headers,
  json: answer.json.replace(
    /^(\{"success":true,"message":)"(?:[^"\\]|\\.)*"/,
    (_head, start: string) => start + JSON.stringify(message),
  ),
});

/** The body of a refusal in every version; no further field was ever recorded. */
export const failure = (message: string): string => JSON.stringify({ success: false, message });
