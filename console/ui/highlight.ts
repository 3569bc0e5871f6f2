import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The colour appears at once and fades; nothing moves. */
const highlightMs = 1200;

/** Shows for a moment that a row has changed, without motion if the user prefers that. */
export function highlight(row: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.animate([{ backgroundColor: 'var(--chosen)' }, {}], highlightMs);
}

/** Highlights a row when the state of its item changes, but not when the row shows another item. */
export function useHighlight<E extends Element>(
  id: number | undefined,
  state: string | undefined,
): RefObject<E | null> {
  const row = useRef<E>(null);
  const before = useRef({ id, state });
  useLayoutEffect(() => {
    const isChanged = before.current.id === id && before.current.state !== state;
    before.current = { id, state };
    if (isChanged && row.current !== null) highlight(row.current);
  });
  return row;
}

/**
 * Highlights the rows of a list that are new or have another state. `data-key` identifies a row, and `data-state` its
 * state. When `name` changes, as with a filter, the rows belong to another list, so none is highlighted.
 */
export function useRowHighlights<E extends Element>(name: string): RefObject<E | null> {
  const list = useRef<E>(null);
  const before = useRef<{ readonly name: string; readonly states: ReadonlyMap<string, string> } | undefined>(undefined);
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const known = before.current?.name === name ? before.current.states : new Map<string, string>();
    before.current = {
      name,
      states: new Map(rows.map(({ dataset }) => [dataset['key'] ?? '', dataset['state'] ?? ''])),
    };
    if (known.size === 0) return;
    for (const row of rows) {
      if (known.get(row.dataset['key'] ?? '') !== (row.dataset['state'] ?? '')) highlight(row);
    }
  });
  return list;
}
