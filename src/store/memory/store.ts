import type { Account } from '../../model/domain/account.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { errorText } from '../../model/shared/errors.ts';
import { accountKey } from './collections.ts';
import type { CollectionName } from './collections.ts';
import { ofEachCollection } from './contents.ts';
import type { Contents } from './contents.ts';
import { Memory } from './memory.ts';
import type { MemoryChange } from './memory.ts';
import { revert, StoreSnapshot } from './snapshot.ts';
import type { Collections, CommittedChange, DiskUpdate, Update } from './snapshot.ts';

export type { CommittedChange as Committed, DiskUpdate, Update };

/** The disk that takes each commit; without one, everything stays in memory. */
export interface Disk {
  /**
   * Resolves once these updates are on disk. Rejects when the disk refuses; none is there then. A store waits for one save
   * before it asks for the next.
   */
  save(updates: readonly DiskUpdate[]): Promise<void>;
}

interface CommitWork {
  readonly changes: readonly CommittedChange[];
  readonly memoryChanges: readonly MemoryChange[];
  readonly whenStored: readonly (() => void)[];
}

/**
 * The records of a world, and its memory. All work that changes the records goes through `commit`, so that it happens
 * whole or not at all.
 */
export class Store {
  /** All records, by the names of their collections. */
  readonly collections: Collections;
  readonly memory: Memory;
  /** Work that waits for the disk; undefined if there is none. */
  readonly #saves: SaveQueue<CommitWork> | undefined;
  #closed: string | undefined;
  #changes: CommittedChange[] = [];
  #memoryChanges: MemoryChange[] = [];
  #whenStored: (() => void)[] = [];
  #isWorking = false;
  readonly #watchers = new Set<(change: CommittedChange) => void>();

  constructor(from: Contents | StoreSnapshot, disk?: Disk, memory = new Memory()) {
    this.memory = memory;
    this.#saves =
      disk &&
      new SaveQueue(
        (works) => disk.save(works.flatMap(({ changes }) => changes.map(updateOf))),
        (work) => this.#rollBack(work),
      );
    const { collections } = from instanceof StoreSnapshot ? from : StoreSnapshot.of(from);
    this.collections = ofEachCollection<'collection'>((name) =>
      // Copies by name: a spread gives each change a second object for its members.
      collections[name].fork(({ key, before, record, highestKey }) =>
        this.#changes.push({ collection: name, key, before, record, highestKey }),
      ),
    );
  }

  /** The records as they are now, at no cost until one of them is changed. */
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

  /** Refuses all further commits as too late. */
  close(reason: string): void {
    this.#closed = reason;
  }

  reopen(): void {
    this.#closed = undefined;
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
   * Runs a piece of work. A throw takes back all that the work changed, and goes on. A store with a disk returns a
   * promise, which resolves once the changes are stored. A refusal of the disk rolls them back too, and the promise
   * rejects with the Refusal `storage_failed`. All later work that waits is rolled back as well, since it was worked
   * out from the refused changes. Work that changes nothing never waits.
   */
  commit<R>(work: () => R): R | Promise<R> {
    if (this.#closed !== undefined) throw new Refusal('storage_failed', this.#closed);
    const { result, ...done } = this.#run(work);
    if (this.#saves === undefined || done.changes.length === 0) {
      this.#publish(done);
      return result;
    }
    return this.#storeWork(this.#saves, done).then(() => result);
  }

  /** Resolves once all changes that were made until now are stored or taken back. */
  async settled(): Promise<void> {
    await this.#saves?.settled();
  }

  /**
   * Calls back once the running piece of work is stored; outside of a commit, at once. All effects beside records and memory
   * go through here, so that none is left of work that is taken back.
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

  #publish({ changes, whenStored }: CommitWork): void {
    for (const onStored of whenStored) onStored();
    for (const watcher of this.#watchers) for (const change of changes) watcher(change);
  }

  /** Other work may have changed the memory meanwhile, but not the records. */
  #rollBack({ changes, memoryChanges }: CommitWork): void {
    for (const change of changes.toReversed()) revert(this.collections, change);
    for (const change of memoryChanges.toReversed()) change.takeBack();
  }

  #take(): CommitWork {
    const work = { changes: this.#changes, memoryChanges: this.#memoryChanges, whenStored: this.#whenStored };
    this.#changes = [];
    this.#memoryChanges = [];
    this.#whenStored = [];
    return work;
  }
}

/** Whether a change is of a collection; its records are then of that type. */
export const isIn = <N extends CollectionName>(collection: N, change: CommittedChange): change is CommittedChange<N> =>
  change.collection === collection;

const updateOf = ({ collection, key, record }: CommittedChange): Update => ({ collection, key, record });

/** Work that is saved together, or not at all. */
interface SaveBatch<W> {
  readonly works: W[];
  readonly saved: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Saves work in order, one batch at a time: work that is added during a save makes up the next batch. Work builds on
 * the changes of all work before it. The queue therefore rolls a refused batch back together with all later work, the
 * last first. The records are then exactly as they were before the refused batch.
 */
class SaveQueue<W> {
  readonly #save: (works: readonly W[]) => Promise<void>;
  readonly #rollBack: (work: W) => void;
  #running: SaveBatch<W> | undefined;
  #next: SaveBatch<W> | undefined;

  /** `save` resolves once all of the work is on disk. It rejects when the disk refuses; none of it is there then. */
  constructor(save: (works: readonly W[]) => Promise<void>, rollBack: (work: W) => void) {
    this.#save = save;
    this.#rollBack = rollBack;
  }

  /** Resolves once the work is saved. Rejects, with the error of the disk, once the work is taken back. */
  add(work: W): Promise<void> {
    const batch = (this.#next ??= newBatch<W>());
    batch.works.push(work);
    if (this.#running === undefined) void this.#saveAll();
    return batch.saved;
  }

  /** Whether all work is saved or taken back. */
  get isSettled(): boolean {
    return this.#running === undefined;
  }

  /** Resolves once all work that was added until now is saved or taken back. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running)?.saved.catch(() => undefined);
  }

  async #saveAll(): Promise<void> {
    for (let batch = this.#begin(); batch !== undefined; batch = this.#begin()) {
      try {
        await this.#save(batch.works);
        batch.resolve();
      } catch (cause) {
        this.#refuse(batch, cause);
      }
    }
  }

  #begin(): SaveBatch<W> | undefined {
    this.#running = this.#next;
    this.#next = undefined;
    return this.#running;
  }

  #refuse(batch: SaveBatch<W>, cause: unknown): void {
    const refused = this.#next === undefined ? [batch] : [batch, this.#next];
    this.#next = undefined;
    for (const work of refused.flatMap(({ works }) => works).toReversed()) this.#rollBack(work);
    for (const { reject } of refused) reject(cause);
  }
}

function newBatch<W>(): SaveBatch<W> {
  let settle: Pick<SaveBatch<W>, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined };
  const saved = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { works: [], saved, ...settle };
}
