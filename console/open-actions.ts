import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** An action on the open item, such as a fax; the palette offers it. */
export interface OpenAction {
  readonly name: string;
  readonly run: () => unknown;
}

/** The actions of the open item. */
export const openActions = signal<readonly OpenAction[]>([]);

/** Offers actions while the component is shown. */
export function useOpenActions(actions: readonly OpenAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const names = actions.map(({ name }) => name).join();
  useEffect(() => {
    const offered = latest.current.map(({ name }) => ({
      name,
      run: () => latest.current.find((one) => one.name === name)?.run(),
    }));
    openActions.value = offered;
    return () => {
      if (openActions.peek() === offered) openActions.value = [];
    };
  }, [names]);
}
