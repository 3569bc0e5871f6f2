import { isPlainObject } from '../shared/objects.ts';

export type Group = Readonly<Record<string, unknown>>;

/** A value as the message of a TypeError names it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (!isPlainObject(value)) return String(value);
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return kind === 'Object' ? `an object of ${Object.keys(value).join(', ') || 'nothing'}` : `a ${kind}`;
}
