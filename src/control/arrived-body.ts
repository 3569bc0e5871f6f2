import * as v from 'valibot';
import { bodyText, partCleanerOf, headersOf, partsOf } from '../worlds/journal/arrived.ts';
import type { ArrivedBody } from '../worlds/journal/arrived.ts';
import type { JournalEntry } from '../worlds/journal/journal.ts';
import type { World } from '../worlds/world.ts';

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
  headers: v.array(v.strictObject({ name: v.string(), value: v.string() })),
  body: v.string(),
  body_bytes: v.number(),
  body_is_cut: v.boolean(),
  parts: v.array(part),
});

/** Finds the bodies of recorded requests: all of a body where the history still has it, else what the journal has. */
export function bodyFinder({ history }: Pick<World, 'history'>): (entry: JournalEntry) => ArrivedBody {
  const requests = history.steps.filter((step) => step.kind === 'request');
  const whole = new Map(requests.map(({ id, replayData }) => [id, replayData?.body]));
  return (entry) => ({ entry, whole: whole.get(entry.id) });
}

export function arrivedBody(body: ArrivedBody): v.InferOutput<typeof arrivedShape> {
  const { entry } = body;
  const { text, isCut } = bodyText(body);
  const shown = partCleanerOf(body);
  return {
    id: entry.id,
    headers: headersOf(entry),
    body: text,
    body_bytes: entry.observed.bodyBytes,
    body_is_cut: isCut,
    parts: partsOf(body).map(({ name, value, isCut }) => ({
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
