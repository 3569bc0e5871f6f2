import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { apiError, ask } from '../api.ts';
import type { AnswerOf, ApiError } from '../api.ts';
import { isReplaced, onEvents } from '../live.ts';
import type { LiveEvent } from '../live.ts';
import { world } from '../router.ts';

type Page = AnswerOf<'activity', 'list'>;
export type Entry = Page['entries'][number];

/** The number of entries of a page. */
export const pageLength = 1000;
/**
 * The number of latest notes to read again, because a request is noted after the changes that it made, but is listed before them.
 */
const overlap = 300;

/** The activity of a world that matches conditions, kept up to date by events. */
export class ActivityLog {
  /** In the order of the world; undefined until they are read. */
  readonly entries = signal<readonly Entry[] | undefined>(undefined);
  readonly error = signal<ApiError | undefined>(undefined);
  /** Whether there are older entries to load. */
  readonly hasOlder = signal(false);
  /** The time at which the world began; undefined until it is read. */
  readonly beganAt = signal<string | undefined>(undefined);
  readonly #conditions: Readonly<Record<string, unknown>>;
  readonly #length: number;
  #stop = new AbortController();
  #lastId = 0;
  #isReading = false;
  #isStale = false;

  /** `length` is the number of entries to read at first. */
  constructor(conditions: Readonly<Record<string, unknown>>, length = pageLength) {
    this.#conditions = conditions;
    this.#length = length;
  }

  /** Reads the latest entries again. The previous ones stay until then. */
  reload = (): void => {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.#read({ limit: this.#length }, stop.signal).then(
      (page) => {
        if (!stop.signal.aborted) this.#show(page.entries, page);
      },
      (error: unknown) => this.#fail(error, stop.signal),
    );
  };

  follow(events: readonly LiveEvent[]): void {
    if (events.some(isReplaced)) this.reload();
    else if (this.entries.value !== undefined && events.some(({ kind }) => kind !== 'work')) {
      this.#isStale = true;
      if (!this.#isReading) void this.#readOn(this.#stop.signal);
    }
  }

  async readOlder(): Promise<void> {
    const { signal: stop } = this.#stop;
    const known = this.entries.value ?? [];
    const before = known[0]?.id;
    if (before === undefined) return;
    const { entries, more } = await this.#read({ before, limit: pageLength }, stop);
    if (stop.aborted) return;
    this.entries.value = [...entries, ...(this.entries.value ?? [])];
    this.hasOlder.value = more;
  }

  stop(): void {
    this.#stop.abort();
  }

  async #readOn(stop: AbortSignal): Promise<void> {
    this.#isReading = true;
    const isStopped = (): boolean => stop.aborted;
    try {
      while (this.#isStale && !isStopped()) {
        this.#isStale = false;
        const after = Math.max(this.#lastId - overlap, 0);
        const page = await this.#read({ after, limit: pageLength }, stop);
        if (isStopped()) return;
        if (page.more) {
          this.reload(); // more has happened than a page has
          return;
        }
        const before = (this.entries.value ?? []).filter(({ id }) => id <= after);
        this.#show([...before, ...page.entries], { ...page, more: this.hasOlder.value });
      }
    } catch (error) {
      this.#fail(error, stop);
    } finally {
      this.#isReading = false;
    }
  }

  #read(page: Readonly<Record<string, number>>, stop: AbortSignal): Promise<Page> {
    return ask<Page>('/activity/entries', { input: { ...this.#conditions, ...page }, signal: stop });
  }

  #show(entries: readonly Entry[], { last_id: lastId, more, began_at: beganAt }: Page): void {
    this.entries.value = entries;
    this.beganAt.value = beganAt;
    this.hasOlder.value = more;
    this.#lastId = lastId;
    this.error.value = undefined;
  }

  #fail(thrown: unknown, stop: AbortSignal): void {
    if (!stop.aborted) this.error.value = apiError(thrown);
  }
}

/** The activity that matches the conditions, read again when `key` changes: at first this number of entries. */
export function useActivity(
  key: string,
  conditions: Readonly<Record<string, unknown>>,
  length = pageLength,
): ActivityLog {
  const log = useMemo(() => new ActivityLog(conditions, length), [key]);
  useEffect(() => {
    log.reload();
    const stop = onEvents((events) => log.follow(events));
    return () => {
      stop();
      log.stop();
    };
  }, [log]);
  return log;
}

/** The id of the entry between the faxes of the fixture and what happened since. */
const beginningId = 0;

/** The latest entries of the world without its beginning, newest first; undefined until they are read. */
export function useLatest(count: number): readonly Entry[] | undefined {
  const log = useActivity(world.value, {}, count + 1);
  const entries = log.entries.value?.filter(({ id }) => id !== beginningId);
  return entries?.slice(-count).toReversed();
}

const exportedPage = 10_000;

/** All entries that match the conditions, in the order of the world. */
export async function readAll(conditions: Readonly<Record<string, unknown>>): Promise<readonly Entry[]> {
  const pages: (readonly Entry[])[] = [];
  let before: number | undefined;
  do {
    const input = { ...conditions, limit: exportedPage, ...(before !== undefined && { before }) };
    const { entries, more } = await ask<Page>('/activity/entries', { input });
    pages.unshift(entries);
    before = more ? entries[0]?.id : undefined;
  } while (before !== undefined);
  return pages.flat();
}
