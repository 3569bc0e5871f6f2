import { monthlyCents } from '../domain/phone-number.ts';
import type { PhoneNumber } from '../domain/phone-number.ts';
import { Refusal } from '../domain/refusal.ts';
import { findAreaCode } from '../numbering/area-codes.ts';
import { detach } from './atas.ts';
import { freeNumber } from './number-stock.ts';
import { getPhoneNumber, newPhoneNumber } from './phone-numbers.ts';
import { charge } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

export interface Provisioning {
  /** A calling code. */
  readonly countryCode: number;
  readonly areaCode: number;
  /** Overrides the account's receive callback URL. */
  readonly callbackUrl?: string | undefined;
}

/**
 * Gets the account a number, and takes the price of a month. Throws `invalid` for an area code without numbers, and
 * `not_allowed` when the balance does not cover the price.
 */
export function provisionNumber(context: OperationContext, input: Provisioning): PhoneNumber | Promise<PhoneNumber> {
  const { store } = context;
  const { countryCode, areaCode, callbackUrl = null } = input;
  const place = findAreaCode(areaCode);
  if (place?.countryCode !== countryCode) throw outOfStock();
  return store.commit(() => {
    const { balanceCents } = store.account;
    if (balanceCents < monthlyCents) {
      const reason = `a number costs ${monthlyCents} cents a month, and the balance is ${balanceCents}`;
      throw new Refusal('not_allowed', `Insufficient funds to provision a number: ${reason}`);
    }
    const number = freeNumber(context, areaCode);
    if (number === undefined) throw outOfStock();
    const provisioned: PhoneNumber = { ...newPhoneNumber(number, context.clock.now()), callbackUrl };
    store.phoneNumbers.put(provisioned);
    store.releasedNumbers.delete(number);
    charge(store, monthlyCents);
    return provisioned;
  });
}

/** Source of the text: a third party's handling of v1. */
const outOfStock = () => new Refusal('invalid', 'The area code you chose is invalid or has no numbers at this time.');

/** Gives a number back, and takes it off its ATA. Throws `not_found` for one that is not the account's. */
export function releaseNumber(context: OperationContext, { number }: { number: string }): void | Promise<void> {
  const { store } = context;
  getPhoneNumber(context, { number });
  return store.commit(() => {
    store.phoneNumbers.delete(number);
    store.releasedNumbers.put({ number, releasedAt: context.clock.now() });
    detach(context, number);
  });
}
