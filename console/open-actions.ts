import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { focusHeading } from './focus.ts';
import { go } from './router.ts';
import type { ScreenName, ScreenRoute } from './routes.ts';

/** An action on the open item, such as a fax; the palette offers it. */
export interface OpenAction {
  readonly name: string;
  /** Further words to find it by, in lower case. */
  readonly words?: string;
  readonly run: () => unknown;
}

/** The actions of the open item. */
export const openActions = signal<readonly OpenAction[]>([]);

/** Offers actions while the component is shown, beside those of other components. */
export function useOpenActions(actions: readonly OpenAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const names = actions.map(({ name }) => name).join();
  useEffect(() => {
    const offered = latest.current.map((action) => ({
      ...action,
      run: () => latest.current.find(({ name }) => name === action.name)?.run(),
    }));
    openActions.value = [...openActions.peek(), ...offered];
    return () => {
      openActions.value = openActions.peek().filter((action) => !offered.includes(action));
    };
  }, [names]);
}

/** Opens a record, or a screen, and moves the focus to its heading. */
export function goTo(screen: ScreenName, id?: string | number, query: ScreenRoute['query'] = {}): void {
  go({ screen, id: id?.toString(), query });
  focusHeading();
}
