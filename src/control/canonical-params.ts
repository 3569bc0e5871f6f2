import { hash } from 'node:crypto';
import { isList } from '../model/shared/objects.ts';
import { Upload } from '../wire/fields.ts';

/**
 * A parameter in one form, however it is written: `to=a`, `to[]=a` and `to[0]=a` are `"a"`, several are a list. The number 5
 * of a JSON body is the text of a query, and null is the empty text. Keys of groups are in alphabetical order.
 */
export function canonicalParam(value: unknown, formOf = (upload: Upload): unknown => upload): unknown {
  if (value === undefined || typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Upload) return formOf(value);
  const items = itemsOf(value);
  if (items?.length === 1) return canonicalParam(items[0], formOf);
  if (items !== undefined) return items.map((item) => canonicalParam(item, formOf));
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(sorted.map(([name, item]) => [name, canonicalParam(item, formOf)]));
}

/** All parameters without credentials as one text, independent of order and notation. Files count only by their content. */
export function canonicalText(params: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of Object.keys(params).sort()) {
    if (name === 'api_key' || name === 'api_secret') continue;
    const value = JSON.stringify(canonicalParam(params[name], digestOf));
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
  }
  return `{${text}}`;
}

const digestOf = ({ bytes }: Upload) => ({ sha1: hash('sha1', bytes, 'hex') });

/** The items of a list, or of a group with consecutive numbers from 0 or 1 as keys. */
function itemsOf(value: object): readonly unknown[] | undefined {
  if (isList(value)) return value;
  const keys = Object.keys(value); // indices come first, in ascending order
  const isNumberedFrom = (first: number): boolean => keys.every((key, index) => key === String(first + index));
  return keys.length > 0 && (isNumberedFrom(0) || isNumberedFrom(1)) ? Object.values(value) : undefined;
}
