import * as v from 'valibot';
import { pagesMax } from '../../model/domain/fax.ts';
import { recordTimeRange } from '../../model/domain/time.ts';
import * as kinds from '../../model/fields/kinds.ts';
import type { FieldKind } from '../../model/fields/kinds.ts';
import { isCallbackUrl } from '../../model/domain/webhook.ts';
import { isE164 } from '../../model/numbering/phone-text.ts';
import { isPlainObject } from '../../model/shared/objects.ts';

/** A schema of stored values. It only checks and never changes them. Its message is the end of "must be …". */
export type Checks<T> = v.GenericSchema<T>;

/** The schema of the values that are of a kind as they stand. */
const valueOf = <T>(kind: FieldKind<T>, expected = kind.expected): Checks<T> =>
  v.custom<T>((value) => kinds.isOf(kind, value), expected);

export const text = v.string('a string');
export const flag = v.boolean(kinds.boolean.expected);
export const number = valueOf(kinds.number());
export const integer = valueOf(kinds.integer());

/** Ms since the epoch, in a year of four digits. */
export const time = valueOf(
  kinds.number({ min: recordTimeRange.first, max: recordTimeRange.last }),
  'a time in ms in the years 1800 to 9999',
);

export const atLeast = (min: number) => valueOf(kinds.integer({ min }));
export const numberWithin = (min: number, max: number) => valueOf(kinds.number({ min, max }));
export const numberAtLeast = (min: number) => valueOf(kinds.number({ min }));
export const nullOr = <T>(schema: Checks<T>) => v.nullable(schema);
export const listOf = <T>(schema: Checks<T>) => v.array(schema, 'a list');

/** An object with at least these fields. */
export const fields = <E extends v.ObjectEntries>(entries: E) => v.object(entries, 'a mapping of values');

export const oneOf = <const T extends string>(values: readonly T[]) =>
  valueOf(values.length === 1 ? kinds.choice(...values) : kinds.oneOf(values));

/** A mapping of strings. `v.record` would also accept lists. */
export const texts = v.custom<Readonly<Record<string, string>>>(
  (value) => isPlainObject(value) && Object.values(value).every((item) => typeof item === 'string'),
  'a mapping of strings',
);

/** A ninth of the safe integers, so later keys and sums stay safe, too. */
const most = 1_000_000_000_000_000;

export const key = valueOf(kinds.integer({ min: 1, max: most }));
export const count = atLeast(0);
/** Limited, because the reader of a fax's document waits until all pages are drawn. */
export const pageCount = valueOf(kinds.integer({ min: 0, max: pagesMax }));

/** The values that have stricter rules in new records than in stored ones. */
export interface ValueSchemas {
  readonly cents: Checks<number>;
  readonly price: Checks<number>;
  /** E.164 with its plus. */
  readonly phoneNumber: Checks<string>;
  /** The numbers that a blocking rule covers. */
  readonly blocked: Checks<string>;
  /** The URL that a webhook goes to. */
  readonly callbackUrl: Checks<string>;
}

const centsWithin = (min: number, max: number) =>
  valueOf(kinds.integer({ min, max }), `an integer number of cents from ${min} to ${max}`);

/** A new record, from the control API. */
export const newValues: ValueSchemas = {
  /** The balance may be negative: received faxes are always charged. */
  cents: centsWithin(-most, most),
  price: centsWithin(0, 1_000_000_000_000),
  phoneNumber: valueOf(kinds.phoneNumber),
  blocked: textWhere(
    (value) => isE164(value) || /^(?:[A-Z]{2}|\*)$/.test(value),
    'a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
  ),
  callbackUrl: textWhere(isCallbackUrl, 'an http, https or mailto URL without control characters'),
};

/** A stored record. The API accepts values that the control API refuses, and a world with such values must still open. */
export const storedValues: ValueSchemas = {
  cents: number,
  price: number,
  phoneNumber: text,
  blocked: text,
  callbackUrl: text,
};

function textWhere(holds: (value: string) => boolean, expected: string) {
  return v.pipe(v.string(expected), v.check(holds, expected));
}
