import { Refusal } from '../domain/refusal.ts';
import { detailsOf } from './details.ts';
import type { JournalEntry } from './entry.ts';
import type { Seen } from './seen.ts';

type Matches = (entry: JournalEntry) => boolean;

interface Waiter {
  readonly matches: Matches;
  readonly found: (entry: JournalEntry) => void;
  readonly ended: () => void;
}

/** A part of the simulator that follows a journal. */
interface JournalWatcher {
  /** A request is recorded. */
  recorded(entry: JournalEntry): void;
  /** All recorded requests are deleted. */
  cleared(): void;
}

/** The requests that a world answered, oldest first; within the space that all worlds share, the oldest are dropped. */
export class Journal {
  readonly #space: JournalSpace;
  #entries: JournalEntry[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #watchers = new Set<JournalWatcher>();
  #lastId = 0;
  #bytes = 0;
  #dropped = 0;
  #isClosed = false;

  constructor(space: JournalSpace) {
    this.#space = space;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How many were dropped for want of space. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many wait for a request. */
  get waiting(): number {
    return this.#waiters.size;
  }

  note(seen: Seen): void {
    if (this.#isClosed) return; // the answer to a world that was reset meanwhile
    const entry = entryOf(++this.#lastId, seen);
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
    for (const waiter of this.#waiters) if (waiter.matches(entry)) waiter.found(entry);
    for (const watcher of this.#watchers) watcher.recorded(entry);
    this.#space.take(this, entry.bytes);
  }

  /** Calls the watcher from now on. */
  watch(watcher: JournalWatcher): void {
    this.#watchers.add(watcher);
  }

  /** Those with a higher id, oldest first. */
  after(id: number): readonly JournalEntry[] {
    const first = this.#entries[0]?.id ?? 1;
    return id < first ? this.#entries : this.#entries.slice(id - first + 1);
  }

  /**
   * The first that matches, of those with a higher id than `after` that are there or of those to come. Undefined when the
   * signal ends it. Rejects with the Refusal `unavailable` when the world ends.
   */
  waitFor(
    matches: Matches,
    { after, signal }: { after: number; signal: AbortSignal },
  ): Promise<JournalEntry | undefined> {
    const known = this.after(after).find(matches);
    if (known !== undefined || signal.aborted) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const settle = (work: () => void): void => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', giveUp);
        work();
      };
      const giveUp = (): void => {
        settle(() => {
          resolve(undefined);
        });
      };
      const waiter: Waiter = {
        matches: (entry) => entry.id > after && matches(entry),
        found: (entry) => {
          settle(() => {
            resolve(entry);
          });
        },
        ended: () => {
          settle(() => {
            reject(new Refusal('unavailable', 'The world ended while a request was waited for'));
          });
        },
      };
      signal.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }

  /** Forgets all; later ids go on from here. */
  clear(): void {
    this.#release(this.#entries.length);
    this.#dropped = 0;
    for (const watcher of this.#watchers) watcher.cleared();
  }

  dropOldest(bytes: number): number {
    let count = 0;
    for (let left = bytes; left > 0 && count < this.#entries.length; count++) left -= this.#entries[count]?.bytes ?? 0;
    this.#release(count);
    this.#dropped += count;
    return count;
  }

  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.ended();
    this.#watchers.clear();
    this.clear();
  }

  #release(count: number): void {
    const bytes = this.#entries.slice(0, count).reduce((sum, entry) => sum + entry.bytes, 0);
    this.#entries = this.#entries.slice(count);
    this.#bytes -= bytes;
    this.#space.give(this, bytes);
  }
}

/** What is larger is not kept as it came. */
const largestKept = 1024;
/** What an entry takes up beside its texts. */
const ownBytes = 1000;
/** What a small body takes up once it is read, for each of its bytes. */
const perBodyByte = 4;

function entryOf(id: number, seen: Seen): JournalEntry {
  const { answer, bodyBytes, url } = seen;
  const ownSize = ownBytes + (answer.text?.length ?? 0);
  if (bodyBytes + url.length <= largestKept) {
    return { id, seen, details: undefined, bytes: ownSize + (bodyBytes + url.length) * perBodyByte };
  }
  const details = detailsOf(seen);
  const emptied = {
    ...seen,
    url: details.path,
    params: null,
    authorization: seen.authorization && '',
    answer: { ...answer, text: null },
  };
  return { id, seen: emptied, details, bytes: ownSize + JSON.stringify(details).length * 2 };
}

/** What shares the space: a world's journal. */
interface Tenant {
  readonly bytes: number;
  /** Drops its oldest until it has so many bytes less, or nothing. Returns how many they were. */
  dropOldest(bytes: number): number;
}

/**
 * The memory that the journals of all worlds have together. When it is full, the largest gives way: a world that is busy
 * costs itself its oldest requests, and not a quiet one.
 */
export class JournalSpace {
  readonly #limit: number;
  readonly #tenants = new Set<Tenant>();
  #bytes = 0;
  #dropped = 0;

  /** In bytes; 0 keeps nothing. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many were dropped since the start, in worlds that are no more too. */
  get dropped(): number {
    return this.#dropped;
  }

  take(tenant: Tenant, bytes: number): void {
    this.#tenants.add(tenant);
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) this.#makeRoom();
  }

  give(tenant: Tenant, bytes: number): void {
    this.#bytes -= bytes;
    if (tenant.bytes === 0) this.#tenants.delete(tenant);
  }

  /** A sixteenth more than is needed at once, since it takes a look at all worlds. */
  #makeRoom(): void {
    const enough = Math.floor((this.#limit / 16) * 15);
    while (this.#bytes > enough) {
      const largest = [...this.#tenants].reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const half = Math.ceil(largest.bytes / 2);
      this.#dropped += largest.dropOldest(Math.min(this.#bytes - enough, this.#tenants.size > 1 ? half : Infinity));
    }
  }
}
