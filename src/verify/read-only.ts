import type { OperationId } from '../domain/operation.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import { faces } from '../http/openapi/documents.ts';
import type { DocumentedRow } from '../http/openapi/documented.ts';

/** A row of a version's table of contents. */
export interface VersionRoute extends DocumentedRow {
  readonly operation: OperationId;
}

export const rowsOf = (version: ApiVersion): readonly VersionRoute[] => faces[version].rows;

const isGet = ({ methods }: VersionRoute): boolean => methods.every((method) => method === 'GET');

/**
 * Whether a row costs nothing and changes nothing. v1 reads with POST too: there it is an operation that v2.1 has with GET
 * alone. An operation that v2.1 lacks counts as one that changes something.
 */
export function onlyReads(version: ApiVersion, row: VersionRoute): boolean {
  const latest = rowsOf('v2.1').filter(({ operation }) => operation === row.operation);
  return latest.length > 0 && latest.every(isGet) && (version === 'v1' || isGet(row));
}

/** v1's clients send POST, with all parameters in the body. */
export const methodOf = (version: ApiVersion): 'GET' | 'POST' => (version === 'v1' ? 'POST' : 'GET');
