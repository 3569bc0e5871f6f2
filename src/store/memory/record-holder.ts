import type { Key, TimelineEntry } from './timeline.ts';

/** How a collection keeps its older records as bytes. Each read of one makes a copy. */
export interface Compaction<T> {
  /** So many of the latest changed records stay objects. */
  readonly mostObjects: number;
  readonly pack: (record: T) => string;
  readonly unpack: (text: string) => T;
}

/** A smaller chunk leaves less behind when its last record is gone; a larger one is rarely new. */
const chunkBytes = 1 << 20;

/** A character takes up so many bytes of UTF-8 at most. */
const mostBytesOfCharacter = 3;

/**
 * Makes the entries of a collection and its forks. Those that were made long ago are kept as bytes outside of the heap: a
 * million faxes are some fifteen million objects, and the garbage collector would walk them all beside the requests.
 */
export class RecordHolder<T> {
  readonly #compaction: Compaction<T> | undefined;
  /** In a circle: the next one takes the place of the oldest. */
  readonly #objects: CompactEntry<T>[] = [];
  #oldest = 0;
  #chunk = Buffer.alloc(0);
  #used = 0;

  /** Undefined: all records stay objects. */
  constructor(compaction: Compaction<T> | undefined) {
    this.#compaction = compaction;
  }

  hold(time: number, key: Key, record: T): TimelineEntry<T> {
    if (this.#compaction === undefined) return { time, key, record };
    const entry = new CompactEntry(time, key, record, this.#compaction.unpack);
    const former = this.#objects[this.#oldest];
    this.#objects[this.#oldest] = entry;
    this.#oldest = (this.#oldest + 1) % this.#compaction.mostObjects;
    if (former !== undefined) this.#pack(former, this.#compaction.pack(former.record));
    return entry;
  }

  #pack(entry: CompactEntry<T>, text: string): void {
    const most = text.length * mostBytesOfCharacter;
    if (this.#used + most > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, most));
      this.#used = 0;
    }
    this.#used = entry.pack(this.#chunk, this.#used, text);
  }
}

/** A record that is an object or bytes. */
class CompactEntry<T> implements TimelineEntry<T> {
  readonly time: number;
  readonly key: Key;
  readonly #unpack: (text: string) => T;
  #object: T | undefined;
  #chunk: Buffer | undefined;
  #start = 0;
  #end = 0;

  constructor(time: number, key: Key, record: T, unpack: (text: string) => T) {
    this.time = time;
    this.key = key;
    this.#object = record;
    this.#unpack = unpack;
  }

  get record(): T {
    return this.#object ?? this.#unpack(this.#chunk?.toString('utf8', this.#start, this.#end) ?? '');
  }

  /** Keeps the bytes alone. Returns where they end. */
  pack(chunk: Buffer, start: number, text: string): number {
    this.#chunk = chunk;
    this.#start = start;
    this.#end = start + chunk.write(text, start);
    this.#object = undefined;
    return this.#end;
  }
}
