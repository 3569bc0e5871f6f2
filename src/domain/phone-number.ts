/** A number that the account owns. */
export interface PhoneNumber {
  /** E.164 with its plus; the record's key. */
  readonly number: string;
  /** The country's calling code (1 for the US and Canada). */
  readonly countryCode: number;
  readonly areaCode: number;
  /** One name, or several joined by a comma and a space, as the service shows them. */
  readonly city: string;
  /** In full: "Louisiana". */
  readonly state: string;
  /** In full: "United States of America". */
  readonly country: string;
  /** US cents a month. */
  readonly costCents: number;
  readonly lastBilledAt: number;
  readonly provisionedAt: number;
  /** Overrides the account's receive callback URL; null: it does not. */
  readonly callbackUrl: string | null;
  /** The ATA that the number is attached to; null: none. */
  readonly ataName: string | null;
}

/** The monthly price of a number, in US cents. Source: recorded phone numbers. */
export const monthlyCents = 200;

/** A number that was the account's, and is not given to anyone for a while. */
export interface ReleasedNumber {
  /** E.164 with its plus; the record's key. */
  readonly number: string;
  readonly releasedAt: number;
}
