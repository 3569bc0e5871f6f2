import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isPrinted } from './printing.ts';

interface FoldProps {
  readonly count: number;
  /** The text that each of the lines has: `answered 500`. */
  readonly each: string;
  /** Times as the list writes them. */
  readonly from: string;
  readonly to: string;
  readonly class?: string;
  /** The lines, as items of the same list. */
  readonly children: () => ComponentChildren;
}

/** An item of a list that stands for several equal ones; a click shows them below it. Paper has them all. */
export function Fold({ count, each, from, to, class: className, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  if (isPrinted.value) return <>{children()}</>;
  const text = `${count} more, each ${each}, from ${from} to ${to}`;
  return (
    <>
      <li class={className}>
        <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text}
        </button>
      </li>
      {isOpen && children()}
    </>
  );
}
