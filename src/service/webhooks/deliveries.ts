import { setMaxListeners } from 'node:events';
import { ConcurrencyLimit, KeyedQueue, OrderedFinish } from '../../model/domain/queues.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { attemptEnd, attemptTaskName, deliveryStates } from '../../model/domain/webhook.ts';
import type { Delivery, DeliveryState, FaxEvent, WebhookEvent } from '../../model/domain/webhook.ts';
import type { Collection } from '../../store/memory/collection.ts';
import { labels } from '../../store/memory/labels.ts';
import { knowsEvent } from '../../wire/webhooks.ts';
import { AttemptOrder, makeAttempt, unpostedAttempt, unsentOutcome } from './attempt.ts';
import type { DeliveriesOptions, DeliveryOrder } from './attempt.ts';
import { afterAttempt, DueTasks, newDelivery, retryDelays } from './due-tasks.ts';
import type { FinishedAttempt, Task } from './due-tasks.ts';
import { faultOfCopy } from './signing.ts';
import type { InjectedFault } from './signing.ts';
import { hostOf, isMail, receiverOf } from './post.ts';

/** The interval and the longest time of checks whether a held delivery may go. */
const holdStepMs = 1000;
const longestHoldMs = 3_600_000;

/**
 * Delivers events of faxes to applications: posts, retries and records. Requests never wait for it; moves of the
 * clock do. Pending deliveries are in the store, so that they outlive the process; a post that the end of the process
 * interrupted is posted again.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #limit: ConcurrencyLimit;
  readonly #queuePerFax = new KeyedQueue();
  readonly #due: DueTasks;
  readonly #order: AttemptOrder;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#order = new AttemptOrder(options.clock, options.inTurn ?? new OrderedFinish());
    this.#due = new DueTasks(options, (due) => this.#startDue(due));
    this.#limit = new ConcurrencyLimit(options.limits ?? { overall: 128, perKey: 16 });
    setMaxListeners(0, this.#closing.signal); // allows a listener for each post under way
  }

  /**
   * Plans the delivery of an event. Call it in the store's `commit` that changes the fax, so that both are stored or
   * neither.
   */
  announce(event: FaxEvent, fax: Fax): void {
    const { account } = this.#options.store;
    const isInflight = event.event !== 'fax_completed';
    if (isInflight && !(account.inflightWebhooks && knowsEvent(account.webhookVersion, event.event))) return;
    this.send(event, fax);
  }

  /** Plans a delivery with any settings of the account; call it in a commit. The order defaults to the usual values. */
  send(event: FaxEvent, fax: Fax, order: DeliveryOrder = {}): Delivery {
    const { store, clock } = this.#options;
    const at = clock.now();
    const { url = receiverOf(fax, store), editedFields = null } = order;
    const delivery = newDelivery(store, { faxEvent: event, url, editedFields }, at);
    if (url !== null && !isMail(url)) {
      logDelivery(store.deliveries, delivery);
      store.whenStored(() => this.#schedule(delivery, { id: delivery.id, fax, faults: 0 }));
      return delivery;
    }
    const attempts = [unpostedAttempt({ delivery, fax, account: store.account, at }, fax)];
    const ended: Delivery = { ...delivery, state: url === null ? 'kept' : 'mailed', dueAt: null, attempts };
    logDelivery(store.deliveries, ended);
    return ended;
  }

  /** Resumes a pending delivery from its stored state. */
  resume(delivery: Delivery): void {
    if (delivery.state !== 'pending') return;
    const known = this.#due.taskOf(delivery);
    this.#schedule(delivery, known?.task ?? { id: delivery.id, fax: undefined, faults: 0 }, known?.at);
  }

  /** All deliveries that a former process, or an earlier world, left pending. `resume` plans them. */
  get unfinished(): readonly Delivery[] {
    return this.#options.store.deliveries.find({ labels: [labels.state('pending')] }).slice();
  }

  /** The delivery log: all deliveries, newest last. */
  list(query: DeliveryQuery = {}): Delivery[] {
    return findDeliveries(this.#options.store.deliveries, query);
  }

  /** Aborts running posts, which stay pending. Resolves when none runs any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #schedule({ dueAt }: Delivery, task: Task, at = dueAt): void {
    if (at === null) this.#due.forget(task);
    else this.#due.plan(at, task);
  }

  /** Matches the rules of scenarios with the due attempts, one after the other, and begins them. */
  async #startDue(due: readonly Task[]): Promise<void> {
    await this.#options.store.settled(); // applications learn only of changes that are stored
    for (const { id } of due) this.#options.clock.noteProgress(attemptTaskName(id));
    const tasks = due.flatMap((task) => {
      try {
        return [this.#matchRules(task)];
      } catch (fault) {
        this.#postponeAfterFault(task, fault);
        return [];
      }
    });
    await Promise.all(tasks.map((task) => this.#deliverInFaxOrder(task)));
  }

  /** A fax's first attempts take turns; retries come when they come. */
  #deliverInFaxOrder(task: Task): Promise<void> {
    const delivery = this.#options.store.deliveries.get(task.id);
    const run = (): Promise<void> => this.#deliver(task);
    return delivery?.attempts.length === 0 ? this.#queuePerFax.run(delivery.faxEvent.faxId, run) : run();
  }

  async #deliver(task: Task): Promise<void> {
    if (this.#closing.signal.aborted) {
      task.injected?.onCancel?.();
      return;
    }
    const running = this.#attemptOrPostpone(task);
    this.#running.add(running);
    await running.finally(() => this.#running.delete(running));
  }

  async #attemptOrPostpone(task: Task): Promise<void> {
    try {
      await this.#options.store.settled();
      await this.#attemptUnlessHeld(task);
    } catch (fault) {
      if (this.#closing.signal.aborted) task.injected?.onCancel?.();
      else this.#postponeAfterFault(task, fault);
    }
  }

  async #attemptUnlessHeld(task: Task): Promise<void> {
    const { store } = this.#options;
    const { id, injected } = task;
    if (this.#holdBack(task)) {
      injected?.onBegin?.();
      return;
    }
    const host = hostOf(store.deliveries.get(id)?.url ?? '');
    const trying = this.#limit.run(host, () => this.#makeAttempt(task));
    await this.#order.end(trying, (tried) =>
      tried === undefined ? injected?.onCancel?.() : this.#recordAttempt(task, tried),
    );
  }

  /** Stores the result of an attempt, and plans the next step. */
  async #recordAttempt(task: Task, { delivery, fax, outcome }: FinishedAttempt): Promise<void> {
    const { id, injected, isCopy = false } = task;
    const { store, clock } = this.#options;
    injected?.onBegin?.();
    injected?.onAttempt?.(outcome.attempt);
    clock.noteProgress(attemptEnd(id));
    // Copies of copies would never end while their receiver is down.
    const { times = 1, gap = 0 } = (isCopy ? undefined : injected?.effects.duplicate) ?? {};
    const next = afterAttempt(delivery, outcome, clock.now());
    await store.commit(() => {
      if (store.deliveries.get(id) === delivery) store.deliveries.put(next);
      for (let copy = 1; copy < times; copy++) this.#addCopy(delivery, clock.now() + copy * gap, injected ?? null);
    });
    this.#schedule(next, { id, fax, faults: 0, isCopy });
  }

  /** Makes an attempt; undefined if nothing is left to deliver: the change was undone, or the delivery deleted. */
  async #makeAttempt(task: Task): Promise<FinishedAttempt | undefined> {
    const { store, clock, documentOf, post } = this.#options;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const delivery = store.deliveries.get(task.id);
    if (delivery?.state !== 'pending') return undefined;
    const fax = store.faxes.get(delivery.faxEvent.faxId) ?? task.fax;
    const injected = task.injected ?? undefined;
    const at = clock.now();
    if (injected?.effects.drop === true) {
      const failure = `dropped by the scenario rule ${injected.rule}`;
      return { delivery, fax, outcome: unsentOutcome(at, failure, injected.rule) };
    }
    const context = { delivery, fax, account: store.account, at, injected };
    const outcome = await makeAttempt(context, { documentOf, order: this.#order, post, signal });
    return { delivery, fax, outcome };
  }

  /** The task with the fault for its next attempt; each attempt is matched once. */
  #matchRules(task: Task): Task {
    const { store, clock, injectedFaultOf } = this.#options;
    const delivery = store.deliveries.get(task.id);
    const fax = delivery && (store.faxes.get(delivery.faxEvent.faxId) ?? task.fax);
    if (task.injected !== undefined || injectedFaultOf === undefined || delivery === undefined || fax === undefined)
      return task;
    const matched = { ...task, injected: injectedFaultOf(delivery, fax) ?? null };
    this.#due.note(clock.now(), matched);
    return matched;
  }

  /** Plans a task for later that a scenario delays, or holds until another event was delivered. */
  #holdBack(task: Task): boolean {
    const { store, clock } = this.#options;
    const delivery = store.deliveries.get(task.id);
    const { injected } = task;
    if (delivery === undefined || injected === undefined || injected === null) return false;
    const { delayMs, ...effects } = injected.effects;
    const { holdUntil } = effects;
    if (delayMs !== undefined) {
      this.#schedule(delivery, { ...task, injected: { ...injected, effects } }, clock.now() + delayMs);
      return true;
    }
    if (holdUntil === undefined || clock.now() >= delivery.createdAt + longestHoldMs) return false;
    const isDelivered = this.list({ faxId: delivery.faxEvent.faxId, event: holdUntil, state: 'delivered' }).length > 0;
    if (!isDelivered) this.#schedule(delivery, task, clock.now() + holdStepMs);
    return !isDelivered;
  }

  /** Delivers the same once more, as a rule's `duplicate` has it, with the same message and signature faults. */
  #addCopy(delivered: Delivery, at: number, injected: InjectedFault | null): void {
    const { store, clock } = this.#options;
    const copy = newDelivery(store, delivered, clock.now(), at);
    const task = { id: copy.id, fax: undefined, faults: 0, injected: injected && faultOfCopy(injected), isCopy: true };
    logDelivery(store.deliveries, copy);
    store.whenStored(() => this.#schedule(copy, task));
  }

  /** Tries again later after a fault; when faults go on, only the next start does. */
  #postponeAfterFault(task: Task, fault: unknown): void {
    const { store, clock, onFault } = this.#options;
    onFault(fault);
    const wait = retryDelays[task.faults];
    const delivery = store.deliveries.get(task.id);
    if (delivery === undefined || wait === undefined) {
      task.injected?.onCancel?.();
      return;
    }
    this.#schedule(delivery, { ...task, faults: task.faults + 1 }, clock.now() + wait);
  }
}

interface DeliveryQuery {
  readonly faxId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  /** Id after which the list begins. */
  readonly after?: number | undefined;
  /** Id before which the list ends. */
  readonly before?: number | undefined;
  /** Length of the list at most: the deliveries that come next after `after`, or the latest if that is undefined. */
  readonly limit?: number | undefined;
}

type DeliveryLog = Collection<Delivery, number>;

/** Newest last. */
export function findDeliveries(log: DeliveryLog, { faxId, state, event, ...page }: DeliveryQuery): Delivery[] {
  const { after = 0, before = Infinity, limit } = page;
  const found = log.find({
    labels: [
      ...(faxId === undefined ? [] : [labels.fax(faxId)]),
      ...(state === undefined ? [] : [labels.state(state)]),
    ],
  });
  const all = found
    .slice()
    .filter(({ id, faxEvent }) => id > after && id < before && (event === undefined || faxEvent.event === event))
    .toSorted((a, b) => a.id - b.id);
  if (limit === undefined) return all;
  return page.after === undefined ? all.slice(Math.max(all.length - limit, 0)) : all.slice(0, limit);
}

/** More than that are not kept for reading. */
const logCapacity = 20_000;

/** Adds a delivery; in a full log, the oldest finished one makes room. Pending deliveries always stay. */
export function logDelivery(log: DeliveryLog, delivery: Delivery, capacity = logCapacity): void {
  if (log.size >= capacity) {
    const oldest = deliveryStates
      .filter((state) => state !== 'pending')
      .flatMap((state) => log.find({ labels: [labels.state(state)] }).slice(0, 1))
      .toSorted((a, b) => a.id - b.id);
    if (oldest[0] !== undefined) log.delete(oldest[0].id);
  }
  log.put(delivery);
}
