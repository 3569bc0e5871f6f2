import { nextRenewal, renewalsDue } from '../../model/domain/phone-number.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { charge } from './account.ts';
import { retryOnDiskError } from './commits.ts';
import type { OperationContext } from './operation-context.ts';

const planName = 'renewals';

/**
 * Bills the monthly price of the account's numbers, even below a balance of zero. One plan covers all numbers: it is
 * due with the earliest renewal. After a restart or a long jump, the clock may be far ahead: all months are then billed
 * at once.
 */
export class Renewals {
  readonly #context: OperationContext;
  #planned = Infinity;

  constructor(context: OperationContext) {
    this.#context = context;
  }

  /** Starts billing. It reads all numbers once, which is cheap because an account has few. */
  resume(): void {
    const { store } = this.#context;
    store.watchCollection('phoneNumbers', ({ record }) => {
      if (record !== undefined) this.#plan(nextRenewal(record));
    });
    for (const owned of store.phoneNumbers.values()) this.#plan(nextRenewal(owned));
  }

  #plan(at: number): void {
    if (at >= this.#planned) return;
    this.#planned = at;
    this.#context.clock.scheduleUpkeep(at, () => (this.#planned === at ? this.#bill() : undefined), planName);
  }

  async #bill(): Promise<void> {
    const { store, clock } = this.#context;
    this.#planned = Infinity;
    if (clock.isStopped) return; // the disk may already be released, and the next process bills
    const billAll = async (): Promise<void> => {
      await store.commit(() => {
        store.whenStored(() => clock.noteProgress(planName));
        for (const owned of [...store.phoneNumbers.values()]) this.#renew(owned);
      });
      for (const owned of store.phoneNumbers.values()) this.#plan(nextRenewal(owned));
    };
    await retryOnDiskError(clock, billAll, (at) => this.#plan(at));
  }

  #renew(owned: PhoneNumber): void {
    const { store, clock } = this.#context;
    const { months, lastAt } = renewalsDue(owned, clock.now());
    if (months === 0) return;
    store.phoneNumbers.put({ ...owned, lastBilledAt: lastAt });
    charge(store, months * owned.costCents);
  }
}
