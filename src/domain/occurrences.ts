import { noUndo } from './undo.ts';
import type { Undo } from './undo.ts';

/** Notes each `next`, which `forgetLast` takes back, so that no function is needed for the commonest change. */
interface KeyNotes {
  noteKey(key: string): void;
}

interface OccurrencesOptions {
  readonly maxKeys?: number;
  /** Notes each `next` in place of the undo. */
  readonly notes?: KeyNotes | undefined;
}

/**
 * Counts how often each of many keys has come, whatever came between. Bounded: when too many are known all are forgotten,
 * and a new round begins, so that no key has the same count twice.
 */
export class Occurrences {
  readonly #undo: Undo;
  readonly #notes: KeyNotes | undefined;
  readonly #most: number;
  #counts = new Map<string, number>();
  #round = 0;

  constructor(undo: Undo = noUndo, { maxKeys = 10_000, notes }: OccurrencesOptions = {}) {
    this.#undo = undo;
    this.#notes = notes;
    this.#most = maxKeys;
  }

  /** As it is now; each then counts by itself. */
  copy(): Occurrences {
    const copy = new Occurrences(noUndo, { maxKeys: this.#most });
    for (const [key, count] of this.#counts) copy.#counts.set(key, count);
    copy.#round = this.#round;
    return copy;
  }

  /** `1` for a key that comes for the first time, `2` then; with its round before it after the first one: `1:1`. */
  next(key: string): string {
    const count = (this.#counts.get(key) ?? 0) + 1;
    if (count === 1 && this.#counts.size >= this.#most) this.#beginRound();
    if (this.#notes === undefined) this.#set(key, count);
    else {
      this.#notes.noteKey(key);
      setCount(this.#counts, key, count);
    }
    return this.#textOf(count);
  }

  /** Takes the latest `next` back. */
  forgetLast(key: string): void {
    setCount(this.#counts, key, (this.#counts.get(key) ?? 1) - 1);
  }

  /** Takes a `next` back, unless the key has come again since: no two that stand may have the same count. */
  takeBack(key: string, countText: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count === 0 || this.#textOf(count) !== countText) return;
    this.#set(key, count - 1);
  }

  /** 0 forgets the key. */
  #set(key: string, count: number): void {
    const counts = this.#counts;
    const before = counts.get(key) ?? 0;
    this.#undo.note(() => setCount(counts, key, before));
    setCount(counts, key, count);
  }

  #beginRound(): void {
    const [counts, round] = [this.#counts, this.#round];
    this.#undo.note(() => {
      [this.#counts, this.#round] = [counts, round];
    });
    this.#counts = new Map();
    this.#round += 1;
  }

  #textOf(count: number): string {
    return this.#round === 0 ? String(count) : `${this.#round}:${count}`;
  }
}

function setCount(counts: Map<string, number>, key: string, count: number): void {
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
