import type { Fax } from '../model/domain/fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { readId } from '../model/domain/ulid.ts';
import * as kinds from '../model/fields/kinds.ts';
import * as wire from '../wire/fields.ts';
import type { World } from '../worlds/world.ts';

/** The id of a fax as clients know it: its number, such as 1001, or in v3 the ULID of one of its transmissions. */
export type FaxId = number | string;

const number = kinds.integer({ min: 1 });

const isUlid = (text: string): boolean => /^[\dA-Z]{26}$/i.test(text);

/** The id of a fax in any version. */
export const faxId = wire.single<FaxId>(
  'the id of a fax, such as 1001, or 01HDF5S9P29WC29J578J8EKC1C in v3',
  (text) => (isUlid(text) ? text : number.read(text)),
  { type: ['integer', 'string'], examples: [1001, '01HDF5S9P29WC29J578J8EKC1C'] },
);

/** The number of an existing or deleted fax. Throws the Refusal `not_found` for a v3 id that this world did not make. */
export function faxNumber({ seed }: Pick<World, 'seed'>, id: FaxId): number {
  if (typeof id === 'number') return id;
  const source = readId(seed, 'fax', id);
  if (source === undefined) throw noFax(id);
  return source.id;
}

/** The key of a fax's record, from its id in any version. */
export const faxKey = (world: Pick<World, 'seed'>, text: string): string =>
  isUlid(text) ? String(faxNumber(world, text)) : text;

/** The number of a fax in an optional condition. */
export const soughtFax = (world: Pick<World, 'seed'>, id: FaxId | undefined): number | undefined =>
  id === undefined ? undefined : faxNumber(world, id);

/** The number of a fax in an optional condition, and its batch. */
export function soughtFaxAndBatch(world: Pick<World, 'seed' | 'store'>, id: FaxId | undefined) {
  const fax = soughtFax(world, id);
  return { fax, batch: fax === undefined ? undefined : (world.store.faxes.get(fax)?.options.batch ?? undefined) };
}

/** Finds a fax by its id. Throws a Refusal `not_found` that names the id, unlike the service's text. */
export function findFax(world: World, id: FaxId): Fax {
  const fax = world.store.faxes.get(faxNumber(world, id));
  if (fax === undefined) throw noFax(id);
  return fax;
}

const noFax = (id: FaxId) => new Refusal('not_found', `Not found: there is no fax ${id}`);
