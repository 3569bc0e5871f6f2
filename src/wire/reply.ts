import type { GenericSchema } from 'valibot';
import { file } from './shape.ts';
import type { Shape, Shown } from './shape.ts';

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

/** Writes records of one kind as JSON, and knows what they look like then. */
export interface Writer<T> {
  (record: T): string;
  readonly shape: GenericSchema;
}

/**
 * Writes a record as JSON, once: a record never changes, so what was written of it holds as long as it lives. A list of
 * 25 faxes costs a tenth of what it would without.
 */
export function jsonWriter<S extends GenericSchema, T extends object>(
  shape: S,
  body: (record: T) => Shown<S>,
): Writer<T> {
  const texts = new WeakMap<T, string>();
  const write = (record: T): string => {
    const known = texts.get(record);
    if (known !== undefined) return known;
    const text = JSON.stringify(body(record));
    texts.set(record, text);
    return text;
  };
  return Object.assign(write, { shape });
}

/** The JSON of a list of what is written already. */
export const jsonList = (texts: readonly string[]): string => `[${texts.join(',')}]`;

/**
 * An answer with its message and, in the given order, what else it has, each written already. Source: recorded; `data` is
 * absent where there is none.
 */
export function reply(message: string, further: Readonly<Record<string, string>> = {}): Reply {
  const attributes = Object.entries(further).map(([name, json]) => `,"${name}":${json}`);
  return { json: `{"success":true,"message":${JSON.stringify(message)}${attributes.join('')}}` };
}

/** The same answer with another message. */
export const withMessage = (answer: Reply, message: string): Reply => ({
  headers: answer.headers,
  json: answer.json.replace(
    /^(\{"success":true,"message":)"(?:[^"\\]|\\.)*"/,
    (_head, start: string) => start + JSON.stringify(message),
  ),
});

/** How every version tells that it refused; no more than this was ever recorded. */
export const failure = (message: string): string => JSON.stringify({ success: false, message });
