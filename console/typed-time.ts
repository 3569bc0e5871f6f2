import { dayStart as startOfDay, readTime as readTyped } from '../src/model/shared/typed-time.ts';
import type { Preference } from '../src/model/shared/typed-time.ts';
import { zone } from './format.ts';

export { writeTime } from '../src/model/shared/typed-time.ts';
export type { Preference };

/** Reads a time that a person typed or copied from the page. A text without a zone is in that of the page. */
export const readTime = (
  text: string,
  present: { readonly now: number; readonly prefers: Preference; readonly since?: number | undefined },
): string => readTyped(text, { ...present, isUtc: zone.value === 'UTC' });

/** The beginning of a day in the zone of the page: of today, or of a number of days after today. */
export const dayStart = (now: number, days = 0): number => startOfDay(now, { days, isUtc: zone.value === 'UTC' });
