import type { Coverage } from '../../src/control/client/named-types.ts';
import type { ComponentChildren } from 'preact';
import type { CoverageMark, CoverageProof } from '../coverage.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/badge.tsx';
import { Term } from '../ui/term.tsx';

const tones: Readonly<Record<CoverageMark, Tone>> = {
  recorded: 'good',
  documented: 'stated',
  client: 'plain',
  'third-party': 'waiting',
  assumed: 'mixed',
};

/** The marks, the most certain first. */
export const marks: readonly CoverageMark[] = ['recorded', 'documented', 'client', 'third-party', 'assumed'];

export const markWords: Readonly<Record<CoverageMark, string>> = {
  recorded: 'recorded',
  documented: 'documented',
  client: 'seen in a client',
  'third-party': 'said by others',
  assumed: 'assumed',
};

export const MarkBadge = ({ mark }: { readonly mark: CoverageMark }) => (
  <Badge tone={tones[mark]}>{markWords[mark]}</Badge>
);

interface ProofTermProps {
  /** The evidence; undefined if unknown, in which case there is no tip. */
  readonly proof: CoverageProof | null | undefined;
  readonly tabIndex?: number;
  readonly children: ComponentChildren;
}

/** A name with a tip about the evidence that the real service has it. */
export function ProofTerm({ proof, tabIndex, children }: ProofTermProps) {
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
