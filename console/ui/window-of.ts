/** The part of a long list that is in the viewport. */
export interface Window {
  /** Indexes of the first row that is drawn, and of the row after the last. */
  readonly first: number;
  readonly end: number;
  /** Position of the first row, in px from the top of the scrolled element. */
  readonly top: number;
}

/** Maximum height of an element in px: browsers stop at some 17 to 33 million. */
const tallest = 15_000_000;

export interface Scroll {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewport: number;
}

/** The height of the scrolled element, in px. */
export const heightOf = ({ rows, rowHeight }: Scroll): number => Math.min(rows * rowHeight, tallest);

/**
 * The position in the whole list, in px, after the browser scrolled. Short distances are exact, so that a wheel moves
 * as usual. A long distance, as with the scroll bar, goes to the same share of the list.
 */
export function placeAfter(scroll: Scroll, from: { top: number; place: number }, top: number): number {
  const { rows, rowHeight, viewport } = scroll;
  const most = Math.max(rows * rowHeight - viewport, 0);
  const mostTop = Math.max(heightOf(scroll) - viewport, 0);
  if (mostTop === most) return Math.min(top, most);
  if (top <= 0) return 0;
  if (top >= mostTop) return most;
  const isShort = Math.abs(top - from.top) < 2 * viewport;
  const place = isShort ? from.place + top - from.top : (top / mostTop) * most;
  return Math.min(Math.max(place, 0), most);
}

/** The rows that are drawn, with some before and after. */
export function windowAt({ rows, rowHeight, viewport }: Scroll, at: { top: number; place: number }): Window {
  const spare = 6;
  const first = Math.max(Math.floor(at.place / rowHeight) - spare, 0);
  const end = Math.min(Math.ceil((at.place + viewport) / rowHeight) + spare, rows);
  return { first, end: Math.max(end, first), top: at.top + first * rowHeight - at.place };
}
