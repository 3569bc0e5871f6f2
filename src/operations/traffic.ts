import { draw } from '../domain/dice.ts';
import { isRefusedByDisk } from '../domain/refusal.ts';
import { madeUpFax } from './made-up-fax.ts';
import { receiveMadeUp, sendMadeUp } from './made-up-calls.ts';
import type { OperationContext } from './operation-context.ts';

const tryAgainMs = 1000;

/**
 * Sends and receives made-up faxes at the rate of the account's setting, on the world's clock. Each fax follows from the
 * seed and the id of the fax before it, so that a run with the same requests has the same traffic.
 */
export class Traffic {
  readonly #context: OperationContext;
  #cancel: (() => void) | undefined;
  #rate = '';

  constructor(context: OperationContext) {
    this.#context = context;
  }

  /** Begins where the account has traffic, now or later. */
  resume(): void {
    this.#context.store.watch(() => {
      this.#follow();
    }, 'account');
    this.#follow();
  }

  /** Other changes of the account, such as its balance, leave the plan as it is. */
  #follow(): void {
    const rate = JSON.stringify(this.#context.store.account.traffic);
    if (rate === this.#rate) return;
    this.#rate = rate;
    this.#cancel?.();
    this.#planAfter(this.#context.clock.now());
  }

  /** The gaps are from half to one and a half of the average. */
  #planAfter(before: number): void {
    const { store, clock, seed } = this.#context;
    const { traffic } = store.account;
    if (traffic === null) return;
    const share = 0.5 + draw(seed, 'traffic gap', store.faxes.highestKey ?? 0, before);
    const at = before + Math.max(1, Math.round((share * traffic.windowMs) / traffic.faxes));
    this.#cancel = clock.keepUp(at, () => this.#bring(at));
  }

  async #bring(at: number): Promise<void> {
    const { clock } = this.#context;
    if (clock.isStopped) return;
    const rate = this.#rate;
    let next = at;
    try {
      const fax = madeUpFax(this.#context, at);
      await (fax.direction === 'sent' ? sendMadeUp(this.#context, fax) : receiveMadeUp(this.#context, fax));
    } catch (error) {
      if (!isRefusedByDisk(error)) throw error;
      next = clock.now() + tryAgainMs;
    }
    if (rate === this.#rate) this.#planAfter(next);
  }
}
