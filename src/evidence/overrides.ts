import type { OperationId } from '../domain/operation.ts';
import type { RefusalKind } from '../domain/refusal.ts';
import { apiVersions } from './evidence.ts';
import type { ApiVersion } from './evidence.ts';
import type { Proof } from './proof.ts';
import { refusalEvidence } from './refusals.ts';
import { operationEvidence } from './table.ts';

/** Statuses and texts that replace assumed ones, for users who have seen the real service. */
export interface Overrides {
  readonly refusals?: Readonly<Partial<Record<RefusalKind, RefusalOverride | undefined>>> | undefined;
  /** Texts of success by operation. */
  readonly messages?: Readonly<Partial<Record<OperationId, string | undefined>>> | undefined;
}

export interface RefusalOverride {
  readonly status?: number | undefined;
  readonly message?: string | undefined;
}

const isAssumed = (proof: Proof | null | undefined): boolean => proof?.mark === 'assumed';

/** The part of an override that applies to a version: only assumed statuses and texts can be replaced. */
export function refusalOverride({ refusals = {} }: Overrides, version: ApiVersion, kind: RefusalKind): RefusalOverride {
  const { status, message } = refusals[kind] ?? {};
  const known = refusalEvidence[version][kind];
  return {
    ...(isAssumed(known.status) && { status }),
    ...(isAssumed(known.text) && { message }),
  };
}

/** The text of an operation's success, where that is assumed in the version and to be otherwise. */
export function messageOverride(
  { messages = {} }: Overrides,
  version: ApiVersion,
  id: OperationId,
): string | undefined {
  return isAssumed(operationEvidence[id][version]?.message) ? messages[id] : undefined;
}

/** The proof against an override: the evidence of every version; undefined: it is assumed in one. */
export function proofAgainst(proofOf: (version: ApiVersion) => Proof | null | undefined): Proof | undefined {
  const proofs = apiVersions.map(proofOf).filter((proof) => proof !== undefined && proof !== null);
  return proofs.some(isAssumed) ? undefined : proofs.at(-1);
}
