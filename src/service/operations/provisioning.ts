import { wholeSecond } from '../../model/domain/clock.ts';
import { drawInteger } from '../../model/domain/draws.ts';
import { monthlyCents, numberDefaults } from '../../model/domain/phone-number.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { findAreaCode } from '../../model/numbering/area-codes.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { labels } from '../../store/memory/labels.ts';
import { charge } from './account.ts';
import type { Stored } from './commits.ts';
import type { OperationContext } from './operation-context.ts';

const countryNames: Readonly<Record<string, string>> = { US: 'United States of America', CA: 'Canada' };

/** A number of the US or Canada as it joins the account. City and state are unknown for an area code that is not offered. */
export function newPhoneNumber(number: string, now: number): PhoneNumber {
  const areaCode = Number(number.slice(2, 5));
  const place = findAreaCode(areaCode);
  const at = wholeSecond(now);
  return {
    number,
    countryCode: 1,
    areaCode,
    city: place?.city ?? 'Unknown',
    state: place?.state ?? 'Unknown',
    country: place?.country ?? countryNames[countryOf(number) ?? ''] ?? 'Unknown',
    costCents: monthlyCents,
    lastBilledAt: at,
    provisionedAt: at,
    callbackUrl: null,
    ...numberDefaults,
    ataName: null,
  };
}

export interface Provisioning extends Pick<PhoneNumber, 'countryCode' | 'areaCode'> {
  /** Overrides the account's receive callback URL. */
  readonly callbackUrl?: string | undefined;
}

/**
 * Buys a number for the account, and charges the price of a month. Throws `invalid` for an area code without numbers,
 * and `not_allowed` if the balance is too low.
 */
export function provisionNumber(context: OperationContext, input: Provisioning): Stored<PhoneNumber> {
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
const outOfStock = () =>
  new Refusal('invalid', 'The area code you chose is invalid or has no numbers at this time.', { field: 'area_code' });

/**
 * The last four digits of the numbers in each area, all of exchange 555. Numbers that are reserved for fiction come
 * first, so that a provisioned number hardly ever belongs to a real subscriber.
 */
const stock = [
  { min: 100, max: 199 },
  { min: 200, max: 9999 },
] as const;

/** How many consecutive phone numbers provisioning returns in a row. Source: recorded for some. */
const neighbours = 4;

const day = 24 * 3_600_000;
/** How long a released number stays unavailable. */
const quarantine = 90 * day;

/** A free number in a North American area; undefined if there is none. */
function freeNumber(context: OperationContext, areaCode: number): string | undefined {
  const { store, seed } = context;
  const owned = store.phoneNumbers.find({ labels: [labels.areaCode(areaCode)] }).total;
  const isTaken = takenNumbers(context);
  for (const { min, max } of stock) {
    const start = drawInteger({ min, max }, seed, 'number', areaCode, Math.floor(owned / neighbours));
    for (let end = start; end <= max + start - min; end++) {
      const wrapped = end > max ? end - max + min - 1 : end;
      const number = `+1${areaCode}555${String(wrapped).padStart(4, '0')}`;
      if (!isTaken(number)) return number;
    }
  }
  return undefined;
}

/**
 * Returns a check whether a number is taken: by the account, or by a party of its faxes and port orders. A number that
 * was released recently counts, too.
 */
function takenNumbers({ store, clock }: OperationContext): (number: string) => boolean {
  const ported = new Set([...store.portOrders.values()].flatMap(({ numbers }) => numbers.map(({ number }) => number)));
  return (number) => {
    const released = store.releasedNumbers.get(number);
    return (
      store.phoneNumbers.get(number) !== undefined ||
      ported.has(number) ||
      store.faxes.find({ labels: [labels.number(number)] }).total > 0 ||
      (released !== undefined && released.releasedAt + quarantine > clock.now())
    );
  };
}
