import { Refusal } from '../model/domain/refusal.ts';
import { mapInTurns } from '../model/domain/breath.ts';
import { snakeCase } from '../model/fields/names.ts';
import { isList } from '../model/shared/objects.ts';
import { maskUserinfo, withoutUserinfo } from '../model/shared/userinfo.ts';
import { hidden, withoutCredentials } from '../worlds/journal/redaction.ts';

const wholeUrl = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|wss?|ftp):)[^\s"<>{}]+$/i;

/**
 * Hides the credentials in the URLs of a text. If the whole text is a URL, tokens in its query are hidden too; within other words,
 * only user and password, because the end of a query is unclear. JSON stays JSON.
 */
export function hideInText(text: string): string {
  if (!text.includes('@') && !text.includes('://')) return text;
  if (wholeUrl.test(text)) return withoutCredentials(text);
  const json = /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
  if (json === undefined) return maskUserinfo(withoutUserinfo(text), hidden);
  const safe = hideCredentials(json);
  return safe === json ? text : JSON.stringify(safe);
}

function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined; // a text that only begins like JSON
  }
}

/** Changes a text at a path within a value. */
type TextChange = (text: string, path: readonly string[]) => string;

/** The value with its texts changed; the same object if no text changes. */
function mapTexts(value: unknown, change: TextChange, path: string[] = []): unknown {
  if (typeof value === 'string') return change(value, path);
  return isTree(value) ? mapTree(value, change, path) : value;
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

function mapTree(tree: Readonly<Record<string, unknown>>, change: TextChange, path: string[]): unknown {
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(tree)) {
    path.push(name);
    const item = mapTexts(tree[name], change, path);
    path.pop();
    if (item !== tree[name]) (changed ??= { ...tree })[name] = item;
  }
  return changed !== undefined && Array.isArray(tree) ? Object.values(changed) : (changed ?? tree);
}

/** The value without the credentials in URLs. */
const hideCredentials = <T>(value: T): T => mapTexts(value, hideInText) as T; // only texts differ

/**
 * The value without the credentials in URLs. If it is a long list or has a field with one, requests are answered in pauses of
 * the work.
 */
export async function hideInTurns(value: unknown): Promise<unknown> {
  if (isList(value)) return mapInTurns(value, hideCredentials);
  if (!isTree(value) || !Object.values(value).some(isList)) return hideCredentials(value);
  const safe: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value))
    safe[name] = isList(item) ? await mapInTurns(item, hideCredentials) : hideCredentials(item);
  return safe;
}

/**
 * Restores the hidden credentials of a value that a program has read and sends back, if the rest of the text equals that of a
 * stored value. Throws the Refusal `invalid` for a different text with hidden credentials.
 */
export function restoreCredentials<T>(given: T, ...stored: readonly unknown[]): T {
  const restore: TextChange = (text, path) => {
    if (!text.includes(hidden) || !/:\/\/|@/.test(text)) return text;
    for (const one of stored) {
      const before = path.reduce<unknown>(itemOf, one);
      if (typeof before === 'string' && hideInText(before) === text) return before;
    }
    const [field = '', ...keys] = path.map(snakeCase);
    const place = field + keys.map((key) => `[${key}]`).join('');
    throw new Refusal(
      'invalid',
      `${place} must have its credentials, got ${hidden} in their place: write them, or leave the field as it was`,
      { field },
    );
  };
  return mapTexts(given, restore) as T; // only texts differ
}

const itemOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
