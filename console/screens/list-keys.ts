import { useEffect, useMemo, useRef } from 'preact/hooks';
import { focusHeading, focusSoon } from '../focus.ts';
import { useKeys } from '../keys.ts';
import { go, leaveRecord, route } from '../router.ts';
import type { ListItems } from '../ui/list-items.ts';
import { rowHeight } from '../ui/virtual-list.tsx';

/** Rows of a page of the list. */
const rowsPerPage = (): number =>
  Math.max(Math.floor((document.querySelector('.virtual-list')?.clientHeight ?? 0) / rowHeight.value) - 1, 5);

/** Moves the focus to the chosen row, so that screen readers announce it, and Enter opens it. Focus in the detail stays there. */
function focusChosen(id: string): void {
  const isInDetail = document.activeElement?.closest('.split-detail') instanceof Element;
  if (!isInDetail) focusSoon(() => rowOf(id));
}

/** The row of a chosen item, once the list shows that. */
function rowOf(id: string): HTMLElement | undefined {
  const row = document.querySelector<HTMLElement>('.split-list a[aria-current=page]');
  return row?.getAttribute('href')?.includes(`/${encodeURIComponent(id)}`) === true ? row : undefined;
}

function goToItem(item: { readonly id: number | string } | undefined): void {
  if (item === undefined) return;
  const id = String(item.id);
  go({ id }, { replace: route.peek().id !== undefined }); // keys can be faster than a component
  focusChosen(id);
}

/** Scrolls to the chosen row of a complete list, once for each choice, so that a reloaded list stays where it is. */
function useChosenInSight(items: ListItems): void {
  const shown = useRef<string | undefined>(undefined);
  const { id } = route.value;
  useEffect(() => {
    if (id === undefined) shown.current = undefined;
    if (id === undefined || id === shown.current) return;
    const row = document.querySelector('.plain-list .row.chosen');
    if (row === null) return;
    shown.current = id;
    row.scrollIntoView({ block: 'nearest' });
  }, [id, items]);
}

/** Arrow keys, `j`, `k`, Enter and Escape move through a list whose chosen item is in the URL. */
export function useListKeys(items: ListItems, noun: string): void {
  useChosenInSight(items);
  const keys = useMemo(() => {
    const find = async (index: number) => {
      const at = Math.max(Math.min(index, items.length - 1), 0);
      return items.at(at) ?? items.read?.(at);
    };
    const choose = (index: number): void => {
      find(index).then(goToItem, () => undefined); // the list itself says that it cannot be read
    };
    const current = (): number => items.findIndex((item) => String(item.id) === route.peek().id);
    const move = (by: number) => (): void => choose(current() + by);
    const pages = (count: number) => (): void => choose(Math.max(current(), 0) + count * rowsPerPage());
    return [
      { keys: 'j', meaning: `Next ${noun}, as ↓`, run: move(1) },
      { keys: 'k', meaning: `Previous ${noun}, as ↑`, run: move(-1) },
      { keys: 'ArrowDown', meaning: '', run: move(1) },
      { keys: 'ArrowUp', meaning: '', run: move(-1) },
      { keys: 'Home', meaning: `First ${noun}`, run: () => choose(0) },
      { keys: 'End', meaning: `Last ${noun}`, run: () => choose(items.length - 1) },
      { keys: 'PageDown', meaning: '', run: pages(1) },
      { keys: 'PageUp', meaning: '', run: pages(-1) },
      {
        keys: 'Enter',
        meaning: `Go to the ${noun}`,
        run: focusHeading,
      },
      { keys: 'Escape', meaning: `Close the ${noun}`, run: leaveRecord },
    ];
  }, [items, noun]);
  useKeys(keys);
}
