import type { Page, PageRequest } from '../../model/domain/page.ts';
import { wholeSecond } from '../../model/domain/clock.ts';
import { monthlyCents, publicNumber } from '../../model/domain/phone-number.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { findAreaCode } from '../../model/numbering/area-codes.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { drawInteger } from '../../model/domain/draws.ts';
import { orNotFound } from './missing-records.ts';
import { charge } from './account.ts';
import type { Stored } from './commits.ts';

type PhoneNumberQuery = Wanted<Pick<PhoneNumber, 'countryCode' | 'areaCode'>>;

/** The account's numbers in the order in which they were provisioned (recorded). */
export function listPhoneNumbers(context: OperationContext, query: PhoneNumberQuery & PageRequest): Page<PhoneNumber> {
  return takePage(find(context, query), query, 'oldest first');
}

/** All of the account's numbers, or those of an area code, or a single one if it is the account's. */
export function listAllPhoneNumbers(
  context: OperationContext,
  { number, ...query }: PhoneNumberQuery & { number?: string | undefined },
): readonly PhoneNumber[] {
  return find(context, query)
    .slice()
    .filter((owned) => number === undefined || owned.number === number);
}

/** Throws `not_found` for a number that is not the account's. */
export function getPhoneNumber({ store }: OperationContext, { number }: { number: string }): PhoneNumber {
  return orNotFound(store.phoneNumbers.get(number));
}

export const isOwned = ({ store }: Pick<OperationContext, 'store'>, number: string | null): boolean =>
  number !== null && store.phoneNumbers.get(number) !== undefined;

/** Throws `invalid` when a parameter names a number that is not the account's. */
export function assertOwned({ store }: Pick<OperationContext, 'store'>, parameter: string, number: string): void {
  if (isOwned({ store }, number)) return;
  throw new Refusal('invalid', `${parameter} must be one of the account’s numbers, got "${number}"`, {
    field: parameter,
  });
}

/** The account's first number, or the service's public one. */
export function firstNumber({ store }: Pick<OperationContext, 'store'>): string {
  const [owned] = store.phoneNumbers.find({}).slice(0, 1);
  return owned?.number ?? publicNumber;
}

function find({ store }: OperationContext, { countryCode, areaCode }: PhoneNumberQuery) {
  return store.phoneNumbers.find({
    labels: [
      ...(countryCode === undefined ? [] : [labels.country(countryCode)]),
      ...(areaCode === undefined ? [] : [labels.areaCode(areaCode)]),
    ],
  });
}

const countryNames: Readonly<Record<string, string>> = { US: 'United States of America', CA: 'Canada' };

/** A number of the US or Canada as it joins the account. The place of an area code that is not offered is not known. */
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
    ataName: null,
  };
}

export interface Provisioning extends Pick<PhoneNumber, 'countryCode' | 'areaCode'> {
  /** Overrides the account's receive callback URL. */
  readonly callbackUrl?: string | undefined;
}

/**
 * Gets the account a number, and takes the price of a month. Throws `invalid` for an area code without numbers, and
 * `not_allowed` when the balance does not cover the price.
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

/** Gives a number back, and takes it off its ATA. Throws `not_found` for one that is not the account's. */
export function releaseNumber(context: OperationContext, { number }: { number: string }): Stored<void> {
  const { store } = context;
  getPhoneNumber(context, { number });
  return store.commit(() => {
    store.phoneNumbers.delete(number);
    store.releasedNumbers.put({ number, releasedAt: context.clock.now() });
    detach(context, number);
  });
}

/** Takes a number off its ATA, where it has one; to be called in the commit that gives it another place. */
export function detach({ store }: OperationContext, number: string): void {
  const [ata] = store.atas.find({ labels: [labels.number(number)] }).slice(0, 1);
  if (ata !== undefined) store.atas.put({ ...ata, number: null });
}

/**
 * The last four digits of the numbers in each area, all of exchange 555. Numbers that are reserved for fiction come
 * first, so that a provisioned number hardly ever belongs to a real subscriber.
 */
const stock = [
  { min: 100, max: 199 },
  { min: 200, max: 9999 },
] as const;

/** The number of consecutive phone numbers that provisioning gives one after the other. Source: recorded for some. */
const neighbours = 4;

const day = 24 * 3_600_000;
/** A released number stays unavailable for that long. */
const quarantine = 90 * day;

/** A free number of that North American area; undefined when there is none. */
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

/** Whether a number belongs to the account or to a party of its faxes and port orders, or was released lately. */
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
