import type { Account } from '../domain/account.ts';
import type { BlockingRule } from '../domain/blocking-rule.ts';
import type { Fax } from '../domain/fax.ts';
import type { PhoneNumber } from '../domain/phone-number.ts';
import type { PortOrder } from '../domain/port-order.ts';

/** All that a world stores: what a fixture generates, what a data directory holds. Records in order of creation. */
export interface Contents {
  readonly account: Account;
  readonly faxes: readonly Fax[];
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly portOrders: readonly PortOrder[];
  readonly blockingRules: readonly BlockingRule[];
}
