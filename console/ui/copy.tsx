import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { say, toast } from './toast.tsx';

const copiedMs = 2000;

interface CopyProps {
  readonly text: string | (() => string | Promise<string>);
  /** The name of the copied text: `the curl command`. */
  readonly what: string;
  readonly isShort?: boolean;
  readonly children?: string;
}

/**
 * Copies a text to the clipboard. Then shows a tick for a while, which screen readers announce as a sentence. While the text is being
 * read, the button says so, and nothing is copied if the button is gone by then.
 */
export function Copy({ text, what, isShort = false, children }: CopyProps) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  const [isReading, setReading] = useState(false);
  const isGone = useRef(false);
  useEffect(() => () => void (isGone.current = true), []);
  useEffect(() => {
    if (copies === 0) return undefined;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (): Promise<void> => {
    const given = typeof text === 'string' ? text : text();
    setReading(given instanceof Promise);
    const read = await Promise.resolve(given).finally(() => setReading(false));
    if (isGone.current) return;
    await writeClipboard(read);
    setCopies(copies + 1);
    say(`Copied ${what}`);
  };
  const icon = isCopied ? 'tick' : 'copy';
  return children === undefined ? (
    <Button icon={icon} label={`Copy ${what}`} kind="quiet" onClick={copy} />
  ) : (
    <Button class="copy" icon={icon} title={`Copy ${what}`} isShort={isShort} onClick={copy}>
      {isReading ? 'Copying…' : children}
    </Button>
  );
}

/** Writes to the clipboard. On refusal, as on a page without HTTPS, throws a message of our own in place of the browser's. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error('The browser blocks copying: select the text, and copy it');
  }
}

/** Copies a text, and confirms it in a toast. */
export async function copyText(text: string, what: string): Promise<void> {
  await writeClipboard(text);
  toast(`Copied ${what}`);
}
