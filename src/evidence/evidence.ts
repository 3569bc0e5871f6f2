import type { ApiVersion } from '../domain/operation.ts';
import type { Proof } from './proof.ts';

export { apiVersions } from '../domain/operation.ts';
export type { ApiVersion } from '../domain/operation.ts';

export type Proofs = Readonly<Record<string, Proof>>;

/** The evidence for an operation in one version. */
export interface OperationEvidence {
  /** That the call is there: its path and method. */
  readonly call: Proof;
  /** The text of its success; null when it answers a file. */
  readonly message: Proof | null;
  readonly parameters: Proofs;
  /** The evidence for its refusals, where it differs from that for refusals in general. */
  readonly refusals?: Readonly<Record<string, RefusalEvidence>>;
}

export interface RefusalEvidence {
  readonly status: Proof;
  readonly text: Proof;
}

/** The versions that have the operation. */
export type ByVersion = Readonly<Partial<Record<ApiVersion, OperationEvidence>>>;

/** The fields of records by the records' names. */
export type RecordProofs = Readonly<Record<string, Proofs>>;
