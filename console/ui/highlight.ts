import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const highlightMs = 150;

/** Shows for a moment that a row has changed; nothing moves where motion is reduced. */
export function highlight(row: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.animate([{ backgroundColor: 'var(--chosen)' }, {}], highlightMs);
}

/** Highlights a row when its item has another state, and not when it shows another item. */
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
