/** A cache with a largest number of entries: when it is full, all entries go. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  /** 0 keeps nothing. */
  constructor(maxEntries: number) {
    super();
    this.#most = maxEntries;
  }

  override set(key: K, value: V): this {
    if (this.#most === 0) return this;
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
