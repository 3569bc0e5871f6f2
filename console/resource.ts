import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { apiError } from './api.ts';
import type { ApiError } from './api.ts';
import { isReplaced, onEvents } from './live.ts';
import type { LiveEvent } from './live.ts';

/** Data of the simulator on a screen. The previous data stay while they are read again. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface ResourceOptions {
  /** Whether to read the data again after an event. Default: never. */
  readonly changedBy?: (event: LiveEvent) => boolean;
}

/** Notes that a part of a page waits for its first data, until the answered function is called. */
export const Waiting = createContext<(() => () => void) | undefined>(undefined);

/**
 * Reads data when `key` changes (an empty key reads nothing), and again after the events that change it.
 *
 * @example
 * const fax = useResource(id, (signal) => ask('/faxes/1', { signal }), { changedBy: ofFax(1) });
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  options: ResourceOptions = {},
): Resource<T> {
  const state: Signal<Omit<Resource<T>, 'reload'>> = useMemo(
    () => signal({ data: undefined, error: undefined, isLoading: key !== '' }),
    [key],
  );
  const latest = useRef({ load, options });
  latest.current = { load, options };
  const running = useRef<AbortController | undefined>(undefined);

  const reload = useMemo(
    () => (): void => {
      if (key === '') return;
      running.current?.abort();
      const stop = (running.current = new AbortController());
      state.value = { ...state.peek(), isLoading: true };
      latest.current.load(stop.signal).then(
        (data) => {
          if (!stop.signal.aborted) state.value = { data, error: undefined, isLoading: false };
        },
        (thrown: unknown) => {
          if (!stop.signal.aborted) state.value = { ...state.peek(), error: apiError(thrown), isLoading: false };
        },
      );
    },
    [key],
  );

  useEffect(() => {
    reload();
    const stop = onEvents((events) => {
      const { changedBy } = latest.current.options;
      if (changedBy !== undefined && events.some((event) => isReplaced(event) || changedBy(event))) reload();
    });
    return () => {
      stop();
      running.current?.abort();
    };
  }, [reload]);

  const { data, error, isLoading } = state.value;
  const wait = useContext(Waiting);
  const isFirst = isLoading && data === undefined && error === undefined;
  useLayoutEffect(() => (isFirst ? wait?.() : undefined), [isFirst]);

  return { data, error, isLoading, reload };
}

/** Whether an event is about a fax: the fax itself, its webhooks or its requests. */
export const ofFax =
  (id: number) =>
  (event: LiveEvent): boolean =>
    'fax_id' in event && event.fax_id === id;
