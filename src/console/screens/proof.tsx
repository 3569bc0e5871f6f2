import type { ComponentChildren } from 'preact';
import type { Coverage, Mark, Proof } from '../coverage.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/badge.tsx';
import { Term } from '../ui/term.tsx';

const tones: Readonly<Record<Mark, Tone>> = {
  recorded: 'good',
  documented: 'busy',
  client: 'plain',
  'third-party': 'waiting',
  assumed: 'mixed',
};

/** The marks from the surest on, with their words. */
export const marks: readonly Mark[] = ['recorded', 'documented', 'client', 'third-party', 'assumed'];

export const markWords: Readonly<Record<Mark, string>> = {
  recorded: 'recorded',
  documented: 'documented',
  client: 'seen in a client',
  'third-party': 'said by others',
  assumed: 'assumed',
};

export const MarkBadge = ({ mark }: { readonly mark: Mark }) => <Badge tone={tones[mark]}>{markWords[mark]}</Badge>;

interface TermProps {
  /** Undefined: nothing is known, so there is no tip. */
  readonly proof: Proof | null | undefined;
  readonly tabIndex?: number;
  readonly children: ComponentChildren;
}

/** A name with a tip that says how sure it is that the real service has it. */
export function ProofTerm({ proof, tabIndex, children }: TermProps) {
  if (proof === undefined || proof === null) return <>{children}</>;
  const tip = (
    <>
      <MarkBadge mark={proof.mark} /> <span>{proof.source}</span>
    </>
  );
  return (
    <Term tip={tip} {...(tabIndex !== undefined && { tabIndex })}>
      {children}
    </Term>
  );
}

/** The meaning of each mark. */
export function Legend({ coverage }: { readonly coverage: Coverage }) {
  return (
    <ul class="legend" aria-label="Marks">
      {marks.map((mark) => (
        <li key={mark}>
          <MarkBadge mark={mark} /> <span class="muted">{coverage.marks[mark]}</span>
        </li>
      ))}
    </ul>
  );
}
