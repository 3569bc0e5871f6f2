import { mostLevels } from '../shared/nesting.ts';

/**
 * Whether lists and groups stand within one another more than `mostLevels` times in a JSON text. It does not parse the text,
 * since ten million levels would take seconds. Text that is no JSON may be too deep as well.
 */
export function isTextTooDeep(json: string): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') level++;
    else if (character === ']' || character === '}') level--;
    if (level > mostLevels) return true;
  }
  return false;
}

/** The place of the quote that ends the string which begins at `start`; the end of the text where none does. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
