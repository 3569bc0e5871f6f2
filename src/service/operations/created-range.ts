import type { OperationContext } from './operation-context.ts';

const week = 7 * 24 * 3_600_000;

/** A time range in ms, including both ends. */
export interface MsRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** By default, `created_after` is a week ago and `created_before` is now. Source: recorded. */
export function createdRange(
  { clock }: Pick<OperationContext, 'clock'>,
  { from, to }: MsRange,
): { from: number; to: number } {
  const now = clock.now();
  return { from: from ?? now - week, to: to ?? now };
}
