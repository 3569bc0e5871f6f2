type Print = (value: unknown) => string;

const ascii = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON with a space after each comma and colon, as Python prints it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`)
    .join(', ')}}`;
}

/** How languages print JSON, each with the end of a sentence. */
const printForms: readonly (readonly [print: Print, how: string])[] = [
  [(value) => JSON.stringify(value), 'as JSON.stringify does'],
  [(value) => ascii(spaced(value)), 'as Python does'],
  [spaced, 'with spaces after commas and colons'],
  [(value) => JSON.stringify(value, undefined, 2), 'over several lines'],
  [(value) => JSON.stringify(value, undefined, 4), 'over several lines'],
  [(value) => ascii(JSON.stringify(value)), 'in ASCII'],
  [(value) => ascii(JSON.stringify(value)).replaceAll('/', '\\/'), 'as PHP does'],
];

const withoutNulls = (value: unknown): unknown => JSON.parse(JSON.stringify(value, leaveOutNull)) as unknown;

/** The changes that code makes to JSON before it prints it again. */
const changes: readonly (readonly [change: (value: unknown) => unknown, how: string])[] = [
  [(value) => value, ''],
  [withSortedKeys, ', with its keys sorted'],
  [withoutNulls, ', without its nulls'],
  [(value) => withSortedKeys(withoutNulls(value)), ', with its keys sorted, without its nulls'],
];

/** The ways in which code prints JSON again, each with the end of a sentence: `as PHP does, with its keys sorted`. */
export const jsonForms: readonly (readonly [print: Print, how: string])[] = changes.flatMap(([change, after]) =>
  printForms.map(([print, how]) => [(value: unknown) => print(change(value)), how + after] as const),
);

/** Leaves nulls of objects out; in a list they keep their place. */
function leaveOutNull(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, withSortedKeys(item)]));
}

/** Whether a text is a mapping or a list. */
export const isJson = (value: string): boolean => /^[[{]/.test(value);

/** Prints a JSON value again; other values stay unchanged. */
export function reprinted(value: string, print: Print): string {
  if (!isJson(value)) return value;
  try {
    return print(JSON.parse(value));
  } catch {
    return value;
  }
}
