import type { AccountStatus, FaxCounts } from '../../model/domain/account.ts';
import { startOfCentralDay, startOfCentralMonth } from '../../model/domain/time.ts';
import { faxStatuses } from '../../model/domain/fax.ts';
import type { Direction } from '../../model/domain/fax.ts';
import { deliveryStates } from '../../model/domain/webhook.ts';
import { labels } from '../../store/memory/labels.ts';
import type { Store } from '../../store/memory/store.ts';
import type { OperationContext } from './operation-context.ts';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { areaCodes } from '../../model/numbering/area-codes.ts';
import type { AreaCode } from '../../model/numbering/area-codes.ts';
import { allCountries } from '../../model/numbering/countries.ts';
import type { Country } from '../../model/numbering/countries.ts';
import { pageOfList } from '../../store/memory/query-result.ts';

/** Returns the balance, and the number of faxes today and this month in the service's time zone. */
export function getAccountStatus({ store, clock }: OperationContext): AccountStatus {
  const now = clock.now();
  const since = (from: number): FaxCounts => {
    const count = (direction: Direction): number =>
      store.faxes.find({ from, to: now, labels: [labels.direction(direction)] }).total;
    return { sent: count('sent'), received: count('received') };
  };
  return {
    balanceCents: store.account.balanceCents,
    today: since(startOfCentralDay(now)),
    thisMonth: since(startOfCentralMonth(now)),
  };
}

/** The number of faxes in each status. */
export const countFaxes = ({ store }: Pick<OperationContext, 'store'>): [status: string, count: number][] =>
  faxStatuses.map((status) => [status, store.faxes.find({ labels: [labels.status(status)] }).total]);

/** The number of deliveries in each state. */
export const countDeliveries = ({ store }: Pick<OperationContext, 'store'>): [state: string, count: number][] =>
  deliveryStates.map((state) => [state, store.deliveries.find({ labels: [labels.state(state)] }).total]);

interface AreaCodeQuery {
  readonly tollFree?: boolean | undefined;
  /** A calling code. */
  readonly countryCode?: number | undefined;
  /** Alpha-2. */
  readonly country?: string | undefined;
  /** "LA". */
  readonly state?: string | undefined;
}

/** A page of the area codes that offer numbers, in ascending order. */
export function listAreaCodes(context: OperationContext, query: AreaCodeQuery & PageRequest): Page<AreaCode> {
  return pageOfList(listAllAreaCodes(context, query), query);
}

/** All area codes that match the query. */
export function listAllAreaCodes(
  _context: OperationContext,
  { tollFree, countryCode, country, state }: AreaCodeQuery,
): readonly AreaCode[] {
  return areaCodes.filter(
    (entry) =>
      (tollFree === undefined || entry.tollFree === tollFree) &&
      (countryCode === undefined || entry.countryCode === countryCode) &&
      (country === undefined || entry.alpha2 === country) &&
      (state === undefined || entry.stateCode === state),
  );
}

/** A page of all countries. */
export function listCountries(_service: OperationContext, request: PageRequest): Page<Country> {
  return pageOfList(allCountries, request);
}

/** The countries that faxes can be sent to. */
export function listSupportedCountries(): readonly Country[] {
  return allCountries.filter(({ sendSupport }) => sendSupport === 'full');
}

/** Subtracts US cents from the balance, even below zero; call it within a commit. */
export function charge(store: Store, cents: number): void {
  if (cents !== 0) store.account = { ...store.account, balanceCents: store.account.balanceCents - cents };
}
