import type { JournalEntry } from '../journal/entry.ts';

/** The requests of a world, whose ids follow one another. The oldest and the newest can be taken away. */
export class RequestList {
  readonly #entries: JournalEntry[] = [];
  #lastId = 0;

  /** Id of the latest request; 0 before the first. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Id of the oldest request that is left; of the next one where none is. */
  get firstId(): number {
    return this.#lastId - this.#entries.length + 1;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Undefined if it was dropped, or is not there yet. */
  get(id: number): JournalEntry | undefined {
    return this.#entries[id - this.firstId];
  }

  /** Those with a higher id, oldest first. */
  after(id: number): readonly JournalEntry[] {
    return this.#entries.slice(Math.max(0, id + 1 - this.firstId));
  }

  /** Takes the next one; its id is one more than that of the latest. */
  add(entry: JournalEntry): void {
    this.#entries.push(entry);
    this.#lastId++;
  }

  replace(entry: JournalEntry): void {
    this.#entries[entry.id - this.firstId] = entry;
  }

  /** Removes the oldest, and returns them. */
  dropOldest(count: number): readonly JournalEntry[] {
    return this.#entries.splice(0, count);
  }

  /** Removes all from an id on, which comes next then, and returns them. */
  takeBack(id: number): readonly JournalEntry[] {
    const gone = this.#entries.splice(Math.max(0, id - this.firstId));
    this.#lastId = id - 1;
    return gone;
  }
}
