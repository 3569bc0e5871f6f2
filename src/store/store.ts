import type { Account } from '../domain/account.ts';
import { Refusal } from '../domain/refusal.ts';
import { ofEachCollection } from './contents.ts';
import type { CollectionName, Contents } from './contents.ts';
import { StoreSnapshot, revert } from './snapshot.ts';
import type { Collections, CommittedChange, DiskUpdate, Update } from './snapshot.ts';
import { SaveQueue } from './save-queue.ts';
import { accountKey } from './shapes.ts';
import { errorText } from '../shared/errors.ts';

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
  readonly enlisted: readonly CommitHook[];
}

/** An effect of a commit beside its changes to records, such as a counted rule or a planned step. */
export interface CommitHook {
  /** Called once, when the changes are stored. */
  committed?(): void;
  /** Called once, when the changes are taken back. */
  rolledBack?(): void;
}

/** One world's records. All work that changes them goes through `commit`, so that it happens whole or not at all. */
export class Store {
  /** All records, by the names of their collections. */
  readonly collections: Collections;
  readonly faxes: Collections['faxes'];
  readonly phoneNumbers: Collections['phoneNumbers'];
  readonly releasedNumbers: Collections['releasedNumbers'];
  readonly atas: Collections['atas'];
  readonly portOrders: Collections['portOrders'];
  readonly blockingRules: Collections['blockingRules'];
  readonly phaxCodes: Collections['phaxCodes'];
  readonly deliveries: Collections['deliveries'];
  /** Work that waits for the disk; undefined: there is none. */
  readonly #saves: SaveQueue<CommitWork> | undefined;
  #closed: string | undefined;
  #changes: CommittedChange[] = [];
  #enlisted: CommitHook[] = [];
  #isWorking = false;
  readonly #watchers = new Set<(change: CommittedChange) => void>();

  constructor(from: Contents | StoreSnapshot, disk?: Disk) {
    this.#saves = disk && this.#savesTo(disk);
    const { collections } = from instanceof StoreSnapshot ? from : StoreSnapshot.of(from);
    const own = ofEachCollection<'collection'>((name) =>
      collections[name].fork((change) => this.#changes.push({ collection: name, ...change })),
    );
    this.collections = own;
    this.faxes = own.faxes;
    this.phoneNumbers = own.phoneNumbers;
    this.releasedNumbers = own.releasedNumbers;
    this.atas = own.atas;
    this.portOrders = own.portOrders;
    this.blockingRules = own.blockingRules;
    this.phaxCodes = own.phaxCodes;
    this.deliveries = own.deliveries;
  }

  /** The records as they are now, at no cost until one of them is changed. */
  snapshot(): StoreSnapshot {
    return StoreSnapshot.fork(this.collections);
  }

  /** The updates that turn the stored records and next ids into those of a snapshot. */
  updatesTo(snapshot: StoreSnapshot): DiskUpdate[] {
    return this.snapshot().updatesTo(snapshot);
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
   * Runs a piece of work. When it throws, all it changed is taken back and the error goes on. With a disk the result is
   * a promise, which resolves once the changes are stored. If the disk refuses, they are rolled back too, and it
   * rejects with the Refusal `storage_failed`. So does all later work that waits, since it was worked out from the
   * refused changes. Work that changes nothing never waits.
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
   * Has something done once the running piece of work is stored, or undone when it is taken back. All effects beside the
   * records go through here, so that none is left of work that never was. Outside of a commit it is done at once.
   */
  enlist(enlisted: CommitHook): void {
    if (this.#isWorking) this.#enlisted.push(enlisted);
    else enlisted.committed?.();
  }

  /** Calls the watcher with each stored change until the returned function is called. */
  watch(watcher: (change: CommittedChange) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** The same for the changes of one collection. */
  watchCollection<N extends CollectionName>(collection: N, watcher: (change: CommittedChange<N>) => void): () => void {
    return this.watch((change) => {
      if (isIn(collection, change)) watcher(change);
    });
  }

  #run<R>(work: () => R): CommitWork & { readonly result: R } {
    this.#isWorking = true;
    try {
      const result = work();
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

  #savesTo(disk: Disk): SaveQueue<CommitWork> {
    return new SaveQueue({
      save: (works) => disk.save(works.flatMap(({ changes }) => changes.map(updateOf))),
      rollBack: (work) => this.#rollBack(work),
    });
  }

  #publish({ changes, enlisted }: CommitWork): void {
    for (const one of enlisted) one.committed?.();
    for (const watcher of this.#watchers) for (const change of changes) watcher(change);
  }

  #rollBack({ changes, enlisted }: CommitWork): void {
    for (const change of changes.toReversed()) revert(this.collections, change);
    for (const one of enlisted.toReversed()) one.rolledBack?.();
  }

  #take(): CommitWork {
    const work = { changes: this.#changes, enlisted: this.#enlisted };
    this.#changes = [];
    this.#enlisted = [];
    return work;
  }
}

/** Whether a change is of a collection; its records are then of that type. */
export const isIn = <N extends CollectionName>(collection: N, change: CommittedChange): change is CommittedChange<N> =>
  change.collection === collection;

const updateOf = ({ collection, key, record }: CommittedChange): Update => ({ collection, key, record });
