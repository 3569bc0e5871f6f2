import { Refusal } from '../../domain/refusal.ts';
import { optional, timestamp } from '../fields.ts';

/** The fields that ask for a range of creation times. */
export const timeRangeFields = { created_before: optional(timestamp), created_after: optional(timestamp) };

interface TimeRange {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

/**
 * The range of lists in v2 and v2.1, both ends included. The operation sets missing ends, so that the start counts from
 * now, not from the end. Recorded: an end years ago without a start finds no record. A reversed range is refused as
 * `invalid`; one that starts after now, as clocks differ, finds no record.
 */
export function withTimeRange<T extends TimeRange>({ createdAfter: from, createdBefore: to, ...fields }: T) {
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refusal('invalid', 'created_after must not be later than created_before');
  }
  return { ...fields, from, to };
}
