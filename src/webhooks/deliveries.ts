import { setMaxListeners } from 'node:events';
import type { Fax } from '../domain/fax.ts';
import { InTurn } from '../domain/in-turn.ts';
import type { Delivery, WebhookNews } from '../domain/webhook.ts';
import { labels } from '../store/labels.ts';
import { knowsEvent } from '../wire/webhooks/versions.ts';
import { dropped, makeAttempt, unposted } from './attempt.ts';
import { AttemptOrder } from './attempt-order.ts';
import type { DeliveriesOptions } from './deliveries-options.ts';
import { DueTasks } from './due-tasks.ts';
import { Gate } from './gate.ts';
import { addToInbox, readInbox } from './inbox.ts';
import type { InboxQuery } from './inbox.ts';
import { hostOf, isMail, receiverOf } from './receiver.ts';
import { afterAttempt, retryDelays } from './retries.ts';
import { repeated } from './spoiling.ts';
import type { Spoiling } from './spoiling.ts';
import { newDelivery } from './task.ts';
import type { Task, Tried } from './task.ts';
import { Turns } from './turns.ts';

/** How often it is looked whether what a delivery is held for was told, and for how long at most. */
const holdStepMs = 1000;
const longestHoldMs = 3_600_000;

/**
 * Tells applications what happened to faxes: posts, retries, and keeps a record of it. Nothing waits for it but who moves
 * the clock. What is pending is in the store, so that it outlives the process; what was being posted when the process
 * ended is posted again.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #gate: Gate;
  readonly #turns = new Turns();
  readonly #due: DueTasks<Task>;
  readonly #order: AttemptOrder;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#order = new AttemptOrder(options.clock, options.inTurn ?? new InTurn());
    this.#due = new DueTasks(options.clock, (due) => this.#begin(due));
    this.#gate = new Gate(options.limits ?? { overall: 128, perHost: 16 });
    setMaxListeners(0, this.#closing.signal); // as many as posts are under way
  }

  /**
   * Plans to tell of something that has just happened to a fax. To be called in the piece of work that changes the fax, in
   * the store's `commit`, so that both are stored or neither.
   */
  announce(news: WebhookNews, fax: Fax): void {
    const { account } = this.#options.store;
    const isInflight = news.event !== 'fax_completed';
    if (isInflight && !(account.inflightWebhooks && knowsEvent(account.webhookVersion, news.event))) return;
    this.send(news, fax);
  }

  /** Plans to tell of a fax, whatever the account has switched on; to be called in a commit. By default as it would be. */
  send(news: WebhookNews, fax: Fax, url = receiverOf(fax, this.#options.store)): Delivery {
    const { store, clock } = this.#options;
    const { account } = store;
    const at = clock.now();
    const delivery = newDelivery(store, { news, url }, at);
    if (url !== null && !isMail(url)) {
      addToInbox(store.deliveries, delivery);
      store.enlist({ committed: () => this.#plan(delivery, { id: delivery.id, fax, faults: 0 }) });
      return delivery;
    }
    const attempts = [unposted({ delivery, fax, account, at }, fax)];
    const told: Delivery = { ...delivery, state: url === null ? 'kept' : 'mailed', dueAt: null, attempts };
    addToInbox(store.deliveries, told);
    return told;
  }

  /** Goes on with a delivery that is pending, as it is stored now. */
  goOn(delivery: Delivery): void {
    if (delivery.state === 'pending') this.#plan(delivery, { id: delivery.id, fax: undefined, faults: 0 });
  }

  /** Plans all that a former process left pending; what is past due, at once. */
  resume(): void {
    const pending = this.#options.store.deliveries.find({ labels: [labels.state('pending')] });
    for (const delivery of pending.slice(0, pending.total)) this.goOn(delivery);
  }

  /** The inbox: all that was to be told, newest last. */
  list(query: InboxQuery = {}): Delivery[] {
    return readInbox(this.#options.store.deliveries, query);
  }

  /** Breaks off what is being posted, which stays pending. Resolves when nothing of it runs any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #plan({ dueAt }: Delivery, task: Task, at = dueAt): void {
    if (at !== null) this.#due.plan(at, task);
  }

  /** Asks what scenarios do to the attempts that are due now, one after the other, and begins them. */
  async #begin(due: readonly Task[]): Promise<void> {
    await this.#options.store.settled(); // applications learn only of changes that are stored
    const tasks = due.flatMap((task) => this.#askedSafely(task));
    await Promise.all(tasks.map((task) => this.#take(task)));
  }

  #askedSafely(task: Task): Task[] {
    try {
      return [this.#asked(task)];
    } catch (fault) {
      this.#putOff(task, fault);
      return [];
    }
  }

  /** A fax's first attempts take turns; retries come when they come. */
  #take(task: Task): Promise<void> {
    const delivery = this.#options.store.deliveries.get(task.id);
    const run = (): Promise<void> => this.#run(task);
    return delivery?.attempts.length === 0 ? this.#turns.take(delivery.news.faxId, run) : run();
  }

  async #run(task: Task): Promise<void> {
    if (this.#closing.signal.aborted) {
      task.spoiling?.cancelled?.();
      return;
    }
    const running = this.#attempt(task);
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #attempt(task: Task): Promise<void> {
    try {
      await this.#options.store.settled();
      await this.#tell(task);
    } catch (fault) {
      if (this.#closing.signal.aborted) task.spoiling?.cancelled?.();
      else this.#putOff(task, fault);
    }
  }

  async #tell(task: Task): Promise<void> {
    const { store } = this.#options;
    const { id, spoiling } = task;
    if (this.#waits(task)) {
      spoiling?.begun?.();
      return;
    }
    const host = hostOf(store.deliveries.get(id)?.url ?? '');
    const trying = this.#gate.run(host, () => this.#try(task));
    await this.#order.end(trying, (tried) =>
      tried === undefined ? spoiling?.cancelled?.() : this.#record(task, tried),
    );
  }

  /** Stores what became of an attempt, and plans what follows from it. */
  async #record({ id, spoiling, isCopy = false }: Task, { delivery, fax, outcome }: Tried): Promise<void> {
    const { store, clock } = this.#options;
    spoiling?.begun?.();
    spoiling?.attempted?.(outcome.attempt);
    // Copies of copies would never end while their receiver is down.
    const { times = 1, gap = 0 } = (isCopy ? undefined : spoiling?.effects.duplicate) ?? {};
    const next = afterAttempt(delivery, outcome, clock.now());
    await store.commit(() => {
      if (store.deliveries.get(id) === delivery) store.deliveries.put(next);
      for (let copy = 1; copy < times; copy++) this.#repeat(delivery, clock.now() + copy * gap, spoiling ?? null);
    });
    this.#plan(next, { id, fax, faults: 0, isCopy });
  }

  /** Undefined when there is nothing to tell any more: the change was taken back, or the delivery deleted. */
  async #try(task: Task): Promise<Tried | undefined> {
    const { store, clock, documentOf, post } = this.#options;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const delivery = store.deliveries.get(task.id);
    if (delivery?.state !== 'pending') return undefined;
    const fax = store.faxes.get(delivery.news.faxId) ?? task.fax;
    const spoiling = task.spoiling ?? undefined;
    if (spoiling?.effects.drop === true) return { delivery, fax, outcome: dropped(clock.now(), spoiling.rule) };
    const occasion = { delivery, fax, account: store.account, at: clock.now(), spoiling };
    const means = { documentOf, order: this.#order, post, signal };
    return { delivery, fax, outcome: await makeAttempt(occasion, means) };
  }

  /** The task with what a scenario does to its next attempt, which is asked once for each. */
  #asked(task: Task): Task {
    const { store, spoilingOf } = this.#options;
    const delivery = store.deliveries.get(task.id);
    const fax = delivery && (store.faxes.get(delivery.news.faxId) ?? task.fax);
    if (task.spoiling !== undefined || spoilingOf === undefined || delivery === undefined || fax === undefined)
      return task;
    return { ...task, spoiling: spoilingOf(delivery, fax) ?? null };
  }

  /** Plans a task for later that a scenario delays, or holds until something else was told. */
  #waits(task: Task): boolean {
    const { store, clock } = this.#options;
    const delivery = store.deliveries.get(task.id);
    const { spoiling } = task;
    if (delivery === undefined || spoiling === undefined || spoiling === null) return false;
    const { delayMs, ...effects } = spoiling.effects;
    const { holdUntil } = effects;
    if (delayMs !== undefined) {
      this.#plan(delivery, { ...task, spoiling: { ...spoiling, effects } }, clock.now() + delayMs);
      return true;
    }
    if (holdUntil === undefined || clock.now() >= delivery.createdAt + longestHoldMs) return false;
    const isTold = this.list({ faxId: delivery.news.faxId, event: holdUntil, state: 'delivered' }).length > 0;
    if (!isTold) this.#plan(delivery, task, clock.now() + holdStepMs);
    return !isTold;
  }

  /** Delivers the same once more, as a rule's `duplicate` has it, with the same message and signature faults. */
  #repeat(delivered: Delivery, at: number, spoiling: Spoiling | null): void {
    const { store } = this.#options;
    const copy = newDelivery(store, delivered, at);
    const task = { id: copy.id, fax: undefined, faults: 0, spoiling: spoiling && repeated(spoiling), isCopy: true };
    addToInbox(store.deliveries, copy);
    store.enlist({ committed: () => this.#plan(copy, task) });
  }

  /** Tries again later what could not be tried or recorded; when that goes on, only the next start does. */
  #putOff(task: Task, fault: unknown): void {
    const { store, clock, onFault } = this.#options;
    onFault(fault);
    const wait = retryDelays[task.faults];
    const delivery = store.deliveries.get(task.id);
    if (delivery === undefined || wait === undefined) {
      task.spoiling?.cancelled?.();
      return;
    }
    this.#plan(delivery, { ...task, faults: task.faults + 1 }, clock.now() + wait);
  }
}
