import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { apiError } from './api.ts';
import type { ApiError } from './api.ts';
import { isReplaced, onEvents } from './live.ts';
import type { LiveEvent } from './live.ts';

interface LogItem {
  readonly id: number;
}

/** The part of a log to read: the items after an id, the latest before an id, or the latest of all. */
interface Page {
  readonly after?: number;
  readonly before?: number;
}

/** Items in the order of their ids, and the number of items that match the filters. */
interface ReadItems<T> {
  readonly items: readonly T[];
  readonly total: number;
}

type ReadPage<T> = (page: Page, signal: AbortSignal) => Promise<ReadItems<T>>;

/** The number of items of a page. */
export const pageLength = 1000;

/** The items of a log with ascending ids, kept up to date by events: only new or changed items are read again. */
export class LiveLog<T extends LogItem> {
  /** Newest first; undefined until they are read. */
  readonly items = signal<readonly T[] | undefined>(undefined);
  readonly error = signal<ApiError | undefined>(undefined);
  /** The number of items in the world, including unread ones. */
  readonly total = signal(0);
  /** The capacity; the oldest items beyond it are dropped. */
  #most = pageLength;
  readonly #read: ReadPage<T>;
  #stop = new AbortController();
  /** The lowest id to read again. */
  #from: number | undefined;
  #isReading = false;

  constructor(read: ReadPage<T>) {
    this.#read = read;
  }

  /** Reads everything again. The previous items stay until then. */
  reload = (): void => {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.#from = undefined;
    this.#most = pageLength;
    this.#read({}, stop.signal).then(
      ({ items, total }) => {
        if (!stop.signal.aborted) this.#show(items.toReversed(), total);
      },
      (error: unknown) => this.#fail(error, stop.signal),
    );
  };

  /** Reads the subjects of the events again; after a reset or a gap in the stream, everything. */
  follow(events: readonly LiveEvent[], kind: LiveEvent['kind']): void {
    if (
      events.some(
        (event) => isReplaced(event) || (event.kind === kind && 'action' in event && event.action === 'cleared'),
      )
    ) {
      this.reload();
      return;
    }
    const ids = events.flatMap((event) =>
      event.kind === kind && 'subject' in event && typeof event.subject === 'number' ? [event.subject] : [],
    );
    if (ids.length === 0 || this.items.value === undefined) return;
    this.#from = Math.min(this.#from ?? Infinity, ...ids);
    if (!this.#isReading) void this.#readOn(this.#stop.signal);
  }

  /** Reads a page of older items too. */
  async readOlder(): Promise<void> {
    const { signal: stop } = this.#stop;
    const before = this.items.value?.at(-1)?.id;
    if (before === undefined) return;
    const { items } = await this.#read({ before }, stop);
    if (stop.aborted) return;
    this.#most += pageLength;
    this.#show([...(this.items.value ?? []), ...items.toReversed()], this.total.value);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #readOn(stop: AbortSignal): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#from !== undefined) {
        const known = this.items.value ?? [];
        const from = known.length < this.#most ? this.#from : Math.max(this.#from, known.at(-1)?.id ?? 1);
        this.#from = undefined;
        const { items: changed } = await this.#read({ after: from - 1 }, stop);
        if (stop.aborted) return;
        if (changed.length >= pageLength) {
          this.reload(); // more have come than a page has
          return;
        }
        const before = this.items.value ?? [];
        const others = before.filter(({ id }) => id < from);
        const more = changed.length - (before.length - others.length);
        this.#show([...changed.toReversed(), ...others], this.total.value + more);
      }
    } catch (error) {
      this.#fail(error, stop);
    } finally {
      this.#isReading = false;
    }
  }

  #show(items: readonly T[], total: number): void {
    this.items.value = items.slice(0, this.#most);
    this.total.value = total;
    this.error.value = undefined;
  }

  #fail(thrown: unknown, stop: AbortSignal): void {
    if (stop.aborted) return;
    this.error.value = apiError(thrown);
  }
}

/** The log of a screen, read again when `key` changes. */
export function useLog<T extends LogItem>(key: string, kind: LiveEvent['kind'], read: ReadPage<T>): LiveLog<T> {
  const log = useMemo(() => new LiveLog(read), [key]);
  useEffect(() => {
    log.reload();
    const stop = onEvents((events) => log.follow(events, kind));
    return () => {
      stop();
      log.stop();
    };
  }, [log]);
  return log;
}
