import { useMemo } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { go, route } from '../router.ts';

/** Has `j`, `k`, Enter and Escape move through a list whose chosen item stands in the URL. */
export function useListKeys(items: readonly { readonly id: number | string }[], noun: string): void {
  const { id } = route.value;
  const keys = useMemo(() => {
    const move = (by: number) => (): void => {
      const at = items.findIndex((item) => String(item.id) === id);
      const to = items[Math.min(Math.max(at + by, 0), items.length - 1)];
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
  }, [items, id, noun]);
  useKeys(keys);
}
