import { wholeSecond } from '../../model/domain/clock.ts';
import { draw } from '../../model/domain/draws.ts';
import { faxErrorById } from '../../model/domain/fax-error.ts';
import type { Direction } from '../../model/domain/fax.ts';
import type { ScriptedStep } from '../../model/domain/send-options.ts';
import type { Cell } from '../../store/memory/memory.ts';
import { blockOf } from './calls.ts';
import { createFax } from './fax-fixtures.ts';
import { storeSpecified } from './inbound-faxes.ts';
import type { OperationContext } from './operation-context.ts';
import { retryOnDiskError } from './commits.ts';

const planName = 'traffic';

/** Makes up the fax for an instant, in ms on the world's clock. */
export type MakeUpFax = (world: Pick<OperationContext, 'store' | 'seed'>, at: number) => Promise<MadeUpFax>;

/** The next fax of the traffic. */
export interface TrafficPlan {
  /** The setting that determines the rate. */
  readonly rate: string;
  /** Instant of the fax, in ms on the world's clock. */
  readonly at: number;
}

/**
 * Sends and receives made-up faxes at the rate of the account's setting, on the world's clock. Each fax follows from
 * the seed and the id of the fax before it, so equal requests lead to equal traffic.
 */
export class TrafficGenerator {
  readonly #context: OperationContext;
  readonly #plan: Cell<TrafficPlan | undefined>;
  readonly #makeUpFax: MakeUpFax;
  #cancel: (() => void) | undefined;

  /** `plan` is that of an earlier world, which this one continues. */
  constructor(context: OperationContext, plan: Cell<TrafficPlan | undefined>, makeUpFax: MakeUpFax) {
    this.#context = context;
    this.#plan = plan;
    this.#makeUpFax = makeUpFax;
  }

  /** Starts the traffic if the account has a rate, now or later. A running clock may be past `startedAt` already. */
  resume(startedAt: number): void {
    this.#context.store.watchCollection('account', () => this.#replanIfRateChanged());
    const { value: known } = this.#plan;
    if (known?.rate === this.#rateNow) this.#planAt(known.at);
    else this.#replanIfRateChanged(startedAt);
  }

  get #rateNow(): string {
    return JSON.stringify(this.#context.store.account.traffic);
  }

  /** Makes a new plan if the rate has changed. Other changes of the account, such as its balance, leave the plan as it is. */
  #replanIfRateChanged(now = this.#context.clock.now()): void {
    if (this.#rateNow === (this.#plan.value?.rate ?? 'null')) return;
    this.#cancel?.();
    // Rounds to a whole second: all faxes follow from the time, and the ms of the change would make each session
    // different.
    this.#planAfter(wholeSecond(now));
  }

  /** Plans the next fax. Gaps vary from 0.5 to 1.5 of the average. */
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
    const runFax = async (): Promise<void> => {
      const fax = await this.#makeUpFax(this.#context, at);
      clock.noteProgress(planName);
      await (fax.direction === 'sent' ? sendMadeUp(this.#context, fax) : receiveMadeUp(this.#context, fax));
    };
    await retryOnDiskError(clock, runFax, (later) => (next = later));
    if (rate === this.#rateNow) this.#planAfter(next);
  }
}

/** A fax between a line of the account and a partner. */
interface MadeUpFax {
  readonly direction: Direction;
  /** The account's number; E.164. */
  readonly line: string;
  /** The other end; E.164. */
  readonly partner: string;
  readonly pages: number;
  /** Name that the telephone network shows for the partner's calls; null for none. */
  readonly callerName: string | null;
  /** Tags of a sent fax. */
  readonly tags: Readonly<Record<string, string>>;
  /** The id of the fax error that a sent fax ends with. */
  readonly error: number | undefined;
}

/** Queues the fax, which then takes the usual course. Nothing happens if a blocking rule stops it. */
async function sendMadeUp(context: OperationContext, fax: MadeUpFax): Promise<void> {
  const { line, partner, pages, tags, error } = fax;
  if (blockOf(context, 'send', { from: line, to: partner }) !== undefined) return;
  const from = context.store.phoneNumbers.get(line) === undefined ? undefined : line;
  await createFax(context, { status: 'queued', to: [partner], from, pages, tags, script: courseTo(error) });
}

/** The course of a fax that fails at its only call, at the pace of the world; empty without an error. */
function courseTo(error: number | undefined): readonly ScriptedStep[] {
  if (error === undefined) return [];
  const step = { afterMs: null, reads: null, error: null };
  return [
    { ...step, status: 'inprogress' },
    { ...step, status: 'failure', error: faxErrorById(error) ?? null },
  ];
}

/** Receives the fax, with its price and its webhook. Nothing happens if a blocking rule stops the call. */
async function receiveMadeUp(context: OperationContext, fax: MadeUpFax): Promise<void> {
  const { line, partner: from, pages, callerName } = fax;
  if (blockOf(context, 'receive', { from, to: line }) !== undefined) return;
  const spec = { from, to: [line], pages, callerName: callerName ?? undefined };
  await context.store.commit(() => storeSpecified(context, spec));
}
