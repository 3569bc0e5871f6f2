/** A record's key in its collection: an id, or a phone number. */
export type Key = string | number;

/** The order of records in a timeline: by time in ms, then by key. */
export interface TimelineOrder<T, K extends Key = Key> {
  /** The time of a record, which must not change while the record is stored. */
  timeOf(record: T): number;
  keyOf(record: T): K;
}

/** A position: the index of a piece, and an index in it. */
interface TimelineIndex {
  readonly piece: number;
  readonly index: number;
}

/** Come before and after all keys of a time. */
const beginOfTime = Symbol('begin of time');
const endOfTime = Symbol('end of time');
type TimeEnd = typeof beginOfTime | typeof endOfTime;

/** Shared by the many timelines of a record or two. */
const none: number[] = [];

/** The most records of a piece, whose copy takes about a microsecond. */
const pieceCapacity = 512;

/**
 * Records in the order of their time, in sorted pieces of bounded size. A search is binary. The newest record, which most
 * changes add, is pushed to the last piece. Forks share pieces: a change copies one piece, and the list of pieces.
 */
export class Timeline<T> {
  readonly #order: TimelineOrder<T>;
  readonly #capacity: number;
  /** Pieces in order; none is empty. */
  #pieces: T[][] = [];
  #length = 0;
  /** The pieces that no fork has; undefined for all of them. */
  #own: Set<T[]> | undefined;
  /** Whether a fork has the same list of pieces. */
  #isListShared = false;
  /** The known positions of the first records of pieces, from the first piece on. */
  #starts: number[] = none;

  constructor(order: TimelineOrder<T>, capacity = pieceCapacity) {
    this.#order = order;
    this.#capacity = capacity;
  }

  /** A timeline of many records, in any sequence, no two of them at the same moment. */
  static of<T>(records: readonly T[], order: TimelineOrder<T>, capacity?: number): Timeline<T> {
    const isSorted = records.every((record, at) => at === 0 || compare(order, records[at - 1] ?? record, record) < 0);
    const sorted = isSorted ? records : records.toSorted((a, b) => compare(order, a, b));
    return Timeline.ofSorted(sorted, order, capacity);
  }

  /** A timeline of records that are in order. */
  static ofSorted<T>(records: readonly T[], order: TimelineOrder<T>, capacity?: number): Timeline<T> {
    const timeline = new Timeline<T>(order, capacity);
    for (let at = 0; at < records.length; at += timeline.#capacity)
      timeline.#pieces.push(records.slice(at, at + timeline.#capacity));
    timeline.#length = records.length;
    return timeline;
  }

  /** A timeline of its own that holds the same. */
  fork(): Timeline<T> {
    const copy = new Timeline<T>(this.#order, this.#capacity);
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

  /** The oldest record. */
  get first(): T | undefined {
    return this.#pieces[0]?.[0];
  }

  /** Adds a record, or replaces the one that stands at the same moment. */
  put(record: T): void {
    if (this.#isNewest(record)) {
      this.#append(record);
      return;
    }
    const { piece, index } = this.#placeOf(record);
    const there = this.#pieces[piece]?.[index];
    if (there !== undefined && compare(this.#order, there, record) === 0) this.#ownedPiece(piece)[index] = record;
    else this.#insert(record, { piece, index });
  }

  /** Deletes the record that stands at the moment of this one. */
  delete(record: T): void {
    const { piece, index } = this.#placeOf(record);
    const there = this.#pieces[piece]?.[index];
    if (there === undefined || compare(this.#order, there, record) !== 0) return;
    const records = this.#ownedPiece(piece);
    records.splice(index, 1);
    this.#resizePiece(piece, -1);
    if (records.length === 0) this.#replacePiece(piece, []);
  }

  /** The part of the timeline from one time to another, both included: `[start, end)` as positions. */
  range(from: number, to: number): { start: number; end: number } {
    const start = this.#positionOf(this.#firstNotBefore(from, beginOfTime));
    const end = this.#positionOf(this.#firstNotBefore(to, endOfTime));
    return { start, end: Math.max(start, end) };
  }

  /** All of them, oldest first. */
  *values(): IterableIterator<T> {
    for (const piece of this.#pieces) yield* piece;
  }

  /** The records between two positions, oldest first. */
  slice(start: number, end: number): T[] {
    const found: T[] = [];
    let { piece, index } = this.#placeAt(start);
    for (let missing = Math.min(end, this.#length) - Math.max(start, 0); missing > 0; piece++, index = 0) {
      const records = this.#pieces[piece] ?? [];
      const last = Math.min(index + missing, records.length);
      for (const record of records.slice(index, last)) found.push(record);
      missing -= last - index;
    }
    return found;
  }

  #append(record: T): void {
    const last = this.#pieces.length - 1;
    const newest = this.#pieces[last];
    if (newest !== undefined && newest.length < this.#capacity) {
      this.#ownedPiece(last).push(record);
    } else {
      const piece = [record];
      this.#ownList().push(piece);
      this.#own?.add(piece);
    }
    this.#length += 1;
  }

  #insert(record: T, { piece, index }: TimelineIndex): void {
    const records = this.#ownedPiece(piece);
    records.splice(index, 0, record);
    this.#resizePiece(piece, 1);
    const half = records.length >>> 1;
    if (records.length > this.#capacity) this.#replacePiece(piece, [records.slice(0, half), records.slice(half)]);
  }

  #resizePiece(piece: number, by: number): void {
    this.#length += by;
    if (this.#starts.length > piece + 1) this.#starts.length = piece + 1;
  }

  /** The records of a piece, to be changed. */
  #ownedPiece(piece: number): T[] {
    const records = this.#pieces[piece] ?? [];
    if (this.#own === undefined || this.#own.has(records)) return records;
    const copy = records.slice();
    this.#ownList()[piece] = copy;
    this.#own.add(copy);
    return copy;
  }

  #replacePiece(piece: number, by: T[][]): void {
    this.#ownList().splice(piece, 1, ...by);
    for (const records of by) this.#own?.add(records);
    if (this.#starts.length > piece) this.#starts.length = piece;
  }

  #ownList(): T[][] {
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

  #isNewest(record: T): boolean {
    const newest = this.#pieces[this.#pieces.length - 1];
    const last = newest?.[newest.length - 1];
    return last === undefined || compare(this.#order, last, record) < 0;
  }

  /** The place of a record, or the one that it would have. */
  #placeOf(record: T): TimelineIndex {
    return this.#firstNotBefore(this.#order.timeOf(record), this.#order.keyOf(record));
  }

  /** The place of the first record that is not before a time and key. No callbacks, since each change of a record searches. */
  #firstNotBefore(time: number, key: Key | TimeEnd): TimelineIndex {
    const pieces = this.#pieces;
    let piece = 0;
    for (let high = pieces.length; piece < high;) {
      const middle = (piece + high) >>> 1;
      const records = pieces[middle];
      if (this.#isBefore(records?.[records.length - 1], time, key)) piece = middle + 1;
      else high = middle;
    }
    const records = pieces[piece];
    let index = 0;
    for (let high = records?.length ?? 0; index < high;) {
      const middle = (index + high) >>> 1;
      if (this.#isBefore(records?.[middle], time, key)) index = middle + 1;
      else high = middle;
    }
    return { piece, index };
  }

  #isBefore(record: T | undefined, time: number, key: Key | TimeEnd): boolean {
    if (record === undefined) return false;
    const other = this.#order.timeOf(record);
    if (other !== time) return other < time;
    return key === beginOfTime ? false : key === endOfTime || this.#order.keyOf(record) < key;
  }
}

function compare<T>(order: TimelineOrder<T>, a: T, b: T): number {
  const time = order.timeOf(a) - order.timeOf(b);
  if (time !== 0) return time;
  const key = order.keyOf(a);
  const other = order.keyOf(b);
  if (key === other) return 0;
  return key < other ? -1 : 1;
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
