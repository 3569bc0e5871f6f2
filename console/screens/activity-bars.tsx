import { useRef, useState } from 'preact/hooks';
import type { ScreenRoute } from '../routes.ts';
import { Link } from '../ui/link.tsx';

interface Bar {
  readonly value: number;
  /** Its value in words, with its time. */
  readonly label: string;
  /** The list of the counted items. */
  readonly to: Partial<ScreenRoute>;
}

interface BarsProps {
  readonly label: string;
  readonly isBad: boolean;
  /** The oldest first. */
  readonly bars: readonly Bar[];
}

/** Bars over time, each a link to what it counts. Tab stops at one of them, and the arrow keys lead to the others. */
export function Bars({ label, isBad, bars }: BarsProps) {
  const list = useRef<HTMLUListElement>(null);
  const most = Math.max(...bars.map(({ value }) => value));
  const filled = bars.flatMap(({ value }, index) => (value > 0 ? [index] : []));
  const [at, setAt] = useState(-1);
  const stop = filled.includes(at) ? at : filled.at(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = filled.indexOf(stop ?? -1);
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: filled.length - 1 }[event.key];
    const index = filled[Math.max(to ?? -1, 0)];
    if (to === undefined || index === undefined) return;
    event.preventDefault();
    setAt(index);
    list.current?.children[index]?.querySelector('a')?.focus();
  };
  return (
    <ul ref={list} class={`bars${isBad ? ' bad' : ''}`} aria-label={label} onKeyDown={onKeyDown}>
      {bars.map(({ value, label: words, to }, index) => (
        <li key={index}>
          {value > 0 && (
            <Link to={{ id: undefined, ...to }} title={words} tabIndex={index === stop ? 0 : -1}>
              <span style={{ height: `${Math.max((100 * value) / most, 4)}%` }} />
              <span class="hidden">{words}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
