import { LabelIndex } from './label-index.ts';
import type { Readers } from './label-index.ts';
import type { Label } from './labels.ts';
import { Timeline } from './timeline.ts';
import type { Key } from './timeline.ts';

/** How a collection reads its records. All of it must depend on the record alone. */
export interface Shape<T, K extends Key> {
  keyOf(record: T): K;
  /** The time in ms that the collection is ordered and ranged by. It must not change while a record is stored. */
  timeOf(record: T): number;
  /** What a record can be found by. */
  readonly labels: Readers<T>;
}

/** A record that was added (`before` undefined), replaced, or deleted (`after` undefined). */
export interface Change<T, K extends Key> {
  readonly key: K;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

export interface Query {
  /** In ms, both ends included. */
  readonly from?: number;
  readonly to?: number;
  /** A record must bear all of them. */
  readonly labels?: readonly Label[];
}

/** What a query found, oldest first, without copying more of it than is asked for. */
export interface Found<T> {
  readonly total: number;
  /** Records from position `start` up to and without `end`; both may lie outside. */
  slice(start: number, end: number): T[];
}

/**
 * Immutable records under their keys, in order of time, and findable by label. A change replaces a record; nothing is
 * changed in place, so a record that was handed out stays as it was.
 */
export class Collection<T, K extends Key> {
  readonly #shape: Shape<T, K>;
  readonly #onChange: (change: Change<T, K>) => void;
  #records = new Map<K, T>();
  #timeline = new Timeline<T>();
  #labels: LabelIndex<T>;
  #highestKey: K | undefined;
  /** Whether another collection has the same map and index, which must be copied before they are changed. */
  #isShared = false;

  /** `onChange` hears of each later change; the records given here are not changes. `highestKey` as it was before. */
  constructor(shape: Shape<T, K>, records: Iterable<T>, onChange: (change: Change<T, K>) => void, highestKey?: K) {
    this.#shape = shape;
    this.#onChange = onChange;
    this.#highestKey = highestKey;
    this.#labels = new LabelIndex(shape.labels);
    for (const record of records) this.#set(shape.keyOf(record), record);
  }

  /** A collection of its own that holds the same records: it costs nothing until one of the two is changed. */
  fork(onChange: (change: Change<T, K>) => void = () => undefined): Collection<T, K> {
    const copy = new Collection<T, K>(this.#shape, [], onChange, this.#highestKey);
    copy.#records = this.#records;
    copy.#timeline = this.#timeline.fork();
    copy.#labels = this.#labels;
    copy.#isShared = this.#isShared = true;
    return copy;
  }

  get size(): number {
    return this.#records.size;
  }

  /** The highest key that was ever in use here, so that a deleted record's id is not given out again. */
  get highestKey(): K | undefined {
    return this.#highestKey;
  }

  get(key: K): T | undefined {
    return this.#records.get(key);
  }

  keys(): K[] {
    return [...this.#records.keys()];
  }

  /** All records as they are now, oldest first, equally old ones by key. */
  values(): IterableIterator<T> {
    return this.#timeline.slice(0, this.#timeline.length).values();
  }

  /** Adds the record, or replaces the one with its key. */
  put(record: T): void {
    const key = this.#shape.keyOf(record);
    const before = this.#set(key, record);
    this.#onChange({ key, before, after: record });
  }

  delete(key: K): void {
    const before = this.#records.get(key);
    if (before === undefined) return;
    this.#unset(key, before);
    this.#onChange({ key, before, after: undefined });
  }

  /** Takes back the last change of a record. Not reported as a change. */
  revert({ key, before, after }: Change<T, K>): void {
    if (before !== undefined) this.#set(key, before);
    else if (after !== undefined) this.#unset(key, after);
  }

  /** Costs the logarithm of the store, plus the records that bear the rarest of the labels when there are several. */
  find({ from = -Infinity, to = Infinity, labels = [] }: Query): Found<T> {
    if (labels.length === 0) return between(this.#timeline, from, to);
    const timelines = labels.map((label) => this.#labels.find(label, this.#timeline));
    const rarest = timelines.reduce((a, b) => ((a?.length ?? 0) <= (b?.length ?? 0) ? a : b));
    if (rarest === undefined) return nothing;
    const found = between(rarest, from, to);
    if (labels.length === 1) return found;
    const matching = found
      .slice(0, found.total)
      .filter((record) => labels.every((label) => this.#labels.bears(record, label)));
    return { total: matching.length, slice: (start, end) => matching.slice(Math.max(start, 0), Math.max(end, 0)) };
  }

  #own(): void {
    if (!this.#isShared) return;
    this.#records = new Map(this.#records);
    this.#labels = this.#labels.fork();
    this.#isShared = false;
  }

  #set(key: K, record: T): T | undefined {
    this.#own();
    const before = this.#records.get(key);
    const entry = { time: this.#shape.timeOf(record), key, record };
    this.#records.set(key, record);
    this.#timeline.put(entry);
    this.#labels.put(entry, before, this.#timeline);
    if (this.#highestKey === undefined || key > this.#highestKey) this.#highestKey = key;
    return before;
  }

  #unset(key: K, record: T): void {
    this.#own();
    const moment = { time: this.#shape.timeOf(record), key };
    this.#records.delete(key);
    this.#timeline.delete(moment);
    this.#labels.delete(moment, record);
  }
}

const nothing: Found<never> = { total: 0, slice: () => [] };

function between<T>(timeline: Timeline<T>, from: number, to: number): Found<T> {
  const range = timeline.range(from, to);
  const total = range.end - range.start;
  const within = (position: number): number => range.start + Math.min(Math.max(position, 0), total);
  return { total, slice: (start, end) => timeline.slice(within(start), within(end)) };
}
