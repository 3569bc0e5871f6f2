import type { Coverage } from '../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from './api.ts';

export type CoverageProof = Coverage['operations'][string][string]['call'];
export type CoverageMark = CoverageProof['mark'];
export type CoverageProofs = Readonly<Record<string, CoverageProof>>;

const loadedCoverage = signal<Coverage | undefined>(undefined);
let reading: Promise<void> | undefined;

/** The evidence for everything that the simulator imitates; read once, undefined before. */
export function useCoverage(): Coverage | undefined {
  useEffect(() => {
    reading ??= ask<Coverage>('/coverage', { of: null }).then(
      (coverage) => {
        loadedCoverage.value = coverage;
      },
      () => {
        reading = undefined; // the next screen tries again
      },
    );
  }, []);
  return loadedCoverage.value;
}

/** The evidence for one operation in one version. */
export const operationIn = (coverage: Coverage | undefined, operation: string | null, version: string | null) =>
  operation === null || version === null ? undefined : coverage?.operations[operation]?.[version];

/** The evidence for a refusal: the operation's own if it has any, else the general evidence. */
export function refusalIn(
  coverage: Coverage | undefined,
  of: { operation: string | null; version: string | null },
  kind: string,
) {
  const own = operationIn(coverage, of.operation, of.version)?.refusals?.[kind];
  return own ?? (of.version === null ? undefined : coverage?.refusals[of.version]?.[kind]);
}

/** The fields of the record that has the most of these names; undefined if most names are unknown. */
export function recordWith(
  coverage: Coverage | undefined,
  version: string,
  names: readonly string[],
): CoverageProofs | undefined {
  const records = Object.values(coverage?.records[version] ?? {});
  const ranked = records
    .map((fields) => {
      const shared = names.filter((name) => Object.hasOwn(fields, name)).length;
      return { fields, rank: 2 * shared - names.length - Object.keys(fields).length / 1000, shared };
    })
    .sort((one, other) => other.rank - one.rank);
  const [best] = ranked;
  return best !== undefined && 2 * best.shared > names.length ? best.fields : undefined;
}
