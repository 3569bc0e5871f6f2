import { Button } from './button.tsx';
import { toast } from './toast.tsx';

interface CopyProps {
  readonly text: string | (() => string | Promise<string>);
  /** The name of the copied text: `the curl command`. */
  readonly what: string;
  readonly children?: string;
}

/** Copies a text to the clipboard. */
export function Copy({ text, what, children }: CopyProps) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    toast(`Copied ${what}`);
  };
  return children === undefined ? (
    <Button icon="copy" label={`Copy ${what}`} kind="quiet" onClick={copy} />
  ) : (
    <Button icon="copy" onClick={copy}>
      {children}
    </Button>
  );
}
