import { BoundedMap } from '../../model/shared/objects.ts';
import { RecordHolder } from './record-holder.ts';
import type { Compaction } from './record-holder.ts';
import { LabelIndex, mostUnread } from './label-index.ts';
import type { LabelReaders } from './label-index.ts';
import type { Label } from './labels.ts';
import { FoundMatches, FoundRange, nothing } from './query-result.ts';
import type { QueryResult } from './query-result.ts';
import { SharedMap } from './shared-map.ts';
import { Timeline } from './timeline.ts';
import type { Key, TimelineEntry } from './timeline.ts';

/** How a collection reads its records. All of it must depend on the record alone. */
export interface CollectionShape<T, K extends Key> {
  keyOf(record: T): K;
  /** The time in ms that the collection is ordered and ranged by. It must not change while a record is stored. */
  timeOf(record: T): number;
  /** The labels by which a record can be found. */
  readonly labels: LabelReaders<T>;
  /** Undefined: all records stay objects. */
  readonly compaction?: Compaction<T>;
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
  /** In ms, both ends included. */
  readonly from?: number;
  readonly to?: number;
  /** A record must bear all of them. */
  readonly labels?: readonly Label[];
}

/** For each collection. A search keeps the records that it has found, ten thousand for most callers. */
const mostSearches = 16;

/**
 * Immutable records under their keys, in order of time, and findable by label. A change replaces a record; nothing is
 * changed in place, so a record that was handed out stays as it was.
 */
export class Collection<T, K extends Key> {
  readonly #shape: CollectionShape<T, K>;
  readonly #onChange: (change: CollectionChange<T, K>) => void;
  #entries: SharedMap<K, TimelineEntry<T>>;
  #timeline: Timeline<T>;
  #labels: LabelIndex<T>;
  #holder: RecordHolder<T>;
  /** Whether a fork has the same index, so that a question to one of them reads labels for both. */
  #isIndexShared = false;
  #highestKey: K | undefined;
  /** The latest searches by several labels since the last change, so that the next page goes on from the page before. */
  readonly #searches = new BoundedMap<string, FoundMatches<T>>(mostSearches);

  /**
   * `onChange` gets each later change; the given records are not changes. `highestKey` is that of the former
   * collection.
   */
  constructor(
    shape: CollectionShape<T, K>,
    records: readonly T[],
    onChange: (change: CollectionChange<T, K>) => void,
    highestKey?: K,
  ) {
    this.#shape = shape;
    this.#onChange = onChange;
    this.#highestKey = highestKey;
    this.#holder = new RecordHolder(shape.compaction);
    this.#labels = new LabelIndex(shape.labels);
    const entries: TimelineEntry<T>[] = [];
    if (records.length > mostUnread) this.#labels.readAll(this.#holdAll(records, entries));
    else for (const record of records) entries.push(this.#hold(record));
    this.#entries = SharedMap.of(entries.map((entry) => [entry.key as K, entry] as const));
    this.#timeline = Timeline.of(entries);
    for (const { key } of entries) this.#useKey(key as K);
  }

  /** A separate collection with the same records. The two share the unchanged parts. */
  fork(onChange: (change: CollectionChange<T, K>) => void = () => undefined): Collection<T, K> {
    const copy = new Collection<T, K>(this.#shape, [], onChange, this.#highestKey);
    copy.#holder = this.#holder;
    copy.#entries = this.#entries.fork();
    copy.#timeline = this.#timeline.fork();
    copy.#labels = this.#labels;
    copy.#isIndexShared = this.#isIndexShared = true;
    return copy;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The highest key that was ever in use here, so that a deleted record's id is not given out again. */
  get highestKey(): K | undefined {
    return this.#highestKey;
  }

  get(key: K): T | undefined {
    return this.#entries.get(key)?.record;
  }

  /** Oldest first. */
  keys(): K[] {
    return Array.from(this.#timeline.entries(), ({ key }) => key as K);
  }

  /** All records as they are now, oldest first, equally old ones by key. */
  values(): IterableIterator<T> {
    return recordsOf([...this.#timeline.entries()]);
  }

  /** The keys of the records that another collection has not, or has in another state. */
  keysNotIn(other: Collection<T, K>): K[] {
    return this.keys().filter((key) => {
      const [own, others] = [this.#entries.get(key), other.#entries.get(key)];
      return own !== others && own?.record !== others?.record;
    });
  }

  /** Adds the record, or replaces the one with its key. */
  put(record: T): void {
    const key = this.#shape.keyOf(record);
    const highestKey = this.#highestKey;
    const before = this.#set(key, record);
    this.#onChange({ key, before, record, highestKey });
  }

  delete(key: K): void {
    const before = this.get(key);
    if (before === undefined) return;
    this.#unset(key, before);
    this.#onChange({ key, before, record: undefined, highestKey: this.#highestKey });
  }

  /** Takes back the last change, its key included: the next record gets the key again. Not reported as a change. */
  revert({ key, before, record, highestKey }: CollectionChange<T, K>): void {
    if (before !== undefined) this.#set(key, before);
    else if (record !== undefined) this.#unset(key, record);
    this.#highestKey = highestKey;
  }

  /** Costs the logarithm of the store; with several labels, also the records with the rarest that a caller looks at. */
  find({ from = -Infinity, to = Infinity, labels = [] }: Query): QueryResult<T> {
    if (labels.length === 0) return new FoundRange(this.#timeline, from, to);
    const timelines = labels.map((label) => this.#labels.find(label, this.#timeline));
    const rarest = timelines.reduce((a, b) => ((a?.length ?? 0) <= (b?.length ?? 0) ? a : b));
    if (rarest === undefined) return nothing;
    const range = new FoundRange(rarest, from, to);
    const others = labels.filter((_label, index) => timelines[index] !== rarest);
    if (others.length === 0) return range;
    const search = `${from} ${to} ${JSON.stringify(labels)}`;
    const known = this.#searches.get(search);
    if (known !== undefined) return known;
    const found = new FoundMatches(range, (record) => others.every((label) => this.#labels.bears(record, label)));
    this.#searches.set(search, found);
    return found;
  }

  #ownIndex(): LabelIndex<T> {
    if (this.#isIndexShared) this.#labels = this.#labels.fork();
    this.#isIndexShared = false;
    return this.#labels;
  }

  #set(key: K, record: T): T | undefined {
    this.#searches.clear();
    const before = this.get(key);
    const entry = this.#hold(record);
    this.#entries.set(key, entry);
    this.#timeline.put(entry);
    this.#ownIndex().put(entry, before, this.#timeline);
    this.#useKey(key);
    return before;
  }

  /** Each is read before it is kept as bytes. */
  *#holdAll(records: readonly T[], entries: TimelineEntry<T>[]): Iterable<TimelineEntry<T>> {
    for (const record of records) {
      const entry = this.#hold(record);
      entries.push(entry);
      yield entry;
    }
  }

  #hold(record: T): TimelineEntry<T> {
    return this.#holder.hold(this.#shape.timeOf(record), this.#shape.keyOf(record), record);
  }

  #useKey(key: K): void {
    if (this.#highestKey === undefined || key > this.#highestKey) this.#highestKey = key;
  }

  #unset(key: K, record: T): void {
    this.#searches.clear();
    const moment = { time: this.#shape.timeOf(record), key };
    this.#entries.delete(key);
    this.#timeline.delete(moment);
    this.#ownIndex().delete(moment, record);
  }
}

function* recordsOf<T>(entries: readonly TimelineEntry<T>[]): IterableIterator<T> {
  for (const { record } of entries) yield record;
}
