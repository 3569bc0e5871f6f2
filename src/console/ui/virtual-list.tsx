import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { heightOf, placeAfter, windowAt } from './window-of.ts';

interface VirtualListProps {
  readonly label: string;
  readonly rows: number;
  /** In px; each row has this height. */
  readonly rowHeight: number;
  /** The row that must be visible, as after `j` and `k`. */
  readonly shown?: number | undefined;
  readonly row: (index: number) => ComponentChildren;
  /** Called with the rows that are drawn, when they change. */
  readonly onWindow?: (first: number, end: number) => void;
}

/** A list of any length, of which only the visible rows are in the page. */
export function VirtualList({ label, rows, rowHeight, shown, row, onWindow }: VirtualListProps) {
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

  useEffect(() => {
    const scrolled = element.current;
    if (scrolled === null || shown === undefined || shown < 0) return;
    const place = shown * rowHeight;
    if (place < at.place) scrolled.scrollTop += place - at.place;
    else if (place + rowHeight > at.place + viewport) scrolled.scrollTop += place + rowHeight - at.place - viewport;
  }, [shown]);

  const onScroll = (): void => {
    const to = element.current?.scrollTop ?? 0;
    setAt((from) => ({ top: to, place: placeAfter(scroll, from, to) }));
  };
  const items = [];
  for (let index = first; index < end; index++) items.push(row(index));
  return (
    <div ref={element} class="virtual-list" onScroll={onScroll} tabIndex={-1}>
      <div class="virtual-space" style={{ height: `${heightOf(scroll)}px` }}>
        <ul aria-label={label} style={{ transform: `translateY(${top}px)` }}>
          {items}
        </ul>
      </div>
    </div>
  );
}
