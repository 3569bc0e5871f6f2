import { useMemo } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { go, route } from '../router.ts';
import type { ListItems } from '../ui/list-items.ts';

/** Has `j`, `k`, Enter and Escape move through a list whose chosen item stands in the URL. */
export function useListKeys(items: ListItems, noun: string): void {
  const keys = useMemo(() => {
    const move = (by: number) => (): void => {
      const { id } = route.peek(); // keys can be faster than a component
      const to = items.at(Math.max(items.findIndex((item) => String(item.id) === id) + by, 0));
      if (to !== undefined) go({ id: String(to.id) }, { replace: id !== undefined });
    };
    return [
      { keys: 'j', meaning: `Next ${noun}`, run: move(1) },
      { keys: 'k', meaning: `Previous ${noun}`, run: move(-1) },
      {
        keys: 'Enter',
        meaning: `Go to the ${noun}`,
        run: () => document.querySelector<HTMLElement>('.split-detail h2')?.focus(),
      },
      { keys: 'Escape', meaning: `Close the ${noun}`, run: () => go({ id: undefined }) },
    ];
  }, [items, noun]);
  useKeys(keys);
}
