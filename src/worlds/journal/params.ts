import { hash } from 'node:crypto';
import { Upload } from '../../wire/fields.ts';
import { hidden, isSecret, redact, withoutCredentials, withoutKnown } from './redaction.ts';
import type { KnownSecrets } from './redaction.ts';
import { isPlainObject } from '../../model/shared/objects.ts';

/** Parameters as the journal shows them: in JSON's types, bounded, and with nothing secret. */
export type ShownParams = Readonly<Record<string, unknown>>;

const longestText = 1000;
const mostItems = 100;
const deepest = 4;

/**
 * Reads parameters for the journal. Some clients send the same secret twice. All secrets of the request, of its
 * parameters and of the simulator are hidden. Returns the hidden texts too, which no response may contain.
 */
export function readForJournal(
  params: Readonly<Record<string, unknown>>,
  credentials: readonly string[],
  known: KnownSecrets,
): { readonly displayParams: ShownParams; readonly secrets: readonly string[] } {
  const secrets = [...credentials];
  const unclean = group(params, { depth: 0, secrets });
  const clean = (text: string): string => withoutKnown(redact(text, secrets), known);
  return { displayParams: cleanGroup(unclean, clean), secrets };
}

function cleanAll(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanAll(item, clean));
  return isPlainObject(value) ? cleanGroup(value, clean) : value;
}

const cleanGroup = (params: ShownParams, clean: (text: string) => string): ShownParams =>
  Object.fromEntries(Object.entries(params).map(([name, item]) => [clean(name), cleanAll(item, clean)]));

interface ParamPosition {
  readonly depth: number;
  readonly secrets: string[];
}

function group(fields: Readonly<Record<string, unknown>>, { depth, secrets }: ParamPosition): Record<string, unknown> {
  const entries = Object.entries(fields);
  const kept = entries.slice(0, mostItems).map(([name, value]): [string, unknown] => {
    if (isSecret(name, value)) {
      collect(value, secrets);
      return [cut(name), hidden];
    }
    return [cut(name), shownValue(value, { depth: depth + 1, secrets })];
  });
  const more: [string, string][] =
    entries.length > mostItems ? [['…', `${entries.length - mostItems} more are not kept`]] : [];
  // A property of that name would be no data, but the object's prototype.
  return Object.fromEntries([...kept, ...more].filter(([name]) => name !== '__proto__'));
}

function shownValue(value: unknown, place: ParamPosition): unknown {
  if (typeof value === 'string') return cut(withoutCredentials(value, place.secrets));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Upload) return shownUpload(value);
  if (place.depth > deepest) {
    collect(value, place.secrets);
    return '…';
  }
  if (isPlainObject(value)) return group(value, place);
  if (!Array.isArray(value)) return value;
  const items = value.slice(0, mostItems).map((item) => shownValue(item, { ...place, depth: place.depth + 1 }));
  return value.length > mostItems ? [...items, `… ${value.length - mostItems} more are not kept`] : items;
}

/** A secret may be a list or a group too, where a client got its form wrong. */
function collect(value: unknown, secrets: string[]): void {
  if (typeof value === 'string' || typeof value === 'number') secrets.push(String(value));
  else if (typeof value === 'object' && value !== null && !(value instanceof Upload)) {
    for (const item of Object.values(value)) collect(item, secrets);
  }
}

/** A copy of its own: a part of a long text would keep all of it alive. */
export function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${Buffer.from(text.slice(0, longestText)).toString()}… (${text.length} characters)`;
}

const shownUpload = ({ filename, type, bytes }: Upload) => ({
  file: cut(filename),
  type: type ?? null,
  size: bytes.length,
  sha1: hash('sha1', bytes, 'hex'),
});
