import type { Account } from '../../model/domain/account.ts';
import { Collection } from './collection.ts';
import type { CollectionChange } from './collection.ts';
import { accountKey, collectionNames, collectionTable } from './collections.ts';
import type { CollectionName, Keys, Records } from './collections.ts';
import { ofEachCollection } from './contents.ts';
import type { Contents, OfEach } from './contents.ts';
import type { Key } from './timeline.ts';

/** The new state of a record; undefined if it is deleted. */
export interface Update {
  readonly collection: CollectionName;
  readonly key: Key;
  readonly record?: unknown;
}

/** Sets the key that a collection's next id follows, whatever keys were used before; null for a collection that has used none. */
export interface KeyUpdate {
  readonly collection: CollectionName;
  readonly highestKey: Key | null;
}

/** A change that a disk stores. The order of changes matters. */
export type DiskUpdate = Update | KeyUpdate;

/** A change of a record, in any collection or in the one that `isIn` has checked. */
export interface CommittedChange<N extends CollectionName = CollectionName> extends CollectionChange<
  Records[N],
  Keys[N]
> {
  readonly collection: N;
}

export type Collections = OfEach<'collection'>;

/** Defined outside of `StoreSnapshot.of`, because there it would keep all contents in memory. */
const ignoreChange = (): undefined => undefined;

/** All records of a world at one moment. Snapshots and stores share their unchanged parts. */
export class StoreSnapshot {
  readonly collections: Collections;

  private constructor(collections: Collections) {
    this.collections = collections;
  }

  static of(contents: Contents): StoreSnapshot {
    const lists: OfEach<'records'> = { ...contents, account: [contents.account] };
    return new StoreSnapshot(
      ofEachCollection<'collection'>(
        <N extends CollectionName>(name: N) =>
          new Collection<Records[N], Keys[N]>(
            collectionTable[name],
            lists[name],
            ignoreChange,
            contents.highestKeys?.[name],
          ),
      ),
    );
  }

  static fork(collections: Collections): StoreSnapshot {
    return new StoreSnapshot(ofEachCollection<'collection'>((name) => collections[name].fork()));
  }

  get account(): Account {
    const account = this.collections.account.get(accountKey);
    if (account === undefined) throw new Error('a world without an account');
    return account;
  }

  /** Undoes the latest changes, starting with the last one. */
  rewind(changes: Iterable<CommittedChange>): void {
    for (const change of changes) revert(this.collections, change);
  }

  /** The records in the form of a file. */
  contents(): Contents {
    const { account, collections } = this;
    const lists = ofEachCollection<'records'>((name) => [...collections[name].values()]);
    return { ...lists, account, highestKeys: ofEachCollection<'highestKey'>((name) => collections[name].highestKey) };
  }

  /** The changes from these records and next ids to those of another snapshot. */
  updatesTo(other: StoreSnapshot): DiskUpdate[] {
    return collectionNames.flatMap((name) => updates(name, this.collections, other.collections));
  }
}

function updates(collection: CollectionName, from: Collections, to: Collections): DiskUpdate[] {
  const [before, after] = [collectionOf(from, collection), collectionOf(to, collection)];
  const deletedKeys = before.keys().filter((key) => after.get(key) === undefined);
  const changed = after.keys().filter((key) => after.get(key) !== before.get(key));
  const records = [...deletedKeys, ...changed].map((key) => ({ collection, key, record: after.get(key) }));
  if (before.highestKey === after.highestKey) return records;
  return [...records, { collection, highestKey: after.highestKey ?? null }];
}

/** Reverts the last change of a collection. */
export function revert<N extends CollectionName>(collections: Collections, change: CommittedChange<N>): void {
  collectionOf(collections, change.collection).revert(change);
}

/** A collection by its name. */
export const collectionOf = <N extends CollectionName>(
  collections: Collections,
  name: N,
): Collection<Records[N], Keys[N]> => collections[name];
