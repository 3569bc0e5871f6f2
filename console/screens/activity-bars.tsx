import { useRef, useState } from 'preact/hooks';
import type { ScreenRoute } from '../routes.ts';
import { Link } from '../ui/link.tsx';

/** The colour of a part of a bar. */
export type BarTone = 'sent' | 'received' | 'bad' | 'webhook';

interface Bar {
  /** The parts of the bar, from bottom to top. */
  readonly parts: readonly { readonly tone: BarTone; readonly value: number }[];
  /** The value of the bar in words, with its time. */
  readonly label: string;
  /** The list of the counted items. */
  readonly to: Partial<ScreenRoute>;
}

interface BarsProps {
  readonly label: string;
  /** The oldest first. */
  readonly bars: readonly Bar[];
  /** The value at the top. */
  readonly top: number;
  /** The times at which the first bar begins and the last one ends. */
  readonly ends: readonly [begin: string, end: string];
}

const valueOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0);

/** Bars over time, each a link to the counted items. Tab stops at one of them; arrow keys move to the others. */
export function Bars({ label, bars, top, ends: [begin, end] }: BarsProps) {
  const list = useRef<HTMLUListElement>(null);
  const filled = bars.flatMap((bar, index) => (valueOf(bar) > 0 ? [index] : []));
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
    <div class="chart">
      <span class="chart-scale" aria-hidden="true">
        {top.toLocaleString('en')}
      </span>
      <ul ref={list} class="bars" aria-label={label} onKeyDown={onKeyDown}>
        {bars.map((bar, index) => (
          <li key={index}>
            {valueOf(bar) > 0 && (
              <Link to={{ id: undefined, ...bar.to }} title={bar.label} tabIndex={index === stop ? 0 : -1}>
                <span style={{ height: `${Math.max((100 * valueOf(bar)) / top, 4)}%` }}>
                  {bar.parts
                    .filter(({ value }) => value > 0)
                    .map(({ tone, value }) => (
                      <span key={tone} class={tone} style={{ flexGrow: value }} />
                    ))}
                </span>
                <span class="hidden">{bar.label}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p class="chart-ends" aria-hidden="true">
        <span>{begin}</span>
        <span>{end}</span>
      </p>
    </div>
  );
}
