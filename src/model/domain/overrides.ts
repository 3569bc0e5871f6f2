import type { OperationId } from './operation.ts';
import type { RefusalKind } from './refusal.ts';

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
