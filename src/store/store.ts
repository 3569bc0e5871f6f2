import type { Account } from '../domain/account.ts';
import type { BlockingRule } from '../domain/blocking-rule.ts';
import { numbersOf } from '../domain/fax.ts';
import type { Fax } from '../domain/fax.ts';
import type { PhoneNumber } from '../domain/phone-number.ts';
import type { PortOrder } from '../domain/port-order.ts';
import { Refusal } from '../domain/refusal.ts';
import { Collection } from './collection.ts';
import type { Shape } from './collection.ts';
import type { Contents } from './contents.ts';
import { labels } from './labels.ts';
import type { Key } from './timeline.ts';

/** A record as it now is; undefined once it is deleted. */
export interface Update {
  readonly collection: keyof Contents;
  readonly key: Key;
  readonly record: unknown;
}

/** What the store needs of a disk; without one, everything stays in memory. */
export interface Disk {
  /** Resolves once these updates, and all that came before, are on disk. Rejects when the disk refuses; the updates stay due. */
  save(updates: readonly Update[]): Promise<void>;
}

/** A change that was made in the running piece of work, and how to take it back. */
interface Step {
  readonly now: Update;
  readonly before: Update;
  /** False when the record has been changed again since, and stays as it is. */
  undo(): boolean;
}

const fax: Shape<Fax, number> = {
  keyOf: (record) => record.id,
  timeOf: (record) => record.createdAt,
  labelsOf: (record) => [
    labels.status(record.status),
    labels.direction(record.direction),
    ...numbersOf(record).map(labels.number),
    ...Object.entries(record.tags).map(([name, value]) => labels.tag(name, value)),
  ],
};

const phoneNumber: Shape<PhoneNumber, string> = {
  keyOf: (record) => record.number,
  timeOf: (record) => record.provisionedAt,
  labelsOf: (record) => [labels.country(record.countryCode), labels.areaCode(record.areaCode)],
};

const portOrder: Shape<PortOrder, number> = {
  keyOf: (record) => record.id,
  timeOf: (record) => record.createdAt,
  labelsOf: () => [],
};

const blockingRule: Shape<BlockingRule, number> = {
  keyOf: (record) => record.id,
  timeOf: () => 0,
  labelsOf: () => [],
};

/** There is one account in a world; it is kept as a collection of one, so that its changes are changes like others. */
const account: Shape<Account, string> = { keyOf: () => 'account', timeOf: () => 0, labelsOf: () => [] };

/** One world's records. All work that changes them goes through `commit`, so that it happens whole or not at all. */
export class Store {
  readonly faxes: Collection<Fax, number>;
  readonly phoneNumbers: Collection<PhoneNumber, string>;
  readonly portOrders: Collection<PortOrder, number>;
  readonly blockingRules: Collection<BlockingRule, number>;
  readonly #accounts: Collection<Account, string>;
  readonly #disk: Disk | undefined;
  #steps: Step[] = [];

  constructor(contents: Contents, disk?: Disk) {
    this.#disk = disk;
    this.faxes = this.#collection('faxes', fax, contents.faxes);
    this.phoneNumbers = this.#collection('phoneNumbers', phoneNumber, contents.phoneNumbers);
    this.portOrders = this.#collection('portOrders', portOrder, contents.portOrders);
    this.blockingRules = this.#collection('blockingRules', blockingRule, contents.blockingRules);
    this.#accounts = this.#collection('account', account, [contents.account]);
  }

  get account(): Account {
    const [only] = this.#accounts.values();
    if (only === undefined) throw new Error('a world without an account');
    return only;
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
    let result: R;
    try {
      result = work();
    } catch (error) {
      undo(this.#takeSteps());
      throw error;
    }
    const steps = this.#takeSteps();
    if (this.#disk === undefined || steps.length === 0) return result;
    return this.#stored(this.#disk, steps).then(() => result);
  }

  async #stored(disk: Disk, steps: readonly Step[]): Promise<void> {
    try {
      await disk.save(steps.map((step) => step.now));
    } catch (cause) {
      // A part of it may have reached the disk: have the old records written again, now if it can be, else next time.
      disk.save(undo(steps).map((step) => step.before)).catch(() => undefined);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Refusal('storage_failed', `The change was not made, since it could not be stored: ${reason}`);
    }
  }

  #collection<T, K extends Key>(name: keyof Contents, shape: Shape<T, K>, records: readonly T[]): Collection<T, K> {
    const collection: Collection<T, K> = new Collection(shape, records, (change) => {
      const update = (record: T | undefined): Update => ({ collection: name, key: change.key, record });
      this.#steps.push({
        now: update(change.after),
        before: update(change.before),
        undo: () => collection.revert(change),
      });
    });
    return collection;
  }

  #takeSteps(): Step[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }
}

/** Takes steps back, the last one first; returns those that could be. */
function undo(steps: readonly Step[]): Step[] {
  return steps.toReversed().filter((step) => step.undo());
}
