import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The room that the button for the other items takes, with its gap, in px. */
const roomForMore = 128;

/**
 * How many items of a list stand in one line, which is at least one, and the list's `ref`. The items
 * out of sight keep their width. If not all fit, the line keeps the room of a button for the others.
 */
export function useOneLine(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(count);
  const measure = (): void => {
    const { current: list } = ref;
    if (list === null) return;
    const gap = Number.parseFloat(getComputedStyle(list).columnGap);
    const widths = [...list.children].slice(0, count).map((item) => item.getBoundingClientRect().width + gap);
    setFitting(fittingIn(list.clientWidth + gap, widths));
  };
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [count]);
  return { ref, fitting };
}

function fittingIn(room: number, widths: readonly number[]): number {
  const sum = (count: number): number => widths.slice(0, count).reduce((total, width) => total + width, 0);
  if (sum(widths.length) <= room) return widths.length;
  const fitting = widths.findIndex((_, index) => sum(index + 1) > room - roomForMore);
  return Math.max(fitting, 1);
}
