import { changedFax } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { firstServiceId } from '../../model/domain/sinch-options.ts';
import { serviceDefaults } from '../../model/domain/sinch-service.ts';
import type { SinchService } from '../../model/domain/sinch-service.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { serviceId } from '../../model/domain/ulid.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import type { Stored } from './commits.ts';
import { nextId } from './ids.ts';
import { notFound, orNotFound } from './missing-records.ts';
import type { OperationContext, Wanted } from './operation-context.ts';

type ServiceContext = Pick<OperationContext, 'store' | 'seed'>;

/**
 * The service that each project has from the start. It becomes a record with its first change. It is as old as v3, and
 * its name is recorded.
 */
export const firstService: SinchService = {
  ...serviceDefaults,
  id: firstServiceId,
  name: 'Default Service',
  isDefault: true,
  createdAt: Date.UTC(2024, 0),
  updatedAt: Date.UTC(2024, 0),
};

const onlyFirst: readonly SinchService[] = [firstService];

/** All services of the project, oldest first. */
export function listServices({ store: { services } }: Pick<OperationContext, 'store'>): readonly SinchService[] {
  if (services.size === 0) return onlyFirst;
  const stored = services.find({}).slice();
  return stored.some(({ id }) => id === firstServiceId)
    ? stored
    : [{ ...firstService, isDefault: !stored.some((one) => one.isDefault) }, ...stored];
}

/** The service with an internal id; the default service if it was deleted. */
export function serviceOf(context: Pick<OperationContext, 'store'>, id: number | null): SinchService {
  return listServices(context).find((service) => service.id === (id ?? firstServiceId)) ?? defaultService(context);
}

/** Assigns a fax to the service of one of the account's numbers. Without a number, the fax belongs to the first service. */
export function onServiceOf({ store }: Pick<OperationContext, 'store'>, number: string | null, fax: Fax): Fax {
  if (store.services.size === 0) return fax;
  const { serviceId: of = null } = store.phoneNumbers.get(number ?? '') ?? {};
  const { id } = serviceOf({ store }, of);
  if (id === firstServiceId) return fax;
  return changedFax(fax, { options: { ...fax.options, service: id } });
}

/** The service of faxes that name none. */
export function defaultService(context: Pick<OperationContext, 'store'>): SinchService {
  const all = listServices(context);
  return all.find(({ isDefault }) => isDefault) ?? all[0] ?? firstService;
}

/** The service with a v3 id; undefined if there is none. */
export const serviceWithId = (context: ServiceContext, text: string): SinchService | undefined =>
  listServices(context).find((service) => serviceId(context.seed, service) === text.toUpperCase());

/** Finds the service with a v3 id. Throws `not_found`. */
export const findService = (context: ServiceContext, text: string): SinchService =>
  orNotFound(serviceWithId(context, text));

/** The fields of a service that a client can set; an undefined field stays as it is. */
export type ServiceChanges = Wanted<Omit<SinchService, 'id' | 'createdAt' | 'updatedAt'>>;

/** Creates a service. Throws `invalid` for a default number that the account does not own. */
export function createService(context: OperationContext, changes: ServiceChanges): Stored<SinchService> {
  assertValid(context, changes);
  return context.store.commit(() => {
    const at = context.clock.now();
    const id = nextId(context, 'services');
    return put(context, { ...serviceDefaults, ...omitUndefined(changes), id, createdAt: at, updatedAt: at });
  });
}

/** Changes the given fields. Throws `not_found`, and `invalid` as `createService` does. */
export function updateService(context: OperationContext, text: string, changes: ServiceChanges): Stored<SinchService> {
  const service = findService(context, text);
  assertValid(context, changes);
  return context.store.commit(() =>
    put(context, { ...service, ...omitUndefined(changes), updatedAt: context.clock.now() }),
  );
}

/**
 * Deletes a service with its cover pages and addresses; its numbers return to the first service. Throws `not_found`,
 * and `not_allowed` for the default service, which a project always has (assumed).
 */
export function deleteService(context: OperationContext, text: string): Stored<void> {
  const service = findService(context, text);
  if (service.id === defaultService(context).id || service.id === firstServiceId) {
    throw new Refusal('not_allowed', 'The default service of a project cannot be deleted');
  }
  const { services, coverPages, phoneNumbers } = context.store;
  const { faxMails } = context.store.collections;
  return context.store.commit(() => {
    services.delete(service.id);
    for (const { id, serviceId: of } of coverPages.find({}).slice()) if (of === service.id) coverPages.delete(id);
    for (const { id, serviceId: of } of faxMails.find({}).slice()) if (of === service.id) faxMails.delete(id);
    for (const number of numbersOfService(context, service)) phoneNumbers.put({ ...number, serviceId: null });
  });
}

/** Stores a service. If it is the default, the former default loses that role (assumed). */
function put({ store }: OperationContext, service: SinchService): SinchService {
  if (service.isDefault) {
    for (const other of store.services.find({}).slice()) {
      if (other.isDefault && other.id !== service.id) store.services.put({ ...other, isDefault: false });
    }
  }
  store.services.put(service);
  return service;
}

function assertValid({ store }: OperationContext, { defaultFrom }: ServiceChanges): void {
  if (defaultFrom === undefined || store.phoneNumbers.get(defaultFrom) !== undefined) return;
  throw new Refusal('invalid', 'the number you set as defaultFrom does not belong to you', { field: 'defaultFrom' });
}

/** The numbers of a service, in the order in which the account got them. */
export const numbersOfService = (
  { store }: Pick<OperationContext, 'store'>,
  { id }: SinchService,
): readonly PhoneNumber[] =>
  store.phoneNumbers
    .find({})
    .slice()
    .filter(({ serviceId: of }) => (of ?? firstServiceId) === id);

/** Throws `not_found` for a number outside of the service. */
export function numberOfService(context: OperationContext, service: SinchService, number: string): PhoneNumber {
  const found = context.store.phoneNumbers.get(number);
  if (found === undefined || (found.serviceId ?? firstServiceId) !== service.id) throw notFound();
  return found;
}

/** Assigns a number of the account to a service, as Sinch's Numbers API does. Throws `not_found`. */
export function assignNumber({ store }: OperationContext, { id }: SinchService, number: string): Stored<void> {
  const own = store.phoneNumbers.get(number);
  if (own === undefined) throw new Refusal('not_found', `Not found: the account has no number ${number}`);
  return store.commit(() => store.phoneNumbers.put({ ...own, serviceId: id === firstServiceId ? null : id }));
}

/** Suspends a number, or ends the suspension. A suspended number neither sends nor receives (assumed). Throws `not_found`. */
export function suspendNumber(
  context: OperationContext,
  number: PhoneNumber,
  { suspended, note = number.note }: { readonly suspended: boolean; readonly note: string | null | undefined },
): Stored<PhoneNumber> {
  return context.store.commit(() => {
    const changed = { ...number, suspended, note };
    context.store.phoneNumbers.put(changed);
    return changed;
  });
}
