import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListItems } from './list-items.ts';
import { heightOf, placeAfter, windowAt } from './window-of.ts';

interface VirtualListProps {
  readonly label: string;
  readonly rows: number;
  /** In px; each row has this height. */
  readonly rowHeight: number;
  /** The id of the row that must be visible, as after `j` and `k`. */
  readonly chosen: string | undefined;
  /** The items of the rows. */
  readonly items: ListItems;
  readonly row: (index: number) => ComponentChildren;
  /** Called with the rows that are drawn, when they change. */
  readonly onWindow?: (first: number, end: number) => void;
}

/** A list of any length, of which only the visible rows are in the page. */
export function VirtualList({ label, rows, rowHeight, chosen, items, row, onWindow }: VirtualListProps) {
  const element = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(600);
  const [at, setAt] = useState({ top: 0, place: 0 });
  const scroll = { rows, rowHeight, viewport };
  const { first, end, top } = windowAt(scroll, at);

  useLayoutEffect(() => {
    const scrolled = element.current;
    if (scrolled === null) return undefined;
    const observer = new ResizeObserver(() => {
      setViewport(scrolled.clientHeight);
    });
    observer.observe(scrolled);
    return () => {
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    onWindow?.(first, end);
  }, [first, end, rows]);

  const onScroll = (): void => {
    const to = element.current?.scrollTop ?? 0;
    setAt((from) => ({ top: to, place: placeAfter(scroll, from, to) }));
  };
  const scrollBy = (px: number): void => {
    if (element.current !== null) element.current.scrollTop += px;
    onScroll();
  };

  const index = items.findIndex(({ id }) => String(id) === chosen);
  useEffect(() => {
    const place = index * rowHeight;
    if (index < 0) return;
    if (place < at.place) scrollBy(place - at.place);
    else if (place + rowHeight > at.place + viewport) scrollBy(place + rowHeight - at.place - viewport);
  }, [chosen, index < 0]); // not where rows that come above it move it

  useStillRows(items, { place: at.place, rowHeight, scrollBy });

  const drawn = [];
  for (let at = first; at < end; at++) drawn.push(row(at));
  return (
    <div ref={element} class="virtual-list" onScroll={onScroll} tabIndex={-1}>
      <div class="virtual-space" style={{ height: `${heightOf(scroll)}px` }}>
        <ul aria-label={label} style={{ transform: `translateY(${top}px)` }}>
          {drawn}
        </ul>
      </div>
    </div>
  );
}

interface Still {
  /** Of the viewport in the whole list, in px. */
  readonly place: number;
  readonly rowHeight: number;
  readonly scrollBy: (px: number) => void;
}

/** New rows above the visible ones do not move them, except at the beginning of the list, where they are to be seen. */
function useStillRows(items: ListItems, { place, rowHeight, scrollBy }: Still): void {
  const topmost = useRef<{ readonly id: number | string | undefined; readonly index: number }>({
    id: undefined,
    index: 0,
  });
  useLayoutEffect(() => {
    const { id, index } = topmost.current;
    const now = items.findIndex((item) => item.id === id);
    const isMoved = place > 0 && now >= 0 && now !== index;
    const first = Math.floor(place / rowHeight);
    topmost.current = isMoved ? { id, index: now } : { id: items.at(first)?.id, index: first };
    if (isMoved) scrollBy((now - index) * rowHeight);
  });
}
