import type { Account } from '../domain/account.ts';
import type { Ata } from '../domain/ata.ts';
import type { BlockingRule } from '../domain/blocking-rule.ts';
import type { Fax } from '../domain/fax.ts';
import type { PhaxCode } from '../domain/phax-code.ts';
import type { PhoneNumber, ReleasedNumber } from '../domain/phone-number.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { PortOrder } from '../domain/port-order.ts';

/** What each collection holds. */
export interface Records {
  readonly account: Account;
  readonly faxes: Fax;
  readonly phoneNumbers: PhoneNumber;
  readonly releasedNumbers: ReleasedNumber;
  readonly atas: Ata;
  readonly portOrders: PortOrder;
  readonly blockingRules: BlockingRule;
  readonly phaxCodes: PhaxCode;
  readonly deliveries: Delivery;
}

export type CollectionName = keyof Records;

const collections: Readonly<Record<CollectionName, true>> = {
  account: true,
  faxes: true,
  phoneNumbers: true,
  releasedNumbers: true,
  atas: true,
  portOrders: true,
  blockingRules: true,
  phaxCodes: true,
  deliveries: true,
};
export const collectionNames = Object.keys(collections) as CollectionName[];

/** What the records of each collection are told apart by. */
export interface Keys {
  readonly account: string;
  readonly faxes: number;
  readonly phoneNumbers: string;
  readonly releasedNumbers: string;
  readonly atas: number;
  readonly portOrders: number;
  readonly blockingRules: number;
  readonly phaxCodes: string;
  readonly deliveries: number;
}

/** The highest key that was ever in use in a collection; undefined when that is the highest of its records. */
export type HighestKeys = { readonly [N in CollectionName]?: Keys[N] | undefined };

/** All that a world stores: what a fixture generates, what a data directory holds. Records in order of creation. */
export interface Contents {
  readonly account: Account;
  readonly faxes: readonly Fax[];
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly releasedNumbers: readonly ReleasedNumber[];
  readonly atas: readonly Ata[];
  readonly portOrders: readonly PortOrder[];
  readonly blockingRules: readonly BlockingRule[];
  readonly phaxCodes: readonly PhaxCode[];
  readonly deliveries: readonly Delivery[];
  /** Keeps the ids of deleted records from being given out again. A fixture has none. */
  readonly highestKeys?: HighestKeys;
}
