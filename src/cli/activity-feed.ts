import { setTimeout as pause } from 'node:timers/promises';
import type { WorldEvent, WorldHandle } from '../control/client/connect.ts';
import type { ActivityPage } from '../control/client/named-types.ts';
import type { EntryFilter } from './tail-filter.ts';

export type Entry = ActivityPage['entries'][number];
export type ShownEvent = Extract<WorldEvent, { readonly summary: string }>;
export type Line = Entry | WorldEvent;

/** How long a line waits, in real ms, for lines that belong before it. A request is noted after the changes that it made. */
const togetherMs = 50;

/** The number of earlier entries that come first, as `tail -f` shows the last lines of a file. */
const earlierMax = 10;

/** The most entries of one call. */
const pageMax = 10_000;

/** The kinds whose events have the words of their entries. */
const recordKinds: readonly string[] = ['fax', 'webhook', 'request', 'port_order'];

const keyOf = ({ kind, subject, summary }: Entry | ShownEvent): string => [kind, subject, summary].join(' ');

interface FeedParts {
  readonly write: (line: Line) => void;
  /** Adds to an entry what takes further calls. */
  readonly complete: (entry: Entry) => Promise<Entry>;
  readonly filter: EntryFilter;
}

/**
 * Prints the entries of a world's activity as they arrive. The events of its stream arrive sooner, and stand in for the entries that a
 * simulator can no longer answer with, because it ends.
 */
export class ActivityFeed {
  readonly #world: WorldHandle;
  readonly #write: (line: Line) => void;
  readonly #complete: (entry: Entry) => Promise<Entry>;
  readonly #filter: EntryFilter;
  #after = 0;
  #isEnded = false;
  /** The events that no printed page has. */
  #unprinted: ShownEvent[] = [];
  /** The entries of the latest page, whose events may arrive later. */
  #latest = new Set<string>();

  constructor(world: WorldHandle, { write, complete, filter }: FeedParts) {
    this.#world = world;
    this.#write = write;
    this.#complete = complete;
    this.#filter = filter;
  }

  /** Prints the latest entries, or all since the time of the filter, and from then on each new one. */
  async begin(): Promise<void> {
    const limit = this.#filter.since === undefined ? earlierMax : pageMax;
    const { entries, last_id: after } = await this.#world.activity.list({ ...this.#filter, limit });
    this.#after = after;
    const shown = entries.filter(({ id }) => id > 0); // faxes of the fixture have lower ids
    (await Promise.all(shown.map(this.#complete))).forEach(this.#write);
    void this.#follow().catch(() => undefined); // the stream ends with it
  }

  async #follow(): Promise<void> {
    while (!this.#isEnded) {
      const { entries } = await this.#world.activity.list({
        ...this.#filter,
        after: this.#after,
        wait: '20s',
        limit: 1,
      });
      if (entries.length === 0) continue;
      await pause(togetherMs);
      await this.catchUp();
    }
  }

  /** Prints all entries that are new. */
  async catchUp(): Promise<void> {
    const covered = this.#unprinted.length; // the page has what happened before the call
    const page = await this.#world.activity.list({ ...this.#filter, after: this.#after, limit: pageMax });
    const lines = await Promise.all(page.entries.map(this.#complete));
    if (this.#isEnded) return;
    lines.filter(({ id }) => id > this.#after).forEach(this.#write); // another call may have printed some meanwhile
    this.#after = page.more ? Math.max(...page.entries.map(({ id }) => id)) : page.last_id;
    this.#latest = new Set(page.entries.map(keyOf));
    if (!page.more) this.#unprinted.splice(0, covered);
  }

  /** Notes an event whose entry follows. */
  expect(event: ShownEvent): void {
    if (recordKinds.includes(event.kind)) this.#unprinted.push(event);
  }

  /** Prints the events whose entries did not come in time. Nothing is printed after that. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#unprinted.filter((event) => !this.#latest.has(keyOf(event))).forEach(this.#write);
  }
}
