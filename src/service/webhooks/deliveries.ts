import { setMaxListeners } from 'node:events';
import { Breath, nextTurn } from '../../model/domain/breath.ts';
import { ConcurrencyLimit } from '../../model/domain/concurrency-limit.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { retryDelays } from '../../model/domain/retry-delays.ts';
import { Turns } from '../../model/domain/turns.ts';
import { attemptTaskName } from '../../model/domain/webhook.ts';
import type { Delivery, FaxEvent, WebhookFormat } from '../../model/domain/webhook.ts';
import { labels } from '../../store/memory/labels.ts';
import { Connections } from '../network/http-exchange.ts';
import { knowsEvent } from '../../wire/webhooks.ts';
import { formatOf, unpostedAttempt } from './attempt.ts';
import { AttemptOrder } from './attempt-order.ts';
import { attemptSteps, DueAttempt } from './attempt-steps.ts';
import type { AttemptParts, AttemptTools } from './attempt-steps.ts';
import { findDeliveries, logDelivery } from './delivery-log.ts';
import type { DeliveryQuery } from './delivery-log.ts';
import { DueTasks } from './due-tasks.ts';
import { newDelivery } from './delivery-log.ts';
import type { ScheduledTasks, Task } from './due-tasks.ts';
import { isMail, originOf, receiverOf, receiversOf } from './receiver.ts';

/** The parts of a world that its deliveries use. */
export interface DeliveriesOptions extends AttemptParts {
  /** Orders the changes of one instant: attempts after the steps of faxes that began before them. */
  readonly inTurn?: Turns;
  /** Called with errors of the simulator itself, such as a disk that refuses a write. */
  readonly onFault: (fault: unknown) => void;
  /** The waiting deliveries; a world that replaces an earlier one continues them. */
  readonly scheduledTasks?: ScheduledTasks;
  /** Limits for parallel posts: in total, and for one host and port. */
  readonly limits?: { readonly overall: number; readonly perKey: number };
}

/** The values of a delivery that override those of its fax. */
interface DeliveryOrder {
  readonly url?: string | null | undefined;
  readonly format?: Delivery['format'] | undefined;
  readonly editedFields?: Delivery['editedFields'] | undefined;
  readonly isByControl?: boolean | undefined;
  readonly redelivery?: Delivery['redelivery'] | undefined;
}

/**
 * Delivers events of faxes to applications: posts, retries and records. Requests never wait for deliveries; moves of
 * the clock do. Pending deliveries are stored, so they survive the process. A post that the end of the process
 * interrupted is sent again.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #tools: AttemptTools;
  readonly #due: DueTasks;
  /** Aborted once no further post may begin. */
  readonly #ending = new AbortController();
  /** Aborted to interrupt the posts under way. */
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #breath = new Breath();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#due = new DueTasks(options, (due) => this.#startDue(due));
    this.#tools = {
      ...options,
      due: this.#due,
      order: new AttemptOrder(options.clock, options.inTurn ?? new Turns()),
      faxTurns: new Turns(),
      receivers: new ConcurrencyLimit(options.limits ?? { overall: 128, perKey: 16 }, () => new Connections()),
      ending: this.#ending.signal,
      signal: this.#closing.signal,
    };
    setMaxListeners(0, this.#closing.signal); // one listener for each post under way
  }

  /** Plans the delivery of an event. Call it in the `commit` that changes the fax, so both are stored or neither. */
  announce(event: FaxEvent, fax: Fax): void {
    const { account } = this.#options.store;
    const isInflight = event.event !== 'fax_completed';
    if (isInflight && !(account.inflightWebhooks && knowsEvent(this.formatFor(fax), event.event))) return;
    const receivers = isInflight ? [receiverOf(fax, this.#options)] : receiversOf(fax, this.#options);
    for (const { url, format } of receivers) this.send(event, fax, { url, format });
  }

  /** The current format of a fax's events. */
  formatFor(fax: Fax): WebhookFormat {
    const { store } = this.#options;
    return formatOf(receiverOf(fax, this.#options), store.account);
  }

  /** Plans a delivery regardless of the account's settings; call it in a commit. `order` overrides the usual values. */
  send(event: FaxEvent, fax: Fax, order: DeliveryOrder = {}): Delivery {
    const { store, clock, projectOf } = this.#options;
    const at = clock.now();
    const receiver = receiverOf(fax, this.#options);
    const { url = receiver.url, format = receiver.format, editedFields = null, isByControl, redelivery } = order;
    const delivery = newDelivery(store, { faxEvent: event, url, format, editedFields, isByControl, redelivery }, at);
    if (url !== null && !isMail(url)) {
      logDelivery(store.deliveries, delivery);
      store.whenStored(() => this.#due.planNext(delivery, { id: delivery.id, fax, faults: 0 }));
      return delivery;
    }
    const attempts = [unpostedAttempt({ delivery, fax, account: store.account, project: projectOf(), at }, fax)];
    const ended: Delivery = { ...delivery, state: url === null ? 'kept' : 'mailed', dueAt: null, attempts };
    logDelivery(store.deliveries, ended);
    return ended;
  }

  /** Resumes a pending delivery from its stored state. */
  resume(delivery: Delivery): void {
    if (delivery.state !== 'pending') return;
    const known = this.#due.taskOf(delivery);
    this.#due.planNext(delivery, known?.task ?? { id: delivery.id, fax: undefined, faults: 0 }, known?.at);
  }

  /** All deliveries that a former process, or an earlier world, left pending. `resume` plans them. */
  get unfinished(): readonly Delivery[] {
    return this.#options.store.deliveries.find({ labels: [labels.state('pending')] }).slice();
  }

  /** The delivery log: all deliveries, newest last. */
  list(query: DeliveryQuery = {}): Delivery[] {
    return findDeliveries(this.#options.store.deliveries, query);
  }

  /**
   * Ends the deliveries as `close` does, but first waits up to `graceMs` of real time for the posts under way. They are
   * then recorded, so the next process does not send them again.
   */
  async finish(graceMs: number): Promise<void> {
    this.#ending.abort();
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([Promise.allSettled(this.#running), isOver]);
    clearTimeout(timer);
    await this.close(); // attempts with their answers may wait for one that this aborts
  }

  /** Aborts running posts, which stay pending. Resolves when all have stopped. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #startDue(tasks: readonly Task[]): Promise<void> {
    const { store, clock } = this.#options;
    await store.settled();
    if (this.#isEnding()) return;
    for (const { id } of tasks) clock.noteProgress(attemptTaskName(id));
    const running: Promise<void>[] = [];
    for (const task of tasks) {
      if (this.#breath.isDue()) await nextTurn();
      if (this.#isEnding()) return;
      running.push(this.#start(task));
    }
    if (clock.isHeld) await Promise.all(running); // a replay ends each attempt itself
  }

  #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  #start(task: Task): Promise<void> {
    const delivery = this.#options.store.deliveries.get(task.id);
    if (delivery === undefined) {
      task.injected?.onCancel?.();
      return Promise.resolve();
    }
    const of = { receiver: originOf(delivery.url ?? ''), subject: attemptTaskName(task.id) };
    const running = this.#options.clock.errands.run(of, (errand) => this.#run(new DueAttempt(task, delivery, errand)));
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async #run(attempt: DueAttempt): Promise<void> {
    try {
      await attemptSteps.run(attempt, this.#tools);
    } catch (fault) {
      if (this.#ending.signal.aborted) attempt.injected?.onCancel?.();
      else this.#postponeAfterFault(attempt, fault);
    } finally {
      attempt.release();
    }
  }

  /** Tries again later after a fault of the simulator. After many faults in a row, only the next start tries again. */
  #postponeAfterFault({ task, delivery, injected }: DueAttempt, fault: unknown): void {
    const { clock, onFault } = this.#options;
    onFault(fault);
    const wait = retryDelays[task.faults];
    if (wait === undefined) injected?.onCancel?.();
    else this.#due.planNext(delivery, { ...task, faults: task.faults + 1 }, clock.now() + wait);
  }
}
