import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface OpenTip {
  readonly anchor: HTMLElement;
  readonly content: ComponentChildren;
}

const openTip = signal<OpenTip | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** The tip stays open while the pointer moves to it, and does not open when the pointer only passes a term. */
const delayMs = 180;

function soon(change: () => void): void {
  clearTimeout(timer);
  timer = setTimeout(change, delayMs);
}
const close = (): void => {
  clearTimeout(timer);
  openTip.value = undefined;
};

interface TermProps {
  /** The content of the tip. */
  readonly tip: ComponentChildren;
  readonly children: ComponentChildren;
  /** -1: only arrow keys reach it, as in a group with many terms. */
  readonly tabIndex?: number;
}

/** A word with a tip: on hover, on focus, and on a tap. Escape closes the tip (WCAG 1.4.13). */
export function Term({ tip, children, tabIndex }: TermProps) {
  const element = useRef<HTMLButtonElement>(null);
  const open = (): void => {
    clearTimeout(timer);
    if (element.current !== null) openTip.value = { anchor: element.current, content: tip };
  };
  const anchor = openTip.value?.anchor;
  const isShown = anchor !== undefined && anchor === element.current;
  return (
    <button
      ref={element}
      type="button"
      class="term"
      tabIndex={tabIndex}
      aria-describedby={isShown ? 'tip' : undefined}
      onMouseEnter={() => soon(open)}
      onMouseLeave={() => soon(close)}
      onFocus={open}
      onBlur={close}
      onClick={open}
    >
      {children}
    </button>
  );
}

const gap = 6;

/** The only tip of the page. It stays while the pointer is on its term, or on the tip. */
export function Tip() {
  const element = useRef<HTMLDivElement>(null);
  const tip = openTip.value;
  useEffect(() => {
    if (tip === undefined) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // Escape closes only the tip, not the dialog behind it
      close();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('scroll', close, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('scroll', close, { capture: true });
    };
  }, [tip]);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || tip === undefined) return;
    const { left, top, bottom } = tip.anchor.getBoundingClientRect();
    const fitsBelow = bottom + gap + box.offsetHeight <= innerHeight;
    box.style.left = `${Math.max(Math.min(left, innerWidth - box.offsetWidth - gap), gap)}px`;
    box.style.top = `${fitsBelow ? bottom + gap : Math.max(top - gap - box.offsetHeight, gap)}px`;
  }, [tip]);
  if (tip === undefined) return null;
  return (
    <div
      ref={element}
      id="tip"
      class="tip"
      role="tooltip"
      onMouseEnter={() => {
        clearTimeout(timer);
      }}
      onMouseLeave={() => soon(close)}
    >
      {tip.content}
    </div>
  );
}
