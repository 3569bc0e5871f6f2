import { hash } from 'node:crypto';
import { isList } from '../../model/shared/objects.ts';
import { Upload } from '../../wire/upload.ts';

type RawParams = Readonly<Record<string, unknown>>;

/**
 * A hash that is equal for equal requests of any caller: of the operation, and of the parameters without credentials,
 * in canonical order and notation.
 */
export function identityOf(what: string, params: RawParams): string {
  return hash('sha1', `${what} ${canonicalText(params)}`, 'hex');
}

/**
 * A parameter in one form, however it is written: `to=a`, `to[]=a` and `to[0]=a` are `"a"`, several are a list. The number 5
 * of a JSON body is the text of a query, and null is the empty text. Keys of groups are in alphabetical order.
 */
export function canonicalParam(value: unknown): unknown {
  return canonicalForm(value, (upload) => upload);
}

function canonicalForm(value: unknown, formOf: (upload: Upload) => unknown): unknown {
  if (value === undefined || typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Upload) return formOf(value);
  const items = itemsOf(value);
  if (items?.length === 1) return canonicalForm(items[0], formOf);
  if (items !== undefined) return items.map((item) => canonicalForm(item, formOf));
  return Object.fromEntries(sortedEntries(value).map(([name, item]) => [name, canonicalForm(item, formOf)]));
}

/**
 * All parameters without credentials as one text, the same whatever their order and notation. Files count by their contents
 * alone.
 */
export function canonicalText(params: RawParams): string {
  const names = Object.keys(params).filter((name) => name !== 'api_key' && name !== 'api_secret');
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${valueText(params[name])}`)
    .join(',')}}`;
}

const valueText = (value: unknown): string =>
  JSON.stringify(canonicalForm(value, ({ bytes }) => ({ sha1: hash('sha1', bytes, 'hex') })));

/** The items of a list, or of a group that is numbered as one: from 0 or from 1, without a gap. */
function itemsOf(value: object): readonly unknown[] | undefined {
  if (isList(value)) return value;
  const keys = Object.keys(value); // those that are indices come first, in ascending order
  const isNumberedFrom = (first: number): boolean => keys.every((key, index) => key === String(first + index));
  return keys.length > 0 && (isNumberedFrom(0) || isNumberedFrom(1)) ? Object.values(value) : undefined;
}

const sortedEntries = (value: object): [string, unknown][] =>
  Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
