import { Copy } from './copy.tsx';

interface CodeProps {
  readonly text: string;
  /** What is copied: `the response`. */
  readonly what: string;
}

/** A text of a machine, with a button that copies it. */
export function Code({ text, what }: CodeProps) {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={what}>
        {text}
      </pre>
      <Copy text={text} what={what} />
    </div>
  );
}
