import { mostPages } from '../domain/fax.ts';
import { isE164 } from '../numbering/e164.ts';
import { atLeast, between, integer, number, said, text } from './guards.ts';
import type { FieldGuards, Guard } from './guards.ts';
import type { CollectionName, Records } from './contents.ts';

// What single values of records must be, whichever collection they are of.

/** A ninth of what whole numbers can be: the rest is left for what is counted on from there. */
const most = 1_000_000_000_000_000;

export const key = between(1, most, integer);
export const count = atLeast(0, integer);
/** Whoever reads the document of a fax waits for its pages to be made. */
export const pageCount = between(0, mostPages, integer);

/** A guard for each field of a collection's records. */
export type GuardsOf<N extends CollectionName> = FieldGuards<Records[N]> & Record<string, Guard<unknown>>;

/** What is asked of values that somebody gives, and not of those that are stored. */
export interface ValueGuards {
  readonly cents: Guard<number>;
  readonly price: Guard<number>;
  /** E.164 with its plus. */
  readonly phoneNumber: Guard<string>;
  /** Whom a blocking rule is about. */
  readonly blocked: Guard<string>;
}

const phoneNumber = said(
  'a phone number in E.164 form, such as +12025550123',
  (value): value is string => text(value) && isE164(value),
);
const cents = said('an integer number of cents', integer);

export const asGiven: ValueGuards = {
  /** A purse may be overdrawn: what comes in is charged for, whatever is left. */
  cents: between(-most, most, cents),
  price: between(0, 1_000_000_000_000, cents),
  phoneNumber,
  blocked: said(
    'a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
    (value): value is string => phoneNumber(value) || (text(value) && /^(?:[A-Z]{2}|\*)$/.test(value)),
  ),
};

/** What earlier versions let in is there: nobody is to lose a world for it. */
export const asStored: ValueGuards = { cents: number, price: number, phoneNumber: text, blocked: text };
