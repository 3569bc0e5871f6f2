import type { JournalEntry } from '../journal/entry.ts';

/** The requests of a world, with consecutive ids. Requests can be removed at both ends. */
export class RequestList {
  readonly #entries: JournalEntry[] = [];
  #lastId = 0;

  /** Id of the latest request; 0 before the first. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The id of the oldest remaining request; without one, that of the next request. */
  get firstId(): number {
    return this.#lastId - this.#entries.length + 1;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The request with this id; undefined if it was dropped, or does not exist yet. */
  get(id: number): JournalEntry | undefined {
    return this.#entries[id - this.firstId];
  }

  /** The requests with a higher id, oldest first. */
  after(id: number): readonly JournalEntry[] {
    return this.#entries.slice(Math.max(0, id + 1 - this.firstId));
  }

  /** Adds a request, whose id must be the next one. */
  add(entry: JournalEntry): void {
    this.#entries.push(entry);
    this.#lastId++;
  }

  replace(entry: JournalEntry): void {
    this.#entries[entry.id - this.firstId] = entry;
  }

  /** Removes and returns the oldest requests. */
  dropOldest(count: number): readonly JournalEntry[] {
    return this.#entries.splice(0, count);
  }

  /** Removes and returns all requests from an id on. The id is then the next one. */
  takeBack(id: number): readonly JournalEntry[] {
    const gone = this.#entries.splice(Math.max(0, id - this.firstId));
    this.#lastId = id - 1;
    return gone;
  }
}
