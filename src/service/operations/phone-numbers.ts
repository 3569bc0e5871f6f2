import type { Page, PageRequest } from '../../model/domain/page.ts';
import { wholeSecond } from '../../model/domain/clock.ts';
import { monthlyCents, nextRenewal, renewalsDue } from '../../model/domain/phone-number.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { findAreaCode } from '../../model/numbering/area-codes.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { Refusal, isRefusedByDisk } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import { orNotFound, charge } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

interface PhoneNumberQuery {
  /** A calling code. */
  readonly countryCode?: number | undefined;
  readonly areaCode?: number | undefined;
}

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
  throw new Refusal('invalid', `${parameter} must be one of the account’s numbers, got "${number}"`);
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

/** A number of the US or Canada as it joins the account. Where its area code is not offered, its place is not known. */
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

const tryAgainMs = 1000;
const planName = 'renewals';

/**
 * Bills the account's numbers for their months, whatever the balance. One plan stands for all numbers: the next that is due.
 * The clock may be far beyond that by then, after a restart or a long jump: all months are billed at once.
 */
export class Renewals {
  readonly #context: OperationContext;
  #planned = Infinity;

  constructor(context: OperationContext) {
    this.#context = context;
  }

  /** Bills from now on. The numbers are looked at once; an account has few. */
  resume(): void {
    const { store } = this.#context;
    store.watchCollection('phoneNumbers', ({ record }) => {
      if (record !== undefined) this.#plan(nextRenewal(record));
    });
    for (const owned of store.phoneNumbers.values()) this.#plan(nextRenewal(owned));
  }

  #plan(at: number): void {
    if (at >= this.#planned) return;
    this.#planned = at;
    this.#context.clock.scheduleUpkeep(at, () => (this.#planned === at ? this.#bill() : undefined), planName);
  }

  async #bill(): Promise<void> {
    const { store, clock } = this.#context;
    this.#planned = Infinity;
    if (clock.isStopped) return; // the disk may be let go of already, and the next process bills
    try {
      await store.commit(() => {
        store.whenStored(() => clock.noteProgress(planName));
        for (const owned of [...store.phoneNumbers.values()]) this.#renew(owned);
      });
      for (const owned of store.phoneNumbers.values()) this.#plan(nextRenewal(owned));
    } catch (error) {
      if (!isRefusedByDisk(error)) throw error;
      this.#plan(clock.now() + tryAgainMs);
    }
  }

  #renew(owned: PhoneNumber): void {
    const { store, clock } = this.#context;
    const { months, lastAt } = renewalsDue(owned, clock.now());
    if (months === 0) return;
    store.phoneNumbers.put({ ...owned, lastBilledAt: lastAt });
    charge(store, months * owned.costCents);
  }
}
