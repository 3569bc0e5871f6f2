import { Timeline } from './timeline.ts';
import type { Entry, Moment } from './timeline.ts';

/** As many records are indexed in a ms or two, when a label is first asked for. */
const mostUnread = 1000;

/**
 * The records of a collection that bear a label. It is made when it is first needed: few worlds are asked for a label, and
 * reading the labels of a demo world's records would take as long as all else that opens its store. A large collection is
 * indexed as it grows, so that no question waits for that.
 */
export class LabelIndex<T> {
  readonly #labelsOf: (record: T) => readonly string[];
  #timelines: Map<string, Timeline<T>> | undefined;

  constructor(labelsOf: (record: T) => readonly string[]) {
    this.#labelsOf = labelsOf;
  }

  /** An index of its own that holds the same: it costs little until one of the two is changed. */
  fork(): LabelIndex<T> {
    const copy = new LabelIndex<T>(this.#labelsOf);
    if (this.#timelines !== undefined)
      copy.#timelines = new Map([...this.#timelines].map(([label, timeline]) => [label, timeline.fork()]));
    return copy;
  }

  /** Of those with that label, if any has it; `all` are the collection's, here and below. */
  find(label: string, all: Timeline<T>): Timeline<T> | undefined {
    return this.#made(all).get(label);
  }

  /** After the entry was put among all, in the place of `before` if there was such a record. */
  put(entry: Entry<T>, before: T | undefined, all: Timeline<T>): void {
    if (this.#timelines === undefined) {
      if (all.length > mostUnread) this.#made(all);
      return;
    }
    const labels = this.#labelsOf(entry.record);
    const former = before === undefined ? [] : this.#labelsOf(before);
    for (const label of former) if (!labels.includes(label)) remove(this.#timelines, label, entry);
    for (const label of labels) timelineOf(this.#timelines, label).put(entry);
  }

  delete(moment: Moment, record: T): void {
    if (this.#timelines === undefined) return;
    for (const label of this.#labelsOf(record)) remove(this.#timelines, label, moment);
  }

  #made(all: Timeline<T>): Map<string, Timeline<T>> {
    if (this.#timelines !== undefined) return this.#timelines;
    const timelines = new Map<string, Timeline<T>>();
    for (const entry of all.entries())
      for (const label of this.#labelsOf(entry.record)) timelineOf(timelines, label).put(entry);
    return (this.#timelines = timelines);
  }
}

function remove<T>(timelines: Map<string, Timeline<T>>, label: string, moment: Moment): void {
  const timeline = timelineOf(timelines, label);
  timeline.delete(moment);
  if (timeline.length === 0) timelines.delete(label);
}

function timelineOf<T>(timelines: Map<string, Timeline<T>>, label: string): Timeline<T> {
  const known = timelines.get(label);
  if (known !== undefined) return known;
  const timeline = new Timeline<T>();
  timelines.set(label, timeline);
  return timeline;
}
