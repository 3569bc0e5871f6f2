import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { apiError } from './api.ts';
import type { ApiError } from './api.ts';
import { isReplaced, onEvents } from './live.ts';
import type { LiveEvent } from './live.ts';

interface LogItem {
  readonly id: number;
}

/** Reads the items after an id, or the latest, in the order of their ids. */
type ReadPage<T> = (after: number | undefined, signal: AbortSignal) => Promise<readonly T[]>;

const maxLines = 1000;

/** The items of a log with rising ids. Its events keep them current: only new or changed items are read again. */
export class LiveLog<T extends LogItem> {
  /** Newest first; undefined until they are read. */
  readonly items = signal<readonly T[] | undefined>(undefined);
  readonly error = signal<ApiError | undefined>(undefined);
  readonly #read: ReadPage<T>;
  #stop = new AbortController();
  /** The lowest id that is to be read again. */
  #from: number | undefined;
  #isReading = false;

  constructor(read: ReadPage<T>) {
    this.#read = read;
  }

  /** Reads all again; meanwhile the items of before stay. */
  reload = (): void => {
    this.stop();
    const stop = (this.#stop = new AbortController());
    this.#from = undefined;
    this.#read(undefined, stop.signal).then(
      (items) => {
        if (!stop.signal.aborted) this.#show(items.toReversed());
      },
      (error: unknown) => this.#fail(error, stop.signal),
    );
  };

  /** Reads the subjects of the events; after a reset or a gap in the stream, all data. */
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

  stop(): void {
    this.#stop.abort();
  }

  async #readOn(stop: AbortSignal): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#from !== undefined) {
        const known = this.items.value ?? [];
        const from = known.length < maxLines ? this.#from : Math.max(this.#from, known.at(-1)?.id ?? 1);
        this.#from = undefined;
        const changed = await this.#read(from - 1, stop);
        if (stop.aborted) return;
        this.#show([...changed.toReversed(), ...(this.items.value ?? []).filter(({ id }) => id < from)]);
      }
    } catch (error) {
      this.#fail(error, stop);
    } finally {
      this.#isReading = false;
    }
  }

  #show(items: readonly T[]): void {
    this.items.value = items.slice(0, maxLines);
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
