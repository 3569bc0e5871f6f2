/** A successful answer in one version's form; written by `http/`, always with status 200. */
export interface Reply {
  /** The envelope as JSON. The order of its keys is part of the form. */
  readonly json: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A successful answer that is a file. */
export interface Download {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' } as const;

/** The file of a fax. Source of the headers: recorded downloads; of a thumbnail's name, none. */
export function faxDownload(file: { id: number; type: keyof typeof endings; bytes: Uint8Array }): Download {
  return {
    bytes: file.bytes,
    headers: {
      'Content-Type': file.type,
      'Cache-Control': 'private',
      'Content-Disposition': `attachment; filename="fax-${file.id}.${endings[file.type]}"`,
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

/**
 * Writes a record as JSON, once: a record never changes, so what was written of it holds as long as it lives. A list of
 * 25 faxes costs a tenth of what it would without.
 */
export function written<T extends object>(body: (record: T) => unknown): (record: T) => string {
  const texts = new WeakMap<T, string>();
  return (record) => {
    const known = texts.get(record);
    if (known !== undefined) return known;
    const text = JSON.stringify(body(record));
    texts.set(record, text);
    return text;
  };
}

/** The JSON of a list of what is written already. */
export const listed = (texts: readonly string[]): string => `[${texts.join(',')}]`;

/**
 * An answer with its message and, in the given order, what else it has, each written already. Source: recorded; `data` is
 * absent where there is none.
 */
export function reply(message: string, further: Readonly<Record<string, string>> = {}): Reply {
  const attributes = Object.entries(further).map(([name, json]) => `,"${name}":${json}`);
  return { json: `{"success":true,"message":${JSON.stringify(message)}${attributes.join('')}}` };
}

/** How every version tells that it refused; no more than this was ever recorded. */
export const failure = (message: string): string => JSON.stringify({ success: false, message });
