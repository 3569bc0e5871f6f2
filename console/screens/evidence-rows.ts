import type { Coverage } from '../../src/control/client/named-types.ts';
import { apiVersions } from '../../src/model/domain/operation.ts';
import { hasWords } from '../../src/model/shared/searched-words.ts';
import type { CoverageMark, CoverageProof } from '../coverage.ts';

/** A line of evidence: a name, with its proof in each version that has it. */
export interface EvidenceRow {
  readonly name: string;
  readonly proofs: Readonly<Partial<Record<string, CoverageProof>>>;
}

/** An operation, a record, or the refusals of all operations. */
export interface EvidenceEntry {
  readonly id: string;
  readonly kind: 'Operation' | 'Record' | 'Refusals';
  readonly rows: readonly EvidenceRow[];
}

export interface EvidenceFilter {
  readonly mark?: string | undefined;
  readonly version?: string | undefined;
  /** The words that an entry must contain, in lower case; empty for all entries. */
  readonly words: readonly string[];
}

/** All evidence as lines: the operations, the records, and the refusals. */
export function entriesOf({ operations, records, refusals }: Coverage): readonly EvidenceEntry[] {
  const recordNames = new Set(apiVersions.flatMap((version) => Object.keys(records[version] ?? {})));
  return [
    ...Object.entries(operations).map(([id, byVersion]) => ({
      id,
      kind: 'Operation' as const,
      rows: rowsOf((version) => {
        const found = byVersion[version];
        if (found === undefined) return {};
        const { call, message, parameters, refusals: own = {} } = found;
        return { call, ...(message && { message }), ...namedAs('parameter', parameters), ...refusalEntries(own) };
      }),
    })),
    ...[...recordNames].sort().map((id) => ({
      id,
      kind: 'Record' as const,
      rows: rowsOf((version) => records[version]?.[id] ?? {}),
    })),
    { id: 'refusals', kind: 'Refusals', rows: rowsOf((version) => refusalEntries(refusals[version] ?? {})) },
  ];
}

type Refusals = Coverage['refusals'][string];

const refusalEntries = (refusals: Refusals) =>
  Object.fromEntries(
    Object.entries(refusals).flatMap(([kind, { status, text }]) => [
      [`status of ${kind}`, status],
      [`text of ${kind}`, text],
    ]),
  );

const namedAs = (word: string, proofs: Readonly<Record<string, CoverageProof>>) =>
  Object.fromEntries(Object.entries(proofs).map(([name, proof]) => [`${word} ${name}`, proof]));

function rowsOf(of: (version: string) => Readonly<Record<string, CoverageProof>>): readonly EvidenceRow[] {
  const byVersion = apiVersions.map((version) => [version, of(version)] as const);
  const names = new Set(byVersion.flatMap(([, proofs]) => Object.keys(proofs)));
  return [...names].map((name) => ({
    name,
    proofs: Object.fromEntries(
      byVersion.flatMap(([version, { [name]: proof }]) => (proof === undefined ? [] : [[version, proof]])),
    ),
  }));
}

/** The rows that match a filter, with only the matching proofs. If the search matches the name of the entry, all rows match. */
export function filteredRows(
  { id, rows }: EvidenceEntry,
  { mark, version, words }: EvidenceFilter,
): readonly EvidenceRow[] {
  const isNamed = hasWords(id, words);
  return rows.flatMap(({ name, proofs }) => {
    const left = Object.entries(proofs).filter(
      ([of, proof]) =>
        proof !== undefined &&
        (mark === undefined || proof.mark === mark) &&
        (version === undefined || of === version) &&
        (isNamed || hasWords(`${id} ${name} ${proof.source}`, words)),
    );
    return left.length === 0 ? [] : [{ name, proofs: Object.fromEntries(left) }];
  });
}

/** The number of rows with each mark. */
export function countMarks(rows: readonly EvidenceRow[]): Readonly<Partial<Record<CoverageMark, number>>> {
  const counts: Partial<Record<CoverageMark, number>> = {};
  for (const { proofs } of rows) {
    for (const proof of Object.values(proofs)) if (proof) counts[proof.mark] = (counts[proof.mark] ?? 0) + 1;
  }
  return counts;
}
