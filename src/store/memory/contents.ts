import { fromNames } from '../../model/shared/objects.ts';
import { collectionNames } from './collections.ts';
import type { CollectionName, Keys, Records } from './collections.ts';
import type { Collection } from './collection.ts';
import type { RecordSchema } from './table-schema.ts';

/** Types that depend on the collection. `store/disk` extends this interface by module augmentation. */
export interface PerCollection<N extends CollectionName> {
  readonly records: readonly Records[N][];
  readonly highestKey: Keys[N] | undefined;
  readonly collection: Collection<Records[N], Keys[N]>;
  readonly schema: RecordSchema<Records[N]>;
}

/** An object with a value of this type for each collection: `OfEach<'records'>` has the records of all. */
export type OfEach<T extends keyof PerCollection<CollectionName>> = {
  readonly [N in CollectionName]: PerCollection<N>[T];
};

/** Makes an object with a value for each collection. */
export function ofEachCollection<T extends keyof PerCollection<CollectionName>>(
  make: <N extends CollectionName>(name: N) => PerCollection<N>[T],
): OfEach<T>;
export function ofEachCollection(make: (name: CollectionName) => unknown): object {
  return Object.fromEntries(collectionNames.map((name) => [name, make(name)]));
}

/** All records of a world, in order of creation: the result of a fixture, or the content of a data directory. */
export interface Contents extends Omit<OfEach<'records'>, 'account'> {
  readonly account: Records['account'];
  /** The highest keys that were used, so that no deleted record's id is used again. A fixture has none. */
  readonly highestKeys?: Partial<OfEach<'highestKey'>>;
}

/** Contents without any record. */
export const noRecords = fromNames<Omit<OfEach<'records'>, 'account'>>(
  collectionNames.filter((name) => name !== 'account'),
  () => [],
);
