import type { Account } from '../../model/domain/account.ts';
import type { Clock } from '../../model/domain/clock.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { errorText } from '../../model/shared/errors.ts';
import { accountKey } from './collections.ts';
import type { CollectionName } from './collections.ts';
import { ofEachCollection } from './contents.ts';
import type { Contents } from './contents.ts';
import { Memory } from './memory.ts';
import type { MemoryChange } from './memory.ts';
import { SaveQueue } from './save-queue.ts';
import { revert, StoreSnapshot } from './snapshot.ts';
import type { Collections, CommittedChange, DiskUpdate, Update } from './snapshot.ts';

export type { CommittedChange as Committed, DiskUpdate, Update };

/** The disk that stores each commit. Without a disk, everything stays in memory. */
export interface Disk {
  /**
   * Resolves once the updates are on disk. If the disk refuses, rejects, and none of the updates is there. A store
   * waits for one save before it begins the next.
   */
  save(updates: readonly DiskUpdate[]): Promise<void>;
}

/** The clock of a store's world. */
type StoreClock = Pick<Clock, 'now' | 'atOneInstant'>;

const realTime: StoreClock = { now: Date.now, atOneInstant: (work) => work() };

interface CommitWork {
  /** Time of the commit, in ms on the clock. */
  readonly at: number;
  readonly changes: readonly CommittedChange[];
  readonly memoryChanges: readonly MemoryChange[];
  readonly whenStored: readonly (() => void)[];
}

/**
 * The records of a world, and its memory. All work that changes records goes through `commit`, so it happens completely
 * or not at all.
 */
export class Store {
  /** All records, by the names of their collections. */
  readonly collections: Collections;
  readonly memory: Memory;
  readonly #clock: StoreClock;
  /** Work that waits for the disk; undefined without a disk. */
  readonly #saves: SaveQueue<CommitWork> | undefined;
  #closed: string | undefined;
  #hold: Hold | undefined;
  #isDetached = false;
  #changes: CommittedChange[] = [];
  #memoryChanges: MemoryChange[] = [];
  #whenStored: (() => void)[] = [];
  #isWorking = false;
  readonly #watchers = new Set<(change: CommittedChange) => void>();

  constructor(from: Contents | StoreSnapshot, disk?: Disk, memory = new Memory(), clock = realTime) {
    this.memory = memory;
    this.#clock = clock;
    this.#saves =
      disk &&
      new SaveQueue(
        (works) => disk.save(works.flatMap(({ changes }) => changes.map(updateOf))),
        (work) => this.#rollBack(work),
      );
    const { collections } = from instanceof StoreSnapshot ? from : StoreSnapshot.of(from);
    this.collections = ofEachCollection<'collection'>((name) =>
      // Copies single members: a spread would make a second object for each change.
      collections[name].fork(({ key, before, record, highestKey }) =>
        this.#changes.push({ collection: name, key, before, record, highestKey }),
      ),
    );
  }

  /** The present records. The snapshot costs nothing until one of them changes. */
  snapshot(): StoreSnapshot {
    return StoreSnapshot.fork(this.collections);
  }

  get faxes(): Collections['faxes'] {
    return this.collections.faxes;
  }

  get phoneNumbers(): Collections['phoneNumbers'] {
    return this.collections.phoneNumbers;
  }

  get releasedNumbers(): Collections['releasedNumbers'] {
    return this.collections.releasedNumbers;
  }

  get atas(): Collections['atas'] {
    return this.collections.atas;
  }

  get portOrders(): Collections['portOrders'] {
    return this.collections.portOrders;
  }

  get blockingRules(): Collections['blockingRules'] {
    return this.collections.blockingRules;
  }

  get services(): Collections['services'] {
    return this.collections.services;
  }

  get coverPages(): Collections['coverPages'] {
    return this.collections.coverPages;
  }

  get phaxCodes(): Collections['phaxCodes'] {
    return this.collections.phaxCodes;
  }

  get deliveries(): Collections['deliveries'] {
    return this.collections.deliveries;
  }

  /** Refuses all further commits with this reason. */
  close(reason: string): void {
    this.#closed = reason;
  }

  /** Lets all further commits wait for `release` or `detach`. */
  hold(): void {
    this.#hold ??= newHold();
  }

  release(): void {
    this.#hold?.end();
    this.#hold = undefined;
  }

  /**
   * Continues as the store of a world that was replaced. Work in progress still gets its results, but none of its
   * changes is stored, has effects, or shows in the memory, which the next world may use.
   */
  detach(): void {
    this.#isDetached = true;
    this.#watchers.clear();
    this.release();
  }

  /** False while changes wait for the disk, which may refuse them. */
  get isSettled(): boolean {
    return this.#saves?.isSettled ?? true;
  }

  get account(): Account {
    const account = this.collections.account.get(accountKey);
    if (account === undefined) throw new Error('a world without an account');
    return account;
  }

  set account(changed: Account) {
    this.collections.account.put(changed);
  }

  /**
   * Runs a piece of work. If it throws, all its changes are undone, and the error is thrown again. With a disk, returns
   * a promise that resolves once the changes are stored. If the disk refuses, the changes are rolled back, and the
   * promise rejects with the Refusal `storage_failed`. All later waiting work is rolled back, too, since it is based on
   * the refused changes. Work without changes never waits.
   *
   * The clock stands during the work, and again while watchers learn of the stored changes. So all events of a commit have the same
   * time, however long the disk took.
   */
  commit<R>(work: () => R): R | Promise<R> {
    if (this.#hold !== undefined) return this.#hold.ended.then(() => this.commit(work));
    if (this.#closed !== undefined) throw new Refusal('storage_failed', this.#closed);
    if (this.#isDetached) return this.memory.trial(() => this.#run(work).result);
    const { result, ...done } = this.#run(work);
    if (this.#saves === undefined || done.changes.length === 0) {
      this.#publish(done);
      return result;
    }
    return this.#storeWork(this.#saves, done).then(() => result);
  }

  /** Resolves once all present changes are stored or rolled back. */
  async settled(): Promise<void> {
    await this.#saves?.settled();
  }

  /**
   * Calls back once the current work is stored; outside of a commit, at once. All effects other than records and memory
   * must go through here, so that nothing remains of work that is undone.
   */
  whenStored(onStored: () => void): void {
    if (this.#isWorking) this.#whenStored.push(onStored);
    else onStored();
  }

  /** Calls the watcher with each stored change until the returned function is called. */
  watch(watcher: (change: CommittedChange) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Watches the changes of one collection. */
  watchCollection<N extends CollectionName>(collection: N, watcher: (change: CommittedChange<N>) => void): () => void {
    return this.watch((change) => {
      if (isIn(collection, change)) watcher(change);
    });
  }

  #run<R>(work: () => R): CommitWork & { readonly result: R } {
    return this.#clock.atOneInstant(() => this.#runNow(work));
  }

  #runNow<R>(work: () => R): CommitWork & { readonly result: R } {
    this.#isWorking = true;
    try {
      const result = this.memory.record(this.#memoryChanges, work);
      return { result, ...this.#take() };
    } catch (error) {
      this.#rollBack(this.#take());
      throw error;
    } finally {
      this.#isWorking = false;
    }
  }

  async #storeWork(saves: SaveQueue<CommitWork>, work: CommitWork): Promise<void> {
    try {
      await saves.add(work);
    } catch (cause) {
      const reason = errorText(cause);
      throw new Refusal('storage_failed', `The change was not made, since it could not be stored: ${reason}`);
    }
    this.#publish(work);
  }

  #publish({ at, changes, whenStored }: CommitWork): void {
    this.#clock.atOneInstant(() => {
      for (const onStored of whenStored) onStored();
      for (const watcher of this.#watchers) for (const change of changes) watcher(change);
    }, at);
  }

  /** Reverts a commit that failed. Other work may have changed the memory since, but not the records. */
  #rollBack({ changes, memoryChanges }: CommitWork): void {
    for (const change of changes.toReversed()) revert(this.collections, change);
    for (const change of memoryChanges.toReversed()) change.takeBack();
  }

  #take(): CommitWork {
    const at = this.#clock.now();
    const work = { at, changes: this.#changes, memoryChanges: this.#memoryChanges, whenStored: this.#whenStored };
    this.#changes = [];
    this.#memoryChanges = [];
    this.#whenStored = [];
    return work;
  }
}

/** Whether a change belongs to a collection, and so has its type of records. */
export const isIn = <N extends CollectionName>(collection: N, change: CommittedChange): change is CommittedChange<N> =>
  change.collection === collection;

const updateOf = ({ collection, key, record }: CommittedChange): Update => ({ collection, key, record });

/** A time in which commits wait. */
interface Hold {
  readonly ended: Promise<void>;
  readonly end: () => void;
}

function newHold(): Hold {
  let end: Hold['end'] = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}
