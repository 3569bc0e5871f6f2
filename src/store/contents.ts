import type { Account } from '../domain/account.ts';
import type { BlockingRule } from '../domain/blocking-rule.ts';
import type { Fax } from '../domain/fax.ts';
import type { PhoneNumber } from '../domain/phone-number.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { PortOrder } from '../domain/port-order.ts';

/** What each collection holds. */
export interface Records {
  readonly account: Account;
  readonly faxes: Fax;
  readonly phoneNumbers: PhoneNumber;
  readonly portOrders: PortOrder;
  readonly blockingRules: BlockingRule;
  readonly deliveries: Delivery;
}

export const collectionNames = [
  'account',
  'faxes',
  'phoneNumbers',
  'portOrders',
  'blockingRules',
  'deliveries',
] as const satisfies readonly (keyof Records)[];
export type CollectionName = (typeof collectionNames)[number];

/** What the records of each collection are told apart by. */
export interface Keys {
  readonly account: string;
  readonly faxes: number;
  readonly phoneNumbers: string;
  readonly portOrders: number;
  readonly blockingRules: number;
  readonly deliveries: number;
}

/** The highest key that was ever in use in a collection; undefined when that is the highest of its records. */
export type HighestKeys = { readonly [N in CollectionName]?: Keys[N] | undefined };

/** All that a world stores: what a fixture generates, what a data directory holds. Records in order of creation. */
export interface Contents {
  readonly account: Account;
  readonly faxes: readonly Fax[];
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly portOrders: readonly PortOrder[];
  readonly blockingRules: readonly BlockingRule[];
  readonly deliveries: readonly Delivery[];
  /** Keeps the ids of deleted records from being given out again. A fixture has none. */
  readonly highestKeys?: HighestKeys;
}
