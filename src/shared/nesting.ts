/**
 * How many lists and groups may stand within one another in what comes from outside: many times what any request needs,
 * and far less than what the stack holds of a function that goes into each of them.
 */
export const mostLevels = 100;

/** Whether lists and groups stand within one another more than `mostLevels` times. */
export const isTooDeep = (value: unknown): boolean => isDeeperThan(mostLevels, value);

/**
 * The same of a text in JSON, without reading it: to parse ten million levels takes seconds. Text that is no JSON may be called
 * too deep as well.
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

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** The message for a value that is too deep: `subject must be nested at most 100 levels deep, but is deeper`. */
export const tooDeep = (subject: string): string =>
  `${subject} must be nested at most ${mostLevels} levels deep, but is deeper: put lists and groups side by side`;
