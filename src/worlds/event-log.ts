import { randomBytes } from 'node:crypto';

/** The kinds of events of a world. */
export const eventKinds = ['fax', 'webhook', 'request', 'port_order', 'clock', 'scenario', 'world'] as const;
export type EventKind = (typeof eventKinds)[number];

/** One change in a world, for programs and pages that follow it. */
export interface WorldEvent {
  readonly kind: EventKind;
  /** The kind of the change: `created`, `changed`, `deleted`, `attempted`, `answered`, `moved`, `on`, `fired`, `verdict`, … */
  readonly action: string;
  /** Ms on the world's clock. */
  readonly at: number;
  /** The id of the fax, webhook, request, port order or world, or the name of the scenario; null for the clock. */
  readonly subject: number | string | null;
  /** The fax that the event is about. */
  readonly faxId: number | null;
  readonly status: string | null;
  /** One line for people. */
  readonly summary: string;
}

/** An event under its id. Ids of one log have a common mark, so that an id of another process is recognised. */
export interface LoggedEvent extends WorldEvent {
  readonly id: string;
}

/** A program that follows a log. */
export interface Follower {
  event(event: LoggedEvent): void;
  /** The log ends: its world was deleted, or the simulator closes. */
  end(): void;
}

/** The events that a follower missed. `isComplete` is false where some of them are no longer in the log. */
export interface MissedEvents {
  readonly isComplete: boolean;
  readonly events: readonly LoggedEvent[];
}

const mostEvents = 1000;

/**
 * The latest events of a world, oldest first. The log records nothing until its first follower comes, so a world that no
 * program follows pays nothing for it.
 */
export class EventLog {
  /** Differs for each world of each process. */
  readonly #mark = randomBytes(4).toString('hex');
  readonly #whenFollowed: () => void;
  readonly #followers = new Set<Follower>();
  #events: LoggedEvent[] = [];
  #lastNumber = 0;
  #isRecording = false;
  #isClosed = false;

  /** `whenFollowed` is called once, at the first follower. */
  constructor(whenFollowed: () => void) {
    this.#whenFollowed = whenFollowed;
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** The id of the latest event; a follower that resumes there misses none. */
  get lastId(): string {
    return `${this.#mark}-${this.#lastNumber}`;
  }

  /** The events that the log has; it records from now on. */
  get latest(): readonly LoggedEvent[] {
    this.#begin();
    return this.#events.slice(-mostEvents);
  }

  note(event: WorldEvent): void {
    if (!this.#isRecording || this.#isClosed) return;
    const logged = { ...event, id: `${this.#mark}-${++this.#lastNumber}` };
    this.#events.push(logged);
    if (this.#events.length >= 2 * mostEvents) this.#events = this.#events.slice(-mostEvents);
    for (const follower of this.#followers) follower.event(logged);
  }

  /** The events after the one with that id. */
  after(id: string): MissedEvents {
    const number = id.startsWith(`${this.#mark}-`) ? Number(id.slice(this.#mark.length + 1)) : NaN;
    const missed = this.#lastNumber - number;
    if (!(missed >= 0)) return { isComplete: false, events: [] };
    const kept = this.#events.slice(-mostEvents);
    if (missed > kept.length) return { isComplete: false, events: [] };
    return { isComplete: true, events: missed === 0 ? [] : kept.slice(-missed) };
  }

  /** Calls the follower at each event, until the function that this returns is called. */
  follow(follower: Follower): () => void {
    if (this.#isClosed) {
      follower.end();
      return () => undefined;
    }
    this.#followers.add(follower);
    this.#begin();
    return () => {
      this.#followers.delete(follower);
    };
  }

  #begin(): void {
    if (this.#isRecording || this.#isClosed) return;
    this.#isRecording = true;
    this.#whenFollowed();
  }

  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }
}
