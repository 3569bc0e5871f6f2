import type { Key } from './timeline.ts';

/** Copying a bucket takes a microsecond or two. */
const defaultCapacity = 64;

/**
 * A map whose forks share their unchanged parts: a change copies one small bucket, and the list of buckets. The map
 * grows by linear hashing, which splits one bucket at a time, so that no single change pays for all keys.
 */
export class SharedMap<K extends Key, V> {
  readonly #capacity: number;
  #buckets: Map<K, V>[] = [];
  #size = 0;
  /** The buckets that no fork has; undefined: all of them. */
  #own: Set<Map<K, V>> | undefined;
  /** Whether a fork has the same list of buckets. */
  #isListShared = false;
  /** The highest power of two that does not exceed the number of buckets. */
  #level = 1;

  /** `capacity`: the keys of a bucket on average, at most. */
  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity;
  }

  /** A map of many keys. */
  static of<K extends Key, V>(pairs: readonly (readonly [K, V])[], capacity = defaultCapacity): SharedMap<K, V> {
    const map = new SharedMap<K, V>(capacity);
    const buckets = Math.ceil(pairs.length / capacity);
    for (let index = 0; index < buckets; index++) map.#buckets.push(new Map());
    while (2 * map.#level <= buckets) map.#level *= 2;
    for (const [key, value] of pairs) map.set(key, value);
    return map;
  }

  /** A map of its own that holds the same. */
  fork(): SharedMap<K, V> {
    const copy = new SharedMap<K, V>(this.#capacity);
    copy.#buckets = this.#buckets;
    copy.#size = this.#size;
    copy.#level = this.#level;
    copy.#isListShared = this.#isListShared = true;
    copy.#own = new Set();
    this.#own = new Set();
    return copy;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    return this.#buckets[this.#indexOf(key)]?.get(key);
  }

  set(key: K, value: V): void {
    const bucket = this.#ownedPiece(this.#indexOf(key));
    const before = bucket.size;
    bucket.set(key, value);
    this.#size += bucket.size - before;
    if (this.#size > this.#buckets.length * this.#capacity) this.#grow();
  }

  delete(key: K): void {
    if (this.get(key) !== undefined && this.#ownedPiece(this.#indexOf(key)).delete(key)) this.#size -= 1;
  }

  /** Splits one bucket into two new ones: a Map keeps the space of deleted keys. */
  #grow(): void {
    const index = this.#buckets.length;
    if (index === 2 * this.#level) this.#level = index;
    const split = index - this.#level;
    const pairs = this.#buckets[split] ?? [];
    this.#replace(split, new Map());
    this.#replace(index, new Map());
    for (const [key, value] of pairs) this.#buckets[this.#indexOf(key)]?.set(key, value);
  }

  /** A bucket, to be changed; a new one at the end of the list. */
  #ownedPiece(index: number): Map<K, V> {
    const bucket = this.#buckets[index];
    if (bucket !== undefined && (this.#own === undefined || this.#own.has(bucket))) return bucket;
    return this.#replace(index, new Map(bucket));
  }

  /** Puts an own bucket in the place of another, or at the end of the list. */
  #replace(index: number, bucket: Map<K, V>): Map<K, V> {
    const before = this.#buckets[index];
    if (before !== undefined) this.#own?.delete(before);
    if (this.#isListShared) this.#buckets = this.#buckets.slice();
    this.#isListShared = false;
    this.#buckets[index] = bucket;
    this.#own?.add(bucket);
    return bucket;
  }

  #indexOf(key: K): number {
    if (this.#buckets.length < 2) return 0;
    const hash = hashOf(key);
    const index = hash & (2 * this.#level - 1);
    return index < this.#buckets.length ? index : hash & (this.#level - 1);
  }
}

/** Spreads keys that lie at equal distances, as ids do, over the low bits. */
function hashOf(key: Key): number {
  const whole = typeof key === 'number' ? key : textHash(key);
  const mixed = Math.imul(whole ^ (whole >>> 16), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** FNV-1a. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
