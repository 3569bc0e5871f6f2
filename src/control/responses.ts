import * as v from 'valibot';
import { describedBy } from '../wire/json-schema.ts';

/** RFC 3339 in UTC: this is the simulator's own face, not the service's. */
export const time = v.pipe(v.string(), v.isoTimestamp());

export const timeOf = (ms: number): string => new Date(ms).toISOString();
export const timeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : timeOf(ms);

/** A value of any type. */
export const anything = v.pipe(v.unknown(), describedBy({ description: 'Any value' }));

export const done = v.strictObject({ done: v.literal(true) });
export const isDone = { done: true } as const;
