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

/** The positions of the rows of a list, in px from its top. */
export interface Places {
  readonly rows: number;
  /** The top of a row; of the index after the last one, the end of the list. */
  readonly top: (index: number) => number;
  /** The index of the row at a position. */
  readonly at: (place: number) => number;
}

/** Rows of one height. */
export const evenPlaces = (rows: number, height: number): Places => ({
  rows,
  top: (index) => index * height,
  at: (place) => Math.floor(place / height),
});

/** Rows that are each as high as their content. */
export function unevenPlaces(heights: readonly number[]): Places {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  const at = (place: number): number => {
    let [low, high] = [0, heights.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle + 1] ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { rows: heights.length, top: (index) => tops[index] ?? 0, at };
}

export interface Scroll {
  readonly places: Places;
  readonly viewport: number;
}

const wholeHeight = ({ places }: Scroll): number => places.top(places.rows);

/** The height of the scrolled element, in px. */
export const heightOf = (scroll: Scroll): number => Math.min(wholeHeight(scroll), tallest);

/**
 * The position in the whole list, in px, after the browser scrolled. Short distances are exact, so that a wheel moves
 * as usual. A long distance, as with the scroll bar, goes to the same share of the list.
 */
export function placeAfter(scroll: Scroll, from: { top: number; place: number }, top: number): number {
  const { viewport } = scroll;
  const most = Math.max(wholeHeight(scroll) - viewport, 0);
  const mostTop = Math.max(heightOf(scroll) - viewport, 0);
  if (mostTop === most) return Math.min(top, most);
  if (top <= 0) return 0;
  if (top >= mostTop) return most;
  const isShort = Math.abs(top - from.top) < 2 * viewport;
  const place = isShort ? from.place + top - from.top : (top / mostTop) * most;
  return Math.min(Math.max(place, 0), most);
}

/** The rows that are drawn, with some before and after. */
export function windowAt({ places, viewport }: Scroll, at: { top: number; place: number }): Window {
  const spare = 6;
  const first = Math.max(places.at(at.place) - spare, 0);
  const end = Math.min(places.at(at.place + viewport) + 1 + spare, places.rows);
  return { first, end: Math.max(end, first), top: at.top + places.top(first) - at.place };
}
