import type { ComponentChildren } from 'preact';
import { computed, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { historyEntry, route } from '../router.ts';
import { highlight } from './highlight.ts';
import { Icon } from './icon.tsx';
import type { ListItems } from './list-items.ts';
import { mostPrinted, PrintedPart, rowsBetween } from './printed-rows.tsx';
import { isPrinted } from './printing.ts';
import { isTable, windowWidth } from './table.tsx';
import { evenPlaces, heightOf, placeAfter, unevenPlaces, windowAt } from './window-of.ts';
import type { Places } from './window-of.ts';

/** The number of rows that have been added above the visible ones. */
export const news = signal(0);

/** The scroll positions of lists in this visit, by the entry in the browser's history and the name of the list. */
const places = new Map<string, number>();

const isTouched = matchMedia('(pointer: coarse)').matches;

/** The height of the third line, to which the subject of a row goes on in a window this narrow, as in the style sheet. */
const thirdLine = computed(() => (windowWidth.value <= 360 ? 18 : 0));

/** The usual height of a row in px. Touch needs more than a pointer, and two lines more than one. */
export const rowHeight = computed(() =>
  isTable.value ? (isTouched ? 44 : 36) : (isTouched ? 56 : 46) + thirdLine.value,
);

interface VirtualListProps {
  readonly label: string;
  /** Names the list with its filters, so that its scroll position is found again. */
  readonly name: string;
  readonly rows: number;
  /** Height of each row in px, passed to the style sheet as `--row`. Default: the usual height. */
  readonly height?: number;
  /** Heights of the rows in px, if each is as high as its text; the rows set their own `--row`. */
  readonly heights?: readonly number[] | undefined;
  /** The id of the row that must be visible, as after `j` and `k`. */
  readonly chosen: string | undefined;
  /** The position of the chosen item if it is not among the items that were read. */
  readonly chosenAt?: number | undefined;
  /** The items of the rows. */
  readonly items: ListItems;
  readonly row: (index: number) => ComponentChildren;
  /** Called when other rows are drawn. */
  readonly onWindow?: (first: number, end: number) => void;
}

/** A list of any length. The page contains only its visible rows. */
export function VirtualList(props: VirtualListProps) {
  const { label, name, rows, height = rowHeight.value, heights, chosen, chosenAt = -1, items, row, onWindow } = props;
  const element = useRef<HTMLDivElement>(null);
  const viewport = useViewport(element);
  const [at, setAt] = useState({ top: 0, place: 0 });
  const latest = useRef(at); // effects of one drawing build on each other
  const places = useMemo(
    () => (heights === undefined ? evenPlaces(rows, height) : unevenPlaces(heights)),
    [rows, height, heights],
  );
  const scroll = { places, viewport };
  const { first, end, top } = isPrinted.value
    ? { first: 0, end: Math.min(rows, mostPrinted), top: 0 }
    : windowAt(scroll, at);
  const keep = useKeptPlace(element, name);

  useEffect(() => {
    onWindow?.(first, end);
  }, [first, end, rows]);

  const onScroll = (): void => {
    const to = element.current?.scrollTop ?? 0;
    latest.current = { top: to, place: placeAfter(scroll, latest.current, to) };
    setAt(latest.current);
    keep();
    if (to === 0) news.value = 0;
  };
  const scrollBy = (px: number): void => {
    if (element.current !== null) element.current.scrollTop += px;
    onScroll();
  };

  const hasNews = news.value > 0;
  useRoomForNews(hasNews, scrollBy);
  useChosenInView({ items, chosen, chosenAt, places, viewport, latest, scrollBy });
  useStillRows(items, { name, place: at.place, places, scrollBy, element });
  useAppended(items, first, element);
  const noteFocus = useStillFocus(element);
  useOneTabStop(element, firstWhole(places, at.place) - first);

  const drawn = rowsBetween(first, end, items, row);
  return (
    <div class="virtual" style={{ '--row': `${height}px` }}>
      {isPrinted.value && <PrintedPart rows={rows} items={items} />}
      {hasNews && (
        <button type="button" class="news" onClick={() => element.current?.scrollTo(0, 0)}>
          <Icon name="up" />
          {news.value.toLocaleString('en')} new
        </button>
      )}
      <div ref={element} class="virtual-list" onScroll={onScroll} onFocusIn={noteFocus} tabIndex={-1}>
        <div class="virtual-space" style={{ height: `${heightOf(scroll)}px` }}>
          <ul aria-label={label} style={{ transform: `translateY(${top}px)` }}>
            {drawn}
          </ul>
        </div>
      </div>
    </div>
  );
}

interface Place {
  readonly top: number;
  readonly place: number;
}

/** The first row that begins at a position or below it. */
function firstWhole(places: Places, place: number): number {
  const index = places.at(place);
  return places.top(index) < place ? index + 1 : index;
}

/** Keeps all rows in place when a line appears above them. */
function useRoomForNews(hasNews: boolean, scrollBy: (px: number) => void): void {
  useLayoutEffect(() => {
    if (hasNews) scrollBy(newsHeight);
  }, [hasNews]);
}

interface Chosen extends Pick<VirtualListProps, 'items' | 'chosen'> {
  readonly chosenAt: number;
  readonly places: Places;
  /** The scroll position of the list, in px. */
  readonly latest: RefObject<Place>;
  readonly scrollBy: (px: number) => void;
  readonly viewport: number;
}

/** Scrolls to a chosen row, but not after new rows above have moved it. */
function useChosenInView({ items, chosen, chosenAt, places, viewport, latest, scrollBy }: Chosen): void {
  const known = items.findIndex(({ id }) => String(id) === chosen);
  const index = known < 0 ? chosenAt : known;
  useEffect(() => {
    const { place: top } = latest.current;
    if (index < 0) return;
    const [place, end] = [places.top(index), places.top(index + 1)];
    if (place < top) scrollBy(place - top);
    else if (end > top + viewport) scrollBy(end - top - viewport);
  }, [chosen, index < 0]);
}

/** Height of the line above the rows in px, as `.news` in the style sheet. */
const newsHeight = 30;

/** The height of the visible part of the list, in px. */
function useViewport(element: RefObject<HTMLElement | null>): number {
  const [viewport, setViewport] = useState(600);
  useLayoutEffect(() => {
    const scrolled = element.current;
    if (scrolled === null) return undefined;
    const observer = new ResizeObserver(() => setViewport(scrolled.clientHeight));
    observer.observe(scrolled);
    return () => {
      observer.disconnect();
      news.value = 0;
    };
  }, []);
  return viewport;
}

/**
 * Starts at the scroll position that the list had at this entry of the browser's history. Returns a function that saves
 * the position.
 */
function useKeptPlace(element: RefObject<HTMLElement | null>, name: string): () => void {
  const key = (): string => `${historyEntry()} ${name}`;
  const keep = (): void => void places.set(key(), element.current?.scrollTop ?? 0);
  useLayoutEffect(() => {
    if (element.current !== null) element.current.scrollTop = places.get(key()) ?? 0;
  }, []);
  useEffect(keep, [route.value]);
  return keep;
}

/** Tab stops at one row of the list: the chosen row, or else the first visible one. Arrow keys move to the others. */
function useOneTabStop(element: RefObject<HTMLElement | null>, firstVisible: number): void {
  useLayoutEffect(() => {
    const links = [...(element.current?.querySelectorAll<HTMLElement>('.row a') ?? [])];
    const stop = links.find((link) => link.ariaCurrent === 'page') ?? links[firstVisible] ?? links[0];
    for (const link of links) {
      const tabIndex = link === stop ? 0 : -1;
      link.tabIndex = tabIndex;
      const box = link.previousElementSibling;
      if (box instanceof HTMLInputElement) box.tabIndex = tabIndex;
    }
  });
}

/** Keeps the focus on its item when new rows above have moved the item to another link. Returns a function that notes the focus. */
function useStillFocus(element: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const noted = useRef<{ readonly link: HTMLAnchorElement; readonly path: string } | undefined>(undefined);
  useLayoutEffect(() => {
    const { link, path } = noted.current ?? {};
    if (link === undefined || link.pathname === path || document.activeElement !== link) return;
    const links = [...(element.current?.querySelectorAll<HTMLAnchorElement>('.row a') ?? [])];
    links.find(({ pathname }) => pathname === path)?.focus({ preventScroll: true });
  });
  return ({ target }) => {
    noted.current = target instanceof HTMLAnchorElement ? { link: target, path: target.pathname } : undefined;
  };
}

/** The item of the first visible row, its position, and the position of the viewport at that time. */
interface Topmost {
  readonly id: number | string | undefined;
  readonly index: number;
  readonly place: number;
  /** The places of all rows at that time. */
  readonly places: Places;
}

interface Still extends Pick<VirtualListProps, 'name'> {
  readonly places: Places;
  /** Position of the viewport in the whole list, in px. */
  readonly place: number;
  readonly scrollBy: (px: number) => void;
  readonly element: RefObject<HTMLElement | null>;
}

/** Marks for a moment the drawn rows that are new. */
function tint(element: HTMLElement | null, from: number, end?: number): void {
  for (const row of [...(element?.querySelectorAll('.row') ?? [])].slice(Math.max(from, 0), end)) highlight(row);
}

/**
 * Keeps the visible rows in place when new rows come above them, and counts the new ones, and keeps the topmost row when the
 * heights of rows change. At the beginning of the list, new rows are visible, and are tinted for a moment. In another order, or
 * with other filters, no row is new.
 */
function useStillRows(items: ListItems, { name, place, places, scrollBy, element }: Still): void {
  const topmost = useTopmost(name);
  useLayoutEffect(() => {
    const before = topmost.current ?? topmostOf(items, place, places);
    const now = indexNow(before, items);
    const moved = place === 0 || now < 0 ? 0 : places.top(now) - before.places.top(before.index);
    if (moved !== 0) news.value += Math.max(now - before.index, 0);
    if (place === 0 && before.id !== undefined && now > 0) tint(element.current, 0, now);
    if (moved !== 0) topmost.current = { ...before, index: now, place: place + moved, places };
    else if (now >= 0 || !isAway(before, place)) topmost.current = topmostOf(items, place, places);
    if (moved !== 0) scrollBy(moved);
  });
}

/** The present index of the item that was topmost; -1 if the list no longer has it. */
const indexNow = ({ id, index }: Topmost, items: ListItems): number =>
  id === undefined ? index : items.findIndex((item) => item.id === id);

/** The topmost row, which is forgotten when the order or the filters change. */
function useTopmost(name: string): { current: Topmost | undefined } {
  const topmost = useRef<Topmost | undefined>(undefined);
  const drawnName = useRef(name);
  useLayoutEffect(() => {
    if (drawnName.current !== name) topmost.current = undefined;
    drawnName.current = name;
  });
  return topmost;
}

/** Whether a missing item may return soon, with rows that are being read again. True if the list was not scrolled since. */
const isAway = (of: Topmost, place: number): boolean => of.id !== undefined && place > 0 && place === of.place;

function topmostOf(items: ListItems, place: number, places: Places): Topmost {
  const index = places.at(place);
  return { id: items.at(index)?.id, index, place, places };
}

/** Tints new rows at the end of a list that begins with the oldest. `first` is the first drawn row. */
function useAppended(items: ListItems, first: number, element: RefObject<HTMLElement | null>): void {
  const before = useRef<{ readonly length: number; readonly id: number | string | undefined }>({
    length: 0,
    id: undefined,
  });
  useLayoutEffect(() => {
    const { length, id } = before.current;
    const isGrown = length > 0 && items.length > length && items.at(length - 1)?.id === id;
    if (isGrown) tint(element.current, length - first);
    before.current = { length: items.length, id: items.at(items.length - 1)?.id };
  });
}
