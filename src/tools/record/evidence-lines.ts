import { stringify } from 'yaml';
import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { findEvidence } from '../../wire/evidence.ts';
import type { Findings } from '../verify/report.ts';
import type { RecordedPair } from './recorder.ts';

/**
 * Evidence for `docs/evidence`, as YAML: each operation that the service answered as expected, and of which no traffic was recorded
 * before. The differences stand above as comments, since a person must decide on them.
 */
// eslint-disable-next-line complexity -- one pass over the answers, then the parts of the file in order
export function evidenceLines(pairs: readonly RecordedPair[], { drifts }: Pick<Findings, 'drifts'>, now: Date): string {
  const month = now.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const operations: Record<string, Record<string, unknown>> = {};
  for (const { call, exchange } of pairs) {
    const { route, face } = call;
    const version = face?.version;
    const { status } = exchange.answer;
    if (route === undefined || version === undefined || version === null || status === null || status >= 300) continue;
    if (
      !isNew(route.operation, version) ||
      drifts.some((one) => one.operation === route.operation && one.version === version)
    )
      continue;
    (operations[route.operation] ??= {})[version] = { call: { recorded: `${version} traffic of ${month}` } };
  }
  const comments = drifts.map(
    ({ version, operation, field, expected, seen, evidence }) =>
      `# ${version} ${operation} ${field}: expected ${expected}, seen ${seen} (${evidence.mark}: ${evidence.source})`,
  );
  const lines = Object.keys(operations).length === 0 ? '# No operation has new evidence.\n' : stringify({ operations });
  return `${[...comments, ...(comments.length > 0 ? [''] : [])].join('\n')}${comments.length > 0 ? '\n' : ''}${lines}`;
}

const isNew = (operation: OperationId, version: ApiVersion): boolean =>
  findEvidence(operation, version)?.call.mark !== 'recorded';
