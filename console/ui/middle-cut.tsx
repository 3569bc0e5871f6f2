const tailLength = 16;

/** A text on one line that is cut in its middle: names that begin alike differ at their ends. */
export function MiddleCut({ text }: { readonly text: string }) {
  const at = Math.max(text.length - tailLength, 0);
  return (
    <span class="middle-cut" title={text}>
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  );
}
