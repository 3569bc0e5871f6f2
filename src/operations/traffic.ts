import { wholeSecond } from '../domain/clock.ts';
import type { Undoable } from '../domain/undo.ts';
import { draw } from '../domain/draws.ts';
import { isRefusedByDisk } from '../domain/refusal.ts';
import { madeUpFax } from './made-up-fax.ts';
import { receiveMadeUp, sendMadeUp } from './made-up-calls.ts';
import type { OperationContext } from './operation-context.ts';

const tryAgainMs = 1000;
const planName = 'traffic';

/** The next fax of the traffic. */
export interface TrafficPlan {
  /** The setting that it follows from. */
  readonly rate: string;
  /** In ms on the world's clock. */
  readonly at: number;
}

/**
 * Sends and receives made-up faxes at the rate of the account's setting, on the world's clock. Each fax follows from the
 * seed and the id of the fax before it, so that a run with the same requests has the same traffic.
 */
export class TrafficGenerator {
  readonly #context: OperationContext;
  readonly #plan: Undoable<TrafficPlan | undefined>;
  #cancel: (() => void) | undefined;

  /** `plan` is that of an earlier world, which this one continues. */
  constructor(context: OperationContext, plan: Undoable<TrafficPlan | undefined>) {
    this.#context = context;
    this.#plan = plan;
  }

  /** Begins where the account has traffic, now or later. */
  resume(): void {
    this.#context.store.watchCollection('account', () => this.#replanIfRateChanged());
    const { value: known } = this.#plan;
    if (known?.rate === this.#rateNow) this.#planAt(known.at);
    else this.#replanIfRateChanged();
  }

  get #rateNow(): string {
    return JSON.stringify(this.#context.store.account.traffic);
  }

  /** Other changes of the account, such as its balance, leave the plan as it is. */
  #replanIfRateChanged(): void {
    if (this.#rateNow === (this.#plan.value?.rate ?? 'null')) return;
    this.#cancel?.();
    // Not the ms in which the setting was changed: all faxes follow from it, and no session would be like another.
    this.#planAfter(wholeSecond(this.#context.clock.now()));
  }

  /** The gaps are from half to one and a half of the average. */
  #planAfter(before: number): void {
    const { store, seed } = this.#context;
    const { traffic } = store.account;
    if (traffic === null) {
      this.#plan.value = undefined;
      return;
    }
    const share = 0.5 + draw(seed, 'traffic gap', store.faxes.highestKey ?? 0, before);
    const at = before + Math.max(1, Math.round((share * traffic.windowMs) / traffic.faxes));
    this.#planAt(at);
  }

  #planAt(at: number): void {
    this.#plan.value = { rate: this.#rateNow, at };
    this.#cancel = this.#context.clock.scheduleUpkeep(at, () => this.#runPlannedFax(at), planName);
  }

  async #runPlannedFax(at: number): Promise<void> {
    const { clock } = this.#context;
    if (clock.isStopped) return;
    const rate = this.#rateNow;
    let next = at;
    try {
      const fax = madeUpFax(this.#context, at);
      await (fax.direction === 'sent' ? sendMadeUp(this.#context, fax) : receiveMadeUp(this.#context, fax));
    } catch (error) {
      if (!isRefusedByDisk(error)) throw error;
      next = clock.now() + tryAgainMs;
    }
    clock.noteProgress(planName);
    if (rate === this.#rateNow) this.#planAfter(next);
  }
}
