import { isPlainObject } from './objects.ts';

/** `stepPortOrder` as `step-port-order`. */
export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `1 run`, `2 runs`: a count with its noun. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

const longestShown = 80;

/** A value as an error message names it, shortened: `"two"`, `7`, `a list`, `an object of id, to`, `a function`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (!isPlainObject(value) || value instanceof Date) {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
    return shorten(typeof value === 'bigint' ? `${text}n` : text);
  }
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return kind === 'Object' ? shorten(`an object of ${Object.keys(value).join(', ') || 'nothing'}`) : `a ${kind}`;
}

const shorten = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
