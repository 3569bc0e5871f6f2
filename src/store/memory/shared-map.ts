import type { Key } from './timeline.ts';

/**
 * Keys of a bucket. Small, because a search compares them one by one (each string is a separate object), and a change
 * of a fork copies them.
 */
const defaultCapacity = 16;

/** Two lists take a third less memory than a small Map, which also rehashes its keys each time it grows. */
class Bucket<K extends Key, V> {
  readonly keys: K[];
  readonly values: V[];

  constructor(keys: K[] = [], values: V[] = []) {
    this.keys = keys;
    this.values = values;
  }
}

/**
 * A map whose forks share their unchanged parts. A change copies one small bucket and the list of buckets. The map
 * grows by linear hashing: it splits one bucket at a time, so no single change has to move all keys.
 */
export class SharedMap<K extends Key, V> {
  readonly #capacity: number;
  #buckets: Bucket<K, V>[] = [];
  #size = 0;
  /** The buckets that belong to this map alone; undefined if it shares none. */
  #own: Set<Bucket<K, V>> | undefined;
  /** Whether a fork uses the same list of buckets. */
  #isListShared = false;
  /** The highest power of two that does not exceed the number of buckets. */
  #level = 1;

  /** `capacity` is the limit for the average number of keys in a bucket. */
  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity;
  }

  /** A map of many keys. */
  static of<K extends Key, V>(pairs: readonly (readonly [K, V])[], capacity = defaultCapacity): SharedMap<K, V> {
    const map = new SharedMap<K, V>(capacity);
    const buckets = Math.ceil(pairs.length / capacity);
    for (let index = 0; index < buckets; index++) map.#buckets.push(new Bucket());
    while (2 * map.#level <= buckets) map.#level *= 2;
    for (const [key, value] of pairs) map.set(key, value);
    return map;
  }

  /** A separate map with the same content. */
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
    const bucket = this.#buckets[this.#indexOf(key)];
    const at = bucket?.keys.indexOf(key) ?? -1;
    return at < 0 ? undefined : bucket?.values[at];
  }

  /** Sets a value. Returns the key's earlier value. */
  set(key: K, value: V): V | undefined {
    const { keys, values } = this.#ownedBucket(this.#indexOf(key));
    const at = keys.indexOf(key);
    if (at >= 0) {
      const before = values[at];
      values[at] = value;
      return before;
    }
    keys.push(key);
    values.push(value);
    this.#size += 1;
    if (this.#size > this.#buckets.length * this.#capacity) this.#grow();
    return undefined;
  }

  delete(key: K): void {
    const index = this.#indexOf(key);
    const at = this.#buckets[index]?.keys.indexOf(key) ?? -1;
    if (at < 0) return;
    const { keys, values } = this.#ownedBucket(index);
    keys.splice(at, 1);
    values.splice(at, 1);
    this.#size -= 1;
  }

  /** Splits one bucket into two. */
  #grow(): void {
    const index = this.#buckets.length;
    if (index === 2 * this.#level) this.#level = index;
    const split = index - this.#level;
    const { keys, values } = this.#buckets[split] ?? new Bucket<K, V>();
    const isMoved = keys.map((key) => this.#indexIn(key, index + 1) === index);
    const half = (moved: boolean): Bucket<K, V> =>
      new Bucket(
        keys.filter((_key, at) => isMoved[at] === moved),
        values.filter((_value, at) => isMoved[at] === moved),
      );
    this.#replace(split, half(false));
    this.#replace(index, half(true));
  }

  /** A bucket that can be changed; if the index is the list's end, a new one. */
  #ownedBucket(index: number): Bucket<K, V> {
    const bucket = this.#buckets[index];
    if (bucket !== undefined && (this.#own === undefined || this.#own.has(bucket))) return bucket;
    return this.#replace(index, new Bucket(bucket?.keys.slice(), bucket?.values.slice()));
  }

  /** Replaces a bucket by an unshared one, or appends it. */
  #replace(index: number, bucket: Bucket<K, V>): Bucket<K, V> {
    const before = this.#buckets[index];
    if (before !== undefined) this.#own?.delete(before);
    if (this.#isListShared) this.#buckets = this.#buckets.slice();
    this.#isListShared = false;
    this.#buckets[index] = bucket;
    this.#own?.add(bucket);
    return bucket;
  }

  #indexOf(key: K): number {
    return this.#indexIn(key, this.#buckets.length);
  }

  /** The index of a key's bucket if there are `buckets` of them. */
  #indexIn(key: K, buckets: number): number {
    if (buckets < 2) return 0;
    const hash = hashOf(key);
    const index = hash & (2 * this.#level - 1);
    return index < buckets ? index : hash & (this.#level - 1);
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
