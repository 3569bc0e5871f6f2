import type { Account } from '../domain/account.ts';
import type { Ata } from '../domain/ata.ts';
import type { BlockingRule } from '../domain/blocking-rule.ts';
import type { Fax } from '../domain/fax.ts';
import type { PhaxCode } from '../domain/phax-code.ts';
import type { PhoneNumber, ReleasedNumber } from '../domain/phone-number.ts';
import type { PortOrder } from '../domain/port-order.ts';
import type { Delivery } from '../domain/webhook.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Change, Collection } from './collection.ts';
import type { CollectionName, Contents, Keys, Records } from './contents.ts';
import { StoreImage } from './store-image.ts';
import type { Collections, Update } from './store-image.ts';
import { accountKey } from './shapes.ts';

export type { Update };

/** What the store needs of a disk; without one, everything stays in memory. */
export interface Disk {
  /** Resolves once these updates, and all that came before, are on disk. Rejects when the disk refuses; none is there then. */
  save(updates: readonly Update[]): Promise<void>;
}

/** A change that was made in the running piece of work, and how to take it back. */
interface Step {
  readonly now: Update;
  /** False when the record has been changed again since, and stays as it is. */
  undo(): boolean;
}

/** One world's records. All work that changes them goes through `commit`, so that it happens whole or not at all. */
export class Store {
  readonly faxes: Collection<Fax, number>;
  readonly phoneNumbers: Collection<PhoneNumber, string>;
  readonly releasedNumbers: Collection<ReleasedNumber, string>;
  readonly atas: Collection<Ata, number>;
  readonly portOrders: Collection<PortOrder, number>;
  readonly blockingRules: Collection<BlockingRule, number>;
  readonly phaxCodes: Collection<PhaxCode, string>;
  readonly deliveries: Collection<Delivery, number>;
  readonly #accounts: Collection<Account, string>;
  readonly #disk: Disk | undefined;
  #closed: string | undefined;
  #steps: Step[] = [];
  readonly #watchers = new Set<(update: Update) => void>();
  /** Commits that wait for the disk. */
  #waiting = 0;
  /** Refused steps whose record was changed by a later commit that still waits: they are due if that one is refused too. */
  #overtaken: readonly Step[] = [];

  constructor(from: Contents | StoreImage, disk?: Disk) {
    this.#disk = disk;
    const { collections } = from instanceof StoreImage ? from : StoreImage.of(from);
    const open = <N extends CollectionName>(name: N) => this.#open<N>(name, collections[name]);
    this.faxes = open('faxes');
    this.phoneNumbers = open('phoneNumbers');
    this.releasedNumbers = open('releasedNumbers');
    this.atas = open('atas');
    this.portOrders = open('portOrders');
    this.blockingRules = open('blockingRules');
    this.phaxCodes = open('phaxCodes');
    this.deliveries = open('deliveries');
    this.#accounts = open('account');
  }

  /** All records, by the names of their collections. */
  get collections(): Collections {
    const { faxes, phoneNumbers, releasedNumbers, atas, portOrders, blockingRules, phaxCodes, deliveries } = this;
    const numbers = { phoneNumbers, releasedNumbers, atas, portOrders };
    return { account: this.#accounts, faxes, ...numbers, blockingRules, phaxCodes, deliveries };
  }

  /** The records as they are now, at no cost until one of them is changed. */
  image(): StoreImage {
    return StoreImage.fork(this.collections);
  }

  /** What is to be changed here to have the records of an image. */
  updatesTo(image: StoreImage): Update[] {
    return this.image().updatesTo(image);
  }

  /** Refuses all further commits, as what is too late. */
  close(reason: string): void {
    this.#closed = reason;
  }

  reopen(): void {
    this.#closed = undefined;
  }

  get account(): Account {
    const account = this.#accounts.get(accountKey);
    if (account === undefined) throw new Error('a world without an account');
    return account;
  }

  set account(changed: Account) {
    this.#accounts.put(changed);
  }

  /**
   * Runs a piece of work. When it throws, all it changed is taken back and the error goes on. With a disk the result is a
   * promise, kept once the changes are stored; when the disk refuses, they are taken back too, and it rejects with the
   * Refusal `storage_failed`. Work that changes nothing never waits.
   */
  commit<R>(work: () => R): R | Promise<R> {
    if (this.#closed !== undefined) throw new Refusal('storage_failed', this.#closed);
    let result: R;
    try {
      result = work();
    } catch (error) {
      this.#undo(this.#takeSteps());
      throw error;
    }
    const steps = this.#takeSteps();
    for (const watcher of this.#watchers) for (const { now } of steps) watcher(now);
    if (this.#disk === undefined || steps.length === 0) return result;
    return this.#stored(this.#disk, steps).then(() => result);
  }

  /** Has every change told as it is made, until what this returns is called. */
  watch(watcher: (update: Update) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async #stored(disk: Disk, steps: readonly Step[]): Promise<void> {
    this.#waiting += 1;
    try {
      await disk.save(steps.map((step) => step.now));
    } catch (cause) {
      this.#undo(steps);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Refusal('storage_failed', `The change was not made, since it could not be stored: ${reason}`);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#overtaken = [];
    }
  }

  #open<N extends CollectionName>(name: N, image: Collection<Records[N], Keys[N]>): Collection<Records[N], Keys[N]> {
    const onChange = (change: Change<Records[N], Keys[N]>): void => {
      const now: Update = { collection: name, key: change.key, record: change.after };
      this.#steps.push({ now, undo: () => collection.revert(change) });
    };
    const collection = image.fork(onChange);
    return collection;
  }

  #takeSteps(): Step[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }

  /** Takes steps back, the last one first, unless their record was changed again since. */
  #undo(steps: readonly Step[]): void {
    const overtaken = [...this.#overtaken, ...steps].toReversed().filter((step) => !step.undo());
    this.#overtaken = overtaken.toReversed();
  }
}
