import type { Page, PageRequest } from '../../model/domain/page.ts';
import { publicNumber } from '../../model/domain/phone-number.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { orNotFound } from './missing-records.ts';
import type { Stored } from './commits.ts';

type PhoneNumberQuery = Wanted<Pick<PhoneNumber, 'countryCode' | 'areaCode'>>;

/** The account's numbers in order of provisioning (recorded). */
export function listPhoneNumbers(context: OperationContext, query: PhoneNumberQuery & PageRequest): Page<PhoneNumber> {
  return takePage(find(context, query), query, 'oldest first');
}

/** All numbers of the account, or only those of an area code, or a single one if the account owns it. */
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

/** Throws `invalid`, naming the parameter, for a number that the account does not own. */
export function assertOwned({ store }: Pick<OperationContext, 'store'>, parameter: string, number: string): void {
  if (isOwned({ store }, number)) return;
  throw new Refusal('invalid', `${parameter} must be one of the account’s numbers, got "${number}"`, {
    field: parameter,
  });
}

/** The account's first number; without numbers, the service's public one. */
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

/** Releases a number, and detaches it from its ATA. Throws `not_found` for a number that the account does not own. */
export function releaseNumber(context: OperationContext, { number }: { number: string }): Stored<void> {
  const { store } = context;
  getPhoneNumber(context, { number });
  return store.commit(() => {
    store.phoneNumbers.delete(number);
    store.releasedNumbers.put({ number, releasedAt: context.clock.now() });
    detach(context, number);
  });
}

/** Detaches a number from its ATA, if it has one. Call it in the commit that moves the number. */
export function detach({ store }: OperationContext, number: string): void {
  const [ata] = store.atas.find({ labels: [labels.number(number)] }).slice(0, 1);
  if (ata !== undefined) store.atas.put({ ...ata, number: null });
}
