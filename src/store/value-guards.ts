import { mostPages } from '../domain/fax.ts';
import { isE164 } from '../numbering/e164.ts';
import { atLeast, between, integer, said, text } from './guards.ts';

// What single values of records must be, whichever collection they are of.

export const key = atLeast(1, integer);
export const count = atLeast(0, integer);
/** A purse may be overdrawn: what comes in is charged for, whatever is left. */
export const cents = said('a whole number of cents', integer);
export const price = atLeast(0, cents);
export const phoneNumber = said(
  'a phone number in E.164 form, such as +12025550123',
  (value): value is string => text(value) && isE164(value),
);
/** Whom a blocking rule is about. */
export const blocked = said(
  'a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
  (value): value is string => phoneNumber(value) || (text(value) && /^(?:[A-Z]{2}|\*)$/.test(value)),
);
/** Whoever reads the document of a fax waits for its pages to be made. */
export const pageCount = between(0, mostPages, integer);
