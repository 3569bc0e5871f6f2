import { useEffect, useMemo, useRef } from 'preact/hooks';
import { focusHeading } from '../focus.ts';
import { useKeys } from '../keys.ts';
import { go, leaveRecord, route } from '../router.ts';
import type { ListItems } from '../ui/list-items.ts';
import { rowHeight } from '../ui/virtual-list.tsx';

/** The maximum number of frames to wait for a row that was scrolled to, which may have to be loaded first. */
const mostFrames = 600;

/** Rows of a page of the list. */
const rowsPerPage = (): number =>
  Math.max(Math.floor((document.querySelector('.virtual-list')?.clientHeight ?? 0) / rowHeight.value) - 1, 5);

/** The frames in which the focus is set again, because a list that scrolls far may draw a row twice. */
const settlingFrames = 60;

/** Moves the focus to the chosen row, so that screen readers announce it, and Enter opens it. Focus in the detail stays there. */
function focusChosen(id: string, frames = mostFrames): void {
  const isInDetail = document.activeElement?.closest('.split-detail') instanceof Element;
  if (isInDetail || route.peek().id !== id) return;
  const row = document.querySelector<HTMLElement>('.split-list a[aria-current=page]');
  const isThere = row?.getAttribute('href')?.includes(`/${encodeURIComponent(id)}`) === true;
  if (isThere) keepFocus(row, { id, frames: settlingFrames });
  else if (frames > 0) requestAnimationFrame(() => focusChosen(id, frames - 1));
}

function keepFocus(row: HTMLElement, { id, frames }: { readonly id: string; readonly frames: number }): void {
  row.focus({ preventScroll: true });
  const watch = (left: number): void => {
    if (left === 0 || route.peek().id !== id) return;
    if (row.isConnected) requestAnimationFrame(() => watch(left - 1));
    else if (document.activeElement === document.body) focusChosen(id, left);
  };
  watch(frames);
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
