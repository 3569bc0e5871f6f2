import type { Label, LabelChoice, LabelValue } from './labels.ts';
import { SharedMap } from './shared-map.ts';
import { Timeline } from './timeline.ts';
import type { TimelineOrder } from './timeline.ts';

/** Functions that return a record's labels, by kind and without repetition. */
export type LabelReaders<T> = Readonly<Record<string, (record: T) => readonly LabelValue[]>>;

interface IndexShape<T> extends TimelineOrder<T> {
  readonly labels: LabelReaders<T>;
}

/** Number of records that can be indexed in less than a ms. */
const unreadMax = 1000;

/**
 * The records of a collection by their labels. The labels of a kind are read at the first query about that kind. Few
 * worlds have queries about more than one kind, and reading all labels of a demo world takes as long as the rest of its
 * start. A large collection reads its labels while it grows, so no query has to wait.
 */
export class LabelIndex<T> {
  readonly #shape: IndexShape<T>;
  readonly #kinds = new Map<string, KindIndex<T>>();
  #isWhole = false;

  constructor(shape: IndexShape<T>) {
    this.#shape = shape;
  }

  /** A separate index with the same content. */
  fork(): LabelIndex<T> {
    const copy = new LabelIndex(this.#shape);
    for (const [kind, index] of this.#kinds) copy.#kinds.set(kind, index.fork());
    copy.#isWhole = this.#isWhole;
    return copy;
  }

  /** The records with a label, if there are any. `all` is the collection's timeline, here and below. */
  find({ kind, value }: Label, all: Timeline<T>): Timeline<T> | undefined {
    return this.#read(kind, all)?.find(value);
  }

  /** The records with each of these labels, without those that no record has. */
  findAll({ kind, values }: LabelChoice, all: Timeline<T>): readonly Timeline<T>[] {
    return values.flatMap((value) => this.find({ kind, value }, all) ?? []);
  }

  bears(record: T, { kind, values }: LabelChoice): boolean {
    return this.#shape.labels[kind]?.(record).some((value) => values.includes(value)) === true;
  }

  /** Reads all labels once the collection is large. */
  readLarge(all: Timeline<T>): void {
    if (this.#isWhole || all.length <= unreadMax) return;
    for (const kind in this.#shape.labels) this.#read(kind, all);
    this.#isWhole = true;
  }

  /** Indexes a record after it was added to `all`, or replaced `before` there. */
  put(record: T, before: T | undefined, all: Timeline<T>): void {
    this.readLarge(all);
    for (const index of this.#kinds.values()) index.put(record, before);
  }

  delete(record: T): void {
    for (const index of this.#kinds.values()) index.delete(record);
  }

  #read(kind: string, all: Timeline<T>): KindIndex<T> | undefined {
    const known = this.#kinds.get(kind);
    const read = this.#shape.labels[kind];
    if (known !== undefined || read === undefined) return known;
    const index = KindIndex.of(all, read, this.#shape);
    this.#kinds.set(kind, index);
    return index;
  }
}

/** The records of a collection by their labels of one kind. */
class KindIndex<T> {
  readonly #valuesOf: (record: T) => readonly LabelValue[];
  readonly #order: TimelineOrder<T>;
  readonly #byValue: SharedMap<LabelValue, Timeline<T>>;
  /** The timelines that belong to this index alone; undefined if it shares none. */
  #own: Set<Timeline<T>> | undefined;

  constructor(valuesOf: LabelReaders<T>[string], order: TimelineOrder<T>, byValue: SharedMap<LabelValue, Timeline<T>>) {
    this.#valuesOf = valuesOf;
    this.#order = order;
    this.#byValue = byValue;
  }

  static of<T>(records: Timeline<T>, valuesOf: LabelReaders<T>[string], order: TimelineOrder<T>): KindIndex<T> {
    const lists = new Map<LabelValue, T[]>();
    for (const record of records.values()) {
      for (const value of valuesOf(record)) {
        const list = lists.get(value);
        if (list === undefined) lists.set(value, [record]);
        else list.push(record);
      }
    }
    const timelines = Array.from(lists, ([value, list]) => [value, Timeline.ofSorted(list, order)] as const);
    return new KindIndex(valuesOf, order, SharedMap.of(timelines));
  }

  /** A separate index with the same content. */
  fork(): KindIndex<T> {
    const copy = new KindIndex(this.#valuesOf, this.#order, this.#byValue.fork());
    copy.#own = new Set();
    this.#own = new Set();
    return copy;
  }

  find(value: LabelValue): Timeline<T> | undefined {
    return this.#byValue.get(value);
  }

  /** Adds a record, or replaces `before` by it. */
  put(record: T, before: T | undefined): void {
    const values = this.#valuesOf(record);
    if (before !== undefined) this.#removeAll(before, values);
    for (const value of values) this.#ownTimeline(value).put(record);
  }

  delete(record: T): void {
    this.#removeAll(record, []);
  }

  /** Removes a record from the timelines of its values, except for the `kept` ones. */
  #removeAll(record: T, kept: readonly LabelValue[]): void {
    for (const value of this.#valuesOf(record)) {
      if (kept.includes(value)) continue;
      const timeline = this.#ownTimeline(value);
      timeline.delete(record);
      if (timeline.length === 0) this.#byValue.delete(value);
    }
  }

  /** The timeline of a value, in a form that can be changed. */
  #ownTimeline(value: LabelValue): Timeline<T> {
    const known = this.#byValue.get(value);
    if (known !== undefined && (this.#own === undefined || this.#own.has(known))) return known;
    const timeline = known?.fork() ?? new Timeline<T>(this.#order);
    this.#byValue.set(value, timeline);
    this.#own?.add(timeline);
    return timeline;
  }
}
