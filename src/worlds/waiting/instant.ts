import type { Fax } from '../../model/domain/fax.ts';
import type { SystemClock } from '../../model/domain/system-clock.ts';
import { unfinishedFaxes } from '../../service/operations/faxes.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import { watchUntil } from './watch-until.ts';
import type { World } from '../world.ts';

interface WorldOnMachine {
  readonly world: World;
  readonly systemClock: SystemClock;
}

/** The longest wait in real ms, for a disk that refuses the work, or a document that takes long. */
const waitMsMax = 10_000;

/**
 * Waits for the work that a call made due at the current instant of a clock that stands still. Otherwise, the speed of
 * the machine would decide what the next call sees. `mark` is that of the history at the beginning of the call. Returns
 * undefined without such work. Does not wait for webhooks and fetched URLs, because the caller may be the program that
 * answers them.
 */
export function settleInstant(hosted: WorldOnMachine, mark: number): Promise<void> | undefined {
  const { history } = hosted.world;
  if (history.mark === mark) return undefined;
  return untilDone(hosted, (due) => {
    for (const change of history.commitsSince(mark)) due.note(change);
  });
}

/** Waits in the same way for the work that is due at the beginning of a world. */
export function settleBeginning(hosted: WorldOnMachine): Promise<void> | undefined {
  const { store } = hosted.world;
  return untilDone(hosted, (due) => {
    for (const fax of unfinishedFaxes(store)) due.noteFax(fax.id, fax);
    for (const order of store.portOrders.values()) due.noteOrder(order.id, order);
  });
}

function untilDone(hosted: WorldOnMachine, noteAll: (due: DueWork) => void): Promise<void> | undefined {
  const { clock, store } = hosted.world;
  if (clock.speed !== 0 || clock.isMoving || clock.isHeld) return undefined;
  const due = new DueWork(clock.now());
  noteAll(due);
  for (const { subject } of clock.errands.unanswered) due.leave(subject);
  if (due.isDone) return undefined;
  return watchUntil<true>(
    () => due.isDone || undefined,
    ({ look, end }) => [
      store.watch((change) => {
        if (due.has(change)) due.note(change);
        look();
      }),
      clock.errands.watch(({ subject }) => {
        due.leave(subject);
        look();
      }),
      clock.onStop(() => end(undefined)),
      hosted.systemClock.wake(waitMsMax, () => end(undefined)),
    ],
  ).then(() => undefined);
}

/** The faxes and port orders with a due step, according to their latest stored changes. */
class DueWork {
  readonly #now: number;
  readonly #subjects = new Set<string>();

  constructor(now: number) {
    this.#now = now;
  }

  get isDone(): boolean {
    return this.#subjects.size === 0;
  }

  has({ collection, key }: Committed): boolean {
    return this.#subjects.has(`${collection} ${key}`);
  }

  note(change: Committed): void {
    if (isIn('faxes', change)) this.noteFax(change.key, change.record);
    if (isIn('portOrders', change)) this.noteOrder(change.key, change.record);
  }

  noteFax(id: number, fax: Fax | undefined): void {
    this.#set(`faxes ${id}`, fax === undefined || isWaiting(fax) ? null : fax.due);
  }

  noteOrder(id: number, order: { readonly due: { readonly at: number } | null } | undefined): void {
    this.#set(`portOrders ${id}`, order?.due ?? null);
  }

  /** Stops waiting for work that itself waits for others. */
  leave(subject: string): void {
    this.#subjects.delete(subject);
  }

  #set(subject: string, due: { readonly at: number } | null): void {
    if (due !== null && due.at <= this.#now) this.#subjects.add(subject);
    else this.#subjects.delete(subject);
  }
}

/** Whether the next step of a fax needs something from outside of the world. */
const isWaiting = ({ due }: Fax): boolean => due?.step === 'stuck' || due?.step === 'unread';
