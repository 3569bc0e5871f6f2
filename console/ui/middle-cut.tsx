import type { ComponentChildren } from 'preact';

/** The number of characters after the cut of a long name. */
const tailLength = 16;

interface MiddleCutProps {
  readonly text: string;
  /** How a piece of the text is shown. Default: as it is. */
  readonly piece?: (text: string) => ComponentChildren;
}

/** A text on one line that is cut in the middle, because names that begin alike differ at their ends. */
export function MiddleCut({ text, piece = (part) => part }: MiddleCutProps) {
  const end = text.slice(-tailLength).trimStart(); // a space after the dots would be a gap
  const at = text.length - end.length;
  return (
    <span class="middle-cut" dir="auto" title={text}>
      <span>{piece(text.slice(0, at))}</span>
      <span>{piece(end)}</span>
    </span>
  );
}
