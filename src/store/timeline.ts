/** A record's key in its collection: an id, or a phone number. */
export type Key = string | number;

/** Where a record stands in a timeline: by its time in ms, then by its key. */
export interface Moment {
  readonly time: number;
  readonly key: Key;
}

/** A record at its moment; timelines that hold the same record can share it. */
export interface Entry<T> extends Moment {
  readonly record: T;
}

/**
 * Records in the order of their time, in one sorted array: finding an end of a range is a binary search, and adding the
 * newest record, which is what happens nearly always, is a push.
 */
export class Timeline<T> {
  #entries: Entry<T>[] = [];
  /** Whether another timeline has the same array, which must be copied before it is changed. */
  #isShared = false;

  /** A timeline of its own that holds the same: it costs nothing until one of the two is changed. */
  fork(): Timeline<T> {
    const copy = new Timeline<T>();
    copy.#entries = this.#entries;
    copy.#isShared = this.#isShared = true;
    return copy;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Adds a record, or replaces the one that stands at the same moment. */
  put(entry: Entry<T>): void {
    this.#own();
    const at = this.#firstNotBefore(entry);
    const there = this.#entries[at];
    if (there === undefined) this.#entries.push(entry);
    else this.#entries.splice(at, compare(there, entry) === 0 ? 1 : 0, entry);
  }

  delete(moment: Moment): void {
    const at = this.#firstNotBefore(moment);
    const entry = this.#entries[at];
    if (entry === undefined || compare(entry, moment) !== 0) return;
    this.#own();
    this.#entries.splice(at, 1);
  }

  /** The part of the timeline from one time to another, both included: `[start, end)` as positions. */
  range(from: number, to: number): { start: number; end: number } {
    const start = this.#firstWhere((entry) => entry.time >= from);
    const end = this.#firstWhere((entry) => entry.time > to);
    return { start, end: Math.max(start, end) };
  }

  /** All of them, oldest first. */
  entries(): Iterable<Entry<T>> {
    return this.#entries.values();
  }

  /** The records between two positions, oldest first. */
  slice(start: number, end: number): T[] {
    return this.#entries.slice(start, end).map((entry) => entry.record);
  }

  #own(): void {
    if (this.#isShared) this.#entries = [...this.#entries];
    this.#isShared = false;
  }

  #firstNotBefore(moment: Moment): number {
    const last = this.#entries.at(-1);
    if (last === undefined || compare(last, moment) < 0) return this.#entries.length;
    return this.#firstWhere((entry) => compare(entry, moment) >= 0);
  }

  #firstWhere(holds: (entry: Entry<T>) => boolean): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && holds(entry)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function compare(a: Moment, b: Moment): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
