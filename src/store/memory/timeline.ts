/** A record's key in its collection: an id, or a phone number. */
export type Key = string | number;

/** The order of records in a timeline: by time in ms, then by key. */
export interface TimelineOrder<T, K extends Key = Key> {
  /** The time of a record, which must not change while the record is stored. */
  timeOf(record: T): number;
  keyOf(record: T): K;
}

/** A position: the index of a piece, and the index within the piece. */
interface TimelineIndex {
  readonly piece: number;
  readonly index: number;
}

/** Keys that sort before and after all others of the same time. */
const beginOfTime = Symbol('begin of time');
const endOfTime = Symbol('end of time');
type TimeEnd = typeof beginOfTime | typeof endOfTime;

/** Shared, because many timelines have only a record or two. */
const none: number[] = [];

/** Limit for the records of a piece. Copying a full piece takes about a microsecond. */
const pieceCapacity = 512;

/**
 * Records in order of time, in sorted pieces of limited size, with binary search. Most changes add the newest record,
 * which is appended to the last piece. Forks share pieces: a change copies one piece and the list of pieces.
 */
export class Timeline<T> {
  readonly #order: TimelineOrder<T>;
  readonly #capacity: number;
  /** Pieces in order; none is empty. */
  #pieces: T[][] = [];
  #length = 0;
  /** The pieces that belong to this timeline alone; undefined if it shares none. */
  #own: Set<T[]> | undefined;
  /** Whether a fork uses the same list of pieces. */
  #isListShared = false;
  /** The positions of the first records of the pieces, as far as they are known. */
  #starts: number[] = none;

  constructor(order: TimelineOrder<T>, capacity = pieceCapacity) {
    this.#order = order;
    this.#capacity = capacity;
  }

  /** A timeline of many records in any order, of which no two have the same time and key. */
  static of<T>(records: readonly T[], order: TimelineOrder<T>, capacity?: number): Timeline<T> {
    const isSorted = records.every((record, at) => at === 0 || compare(order, records[at - 1] ?? record, record) < 0);
    const sorted = isSorted ? records : records.toSorted((a, b) => compare(order, a, b));
    return Timeline.ofSorted(sorted, order, capacity);
  }

  /** A timeline of records that are already in order. */
  static ofSorted<T>(records: readonly T[], order: TimelineOrder<T>, capacity?: number): Timeline<T> {
    const timeline = new Timeline<T>(order, capacity);
    for (let at = 0; at < records.length; at += timeline.#capacity)
      timeline.#pieces.push(records.slice(at, at + timeline.#capacity));
    timeline.#length = records.length;
    return timeline;
  }

  /** A separate timeline with the same content. */
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

  /** Adds a record, or replaces the one with the same time and key. */
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

  /** Deletes the record with the same time and key as this one. */
  delete(record: T): void {
    const { piece, index } = this.#placeOf(record);
    const there = this.#pieces[piece]?.[index];
    if (there === undefined || compare(this.#order, there, record) !== 0) return;
    const records = this.#ownedPiece(piece);
    records.splice(index, 1);
    this.#resizePiece(piece, -1);
    if (records.length === 0) this.#replacePiece(piece, []);
  }

  /** The positions `[start, end)` of the records in a time range, including both ends. */
  range(from: number, to: number): { start: number; end: number } {
    const start = this.#positionOf(this.#firstNotBefore(from, beginOfTime));
    const end = this.#positionOf(this.#firstNotBefore(to, endOfTime));
    return { start, end: Math.max(start, end) };
  }

  /** All records, oldest first. */
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

  /** The records of a piece, in a form that can be changed. */
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

  /** The position of a record, or the position that it would have. */
  #placeOf(record: T): TimelineIndex {
    return this.#firstNotBefore(this.#order.timeOf(record), this.#order.keyOf(record));
  }

  /** The position of the first record at or after a time and key. It uses no callback, because each change of a record searches. */
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

/** Orders two records by time, then by key; negative if the first is older. */
export function compare<T>(order: TimelineOrder<T>, a: T, b: T): number {
  const time = order.timeOf(a) - order.timeOf(b);
  if (time !== 0) return time;
  const key = order.keyOf(a);
  const other = order.keyOf(b);
  if (key === other) return 0;
  return key < other ? -1 : 1;
}

/**
 * The first index below `length` at which a condition is true; `length` if there is none. The condition must stay true
 * from there on.
 */
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
