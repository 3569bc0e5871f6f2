/** Remembers how changes are taken back, the last first. */
export interface Undo {
  note(inverse: () => void): void;
}

/** For values that are never taken back. */
export const noUndo: Undo = { note: () => undefined };

/** A value whose changes can be taken back. */
export class Undoable<T> {
  readonly #undo: Undo;
  #value: T;

  constructor(value: T, undo: Undo) {
    this.#value = value;
    this.#undo = undo;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    const before = this.#value;
    if (before === value) return;
    this.#undo.note(() => (this.#value = before));
    this.#value = value;
  }
}

/** A map whose changes can be taken back. Its values are not changed in place. */
export class UndoableMap<K, V> {
  readonly #undo: Undo;
  readonly #map = new Map<K, V>();

  constructor(undo: Undo) {
    this.#undo = undo;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  /** In the order in which they came. */
  keys(): IterableIterator<K> {
    return this.#map.keys();
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }

  set(key: K, value: V): void {
    this.#note(key);
    this.#map.set(key, value);
  }

  delete(key: K): void {
    if (!this.#map.has(key)) return;
    this.#note(key);
    this.#map.delete(key);
  }

  #note(key: K): void {
    const map = this.#map;
    const before = map.get(key);
    this.#undo.note(before === undefined ? () => map.delete(key) : () => map.set(key, before));
  }
}
