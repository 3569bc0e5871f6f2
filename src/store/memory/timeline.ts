/** A record's key in its collection: an id, or a phone number. */
export type Key = string | number;

/** Where a record stands in a timeline: by its time in ms, then by its key. */
export interface TimelineKey {
  readonly time: number;
  readonly key: Key;
}

/** A record at its moment; timelines that hold the same record can share it. */
export interface TimelineEntry<T> extends TimelineKey {
  readonly record: T;
}

/** A position: the index of a piece, and an index in it. */
interface TimelineIndex {
  readonly piece: number;
  readonly index: number;
}

/** Shared by the many timelines of a record or two. */
const none: number[] = [];

/** Copying a piece takes about a microsecond. */
const defaultCapacity = 512;

/**
 * Records in the order of their time, in sorted pieces of bounded size. A search is binary. The newest record, which most
 * changes add, is pushed to the last piece. Forks share pieces: a change copies one piece, and the list of pieces.
 */
export class Timeline<T> {
  readonly #capacity: number;
  /** In order; none is empty. */
  #pieces: TimelineEntry<T>[][] = [];
  #length = 0;
  /** The pieces that no fork has; undefined: all of them. */
  #own: Set<TimelineEntry<T>[]> | undefined;
  /** Whether a fork has the same list of pieces. */
  #isListShared = false;
  /** The positions of the first entries of the first pieces, as far as they are known. */
  #starts: number[] = none;

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity;
  }

  /** A timeline of many entries, in any order, no two of them at the same moment. */
  static of<T>(entries: readonly TimelineEntry<T>[], capacity = defaultCapacity): Timeline<T> {
    const timeline = new Timeline<T>(capacity);
    const sorted = isSorted(entries) ? entries : entries.toSorted(compare);
    for (let at = 0; at < sorted.length; at += capacity) timeline.#pieces.push(sorted.slice(at, at + capacity));
    timeline.#length = sorted.length;
    return timeline;
  }

  /** A timeline of its own that holds the same. */
  fork(): Timeline<T> {
    const copy = new Timeline<T>(this.#capacity);
    copy.#pieces = this.#pieces;
    copy.#length = this.#length;
    copy.#isListShared = this.#isListShared = true;
    copy.#own = new Set();
    this.#own = new Set();
    return copy;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a record, or replaces the one that stands at the same moment. */
  put(entry: TimelineEntry<T>): void {
    if (this.#isNewest(entry)) {
      this.#append(entry);
      return;
    }
    const { piece, index } = this.#firstNotBefore(entry);
    const there = this.#pieces[piece]?.[index];
    if (there !== undefined && compare(there, entry) === 0) this.#ownedPiece(piece)[index] = entry;
    else this.#insert(entry, { piece, index });
  }

  delete(moment: TimelineKey): void {
    const { piece, index } = this.#firstNotBefore(moment);
    const there = this.#pieces[piece]?.[index];
    if (there === undefined || compare(there, moment) !== 0) return;
    const entries = this.#ownedPiece(piece);
    entries.splice(index, 1);
    this.#resizePiece(piece, -1);
    if (entries.length === 0) this.#replacePiece(piece, []);
  }

  /** The part of the timeline from one time to another, both included: `[start, end)` as positions. */
  range(from: number, to: number): { start: number; end: number } {
    const start = this.#positionOf(this.#firstWhere((entry) => entry.time >= from));
    const end = this.#positionOf(this.#firstWhere((entry) => entry.time > to));
    return { start, end: Math.max(start, end) };
  }

  /** All of them, oldest first. */
  *entries(): Iterable<TimelineEntry<T>> {
    for (const piece of this.#pieces) yield* piece;
  }

  /** The records between two positions, oldest first. */
  slice(start: number, end: number): T[] {
    const records: T[] = [];
    let { piece, index } = this.#placeAt(start);
    for (let missing = Math.min(end, this.#length) - Math.max(start, 0); missing > 0; piece++, index = 0) {
      const entries = this.#pieces[piece] ?? [];
      const last = Math.min(index + missing, entries.length);
      for (const { record } of entries.slice(index, last)) records.push(record);
      missing -= last - index;
    }
    return records;
  }

  #append(entry: TimelineEntry<T>): void {
    const last = this.#pieces.length - 1;
    const newest = this.#pieces[last];
    if (newest !== undefined && newest.length < this.#capacity) {
      this.#ownedPiece(last).push(entry);
    } else {
      const piece = [entry];
      this.#ownList().push(piece);
      this.#own?.add(piece);
    }
    this.#length += 1;
  }

  #insert(entry: TimelineEntry<T>, { piece, index }: TimelineIndex): void {
    const entries = this.#ownedPiece(piece);
    entries.splice(index, 0, entry);
    this.#resizePiece(piece, 1);
    const half = entries.length >>> 1;
    if (entries.length > this.#capacity) this.#replacePiece(piece, [entries.slice(0, half), entries.slice(half)]);
  }

  #resizePiece(piece: number, by: number): void {
    this.#length += by;
    if (this.#starts.length > piece + 1) this.#starts.length = piece + 1;
  }

  /** The entries of a piece, to be changed. */
  #ownedPiece(piece: number): TimelineEntry<T>[] {
    const entries = this.#pieces[piece] ?? [];
    if (this.#own === undefined || this.#own.has(entries)) return entries;
    const copy = entries.slice();
    this.#ownList()[piece] = copy;
    this.#own.add(copy);
    return copy;
  }

  #replacePiece(piece: number, by: TimelineEntry<T>[][]): void {
    this.#ownList().splice(piece, 1, ...by);
    for (const entries of by) this.#own?.add(entries);
    if (this.#starts.length > piece) this.#starts.length = piece;
  }

  #ownList(): TimelineEntry<T>[][] {
    if (this.#isListShared) this.#pieces = this.#pieces.slice();
    this.#isListShared = false;
    return this.#pieces;
  }

  #positionOf({ piece, index }: TimelineIndex): number {
    return piece >= this.#pieces.length ? this.#length : (this.#allStarts()[piece] ?? 0) + index;
  }

  #placeAt(position: number): TimelineIndex {
    const starts = this.#allStarts();
    const piece = Math.max(firstIndex(starts.length, (at) => (starts[at] ?? 0) > position) - 1, 0);
    return { piece, index: Math.max(position - (starts[piece] ?? 0), 0) };
  }

  #allStarts(): readonly number[] {
    if (this.#starts === none) this.#starts = [];
    const starts = this.#starts;
    for (let piece = starts.length; piece < this.#pieces.length; piece++) {
      starts.push((starts[piece - 1] ?? 0) + (this.#pieces[piece - 1]?.length ?? 0));
    }
    return starts;
  }

  #isNewest(moment: TimelineKey): boolean {
    const newest = this.#pieces[this.#pieces.length - 1];
    const last = newest?.[newest.length - 1];
    return last === undefined || compare(last, moment) < 0;
  }

  #firstNotBefore(moment: TimelineKey): TimelineIndex {
    return this.#firstWhere((entry) => compare(entry, moment) >= 0);
  }

  #firstWhere(holds: (entry: TimelineEntry<T>) => boolean): TimelineIndex {
    const pieces = this.#pieces;
    const holdsAt = (entries: readonly TimelineEntry<T>[] | undefined, at: number): boolean => {
      const entry = entries?.[at];
      return entry !== undefined && holds(entry);
    };
    const piece = firstIndex(pieces.length, (at) => holdsAt(pieces[at], (pieces[at]?.length ?? 0) - 1));
    const entries = pieces[piece];
    return { piece, index: firstIndex(entries?.length ?? 0, (at) => holdsAt(entries, at)) };
  }
}

/** The first index below `length` at which something holds that holds from there on; `length` if there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isSorted = (moments: readonly TimelineKey[]): boolean =>
  moments.every((moment, index) => {
    const before = moments[index - 1];
    return before === undefined || compare(before, moment) < 0;
  });

function compare(a: TimelineKey, b: TimelineKey): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
