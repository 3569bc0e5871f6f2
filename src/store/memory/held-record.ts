import type { Key, TimelineEntry } from './timeline.ts';

/** A smaller chunk leaves less behind when its last record is gone; a larger one is rarely new. */
const chunkBytes = 1 << 20;

/** A character of JSON text takes up so many bytes of UTF-8 at most. */
const mostBytesOfCharacter = 3;

/** A record in a collection: an object, or the bytes of its JSON. */
class HeldRecord<T> implements TimelineEntry<T> {
  readonly time: number;
  readonly key: Key;
  #object: T | undefined;
  #chunk: Buffer | undefined;
  #start = 0;
  #end = 0;

  constructor(time: number, key: Key, record: T) {
    this.time = time;
    this.key = key;
    this.#object = record;
  }

  get record(): T {
    return this.#object ?? (JSON.parse(this.#chunk?.toString('utf8', this.#start, this.#end) ?? '') as T);
  }

  /** Keeps the bytes alone, and returns where they end. */
  pack(chunk: Buffer, start: number, text: string): number {
    this.#chunk = chunk;
    this.#start = start;
    this.#end = start + chunk.write(text, start);
    this.#object = undefined;
    return this.#end;
  }
}

/**
 * Makes the entries of a collection and its forks. Those that were made long ago are kept as bytes outside of the heap: a
 * million faxes are some fifteen million objects, and the garbage collector would walk them all beside the requests.
 */
export class RecordHolder<T> {
  /** In a circle: the next one takes the place of the oldest. */
  readonly #objects: HeldRecord<T>[] = [];
  #oldest = 0;
  #chunk = Buffer.alloc(0);
  #used = 0;
  readonly #mostObjects: number | undefined;

  /** Undefined: all stay objects. */
  constructor(mostObjects: number | undefined) {
    this.#mostObjects = mostObjects;
  }

  hold(time: number, key: Key, record: T): TimelineEntry<T> {
    const entry = new HeldRecord(time, key, record);
    if (this.#mostObjects === undefined) return entry;
    const former = this.#objects[this.#oldest];
    this.#objects[this.#oldest] = entry;
    this.#oldest = (this.#oldest + 1) % this.#mostObjects;
    if (former !== undefined) this.#pack(former);
    return entry;
  }

  #pack(entry: HeldRecord<T>): void {
    const text = JSON.stringify(entry.record);
    const most = text.length * mostBytesOfCharacter;
    if (this.#used + most > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, most));
      this.#used = 0;
    }
    this.#used = entry.pack(this.#chunk, this.#used, text);
  }
}
