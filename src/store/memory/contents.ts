import type { Account } from '../../model/domain/account.ts';
import type { Ata } from '../../model/domain/ata.ts';
import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { PhaxCode } from '../../model/domain/phax-code.ts';
import type { PhoneNumber, ReleasedNumber } from '../../model/domain/phone-number.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import type { PortOrder } from '../../model/domain/port-order.ts';
import type { Collection } from './collection.ts';

/** The type of each collection's records. */
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

/** The type of the keys of each collection. */
export type Keys = { readonly [N in CollectionName]: Records[N] extends { readonly id: number } ? number : string };

/** Types that differ by collection. `store/disk` extends this interface by module augmentation. */
export interface PerCollection<N extends CollectionName> {
  readonly name: N;
  readonly records: readonly Records[N][];
  readonly highestKey: Keys[N] | undefined;
  readonly collection: Collection<Records[N], Keys[N]>;
}

/** A value of such a type for each collection: `OfEach<'records'>` has the records of all. */
export type OfEach<T extends keyof PerCollection<CollectionName>> = {
  readonly [N in CollectionName]: PerCollection<N>[T];
};

/** Makes such values. All other lists of the collections derive from this one. */
export function ofEachCollection<T extends keyof PerCollection<CollectionName>>(
  make: <N extends CollectionName>(name: N) => PerCollection<N>[T],
): OfEach<T> {
  return {
    account: make('account'),
    faxes: make('faxes'),
    phoneNumbers: make('phoneNumbers'),
    releasedNumbers: make('releasedNumbers'),
    atas: make('atas'),
    portOrders: make('portOrders'),
    blockingRules: make('blockingRules'),
    phaxCodes: make('phaxCodes'),
    deliveries: make('deliveries'),
  };
}

export const collectionNames: readonly CollectionName[] = Object.values(ofEachCollection<'name'>((name) => name));

/** All records of a world, in order of creation: the result of a fixture, or the content of a data directory. */
export interface Contents extends Omit<OfEach<'records'>, 'account'> {
  readonly account: Account;
  /** The highest keys that were in use, so that no id of a deleted record is used again. A fixture has none. */
  readonly highestKeys?: Partial<OfEach<'highestKey'>>;
}

/** No record in any collection. */
export const noRecords: Omit<Contents, 'account'> = {
  faxes: [],
  phoneNumbers: [],
  releasedNumbers: [],
  atas: [],
  portOrders: [],
  blockingRules: [],
  phaxCodes: [],
  deliveries: [],
};
