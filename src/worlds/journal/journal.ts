import type { OperationId } from '../../model/domain/operation.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { detailsOf } from './details.ts';
import type { Details } from './details.ts';
import { lintOf } from './lint.ts';
import type { Remark } from './lint.ts';
import type { JournalSpace } from './journal-space.ts';
import { isSameAnswer, isSameProfile, slotOf } from './observed-request.ts';
import type { ObservedAnswer, ObservedRequest, RequestProfile } from './observed-request.ts';
import { onAbort, watchUntil } from '../waiting/watch-until.ts';

/** How much of a body the journal keeps, in bytes. */
export const keptBodyBytes = 65_536;

/** A body in memory: a short one is a string with a letter for each byte. */
export type KeptBody = Buffer | string;

/** A request in the journal. */
export interface JournalEntry {
  /** Id from 1 up, in the order of the responses; a request whose response waits for the clock has its place when it comes. */
  readonly id: number;
  readonly observed: ObservedRequest;
  /** Instant of the response that waits for it, in ms on the world's clock; undefined for an answered request. */
  readonly heldUntil?: number | undefined;
  /** The first 64 KB of the body at most, as they came; undefined if it has none, or it was not read. */
  readonly body?: KeptBody | undefined;
  /** Details of a large request, which are made at once, so that it need not be kept itself. */
  readonly details?: Details;
  /** Remarks on a large request, likewise made at once. */
  readonly lint?: readonly Remark[];
  /** The approximate size of the details in memory, in bytes. */
  readonly detailsBytes?: number;
}

type Matches = (entry: JournalEntry) => boolean;

/** A wait for a request. */
interface Waiter {
  readonly take: (entry: JournalEntry) => void;
  /** The journal ends. */
  readonly end: () => void;
}

/** A part of the simulator that follows a journal. */
interface JournalWatcher {
  /** A request is answered, even after the journal was closed: it waited while its world ended. */
  answered?(request: ObservedRequest): void;
  /** A request is recorded, or has its response after it was held. */
  recorded?(entry: JournalEntry): void;
  /** The response of a request begins to wait for the clock. */
  held?(request: ObservedRequest, until: number): void;
  /** All recorded requests are deleted. */
  cleared?(): void;
}

/** The requests that a world answered, or holds, oldest first; within the space that all worlds share, the oldest are dropped. */
export class Journal {
  readonly #space: JournalSpace;
  readonly #requests: ObservedRequest[] = [];
  /** The few entries that have more than their request, by id. */
  readonly #kept = new Map<number, JournalEntry>();
  /** The latest of each operation. */
  readonly #profiles = new Map<OperationId | null, RequestProfile>();
  /** The latest of each slot. */
  readonly #answers: ObservedAnswer[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #watchers = new Set<JournalWatcher>();
  /** The ids of requests whose responses wait for the clock. */
  readonly #held = new Set<number>();
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
    return this.#requests.length;
  }

  /** Id of the latest request; 0 before the first. */
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

  /** The profile of the latest request for the operation if it is equal, or this one. */
  profileLike(profile: RequestProfile): RequestProfile {
    const known = this.#profiles.get(profile.operation);
    if (known !== undefined && isSameProfile(known, profile)) return known;
    this.#profiles.set(profile.operation, profile);
    return profile;
  }

  /** The latest answer in the same slot if it is equal, or this one: a client that polls gets one text many times. */
  answerLike(answer: ObservedAnswer): ObservedAnswer {
    const slot = slotOf(answer);
    const known = this.#answers[slot];
    if (known !== undefined && isSameAnswer(known, answer)) return known;
    this.#answers[slot] = answer;
    return answer;
  }

  /** Takes a request with its response. `id` is that of a request that was held. */
  note(request: ObservedRequest, body: KeptBody | undefined, id?: number): void {
    for (const watcher of this.#watchers) watcher.answered?.(request);
    if (this.#isClosed) return;
    const kept = body && beginningOf(body);
    if (id !== undefined && this.#held.delete(id)) this.#replace(entryOf(id, request, kept));
    else this.#append(entryOf(++this.#lastId, request, kept));
  }

  /** Takes a request whose response waits until an instant of the clock. Returns its id; undefined after the end of the journal. */
  hold(request: ObservedRequest, body: KeptBody | undefined, until: number): number | undefined {
    if (this.#isClosed) return undefined;
    const id = ++this.#lastId;
    this.#held.add(id);
    for (const watcher of this.#watchers) watcher.held?.(request, until);
    this.#append({ ...entryOf(id, request, body && beginningOf(body)), heldUntil: until });
    return id;
  }

  /** The requests whose responses wait for the clock, in the order in which they came. */
  get held(): readonly JournalEntry[] {
    return [...this.#held].flatMap((id) => this.get(id) ?? []);
  }

  #append(entry: JournalEntry): void {
    this.#add(entry);
    this.#announce(entry);
    this.#space.take(this, bytesOf(entry));
  }

  #replace(entry: JournalEntry): void {
    const before = this.get(entry.id);
    const bytes = bytesOf(entry) - (before === undefined ? 0 : bytesOf(before));
    this.#requests[entry.id - this.#firstId] = entry.observed;
    this.#kept.delete(entry.id);
    this.#keep(entry);
    this.#bytes += bytes;
    this.#announce(entry);
    this.#space.take(this, bytes);
  }

  #announce(entry: JournalEntry): void {
    for (const waiter of this.#waiters) waiter.take(entry);
    for (const watcher of this.#watchers) watcher.recorded?.(entry);
  }

  #keep(entry: JournalEntry): void {
    const { body, details, heldUntil } = entry;
    if ((body ?? details ?? heldUntil) !== undefined) this.#kept.set(entry.id, entry);
  }

  /** A journal of its own with the requests before one, whose id comes next. */
  until(id: number): Journal {
    const copy = new Journal(this.#space);
    for (const entry of this.after(0)) if (entry.id < id) copy.#add(entry);
    copy.#lastId = id - 1;
    copy.#dropped = this.#dropped;
    this.#space.take(copy, copy.#bytes);
    return copy;
  }

  /** Calls the watcher from now on. */
  watch(watcher: JournalWatcher): void {
    this.#watchers.add(watcher);
  }

  /** The entry of a request; undefined if it was dropped, or is not there yet. */
  get(id: number): JournalEntry | undefined {
    const observed = this.#requests[id - this.#firstId];
    return observed && this.#entryOf(id, observed);
  }

  /** Entries with a higher id, oldest first. */
  after(id: number): readonly JournalEntry[] {
    const first = Math.max(id + 1, this.#firstId);
    return this.#requests.slice(first - this.#firstId).map((observed, at) => this.#entryOf(first + at, observed));
  }

  /**
   * The first entry that matches, of those with a higher id than `after` that are there or of those to come. Resolves
   * with undefined when the signal ends it. Rejects with the Refusal `unavailable` when the world ends.
   */
  waitFor(
    matches: Matches,
    { after, signal }: { after: number; signal: AbortSignal },
  ): Promise<JournalEntry | undefined> {
    const known = this.after(after).find(matches);
    if (known !== undefined || signal.aborted) return Promise.resolve(known);
    return watchUntil<JournalEntry>(
      () => undefined,
      ({ end, fail }) => {
        const waiter: Waiter = {
          take: (entry) => {
            if (entry.id > after && matches(entry)) end(entry);
          },
          end: () => fail(new Refusal('unavailable', 'The world ended while a request was waited for')),
        };
        this.#waiters.add(waiter);
        return [() => this.#waiters.delete(waiter), onAbort(signal, () => end(undefined))];
      },
    );
  }

  /** Forgets all; later ids go on from here. */
  clear(): void {
    this.#release(Infinity);
    this.#answers.length = 0;
    this.#profiles.clear();
    this.#dropped = 0;
    if (!this.#isClosed) for (const watcher of this.#watchers) watcher.cleared?.();
  }

  dropOldest(bytes: number): number {
    const count = this.#release(bytes);
    this.#dropped += count;
    return count;
  }

  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.end();
    this.clear();
  }

  get #firstId(): number {
    return this.#lastId - this.#requests.length + 1;
  }

  /** Most entries live as long as their caller needs them: few requests are ever read. */
  #entryOf(id: number, observed: ObservedRequest): JournalEntry {
    return this.#kept.get(id) ?? { id, observed };
  }

  #add(entry: JournalEntry): void {
    this.#requests.push(entry.observed);
    this.#keep(entry);
    this.#bytes += bytesOf(entry);
  }

  /** Removes the oldest until it has so many bytes less, or nothing. Returns how many they were. */
  #release(bytes: number): number {
    let freed = 0;
    let count = 0;
    for (const observed of this.#requests) {
      if (freed >= bytes) break;
      const id = this.#firstId + count++;
      freed += bytesOf(this.#entryOf(id, observed));
      this.#kept.delete(id);
      this.#held.delete(id);
    }
    this.#requests.splice(0, count);
    this.#bytes -= freed;
    this.#space.give(this, freed);
    return count;
  }
}

/** The journal does not keep larger requests as they came. */
const keptBytesMax = 1024;
/** The memory of an entry beside its texts, in bytes. */
const ownBytes = 1000;
/** The memory of a small body after parsing, in bytes for each of its bytes. */
const perBodyByte = 4;

/** A copy of its own of a long one, which would stay in memory as a whole. */
const beginningOf = (body: KeptBody): KeptBody =>
  body.length <= keptBodyBytes ? body : Buffer.from(body.slice(0, keptBodyBytes));

function entryOf(id: number, observed: ObservedRequest, body: KeptBody | undefined): JournalEntry {
  if (observed.bodyBytes + observed.url.length <= keptBytesMax) return { id, observed, body };
  const details = detailsOf(observed);
  const detailsBytes = JSON.stringify(details).length * 2;
  const answer = { ...observed.answer, text: null };
  const emptied = { ...observed, url: details.path, params: null, answer };
  return { id, observed: emptied, body, details, lint: lintOf(observed), detailsBytes };
}

/** The approximate size of an entry in memory. */
function bytesOf({ observed: { answer, bodyBytes, url }, body, detailsBytes = 0 }: JournalEntry): number {
  const requestBytes = detailsBytes > 0 ? detailsBytes : (bodyBytes + url.length) * perBodyByte;
  return ownBytes + (answer.text?.length ?? 0) + (body?.length ?? 0) + requestBytes;
}
