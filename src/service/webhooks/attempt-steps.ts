import type { Clock } from '../../model/domain/clock.ts';
import type { ConcurrencyLimit, TaskPlace } from '../../model/domain/concurrency-limit.ts';
import type { Errand } from '../../model/domain/errands.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { Project } from '../../model/domain/project.ts';
import type { Turn, Turns } from '../../model/domain/turns.ts';
import { attemptEnd } from '../../model/domain/webhook.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { Steps } from '../../model/shared/steps.ts';
import type { Store } from '../../store/memory/store.ts';
import type { Connections } from '../network/http-exchange.ts';
import type { Stored } from '../operations/commits.ts';
import { makeAttempt } from './attempt.ts';
import type { AttemptContext, AttemptOutcome, PostTools } from './attempt.ts';
import type { AttemptOrder } from './attempt-order.ts';
import { findDeliveries, logDelivery } from './delivery-log.ts';
import { newDelivery } from './delivery-log.ts';
import { afterAttempt } from './retries.ts';
import type { DueTasks, Task } from './due-tasks.ts';
import { faultOfCopy } from './injected-fault.ts';
import type { InjectedFault } from './injected-fault.ts';
import { originOf } from './receiver.ts';

/** The interval and the longest time of checks whether a held delivery may go. */
const holdStepMs = 1000;
const holdMsMax = 3_600_000;

/**
 * A due attempt to deliver an event, from its due time to its record. Each step below reads the results of earlier steps, and
 * adds its own.
 */
export class DueAttempt {
  task: Task;
  /** Stored delivery: read when the attempt is due, and again when it begins. */
  delivery: Delivery;
  /** The line of the first attempts of its fax; undefined for a retry, which waits for none. */
  faxTurn: Turn | undefined = undefined;
  /** The line in which attempts of one instant are recorded; undefined if it waits for none. */
  endTurn: Turn | undefined = undefined;
  /** Its place among the posts to the receiver; undefined if the attempt has none. */
  place: TaskPlace<Connections> | undefined = undefined;
  context: AttemptContext | undefined = undefined;
  outcome: AttemptOutcome | undefined = undefined;
  /** Its waits for its receiver, and for the attempts before it. */
  readonly errand: Errand;

  constructor(task: Task, delivery: Delivery, errand: Errand) {
    this.task = task;
    this.delivery = delivery;
    this.errand = errand;
    errand.onLeft = () => this.endTurn?.leave(); // the others are recorded without it
  }

  /** The fault that a scenario injects. */
  get injected(): InjectedFault | undefined {
    return this.task.injected ?? undefined;
  }

  leaveReceiver(): void {
    this.place?.leave();
    this.place = undefined;
  }

  /** Lets others take the places that the attempt has in lines. */
  release(): void {
    this.leaveReceiver();
    this.endTurn?.leave();
    this.faxTurn?.leave();
  }
}

/** An attempt that has begun. */
type BegunAttempt = DueAttempt & { context: AttemptContext };

/** An attempt with its outcome. */
type MadeAttempt = BegunAttempt & { outcome: AttemptOutcome };

/** The parts of a world that attempts use. */
export interface AttemptParts extends Pick<PostTools, 'documentOf' | 'post'> {
  readonly store: Store;
  readonly clock: Clock;
  /** The project of the world, as it is now. */
  readonly projectOf: () => Project;
  /** The fault that a scenario injects into an attempt; undefined if there is none. */
  readonly injectedFaultOf?: (delivery: Delivery, fax: Fax) => InjectedFault | undefined;
}

export interface AttemptTools extends AttemptParts, PostTools {
  readonly due: DueTasks;
  readonly order: AttemptOrder;
  /** Lets no further post begin. */
  readonly ending: AbortSignal;
  readonly faxTurns: Turns;
  /** The posts to each receiver, and their connections. */
  readonly receivers: ConcurrencyLimit<Connections>;
}

/** The steps of an attempt. Attempts of one instant match their rules in turn, before any of them has to wait. */
export const attemptSteps = Steps.begin<AttemptTools, DueAttempt>()
  .also(matchRules)
  .also(awaitTurnOfFax)
  .also(awaitStore)
  .endIf(holdBack)
  .also(enterEnds)
  .also(enterReceiver)
  .endIf(isGone)
  .advance(begin)
  .advance(make)
  .also(leaveReceiver)
  .also(awaitEndTurn)
  .also(recordOutcome);

/** Adds the fault that a scenario injects to the task; each attempt is matched once. */
function matchRules(attempt: DueAttempt, { store, clock, due, injectedFaultOf }: AttemptTools): void {
  const fax = presentFax(attempt, store);
  if (attempt.task.injected !== undefined || injectedFaultOf === undefined || fax === undefined) return;
  attempt.task = { ...attempt.task, injected: injectedFaultOf(attempt.delivery, fax) ?? null };
  due.note(clock.now(), attempt.task);
}

/** A deleted fax is the one that was last known; undefined where that is lost. */
const presentFax = ({ task, delivery }: DueAttempt, { faxes }: Store): Fax | undefined =>
  faxes.get(delivery.faxEvent.faxId) ?? task.fax;

/** A fax's first attempts take turns; retries come when they come. */
function awaitTurnOfFax(attempt: DueAttempt, { faxTurns }: AttemptTools): Promise<void> | undefined {
  const { attempts, faxEvent } = attempt.delivery;
  if (attempts.length > 0) return undefined;
  attempt.faxTurn = faxTurns.enter(faxEvent.faxId);
  return attempt.faxTurn.comes && attempt.errand.queue(attempt.faxTurn.comes);
}

/** Waits for the disk, since applications learn only of changes that are stored. */
function awaitStore(_attempt: DueAttempt, { store, ending }: AttemptTools): Promise<void> | undefined {
  ending.throwIfAborted();
  return store.isSettled ? undefined : store.settled();
}

/** Plans an attempt for later that a scenario delays, or holds until another event was delivered. */
function holdBack({ task, delivery, injected }: DueAttempt, { store, clock, due }: AttemptTools): boolean {
  if (injected === undefined) return false;
  const { delayMs, ...effects } = injected.effects;
  const { holdUntil } = effects;
  if (delayMs !== undefined) {
    due.planNext(delivery, { ...task, injected: { ...injected, effects } }, clock.now() + delayMs);
    injected.onBegin?.();
    return true;
  }
  if (holdUntil === undefined || clock.now() >= delivery.createdAt + holdMsMax) return false;
  const awaited = { faxId: delivery.faxEvent.faxId, event: holdUntil, state: 'delivered' } as const;
  if (findDeliveries(store.deliveries, awaited).length > 0) return false;
  due.planNext(delivery, task, clock.now() + holdStepMs);
  injected.onBegin?.();
  return true;
}

function enterEnds(attempt: DueAttempt, { order }: AttemptTools): void {
  attempt.endTurn = order.enterEnds();
}

async function enterReceiver(attempt: DueAttempt, { receivers }: AttemptTools): Promise<void> {
  attempt.place = await attempt.errand.queue(receivers.enter(originOf(attempt.delivery.url ?? '')));
}

/** Reads the delivery again. It is gone when it was deleted or ended meanwhile. */
function isGone(attempt: DueAttempt, { store, ending }: AttemptTools): boolean {
  ending.throwIfAborted();
  const delivery = store.deliveries.get(attempt.task.id);
  if (delivery?.state === 'pending') {
    attempt.delivery = delivery;
    return false;
  }
  attempt.injected?.onCancel?.();
  return true;
}

/** Takes the fax and the settings of the present, which the attempt tells of. */
function begin(attempt: DueAttempt, { store, clock, projectOf }: AttemptTools): BegunAttempt {
  const { delivery, injected, place, errand } = attempt;
  const fax = presentFax(attempt, store);
  const { account } = store;
  attempt.context = { delivery, fax, account, project: projectOf(), at: clock.now(), injected, place, errand };
  return attempt as BegunAttempt;
}

async function make(attempt: BegunAttempt, tools: AttemptTools): Promise<MadeAttempt> {
  attempt.outcome = await makeAttempt(attempt.context, tools);
  return attempt as MadeAttempt;
}

function leaveReceiver(attempt: MadeAttempt): void {
  attempt.leaveReceiver();
}

function awaitEndTurn({ endTurn, errand }: MadeAttempt): Promise<void> | undefined {
  return errand.isLeft ? undefined : endTurn?.comes;
}

/** Stores the outcome, with the copies that a rule's `duplicate` adds, and plans the next attempt. */
function recordOutcome(attempt: MadeAttempt, tools: AttemptTools): Stored<void> {
  const { task, delivery, context, outcome, injected } = attempt;
  const { store, clock, due } = tools;
  injected?.onBegin?.();
  injected?.onAttempt?.(outcome.attempt);
  clock.noteProgress(attemptEnd(task.id));
  // Copies of copies would never end while their receiver is down.
  const { times = 1, gap = 0 } = (task.isCopy === true ? undefined : injected?.effects.duplicate) ?? {};
  const next = afterAttempt(delivery, outcome, clock.now());
  const stored = store.commit(() => {
    store.deliveries.replace(delivery, next);
    for (let copy = 1; copy < times; copy++) addCopy(attempt, clock.now() + copy * gap, tools);
    store.whenStored(() =>
      due.planNext(next, { id: task.id, fax: context.fax, faults: 0, isCopy: task.isCopy ?? false }),
    );
  });
  attempt.endTurn?.leave();
  return stored;
}

/** Delivers the same once more, with the same message and signature faults. */
function addCopy({ delivery, injected }: MadeAttempt, at: number, { store, clock, due }: AttemptTools): void {
  const copy = newDelivery(store, delivery, clock.now(), at);
  const fault = injected === undefined ? null : faultOfCopy(injected);
  const task = { id: copy.id, fax: undefined, faults: 0, injected: fault, isCopy: true };
  logDelivery(store.deliveries, copy);
  store.whenStored(() => due.planNext(copy, task));
}
