import * as v from 'valibot';
import { bodyText, partCleanerOf, headersOf, partsOf } from '../worlds/journal/arrived.ts';
import { detailsOfEntry } from '../worlds/journal/entry.ts';
import type { JournalEntry } from '../worlds/journal/entry.ts';

const part = v.strictObject({
  name: v.string(),
  /** Name of the file; null for a text. */
  filename: v.nullable(v.string()),
  type: v.nullable(v.string()),
  bytes: v.number(),
  /** Text of the part; null for a file. */
  text: v.nullable(v.string()),
  is_cut: v.boolean(),
});

/** A request as it came, without secrets. */
export const arrivedShape = v.strictObject({
  id: v.number(),
  /** `POST /v2.1/faxes HTTP/1.1`. */
  request_line: v.string(),
  headers: v.array(v.strictObject({ name: v.string(), value: v.string() })),
  body: v.string(),
  body_bytes: v.number(),
  body_is_cut: v.boolean(),
  parts: v.array(part),
});

export function arrivedBody(entry: JournalEntry): v.InferOutput<typeof arrivedShape> {
  const { text, isCut } = bodyText(entry);
  const shown = partCleanerOf(entry);
  const { path, query } = detailsOfEntry(entry);
  return {
    id: entry.id,
    request_line: `${entry.observed.profile.method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
    headers: headersOf(entry),
    body: text,
    body_bytes: entry.observed.bodyBytes,
    body_is_cut: isCut,
    parts: partsOf(entry).map(({ name, value, isCut }) => ({
      name: shown('name', name),
      ...(typeof value === 'string'
        ? { filename: null, type: null, bytes: Buffer.byteLength(value), text: shown(name, value) }
        : {
            filename: shown('filename', value.filename),
            type: value.type === undefined ? null : shown('type', value.type),
            bytes: value.bytes.length,
            text: null,
          }),
      is_cut: isCut,
    })),
  };
}
