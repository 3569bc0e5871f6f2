import { stringify } from 'yaml';
import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { findEvidence } from '../../wire/evidence.ts';
import type { Findings } from '../verify/report.ts';
import type { RecordedPair } from './recorder.ts';

/**
 * Evidence for `docs/evidence` in YAML: the operations that the service answered as expected and that were not recorded before.
 * Differences come first as comments, because a person must decide about them.
 */
export function evidenceLines(pairs: readonly RecordedPair[], { drifts }: Pick<Findings, 'drifts'>, now: Date): string {
  const month = now.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const hasDrift = (operation: OperationId, version: ApiVersion): boolean =>
    drifts.some((one) => one.operation === operation && one.version === version);
  const operations: Record<string, Record<string, unknown>> = {};
  for (const { operation, version } of pairs.flatMap(accepted)) {
    if (!isNew(operation, version) || hasDrift(operation, version)) continue;
    (operations[operation] ??= {})[version] = { call: { recorded: `${version} traffic of ${month}` } };
  }
  const comments = drifts.map(
    ({ version, operation, field, expected, seen, evidence }) =>
      `# ${version} ${operation} ${field}: expected ${expected}, seen ${seen} (${evidence.mark}: ${evidence.source})\n`,
  );
  const lines = Object.keys(operations).length === 0 ? '# No operation has new evidence.\n' : stringify({ operations });
  return `${comments.join('')}${comments.length > 0 ? '\n' : ''}${lines}`;
}

/** The operation of an accepted request, as a list; empty for a refused one. */
function accepted({ call: { route, face }, exchange }: RecordedPair) {
  const version = face?.version;
  const { status } = exchange.answer;
  if (route === undefined || version === undefined || version === null || status === null || status >= 300) return [];
  return [{ operation: route.operation, version }];
}

const isNew = (operation: OperationId, version: ApiVersion): boolean =>
  findEvidence(operation, version)?.call.mark !== 'recorded';
