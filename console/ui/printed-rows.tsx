import type { ComponentChildren } from 'preact';
import { pluralize } from '../format.ts';
import type { ListItems } from './list-items.ts';
import { isPrinted } from './printing.ts';

/** The maximum number of rows on paper. */
export const mostPrinted = 1000;

/** The rows from the first to the end; on paper, one mark stands for successive rows that are not loaded. */
export function rowsBetween(
  first: number,
  end: number,
  items: ListItems,
  row: (index: number) => ComponentChildren,
): readonly ComponentChildren[] {
  const drawn = [];
  for (let at = first; at < end; at++) {
    const missing = isPrinted.value ? missingFrom(items, at, end) : 0;
    drawn.push(missing > 0 ? <Gap key={`gap ${at}`} rows={missing} /> : row(at));
    at += Math.max(missing - 1, 0);
  }
  return drawn;
}

/** The number of successive rows that are not loaded. */
function missingFrom(items: ListItems, first: number, end: number): number {
  let at = first;
  while (at < end && items.at(at) === undefined) at++;
  return at - first;
}

/** Stands on paper for rows that are not loaded, as in the middle of a list that was scrolled to its end. */
const Gap = ({ rows }: { readonly rows: number }) => (
  <li class="row loading">
    <span>
      … {pluralize(rows, 'row')} {rows === 1 ? 'is' : 'are'} not loaded …
    </span>
  </li>
);

/** Says on paper that the list has further rows, which are not printed. */
export function PrintedPart({ rows, items }: { readonly rows: number; readonly items: ListItems }) {
  const loaded = Array.from({ length: Math.min(rows, mostPrinted) }, (_, index) => items.at(index)).filter(Boolean);
  if (loaded.length >= rows) return null;
  return (
    <p class="print-head">
      Only {loaded.length.toLocaleString('en')} of the {rows.toLocaleString('en')} rows are printed
      {loaded.length < Math.min(rows, mostPrinted) && '; print by Ctrl+P for all'}.
    </p>
  );
}
