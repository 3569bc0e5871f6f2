import { isPlainObject } from '../model/shared/objects.ts';

/** The message in the JSON of a body; undefined if it has none. */
export function messageIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && typeof value['message'] === 'string' ? value['message'] : undefined;
  } catch {
    return undefined;
  }
}
