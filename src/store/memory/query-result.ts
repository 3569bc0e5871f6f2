import { compare } from './timeline.ts';
import type { Timeline, TimelineOrder } from './timeline.ts';
import type { Page, PageRequest } from '../../model/domain/page.ts';

/** The result of a query. It copies only the records that a caller wants. */
export interface QueryResult<T> {
  readonly total: number;
  /** The total, or any number above `most` if the total is higher: a full count can be slow. */
  count(most: number): number;
  /** The records from index `start` up to, but without, `end`, oldest first. Both may be out of range. Default: all. */
  slice(start?: number, end?: number): T[];
  /** The records of a range, newest first. Index 0 is the newest. */
  newest(start: number, end: number): T[];
}

export const emptyResult: QueryResult<never> = { total: 0, count: () => 0, slice: () => [], newest: () => [] };

/** The records of a timeline in a time range, including both ends. */
export class FoundRange<T> implements QueryResult<T> {
  readonly #timeline: Timeline<T>;
  readonly #start: number;
  readonly total: number;

  constructor(timeline: Timeline<T>, from: number, to: number) {
    const { start, end } = timeline.range(from, to);
    this.#timeline = timeline;
    this.#start = start;
    this.total = end - start;
  }

  count(): number {
    return this.total;
  }

  slice(start = 0, end = this.total): T[] {
    return this.#timeline.slice(this.#start + this.#within(start), this.#start + this.#within(end));
  }

  newest(start: number, end: number): T[] {
    return this.slice(this.total - this.#within(end), this.total - this.#within(start)).reverse();
  }

  #within(position: number): number {
    return Math.min(Math.max(position, 0), this.total);
  }
}

/** Number of records that are looked at together. */
const stride = 256;

/** The matching records of a range, searched from the newest on, only as far as a caller needs. */
export class FoundMatches<T> implements QueryResult<T> {
  readonly #range: QueryResult<T>;
  readonly #matches: (record: T) => boolean;
  /** Newest first. */
  readonly #known: T[] = [];
  /** The number of checked records of the range. */
  #seen = 0;

  constructor(range: QueryResult<T>, matches: (record: T) => boolean) {
    this.#range = range;
    this.#matches = matches;
  }

  get total(): number {
    return this.count(Infinity);
  }

  count(most: number): number {
    this.#findMoreThan(most);
    return this.#known.length;
  }

  slice(start = 0, end = Infinity): T[] {
    this.#findMoreThan(Infinity);
    return this.#known.toReversed().slice(Math.max(start, 0), Math.max(end, 0));
  }

  newest(start: number, end: number): T[] {
    this.#findMoreThan(end);
    return this.#known.slice(Math.max(start, 0), Math.max(end, 0));
  }

  #findMoreThan(count: number): void {
    while (this.#known.length <= count && this.#seen < this.#range.total) {
      const next = this.#range.newest(this.#seen, this.#seen + stride);
      for (const record of next) if (this.#matches(record)) this.#known.push(record);
      this.#seen += next.length;
    }
  }
}

/** The records of several ranges that have no record in common, merged from the newest on, only as far as a caller needs. */
export class FoundUnion<T> implements QueryResult<T> {
  readonly #ranges: readonly FoundRange<T>[];
  readonly #order: TimelineOrder<T>;
  /** Newest first. */
  #known: readonly T[] = [];
  readonly total: number;

  constructor(ranges: readonly FoundRange<T>[], order: TimelineOrder<T>) {
    this.#ranges = ranges;
    this.#order = order;
    this.total = ranges.reduce((sum, range) => sum + range.total, 0);
  }

  count(): number {
    return this.total;
  }

  slice(start = 0, end = this.total): T[] {
    const first = Math.max(start, 0);
    return this.newest(this.total - Math.max(end, first), this.total - first).reverse();
  }

  newest(start: number, end: number): T[] {
    this.#merge(end);
    return this.#known.slice(Math.max(start, 0), Math.max(end, 0));
  }

  /** Merges at least twice as many records as before, so that a reader of all pages merges each only a few times. */
  #merge(wanted: number): void {
    const known = this.#known.length;
    if (known >= Math.min(wanted, this.total)) return;
    const most = Math.max(wanted, 2 * known, stride);
    this.#known = this.#ranges
      .flatMap((range) => range.newest(0, most))
      .sort((a, b) => compare(this.#order, b, a))
      .slice(0, most);
  }
}

export type Order = 'oldest first' | 'newest first';

/** Takes one page from a query's result, in either order, without reading the rest. */
export function takePage<T>(
  found: QueryResult<T>,
  { page, perPage, countedMax = Infinity }: PageRequest,
  order: Order,
): Page<T> {
  const start = (page - 1) * perPage;
  const items = order === 'oldest first' ? found.slice(start, start + perPage) : found.newest(start, start + perPage);
  return { items, total: found.count(countedMax), page, perPage };
}

/** Takes one page from a complete list. */
export function pageOfList<T>(list: readonly T[], { page, perPage }: PageRequest): Page<T> {
  return { items: list.slice((page - 1) * perPage, page * perPage), total: list.length, page, perPage };
}
