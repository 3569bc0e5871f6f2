import { isPlainObject } from '../shared/objects.ts';

/** One place where two values differ. */
export interface Difference {
  /** `data.recipients[0].status`; empty: the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
  /** Both are times, and near one another: a clock that runs by itself is never quite the same. */
  readonly isNearTime: boolean;
}

const nearMs = 5000;

/** Where two JSON values differ, in the order of the first. */
export function differences(one: unknown, other: unknown, path = ''): Difference[] {
  if (Object.is(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    const [items, others]: readonly (readonly unknown[])[] = [one, other];
    const length = Math.max(items?.length ?? 0, others?.length ?? 0);
    return Array.from({ length }, (_none, at) => differences(items?.[at], others?.[at], `${path}[${at}]`)).flat();
  }
  if (isPlainObject(one) && isPlainObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => differences(one[name], other[name], path === '' ? name : `${path}.${name}`));
  }
  return [{ path, one, other, isNearTime: isNear(timeIn(one, path), timeIn(other, path)) }];
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= nearMs;

/** NaN: it is no time. Numbers are times where their name says so. */
function timeIn(value: unknown, path: string): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value)) return Date.parse(value);
  if (typeof value !== 'number' || !/(?:_at|At|\.at)$/.test(path)) return NaN;
  return value < 1e11 ? value * 1000 : value; // v1 counts seconds
}
