import { BoundedMap } from '../../model/shared/objects.ts';
import { LabelIndex } from './label-index.ts';
import type { LabelReaders } from './label-index.ts';
import type { Label, LabelChoice } from './labels.ts';
import { FoundMatches, FoundRange, FoundUnion, emptyResult } from './query-result.ts';
import type { QueryResult } from './query-result.ts';
import { SharedMap } from './shared-map.ts';
import { Timeline } from './timeline.ts';
import type { Key, TimelineOrder } from './timeline.ts';

/** How a collection reads its records. The results must depend only on the record. */
export interface CollectionShape<T, K extends Key> extends TimelineOrder<T, K> {
  /** The labels by which a record can be found. */
  readonly labels: LabelReaders<T>;
  /** Replaces parts of a newly parsed record by shared objects. */
  readonly share?: (record: T) => void;
}

/** A record that was added (`before` undefined), replaced, or deleted (`record` undefined). */
export interface CollectionChange<T, K extends Key> {
  readonly key: K;
  readonly before: T | undefined;
  readonly record: T | undefined;
  /** The highest key before it. */
  readonly highestKey: K | undefined;
}

export interface Query {
  /** Earliest time in ms. The range includes both ends. */
  readonly from?: number;
  readonly to?: number;
  /** A found record has all of these labels, and one of each choice. */
  readonly labels?: readonly (Label | LabelChoice)[];
}

/**
 * Number of searches that each collection keeps. A search keeps the records that it found, for most callers ten
 * thousand.
 */
const searchesMax = 16;

/**
 * Immutable records by key, in order of time, and searchable by label. A change replaces a record, so a record that a
 * caller holds never changes.
 */
export class Collection<T, K extends Key> {
  readonly #shape: CollectionShape<T, K>;
  readonly #onChange: (change: CollectionChange<T, K>) => void;
  #records: SharedMap<K, T>;
  #timeline: Timeline<T>;
  #labels: LabelIndex<T>;
  /** Whether a fork uses the same index. A query to either then reads labels for both. */
  #isIndexShared = false;
  #highestKey: K | undefined;
  /** The latest searches by several labels since the last change. The next page continues from the previous one. */
  readonly #searches = new BoundedMap<string, QueryResult<T>>(searchesMax);

  /**
   * `onChange` is called for each later change, not for the given records. `highestKey` is that of the earlier
   * collection.
   */
  constructor(
    shape: CollectionShape<T, K>,
    records: Iterable<T>,
    onChange: (change: CollectionChange<T, K>) => void,
    highestKey?: K,
  ) {
    this.#shape = shape;
    this.#onChange = onChange;
    this.#highestKey = highestKey;
    this.#labels = new LabelIndex(shape);
    const all = [...records];
    this.#records = SharedMap.of(all.map((record) => [shape.keyOf(record), record] as const));
    this.#timeline = Timeline.of(all, shape);
    this.#labels.readLarge(this.#timeline);
    for (const record of all) this.#useKey(shape.keyOf(record));
  }

  /** A separate collection with the same records. The two share the unchanged parts. */
  fork(onChange: (change: CollectionChange<T, K>) => void = () => undefined): Collection<T, K> {
    const copy = new Collection<T, K>(this.#shape, [], onChange, this.#highestKey);
    copy.#records = this.#records.fork();
    copy.#timeline = this.#timeline.fork();
    copy.#labels = this.#labels;
    copy.#isIndexShared = this.#isIndexShared = true;
    return copy;
  }

  get size(): number {
    return this.#records.size;
  }

  /** The highest key that was ever used, so that a deleted record's id is not used again. */
  get highestKey(): K | undefined {
    return this.#highestKey;
  }

  get(key: K): T | undefined {
    return this.#records.get(key);
  }

  /** Oldest first. */
  keys(): K[] {
    return Array.from(this.values(), (record) => this.#shape.keyOf(record));
  }

  /** All present records, oldest first; records of the same time are in order of their keys. */
  values(): IterableIterator<T> {
    return this.#timeline.slice(0, this.#timeline.length).values();
  }

  /** Adds the record, or replaces the one with its key. */
  put(record: T): void {
    const key = this.#shape.keyOf(record);
    const highestKey = this.#highestKey;
    const before = this.#set(key, record);
    this.#onChange({ key, before, record, highestKey });
  }

  /** Replaces `before` by a record. Does nothing if `before` is no longer stored. */
  replace(before: T, record: T): void {
    if (this.#records.get(this.#shape.keyOf(before)) === before) this.put(record);
  }

  delete(key: K): void {
    const before = this.#records.get(key);
    if (before === undefined) return;
    this.#unset(key, before);
    this.#onChange({ key, before, record: undefined, highestKey: this.#highestKey });
  }

  /** Reverts the last change and the use of its key, which the next record gets again. `onChange` is not called. */
  revert({ key, before, record, highestKey }: CollectionChange<T, K>): void {
    if (before !== undefined) this.#set(key, before);
    else if (record !== undefined) this.#unset(key, record);
    this.#highestKey = highestKey;
  }

  /**
   * Takes time logarithmic in the store's size. With several labels, it also reads records with the rarest label, as
   * far as the caller needs them.
   */
  find({ from = -Infinity, to = Infinity, labels = [] }: Query): QueryResult<T> {
    if (labels.length === 0) return new FoundRange(this.#timeline, from, to);
    const choices = labels.map((label) => ('values' in label ? label : { kind: label.kind, values: [label.value] }));
    const found = choices.map((choice) => {
      const ranges = this.#labels.findAll(choice, this.#timeline).map((timeline) => new FoundRange(timeline, from, to));
      return { choice, ranges, total: ranges.reduce((sum, range) => sum + range.total, 0) };
    });
    const rarest = found.reduce((a, b) => (a.total <= b.total ? a : b));
    const [range, ...more] = rarest.ranges;
    if (range === undefined) return emptyResult;
    const others = choices.filter((choice) => choice !== rarest.choice);
    if (others.length === 0 && more.length === 0) return range;
    return this.#kept(`${from} ${to} ${JSON.stringify(labels)}`, () => {
      const union = more.length === 0 ? range : new FoundUnion(rarest.ranges, this.#shape);
      if (others.length === 0) return union;
      return new FoundMatches(union, (record) => others.every((choice) => this.#labels.bears(record, choice)));
    });
  }

  /** The result of a search, which is kept until the next change. */
  #kept(search: string, find: () => QueryResult<T>): QueryResult<T> {
    const known = this.#searches.get(search);
    if (known !== undefined) return known;
    const found = find();
    this.#searches.set(search, found);
    return found;
  }

  /** The oldest record with a label. */
  oldest(label: Label): T | undefined {
    return this.#labels.find(label, this.#timeline)?.first;
  }

  #ownIndex(): LabelIndex<T> {
    if (this.#isIndexShared) this.#labels = this.#labels.fork();
    this.#isIndexShared = false;
    return this.#labels;
  }

  #set(key: K, record: T): T | undefined {
    this.#forgetSearches();
    const before = this.#records.set(key, record);
    this.#timeline.put(record);
    this.#ownIndex().put(record, before, this.#timeline);
    this.#useKey(key);
    return before;
  }

  #forgetSearches(): void {
    if (this.#searches.size > 0) this.#searches.clear();
  }

  #useKey(key: K): void {
    if (this.#highestKey === undefined || key > this.#highestKey) this.#highestKey = key;
  }

  #unset(key: K, record: T): void {
    this.#forgetSearches();
    this.#records.delete(key);
    this.#timeline.delete(record);
    this.#ownIndex().delete(record);
  }
}
