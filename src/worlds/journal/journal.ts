import type { OperationId } from '../../model/domain/operation.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { History } from '../history/history.ts';
import type { RequestStep } from '../history/step.ts';
import { shortened } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { isSameAnswer, isSameProfile, slotOf } from './observed-request.ts';
import type { ObservedAnswer, ObservedRequest, RequestProfile } from './observed-request.ts';
import { onAbort, watchUntil } from '../waiting/watch-until.ts';

type Matches = (entry: JournalEntry) => boolean;

/** A wait for a request. */
interface Waiter {
  readonly take: (entry: JournalEntry) => void;
  /** Called when the journal ends. */
  readonly end: () => void;
}

/** A part of the simulator that follows a journal. */
interface JournalWatcher {
  /** Called for an answered request, even after the end of the journal, if the request waited while its world ended. */
  answered?(request: ObservedRequest): void;
  /** Called for a recorded request, and for the response of a held one. */
  recorded?(entry: JournalEntry): void;
  /** Called when the response of a request begins to wait for the clock. */
  held?(request: ObservedRequest, until: number): void;
  /** Called when all requests are cleared. */
  cleared?(): void;
}

/** The answered and held requests of a world, oldest first: a view of its history without cleared requests. */
export class Journal {
  readonly #history: History;
  /** The latest profile of each operation. */
  readonly #profiles = new Map<OperationId | null, RequestProfile>();
  /** The latest answer of each slot. */
  readonly #answers: ObservedAnswer[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #watchers = new Set<JournalWatcher>();
  /** The ids of requests whose responses wait for the clock. */
  readonly #held = new Set<number>();
  /** Id of the latest request that was cleared. */
  #clearedId: number;
  #isClosed = false;

  constructor(history: History, clearedId = 0) {
    this.#history = history;
    this.#clearedId = clearedId;
  }

  /** The journal of the rewound world, which continues the history. */
  continued(): Journal {
    return new Journal(this.#history, Math.min(this.#clearedId, this.lastId));
  }

  get size(): number {
    return this.lastId - this.#goneId;
  }

  /** Id of the latest request; 0 before the first. */
  get lastId(): number {
    return this.#history.requests.lastId;
  }

  /** The number of requests dropped for lack of memory since the last clearing. */
  get dropped(): number {
    return this.#goneId - this.#clearedId;
  }

  /** The number of waits for a request. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Returns the profile of the latest request for the operation if it is equal, else this one. */
  profileLike(profile: RequestProfile): RequestProfile {
    const known = this.#profiles.get(profile.operation);
    if (known !== undefined && isSameProfile(known, profile)) return known;
    this.#profiles.set(profile.operation, profile);
    return profile;
  }

  /**
   * Returns the latest answer in the same slot if it is equal, else this one, because a polling client gets the same text many
   * times.
   */
  answerLike(answer: ObservedAnswer): ObservedAnswer {
    const slot = slotOf(answer);
    const known = this.#answers[slot];
    if (known !== undefined && isSameAnswer(known, answer)) return known;
    this.#answers[slot] = answer;
    return answer;
  }

  /** Adds a request with its response. */
  note(step: RequestStep): void {
    if (!this.#isOpenFor(step.observed)) return;
    this.#history.noteStep(step);
    this.#announce(step);
  }

  /** Adds a request that another server answered. */
  noteForeign(parts: Omit<JournalEntry, 'id'>): void {
    if (this.#isOpenFor(parts.observed)) this.#noteAlone(parts);
  }

  /** Adds a request whose response waits until a time of the clock. Returns false after the end of the journal. */
  hold(step: RequestStep, until: number): boolean {
    if (this.#isClosed) return false;
    this.#held.add(step.id);
    for (const watcher of this.#watchers) watcher.held?.(step.observed, until);
    this.#history.noteStep(step);
    this.#announce(step);
    return true;
  }

  /** Adds the response of a held request, at a time in ms on the world's clock. */
  noteRelease(held: RequestStep, step: RequestStep, at: number): void {
    if (!this.#isOpenFor(step.observed)) return;
    this.#held.delete(step.id);
    this.#history.noteRelease(held, step, at);
    if (step.id > this.#clearedId) this.#announce(step);
    else this.#noteAlone(shortened(step)); // it was cleared while its response waited
  }

  /** The held requests, in order of arrival. */
  get held(): readonly JournalEntry[] {
    return [...this.#held].flatMap((id) => this.get(id) ?? []);
  }

  /** Whether an answered request may be added. It may have waited while its world ended. */
  #isOpenFor(observed: ObservedRequest): boolean {
    for (const watcher of this.#watchers) watcher.answered?.(observed);
    return !this.#isClosed;
  }

  #noteAlone(parts: Omit<JournalEntry, 'id'>): void {
    const entry = { ...parts, id: this.lastId + 1 };
    this.#history.noteAlone(entry);
    this.#announce(entry);
  }

  #announce(entry: JournalEntry): void {
    for (const waiter of this.#waiters) waiter.take(entry);
    for (const watcher of this.#watchers) watcher.recorded?.(entry);
  }

  /** Adds a watcher. */
  watch(watcher: JournalWatcher): void {
    this.#watchers.add(watcher);
  }

  /** The entry of a request; undefined if it was dropped or cleared, or does not exist yet. */
  get(id: number): JournalEntry | undefined {
    return id > this.#goneId ? this.#history.requests.get(id) : undefined;
  }

  /** Entries with a higher id, oldest first. */
  after(id: number): readonly JournalEntry[] {
    return this.#isClosed ? [] : this.#history.requests.after(Math.max(id, this.#clearedId));
  }

  /**
   * Waits for the first matching entry with a higher id than `after`, present or future. Resolves to undefined if the signal
   * aborts. Rejects with the Refusal `unavailable` if the world ends.
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

  /** Hides all requests so far. The world can still be rewound to a moment before them. */
  clear(): void {
    this.#clearedId = this.lastId;
    this.#held.clear();
    for (const watcher of this.#watchers) watcher.cleared?.();
  }

  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.end();
  }

  /** Id of the latest request that was cleared or dropped. */
  get #goneId(): number {
    if (this.#isClosed) return this.lastId;
    return Math.max(this.#clearedId, this.#history.requests.firstId - 1);
  }
}
