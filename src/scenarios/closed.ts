import { closest } from 'fastest-levenshtein';
import * as v from 'valibot';

/** An object with these keys and no others; an unknown one is told with the nearest right word. */
export function exactly<const E extends v.ObjectEntries>(entries: E) {
  const known = Object.keys(entries);
  return v.strictObject(entries, (issue) => {
    if (issue.expected !== 'never') return issue.expected === 'Object' ? 'must be a group of keys' : 'is required';
    const key = issue.path?.[0]?.key;
    return `is not known here; the nearest is ${closest(typeof key === 'string' ? key : '', known)}`;
  });
}

/** One of these words and no others; for another, the nearest is told. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return v.picklist(words, (issue) => {
    const near = typeof issue.input === 'string' ? `; the nearest is ${closest(issue.input, words)}` : '';
    return `must be one of ${words.join(', ')}, but was ${issue.received}${near}`;
  });
}
