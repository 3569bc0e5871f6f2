/** Whether a text is a JSON object or list, which has lines. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Removes the white space outside the strings of a JSON text. Another text stays as it is. */
export const joinedJson = (text: string): string =>
  isJsonObject(text) ? text.replaceAll(/("(?:[^"\\]|\\.)*"?)|\s+/g, '$1') : text;

/**
 * A JSON text with a line for each value. Numbers and escapes keep their notation, so that `joinedJson` returns the
 * same bytes as a sender without white space. Another text stays as it is.
 */
export function indentedJson(text: string): string {
  if (!isJsonObject(text)) return text;
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return joinedJson(text).replaceAll(/"(?:[^"\\]|\\.)*"?|\{\}|\[\]|[[\]{},:]/g, (token) => {
    if (token === ':') return ': ';
    if (token === ',') return `,${line()}`;
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else return token;
    return token === '{' || token === '[' ? `${token}${line()}` : `${line()}${token}`;
  });
}

/** The state of a JSON text up to a position. */
interface Reading {
  /** The closing brackets of the open lists and objects, the innermost last. */
  readonly closing: readonly string[];
  /** The end of the text without the last value, which may be incomplete. */
  readonly end: number;
}

/**
 * Makes valid JSON of a text that is cut off anywhere: drops the last value, which may be incomplete, and closes the
 * open lists and objects. Undefined for a text that begins neither a list nor an object.
 */
export function closedJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const { closing, end } = readingOf(text);
  const closed = text.slice(0, end) + closing.toReversed().join('');
  return isJsonObject(closed) ? closed : undefined;
}

/** A string, whole or cut; a bracket; or a comma. */
const tokens = /"(?:[^"\\]|\\.)*"?|[[\]{},]/gs;

/**
 * Finds the last index at which the text can be cut: after an opening or closing bracket, or before a comma. Also returns the
 * brackets to close there.
 */
function readingOf(text: string): Reading {
  const open: string[] = [];
  let reading: Reading = { closing: [], end: 0 };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const after = index + token.length;
    if (token === '{' || token === '[') open.push(token === '{' ? '}' : ']');
    else if (token === '}' || token === ']') open.pop();
    if (token === ',') reading = { closing: [...open], end: index };
    else if (!token.startsWith('"')) reading = { closing: [...open], end: after };
  }
  return reading;
}
