import { Refusal } from '../../model/domain/refusal.ts';
import { isSameList } from '../../model/shared/objects.ts';
import { detailsOf } from './details.ts';
import type { Details } from './details.ts';
import { lintOf } from './lint.ts';
import type { Remark } from './lint.ts';
import { isSameAnswer, slotOf } from './observed-request.ts';
import type { ObservedAnswer, ObservedRequest } from './observed-request.ts';

/** How much of a body the journal keeps, in bytes. */
export const keptBodyBytes = 65_536;

/** A body in memory: a short one is a string with a letter for each byte. */
export type KeptBody = Buffer | string;

/** A request in the journal. */
export interface JournalEntry {
  /** From 1 up, in the order of the answers. */
  readonly id: number;
  readonly observed: ObservedRequest;
  /** At most its first 64 KB, as they came; undefined: it has none, or it was not read. */
  readonly body: KeptBody | undefined;
  /** Those of a large request are made at once, so that it need not be kept itself. */
  readonly details: Details | undefined;
  /** Those of a large request, likewise. */
  readonly lint: readonly Remark[] | undefined;
  /** The approximate size in memory. */
  readonly bytes: number;
}

/** The costly parts of an entry, computed on each read: a journal is written often and read seldom. */
export const detailsOfEntry = ({ observed, details }: JournalEntry): Details => details ?? detailsOf(observed);

export const lintOfEntry = ({ observed, lint }: JournalEntry): readonly Remark[] => lint ?? lintOf(observed);

type Matches = (entry: JournalEntry) => boolean;

interface Waiter {
  readonly matches: Matches;
  readonly onFound: (entry: JournalEntry) => void;
  readonly onEnd: () => void;
}

/** A part of the simulator that follows a journal. */
interface JournalWatcher {
  /** A request is answered, even after the journal was closed: it waited while its world ended. */
  answered?(request: ObservedRequest): void;
  /** A request is recorded. */
  recorded?(entry: JournalEntry): void;
  /** All recorded requests are deleted. */
  cleared?(): void;
}

/** The requests that a world answered, oldest first; within the space that all worlds share, the oldest are dropped. */
export class Journal {
  readonly #space: JournalSpace;
  readonly #entries: JournalEntry[] = [];
  /** The latest of each slot. */
  readonly #answers = new Map<number, ObservedAnswer>();
  readonly #waiters = new Set<Waiter>();
  readonly #watchers = new Set<JournalWatcher>();
  /** The headers of the latest request. */
  #headers: readonly string[] = [];
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

  get size(): number {
    return this.#entries.length;
  }

  /** Of the latest request; 0 before the first. */
  get lastId(): number {
    return this.#lastId;
  }

  /** How many were dropped for want of space. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many wait for a request. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** The headers of the latest request if they were equal, or these: the next one of a client mostly has the same. */
  headersLike(headers: readonly string[]): readonly string[] {
    if (!isSameList(headers, this.#headers)) this.#headers = headers;
    return this.#headers;
  }

  /** The latest answer in the same slot if it is equal, or this one: a client that polls gets one text many times. */
  answerLike(answer: ObservedAnswer): ObservedAnswer {
    const slot = slotOf(answer);
    const known = this.#answers.get(slot);
    if (known !== undefined && isSameAnswer(known, answer)) return known;
    this.#answers.set(slot, answer);
    return answer;
  }

  note(request: ObservedRequest, body: KeptBody | undefined): void {
    for (const watcher of this.#watchers) watcher.answered?.(request);
    if (this.#isClosed) return;
    const entry = entryOf(++this.#lastId, request, body && beginningOf(body));
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
    for (const waiter of this.#waiters) if (waiter.matches(entry)) waiter.onFound(entry);
    for (const watcher of this.#watchers) watcher.recorded?.(entry);
    this.#space.take(this, entry.bytes);
  }

  /** A journal of its own with the requests before one, whose id comes next. */
  until(id: number): Journal {
    const copy = new Journal(this.#space);
    copy.#lastId = id - 1;
    copy.#dropped = this.#dropped;
    for (const entry of this.#entries) {
      if (entry.id >= id) break;
      copy.#entries.push(entry);
      copy.#bytes += entry.bytes;
    }
    this.#space.take(copy, copy.#bytes);
    return copy;
  }

  /** Calls the watcher from now on. */
  watch(watcher: JournalWatcher): void {
    this.#watchers.add(watcher);
  }

  /** Those with a higher id, oldest first. */
  after(id: number): readonly JournalEntry[] {
    const first = this.#entries[0]?.id ?? 1;
    return this.#entries.slice(Math.max(0, id - first + 1));
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
      const giveUp = (): void => settle(() => resolve(undefined));
      const waiter: Waiter = {
        matches: (entry) => entry.id > after && matches(entry),
        onFound: (entry) => settle(() => resolve(entry)),
        onEnd: () => settle(() => reject(new Refusal('unavailable', 'The world ended while a request was waited for'))),
      };
      signal.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }

  /** Forgets all; later ids go on from here. */
  clear(): void {
    this.#release(this.#entries.length);
    this.#answers.clear();
    this.#dropped = 0;
    if (!this.#isClosed) for (const watcher of this.#watchers) watcher.cleared?.();
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
    for (const waiter of this.#waiters) waiter.onEnd();
    this.clear();
  }

  #release(count: number): void {
    const bytes = this.#entries.splice(0, count).reduce((sum, entry) => sum + entry.bytes, 0);
    this.#bytes -= bytes;
    this.#space.give(this, bytes);
  }
}

/** The journal does not keep larger requests as they came. */
const largestKept = 1024;
/** The memory of an entry beside its texts, in bytes. */
const ownBytes = 1000;
/** The memory of a small body after parsing, in bytes for each of its bytes. */
const perBodyByte = 4;

/** A copy of its own of a long one, which would stay in memory as a whole. */
const beginningOf = (body: KeptBody): KeptBody =>
  body.length <= keptBodyBytes ? body : Buffer.from(body.slice(0, keptBodyBytes));

function entryOf(id: number, request: ObservedRequest, body: KeptBody | undefined): JournalEntry {
  const { answer, bodyBytes, url } = request;
  const ownSize = ownBytes + (answer.text?.length ?? 0) + (body?.length ?? 0);
  if (bodyBytes + url.length <= largestKept) {
    const bytes = ownSize + (bodyBytes + url.length) * perBodyByte;
    return { id, observed: request, body, details: undefined, lint: undefined, bytes };
  }
  const details = detailsOf(request);
  const emptied = {
    ...request,
    url: details.path,
    params: null,
    answer: { ...answer, text: null },
  };
  const bytes = ownSize + JSON.stringify(details).length * 2;
  return { id, observed: emptied, body, details, lint: lintOf(request), bytes };
}

/** A journal that shares the space. */
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
