import { Collection } from './collection.ts';
import { collectionNames } from './contents.ts';
import type { CollectionName, Contents, HighestKeys, Keys, Records } from './contents.ts';
import { shapes } from './shapes.ts';
import type { Key } from './timeline.ts';

/** A record as it now is; undefined once it is deleted. */
export interface Update {
  readonly collection: CollectionName;
  readonly key: Key;
  readonly record: unknown;
}

/** From here on the next id of a collection follows this key, whatever was in use before; null: none was. */
export interface KeyUpdate {
  readonly collection: CollectionName;
  readonly highestKey: Key | null;
}

/** What a disk is given to store, in order. */
export type DiskUpdate = Update | KeyUpdate;

export type Collections = { readonly [N in CollectionName]: Collection<Records[N], Keys[N]> };

/** All records of a world as they were at a moment. Images and stores share what none of them has changed since. */
export class StoreSnapshot {
  readonly collections: Collections;

  private constructor(collections: Collections) {
    this.collections = collections;
  }

  static of(contents: Contents): StoreSnapshot {
    const lists = { ...contents, account: [contents.account] };
    const collectionOf = <N extends CollectionName>(name: N) =>
      new Collection<Records[N], Keys[N]>(
        shapes[name],
        lists[name] as readonly Records[N][],
        () => undefined,
        contents.highestKeys?.[name],
      );
    return new StoreSnapshot(ofEach(collectionOf) as Collections);
  }

  static fork(collections: Collections): StoreSnapshot {
    return new StoreSnapshot(ofEach((name) => collections[name].fork()) as Collections);
  }

  /** The records as a file has them. */
  contents(): Contents {
    const { collections } = this;
    const [account] = collections.account.values();
    if (account === undefined) throw new Error('a world without an account');
    const lists = ofEach((name) => [...collections[name].values()]) as unknown as Contents;
    return { ...lists, account, highestKeys: ofEach((name) => collections[name].highestKey) as HighestKeys };
  }

  /** What is to be stored to have the records, and the next ids, of another snapshot. */
  updatesTo(other: StoreSnapshot): DiskUpdate[] {
    return collectionNames.flatMap((name) => {
      const [before, after] = [this.collections[name], other.collections[name]] as unknown as AnyCollection[];
      return before === undefined || after === undefined ? [] : updates(name, before, after);
    });
  }
}

type AnyCollection = Collection<unknown, Key>;

function updates(collection: CollectionName, before: AnyCollection, after: AnyCollection): DiskUpdate[] {
  const gone = before.keys().filter((key) => after.get(key) === undefined);
  const changed = after.keys().filter((key) => after.get(key) !== before.get(key));
  const records = [...gone, ...changed].map((key) => ({ collection, key, record: after.get(key) }));
  if (before.highestKey === after.highestKey) return records;
  return [...records, { collection, highestKey: after.highestKey ?? null }];
}

function ofEach<R>(make: (name: CollectionName) => R): Record<CollectionName, R> {
  return Object.fromEntries(collectionNames.map((name) => [name, make(name)])) as Record<CollectionName, R>;
}
