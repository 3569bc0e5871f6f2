import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Steady } from './steady.tsx';

interface SplitProps {
  readonly list: ComponentChildren;
  /** Detail of the chosen item, with a key; undefined if nothing is chosen: on narrow screens, the list then fills the width. */
  readonly detail: VNode | undefined;
  readonly placeholder: ComponentChildren;
  readonly detailLabel: string;
  /** Whether the list fills the width while nothing is chosen. */
  readonly isTable?: boolean;
}

/** A list beside the detail of one item. Narrow screens show only one of the two. */
export function Split({ list, detail, placeholder, detailLabel, isTable = false }: SplitProps) {
  const isWhole = isTable && detail === undefined;
  return (
    <div class={`split${detail === undefined ? '' : ' has-detail'}${isWhole ? ' as-table' : ''}`}>
      <div class="split-list">{list}</div>
      <Separator name="list" label="Width of the list" least={260} />
      <section class="split-detail" aria-label={detailLabel}>
        {detail !== undefined && <h1 class="hidden alone">{detailLabel}</h1>}
        {detail === undefined ? !isWhole && placeholder : <Steady>{detail}</Steady>}
      </section>
    </div>
  );
}

interface SeparatorProps {
  /** The browser keeps the width under this name. The grid has it as a variable: `--list-width`. */
  readonly name: string;
  readonly label: string;
  /** Minimum width in px. */
  readonly least: number;
}

const leastBeside = 320;
const stepPx = 24;

/** The line between two columns of a grid. The pointer and the arrow keys move it; a double click resets it. */
export function Separator({ name, label, least }: SeparatorProps) {
  const line = useRef<HTMLDivElement>(null);
  const key = `faxsim-width ${name}`;
  const [width, setWidth] = useState<number | undefined>(() => Number(localStorage.getItem(key)) || undefined);
  const shown = (): number => line.current?.previousElementSibling?.clientWidth ?? 0;
  const most = (): number => Math.max((line.current?.parentElement?.clientWidth ?? 0) - leastBeside, least);
  // Sets the width before the next paint, so that a key press moves the line in the same frame.
  useLayoutEffect(() => {
    const { style } = line.current?.parentElement ?? {};
    if (width === undefined) style?.removeProperty(`--${name}-width`);
    else style?.setProperty(`--${name}-width`, `${width}px`);
  }, [width]);
  const resize = (to: number | undefined): void => {
    const fitting = to === undefined ? undefined : Math.round(Math.min(Math.max(to, least), most()));
    setWidth(fitting);
    if (fitting === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, String(fitting));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: shown() - stepPx, ArrowRight: shown() + stepPx, Home: least, End: most() }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    resize(to);
  };
  const onPointerDown = ({ currentTarget: target, pointerId, clientX }: PointerEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    const start = shown() - clientX;
    target.setPointerCapture(pointerId);
    const move = (event: PointerEvent): void => resize(start + event.clientX);
    target.addEventListener('pointermove', move);
    target.addEventListener('lostpointercapture', () => target.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <div
      ref={line}
      class="separator"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={least}
      aria-valuenow={width ?? least}
      title="Drag, or press ← and →; a double click resets it"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDblClick={() => resize(undefined)}
    />
  );
}

/** A titled part of a detail. */
export function Part({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="part">
      <header>
        <h3>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
