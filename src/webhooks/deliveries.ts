import { setMaxListeners } from 'node:events';
import type { Clock } from '../domain/clock.ts';
import type { Fax } from '../domain/fax.ts';
import type { Delivery, WebhookNews } from '../domain/webhook.ts';
import { labels } from '../store/labels.ts';
import type { Disk, Store } from '../store/store.ts';
import { knowsEvent } from '../wire/webhooks/versions.ts';
import { dropped, makeAttempt, unposted } from './attempt.ts';
import { Gate } from './gate.ts';
import { addToInbox, readInbox } from './inbox.ts';
import type { InboxQuery } from './inbox.ts';
import type { Post } from './post.ts';
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

export interface DeliveriesOptions {
  readonly store: Pick<Store, 'account' | 'faxes' | 'phoneNumbers' | 'deliveries' | 'commit' | 'enlist'>;
  /** The store's: nobody is told of what is not on it yet. Without one, everything stays in memory. */
  readonly disk?: Disk | undefined;
  readonly clock: Clock;
  /** The PDF of a received fax; undefined when there is none. */
  readonly documentOf: (fax: Fax) => Promise<Uint8Array | undefined>;
  readonly post: Post;
  /** Hears, a moment later, that nothing is to be told of a fax any more: unless something else has happened to it. */
  readonly onTold?: (faxId: number) => Promise<void>;
  /** Hears of what is nobody's fault outside: a disk that refuses, a mistake of the simulator's own. */
  readonly onFault: (fault: unknown) => void;
  /** What a scenario does to an attempt; undefined: nothing. */
  readonly spoilingOf?: (delivery: Delivery, fax: Fax) => Spoiling | undefined;
  /** Posts at a time; the second number for one host and port. */
  readonly limits?: { readonly overall: number; readonly perHost: number };
}

/**
 * Tells applications what happened to faxes: posts, retries, and keeps a record of it. Nothing waits for it but who moves
 * the clock. What is pending is in the store, so that it outlives the process; what was being posted when the process
 * ended is posted again.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #gate: Gate;
  readonly #turns = new Turns();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
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
    store.enlist({ committed: () => this.#planEnd(fax.id) });
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

  /** A fax's first attempts take turns; retries come when they come. */
  #plan({ attempts, news, dueAt }: Delivery, task: Task, at = dueAt): void {
    if (at === null) return;
    const run = (): Promise<void> => this.#run(task);
    this.#options.clock.schedule(at, attempts.length === 0 ? () => this.#turns.take(news.faxId, run) : run);
  }

  async #run(task: Task): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const running = this.#take(task);
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** What scenarios have for an attempt is decided once, however often the attempt is put off. */
  async #take(task: Task): Promise<void> {
    let asked = task;
    try {
      await this.#options.disk?.save([]);
      asked = this.#asked(task);
      await this.#tell(asked);
    } catch (fault) {
      if (this.#closing.signal.aborted) asked.spoiling?.cancelled?.();
      else this.#putOff(asked, fault);
    }
  }

  async #tell(asked: Task): Promise<void> {
    const { store } = this.#options;
    const { id, spoiling } = asked;
    if (this.#waits(asked)) {
      spoiling?.begun?.();
      return;
    }
    const host = hostOf(store.deliveries.get(id)?.url ?? '');
    const tried = await this.#gate.run(host, () => this.#try(asked));
    if (tried === undefined) {
      spoiling?.cancelled?.();
      return;
    }
    await this.#record(asked, tried);
  }

  async #record({ id, spoiling }: Task, { delivery, fax, outcome }: Tried): Promise<void> {
    const { store, clock } = this.#options;
    spoiling?.begun?.();
    spoiling?.attempted?.(outcome.attempt);
    const { times = 1, gap = 0 } = spoiling?.effects.duplicate ?? {};
    const next = afterAttempt(delivery, outcome, clock.now());
    await store.commit(() => {
      if (store.deliveries.get(id) === delivery) store.deliveries.put(next);
      for (let copy = 1; copy < times; copy++) this.#repeat(delivery, clock.now() + copy * gap, spoiling ?? null);
    });
    this.#plan(next, { id, fax, faults: 0 });
    if (next.state !== 'pending') this.#planEnd(delivery.news.faxId);
  }

  #planEnd(faxId: number): void {
    const { clock, onTold } = this.#options;
    if (onTold !== undefined) clock.schedule(clock.now(), () => onTold(faxId));
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
    return { delivery, fax, outcome: await makeAttempt(occasion, { documentOf, post, signal }) };
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
    const task = { id: copy.id, fax: undefined, faults: 0, spoiling: spoiling && repeated(spoiling) };
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
