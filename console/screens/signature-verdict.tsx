import { Fragment } from 'preact';
import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { unknownMistake } from '../../src/model/shared/signature-diagnosis.ts';
import { isPrinted } from '../ui/printing.ts';
import { SiblingText } from './signature-sibling.tsx';

interface VerdictProps {
  readonly sibling: WebhookRecord | undefined;
  readonly text: string;
  /** Whether its first sentence is bold. */
  readonly isMarked?: boolean;
}

/** The webhook that a signature belongs to, or else the mistake that leads to the signature. */
export function VerdictText({ sibling, text, isMarked = false }: VerdictProps) {
  const First = isMarked ? 'strong' : Fragment;
  if (sibling !== undefined) {
    return (
      <First>
        <SiblingText of={sibling} />
      </First>
    );
  }
  const whole = text.includes(unknownMistake) && !isPrinted.value ? `${text} ${pasteAdvice}` : text;
  const end = whole.search(/[.?](?:\s|$)/) + 1 || whole.length;
  return (
    <>
      <First>{whole.slice(0, end)}</First>
      {whole.slice(end)}
    </>
  );
}

const pasteAdvice = 'To be sure, paste the string that your code signs below: its first wrong byte is marked.';

/** The digests of an answer that share a verdict. */
export const Digests = ({ of: digests }: { readonly of: readonly string[] }) => (
  <>
    Your answer has{' '}
    {digests.map((digest, index) => (
      <span key={digest}>
        {index > 0 && ' and '}
        <code>{digest}</code>
      </span>
    ))}
    .{' '}
  </>
);
