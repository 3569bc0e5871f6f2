import type { Label, LabelValue } from './labels.ts';
import { SharedMap } from './shared-map.ts';
import { Timeline } from './timeline.ts';
import type { TimelineEntry, TimelineKey } from './timeline.ts';

/** How a record's labels of each kind are read; a record has each of them once. */
export type LabelReaders<T> = Readonly<Record<string, (record: T) => readonly LabelValue[]>>;

type ByValue<T> = SharedMap<LabelValue, Timeline<T>>;

/** As many records are indexed in less than a ms. */
export const mostUnread = 1000;

/**
 * The records of a collection by their labels. A kind of labels is read for the first query about it. Few worlds get
 * queries about more than one kind, and all labels of a demo world take as long as the rest of its start. A large
 * collection reads its labels as it grows, so that no question waits for that.
 */
export class LabelIndex<T> {
  readonly #readers: LabelReaders<T>;
  readonly #kinds = new Map<string, ByValue<T>>();
  /** The timelines that no fork has; undefined: all of them. */
  #own: Set<Timeline<T>> | undefined;

  constructor(readers: LabelReaders<T>) {
    this.#readers = readers;
  }

  /** An index of its own that holds the same. */
  fork(): LabelIndex<T> {
    const copy = new LabelIndex(this.#readers);
    for (const [kind, byValue] of this.#kinds) copy.#kinds.set(kind, byValue.fork());
    copy.#own = new Set();
    this.#own = new Set();
    return copy;
  }

  /** The records with a label, if there are any; `all` are the collection's, here and below. */
  find({ kind, value }: Label, all: Timeline<T>): Timeline<T> | undefined {
    return this.#read(kind, all).get(value);
  }

  bears(record: T, { kind, value }: Label): boolean {
    return this.#readers[kind]?.(record).includes(value) === true;
  }

  /** Reads all labels of a collection, each record once. */
  readAll(entries: Iterable<TimelineEntry<T>>): void {
    this.#readKinds(Object.keys(this.#readers), entries);
  }

  /** After the entry was put among all, in the place of `before` if there was such a record. */
  put(entry: TimelineEntry<T>, before: T | undefined, all: Timeline<T>): void {
    if (all.length > mostUnread) for (const kind in this.#readers) this.#read(kind, all);
    for (const [kind, byValue] of this.#kinds) {
      const values = this.#readers[kind]?.(entry.record) ?? [];
      const former = before === undefined ? [] : this.#readers[kind]?.(before);
      for (const value of former ?? []) if (!values.includes(value)) this.#remove(byValue, value, entry);
      for (const value of values) this.#ownedTimeline(byValue, value).put(entry);
    }
  }

  delete(moment: TimelineKey, record: T): void {
    for (const [kind, byValue] of this.#kinds)
      for (const value of this.#readers[kind]?.(record) ?? []) this.#remove(byValue, value, moment);
  }

  #read(kind: string, all: Timeline<T>): ByValue<T> {
    if (!this.#kinds.has(kind)) this.#readKinds([kind], all.entries());
    return this.#kinds.get(kind) ?? new SharedMap();
  }

  #readKinds(kinds: readonly string[], entries: Iterable<TimelineEntry<T>>): void {
    const found = kinds.map((kind) => ({
      kind,
      read: this.#readers[kind],
      lists: new Map<LabelValue, TimelineEntry<T>[]>(),
    }));
    for (const entry of entries) {
      const { record } = entry;
      for (const { read, lists } of found)
        for (const value of read?.(record) ?? []) {
          const list = lists.get(value);
          if (list === undefined) lists.set(value, [entry]);
          else list.push(entry);
        }
    }
    for (const { kind, lists } of found)
      this.#kinds.set(kind, SharedMap.of(Array.from(lists, ([value, list]) => [value, Timeline.of(list)] as const)));
  }

  #remove(byValue: ByValue<T>, value: LabelValue, moment: TimelineKey): void {
    const timeline = this.#ownedTimeline(byValue, value);
    timeline.delete(moment);
    if (timeline.length === 0) byValue.delete(value);
  }

  /** The timeline of a value, to be changed. */
  #ownedTimeline(byValue: ByValue<T>, value: LabelValue): Timeline<T> {
    const known = byValue.get(value);
    if (known !== undefined && (this.#own === undefined || this.#own.has(known))) return known;
    const timeline = known?.fork() ?? new Timeline<T>();
    byValue.set(value, timeline);
    this.#own?.add(timeline);
    return timeline;
  }
}
