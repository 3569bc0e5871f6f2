import type { Label, Value } from './labels.ts';
import { Timeline } from './timeline.ts';
import type { Entry, Moment } from './timeline.ts';

/** The values that a record's labels of each kind have, each once. */
export type Readers<T> = Readonly<Record<string, (record: T) => readonly Value[]>>;

type ByValue<T> = Map<Value, Timeline<T>>;

/** As many records are indexed in less than a ms. */
const mostUnread = 1000;

/**
 * The records of a collection by their labels. A kind of labels is read when it is first asked for: few worlds are asked for
 * more than one, and reading all labels of a demo world's records would take as long as all else that opens its store. A
 * large collection has them read as it grows, so that no question waits for that.
 */
export class LabelIndex<T> {
  readonly #readers: Readers<T>;
  readonly #kinds = new Map<string, ByValue<T>>();

  constructor(readers: Readers<T>) {
    this.#readers = readers;
  }

  /** An index of its own that holds the same: it costs little until one of the two is changed. */
  fork(): LabelIndex<T> {
    const copy = new LabelIndex(this.#readers);
    for (const [kind, byValue] of this.#kinds)
      copy.#kinds.set(kind, new Map([...byValue].map(([value, timeline]) => [value, timeline.fork()])));
    return copy;
  }

  /** Those with that label, if any has it; `all` are the collection's, here and below. */
  find({ kind, value }: Label, all: Timeline<T>): Timeline<T> | undefined {
    return this.#read(kind, all).get(value);
  }

  bears(record: T, { kind, value }: Label): boolean {
    return this.#readers[kind]?.(record).includes(value) === true;
  }

  /** After the entry was put among all, in the place of `before` if there was such a record. */
  put(entry: Entry<T>, before: T | undefined, all: Timeline<T>): void {
    if (all.length > mostUnread) for (const kind in this.#readers) this.#read(kind, all);
    for (const [kind, byValue] of this.#kinds) {
      const values = this.#readers[kind]?.(entry.record) ?? [];
      const former = before === undefined ? [] : this.#readers[kind]?.(before);
      for (const value of former ?? []) if (!values.includes(value)) remove(byValue, value, entry);
      for (const value of values) timelineOf(byValue, value).put(entry);
    }
  }

  delete(moment: Moment, record: T): void {
    for (const [kind, byValue] of this.#kinds)
      for (const value of this.#readers[kind]?.(record) ?? []) remove(byValue, value, moment);
  }

  #read(kind: string, all: Timeline<T>): ByValue<T> {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const byValue: ByValue<T> = new Map();
    for (const entry of all.entries())
      for (const value of this.#readers[kind]?.(entry.record) ?? []) timelineOf(byValue, value).put(entry);
    this.#kinds.set(kind, byValue);
    return byValue;
  }
}

function remove<T>(byValue: ByValue<T>, value: Value, moment: Moment): void {
  const timeline = timelineOf(byValue, value);
  timeline.delete(moment);
  if (timeline.length === 0) byValue.delete(value);
}

function timelineOf<T>(byValue: ByValue<T>, value: Value): Timeline<T> {
  const known = byValue.get(value);
  if (known !== undefined) return known;
  const timeline = new Timeline<T>();
  byValue.set(value, timeline);
  return timeline;
}
