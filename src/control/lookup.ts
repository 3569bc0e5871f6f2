import type { Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { World } from '../worlds/world.ts';

/** The fax of an id. Throws the Refusal `not_found` that names it: the API's own, after the service's, does not. */
export function findFax({ store }: World, id: number): Fax {
  const fax = store.faxes.get(id);
  if (fax === undefined) throw notFoundRefusal('fax', id);
  return fax;
}

/** Throws the Refusal `not_found` that names a port order which is not there. */
export function assertPortOrder({ store }: World, id: number): void {
  if (store.portOrders.get(id) === undefined) throw notFoundRefusal('port order', id);
}

const notFoundRefusal = (what: string, id: number) => new Refusal('not_found', `Not found: there is no ${what} ${id}`);
