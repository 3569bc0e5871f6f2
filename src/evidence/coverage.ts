import type { Proofs } from './evidence.ts';
import { markMeanings } from './proof.ts';
import type { Mark } from './proof.ts';
import { refusalEvidence } from './refusals.ts';
import { assumptions } from './assumptions.ts';
import { operationEvidence, recordEvidence } from './table.ts';
import { entriesOf } from '../shared/objects.ts';

/** The whole table of evidence, as values of JSON. */
export const coverage = () => ({
  marks: markMeanings,
  operations: operationEvidence,
  records: recordEvidence,
  refusals: refusalEvidence,
  assumptions: [...assumptions],
});

/** How often each mark stands. */
export function tally(proofs: Proofs): Partial<Record<Mark, number>> {
  const counts: Partial<Record<Mark, number>> = {};
  for (const { mark } of Object.values(proofs)) counts[mark] = (counts[mark] ?? 0) + 1;
  return counts;
}

export const operationEntries = entriesOf(operationEvidence);
