import type { Clock } from '../../model/domain/clock.ts';
import type { ConcurrencyLimit, TaskPlace } from '../../model/domain/concurrency-limit.ts';
import type { Errand } from '../../model/domain/errands.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { Project } from '../../model/domain/project.ts';
import type { Turn, Turns } from '../../model/domain/turns.ts';
import { attemptEnd } from '../../model/domain/webhook.ts';
import type { Delivery, WebhookAttempt } from '../../model/domain/webhook.ts';
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
import { afterAct, faultOfCopy } from './injected-fault.ts';
import type { InjectedFault } from './injected-fault.ts';
import { originOf } from './receiver.ts';

/** How often, and how long at most, to check whether a held delivery may proceed, in ms. */
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
  /** Its turn among the first attempts of its fax; undefined for a retry, which waits for none. */
  faxTurn: Turn | undefined = undefined;
  /** Its turn to be recorded among attempts of the same instant; undefined if it need not wait. */
  endTurn: Turn | undefined = undefined;
  /** Its position among the posts to the receiver; undefined outside of that queue. */
  place: TaskPlace<Connections> | undefined = undefined;
  context: AttemptContext | undefined = undefined;
  outcome: AttemptOutcome | undefined = undefined;
  /** Waits for the receiver, and for the attempts before this one. */
  readonly errand: Errand;

  constructor(task: Task, delivery: Delivery, errand: Errand) {
    this.task = task;
    this.delivery = delivery;
    this.errand = errand;
    errand.onLeft = () => this.endTurn?.leave(); // others no longer wait for it
  }

  /** The fault that a scenario injects. */
  get injected(): InjectedFault | undefined {
    return this.task.injected ?? undefined;
  }

  leaveReceiver(): void {
    this.place?.leave();
    this.place = undefined;
  }

  /** Frees the turns and the position of the attempt, so others proceed. */
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
  /** Returns the current project of the world. */
  readonly projectOf: () => Project;
  /** The fault that a scenario injects into an attempt; undefined if there is none. */
  readonly injectedFaultOf?: (delivery: Delivery, fax: Fax) => InjectedFault | undefined;
  /** Called with each attempt once it has ended, and its delivery as it was before. */
  readonly onAttempt?: (delivery: Delivery, attempt: WebhookAttempt) => void;
}

export interface AttemptTools extends AttemptParts, PostTools {
  readonly due: DueTasks;
  readonly order: AttemptOrder;
  /** Aborts once no further post may begin. */
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

/** Adds a scenario's fault to the task. Each attempt is matched once. */
function matchRules(attempt: DueAttempt, { store, clock, due, injectedFaultOf }: AttemptTools): void {
  const fax = presentFax(attempt, store);
  if (attempt.task.injected !== undefined || injectedFaultOf === undefined || fax === undefined) return;
  attempt.task = { ...attempt.task, injected: injectedFaultOf(attempt.delivery, fax) ?? null };
  due.note(clock.now(), attempt.task);
}

/** The fax as stored; for a deleted fax, its last known state, or undefined if that is lost. */
const presentFax = ({ task, delivery }: DueAttempt, { faxes }: Store): Fax | undefined =>
  faxes.get(delivery.faxEvent.faxId) ?? task.fax;

/** Waits for the turn among a fax's first attempts. Retries do not wait. */
function awaitTurnOfFax(attempt: DueAttempt, { faxTurns }: AttemptTools): Promise<void> | undefined {
  const { attempts, faxEvent } = attempt.delivery;
  if (attempts.length > 0) return undefined;
  attempt.faxTurn = faxTurns.enter(faxEvent.faxId);
  return attempt.faxTurn.comes && attempt.errand.queue(attempt.faxTurn.comes);
}

/** Waits for the disk, so applications learn only of stored changes. */
function awaitStore(_attempt: DueAttempt, { store, ending, order }: AttemptTools): unknown {
  ending.throwIfAborted();
  return order.afterStoring(store.isSettled ? undefined : store.settled());
}

/** Plans the attempt for later if a scenario delays it, or holds it until another event is delivered. */
function holdBack({ task, delivery, injected }: DueAttempt, { store, clock, due }: AttemptTools): boolean {
  if (injected === undefined) return false;
  const { delayMs, ...effects } = injected.effects;
  const { holdUntil } = effects;
  if (delayMs !== undefined) {
    const delayed = afterAct({ ...injected, effects }, 'delayed');
    due.planNext(delivery, { ...task, injected: delayed }, clock.now() + delayMs);
    injected.onBegin?.();
    return true;
  }
  if (holdUntil === undefined || clock.now() >= delivery.createdAt + holdMsMax) return false;
  const awaited = { faxId: delivery.faxEvent.faxId, event: holdUntil, state: 'delivered' } as const;
  if (findDeliveries(store.deliveries, awaited).length > 0) return false;
  due.planNext(delivery, { ...task, injected: afterAct(injected, 'reordered') }, clock.now() + holdStepMs);
  injected.onBegin?.();
  return true;
}

function enterEnds(attempt: DueAttempt, { order }: AttemptTools): void {
  attempt.endTurn = order.enterEnds();
}

async function enterReceiver(attempt: DueAttempt, { receivers }: AttemptTools): Promise<void> {
  attempt.place = await attempt.errand.queue(receivers.enter(originOf(attempt.delivery.url ?? '')));
}

/** Reads the delivery again. Returns true if it was deleted or has ended in the meantime. */
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

/** Collects the present fax and settings, which the webhook describes. */
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
  tools.onAttempt?.(delivery, outcome.attempt);
  clock.noteProgress(attemptEnd(task.id));
  // A copy is not copied again: while the receiver is down, copies would never end.
  const { times = 1, gap = 0 } = (task.isCopy === true ? undefined : injected?.effects.duplicate) ?? {};
  const next = afterAttempt(delivery, outcome, clock.now());
  const stored = store.commit(() => {
    store.deliveries.replace(delivery, next);
    for (let copy = 1; copy < times; copy++) addCopy(attempt, clock.now() + copy * gap, tools);
    store.whenStored(() => {
      due.planNext(next, { id: task.id, fax: context.fax, faults: 0, isCopy: task.isCopy ?? false });
      attempt.faxTurn?.leave(); // here, because the fax turns of one instant come in the order of the records
    });
  });
  attempt.endTurn?.leave();
  return stored;
}

/** Adds a second delivery of the same event, with the same faults of message and signature. */
function addCopy({ delivery, injected }: MadeAttempt, at: number, { store, clock, due }: AttemptTools): void {
  const copy = newDelivery(store, delivery, clock.now(), at);
  const fault = injected === undefined ? null : faultOfCopy(injected);
  const task = { id: copy.id, fax: undefined, faults: 0, injected: fault, isCopy: true };
  logDelivery(store.deliveries, copy);
  store.whenStored(() => due.planNext(copy, task));
}
