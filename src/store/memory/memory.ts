/** A change of a table. */
export interface MemoryChange {
  /** Restores the record as it was before the change. All later changes must be reverted already. No watcher is notified. */
  revert(): void;
  /** Undoes the change even if others have followed. This is a new change. */
  takeBack(): void;
}

/**
 * The part of a world's state that is not persisted, in tables. Each change is an entry in the world's list of changes.
 * Rollback, rewind and trial undo changes from the end of that list.
 */
export class Memory {
  #notify: (change: MemoryChange) => void = () => undefined;

  /** Calls the watcher for each later change. There is only one watcher, that of the present world of this memory. */
  watch(watcher: (change: MemoryChange) => void): void {
    this.#notify = watcher;
  }

  note(change: MemoryChange): void {
    this.#notify(change);
  }

  /** Runs synchronous work, and adds its changes to a list. */
  record<R>(changes: MemoryChange[], work: () => R): R {
    const notify = this.#notify;
    return this.#during(work, (change) => {
      changes.push(change);
      notify(change);
    });
  }

  /** The result of synchronous work whose changes are reverted at once, without a trace. */
  trial<R>(work: () => R): R {
    const changes: MemoryChange[] = [];
    try {
      return this.#during(work, (change) => void changes.push(change));
    } finally {
      for (const change of changes.toReversed()) change.revert();
    }
  }

  #during<R>(work: () => R, notify: (change: MemoryChange) => void): R {
    const before = this.#notify;
    this.#notify = notify;
    try {
      return work();
    } finally {
      this.#notify = before;
    }
  }
}

/** Returns the record after a change is undone; undefined for no record. `current` is the present record. */
type TakeBack<V> = (current: V | undefined, change: RecordChange<V>) => V | undefined;

type RecordChange<V> = Pick<TableChange<unknown, V>, 'before' | 'record'>;

/** Restores the earlier record, unless another change has followed. */
const unlessFollowed = <V>(current: V | undefined, { before, record }: RecordChange<V>): V | undefined =>
  current === record ? before : current;

/** Keeps a change even if the work around it is undone. */
export const keepChange = <V>(current: V | undefined): V | undefined => current;

/** Immutable records of a memory by key, in order of insertion. */
export class Table<K, V> extends Map<K, V> {
  readonly #memory: Memory;
  readonly #takeBack: TakeBack<V>;

  constructor(memory: Memory, takeBack: TakeBack<V> = unlessFollowed) {
    super();
    this.#memory = memory;
    this.#takeBack = takeBack;
  }

  override set(key: K, record: V): this {
    this.#change(key, record);
    return this;
  }

  override delete(key: K): boolean {
    return this.#change(key, undefined);
  }

  /** Replaces the record that the caller has just read; undefined deletes it. */
  replace(key: K, before: V | undefined, record: V | undefined): void {
    this.#put(key, record);
    this.#memory.note(new TableChange(this, key, before, record));
  }

  /** The record before these changes, which are in order. */
  before(key: K, changes: readonly object[]): V | undefined {
    const isOwn = (change: object): change is TableChange<K, V> =>
      change instanceof TableChange && change.table === this && change.key === key;
    const first = changes.find(isOwn);
    return first === undefined ? this.get(key) : first.before;
  }

  /** Reverts or takes back a change, as `MemoryChange` describes. */
  undo({ key, ...change }: TableChange<K, V>, how: keyof MemoryChange): void {
    if (how === 'revert') this.#put(key, change.before);
    else this.#change(key, this.#takeBack(this.get(key), change));
  }

  #change(key: K, record: V | undefined): boolean {
    const before = this.get(key);
    if (before === record) return false;
    this.replace(key, before, record);
    return true;
  }

  #put(key: K, record: V | undefined): void {
    if (record === undefined) super.delete(key);
    else super.set(key, record);
  }
}

/** A small object without a closure, because each request makes one. */
class TableChange<K, V> implements MemoryChange {
  readonly table: Table<K, V>;
  readonly key: K;
  readonly before: V | undefined;
  readonly record: V | undefined;

  constructor(table: Table<K, V>, key: K, before: V | undefined, record: V | undefined) {
    this.table = table;
    this.key = key;
    this.before = before;
    this.record = record;
  }

  revert(): void {
    this.table.undo(this, 'revert');
  }

  takeBack(): void {
    this.table.undo(this, 'takeBack');
  }
}

/** A value of a memory. */
export class Cell<T> {
  readonly #table: Table<'value', T>;
  readonly #initial: T;

  constructor(memory: Memory, initial: T, takeBack?: TakeBack<T>) {
    this.#table = new Table(memory, takeBack);
    this.#initial = initial;
  }

  get value(): T {
    return this.#table.get('value') ?? this.#initial;
  }

  set value(value: T) {
    this.#table.set('value', value);
  }

  /** The value before these changes, which are in order. */
  before(changes: readonly object[]): T {
    return this.#table.before('value', changes) ?? this.#initial;
  }
}

interface Round {
  readonly number: number;
  readonly counts: Table<string, number>;
}

/**
 * Counts how often each key has occurred. It is bounded: above the limit, all counts are dropped and a new round
 * begins. The round is part of the result, so no key gets the same count twice.
 */
export class Occurrences {
  readonly #memory: Memory;
  readonly #most: number;
  readonly #round: Cell<Round>;

  constructor(memory: Memory, keysMax = 10_000) {
    this.#memory = memory;
    this.#most = keysMax;
    this.#round = new Cell(memory, this.#newRound(0), keepChange);
  }

  /** `1` for the first occurrence of a key, then `2`; after the first round with the round's number: `1:1`. */
  next(key: string): string {
    let round = this.#round.value;
    const before = round.counts.get(key);
    const count = (before ?? 0) + 1;
    if (count === 1 && round.counts.size >= this.#most) round = this.#round.value = this.#newRound(round.number + 1);
    round.counts.replace(key, before, count);
    return round.number === 0 ? String(count) : `${round.number}:${count}`;
  }

  #newRound(number: number): Round {
    return { number, counts: new Table(this.#memory) };
  }
}
