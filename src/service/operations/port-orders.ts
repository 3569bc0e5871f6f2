import type { Page, PageRequest } from '../../model/domain/page.ts';
import {
  appointedDay,
  firstPortIds,
  firstPortStep,
  scriptedMs,
  isUnderWay,
  portOrderStatuses,
  portStepFunctions,
  statusesAfter,
} from '../../model/domain/port-order.ts';
import type {
  PortApplicant,
  PortNote,
  PortNumber,
  PortOrder,
  PortDue,
  ScriptedPortStep,
} from '../../model/domain/port-order.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { LifeContext, OperationContext } from './operation-context.ts';
import type { PortPace } from '../../model/domain/pace.ts';
import { errorOfTestNumber } from '../../model/domain/phone-number.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { newPhoneNumber } from './phone-numbers.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import { createdRange } from './created-range.ts';
import { orNotFound } from './missing-records.ts';
import { retryOnDiskError } from './commits.ts';
import type { MsRange } from './created-range.ts';
import type { Stored } from './commits.ts';

/**
 * A page of the port orders that were created in a range of time, newest first (assumed). The documented default
 * start, now, cannot be meant: a recorded call without parameters lists an order made a second before. A week is
 * assumed, as for faxes.
 */
export function listPortOrders(context: OperationContext, query: PageRequest & MsRange): Page<PortOrder> {
  const found = context.store.portOrders.find(createdRange(context, query));
  return takePage(found, query, 'newest first');
}

/** Throws `not_found`. */
export function getPortOrder({ store }: Pick<OperationContext, 'store'>, { id }: { id: number }): PortOrder {
  return orNotFound(store.portOrders.get(id));
}

/** Throws `not_found`. */
export function getPortNumber({ store }: OperationContext, { id }: { id: number }): PortNumber {
  return orNotFound(findPortNumber(store, id)).number;
}

/** The notes of the porting team about a number, oldest first (assumed). Throws `not_found`. */
export function listPortNumberNotes(context: OperationContext, { id }: { id: number }): readonly PortNote[] {
  return getPortNumber(context, { id }).notes;
}

/** A port number, and the order that it is in. */
export function findPortNumber(
  { portOrders }: OperationContext['store'],
  id: number,
): { readonly order: PortOrder; readonly number: PortNumber } | undefined {
  const [order] = portOrders.find({ labels: [labels.portNumber(id)] }).slice(0, 1);
  const number = order?.numbers.find((one) => one.id === id);
  return order && number && { order, number };
}

/** The fields that a client sets in a new port order. */
export interface NewPortOrder extends PortApplicant {
  /** E.164, at least one. */
  readonly numbers: readonly string[];
  /** Whether a bill follows by mail. */
  readonly hasBill: boolean;
}

/**
 * Opens an order to move numbers onto the account; they may be the account's own, or in other open orders (recorded). Throws
 * `invalid` for a number that is given twice.
 */
export function createPortOrder(context: OperationContext, input: NewPortOrder): Stored<PortOrder> {
  assertDistinct(input.numbers);
  return context.store.commit(() => {
    const opened = newPortOrder(context, input);
    const { script, onStored } = context.scripting.portCourseOf(opened);
    context.store.whenStored(() => onStored?.());
    const [first] = script;
    const due =
      first && ({ at: context.clock.now() + scriptedMs(first, context.paces.port), step: 'script', index: 0 } as const);
    const order = due === undefined ? opened : { ...opened, script, due };
    context.store.portOrders.put(order);
    context.planPort(order);
    return order;
  });
}

function assertDistinct(numbers: readonly string[]): void {
  const repeated = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (repeated === undefined) return;
  throw new Refusal('invalid', `port_numbers must differ, but ${repeated} was given twice`, { field: 'port_numbers' });
}

function newPortOrder(context: OperationContext, { numbers, hasBill, ...applicant }: NewPortOrder): PortOrder {
  const { clock, paces } = context;
  const now = currentSecond(context);
  const firstNumberId = nextPortNumberId(context);
  return {
    id: nextPortOrderId(context),
    ...applicant,
    status: 'open',
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    requestedFor: null,
    billReceivedAt: null,
    numbers: numbers.map((number, index) => ({ id: firstNumberId + index, number, status: 'open', notes: [] })),
    script: [],
    due: firstPortStep(clock.now(), paces.port, { awaitsBill: hasBill }),
  };
}

export const nextPortOrderId = ({ store }: Pick<OperationContext, 'store'>): number =>
  store.portOrders.highestKey === undefined ? firstPortIds.order : store.portOrders.highestKey + 1;

/** Ids of numbers ascend with the orders that they are in, which are never deleted. */
export function nextPortNumberId({ store }: Pick<OperationContext, 'store'>): number {
  const all = store.portOrders.find({});
  const last = all.slice(all.total - 1, all.total)[0]?.numbers.at(-1);
  return last === undefined ? firstPortIds.number : last.id + 1;
}

const countries = ['US', 'CA'];

/**
 * Runs each step of a port order when it is due. Stores the changed order with its next step, and the numbers that it
 * transferred. A restart therefore continues every order exactly where the process ended.
 */
export class PortOrderRunner {
  readonly #context: LifeContext;

  constructor(context: LifeContext) {
    this.#context = context;
  }

  /** Schedules the next step of an order: at once, or within a commit, once the order is stored. */
  readonly plan = ({ id, due }: PortOrder): void => {
    if (due !== null) this.#context.store.whenStored(() => this.#planStep(id, due, due.at));
  };

  #planStep(id: number, due: PortDue, at: number): void {
    this.#context.clock.schedule(at, () => this.#step(id, due), nameOf(id));
  }

  /** All unfinished orders, which `plan` continues, as after a restart. */
  get unfinished(): readonly PortOrder[] {
    const { portOrders } = this.#context.store;
    const statuses = portOrderStatuses.filter((one) => isUnderWay({ status: one }));
    return statuses.flatMap((status) => portOrders.find({ labels: [labels.status(status)] }).slice());
  }

  /**
   * Moves an order now to a status that can follow its own, with a note on each moved number. The usual course goes on
   * from there. Throws `not_found`, and `not_allowed` for another status.
   */
  async move(id: number, { status, note }: Pick<ScriptedPortStep, 'status' | 'note'>): Promise<PortOrder> {
    const { store, clock, paces } = this.#context;
    return store.commit(() => {
      const order = getPortOrder(this.#context, { id });
      const legal = statusesAfter(order.status);
      if (!legal.includes(status)) {
        const which = legal.length === 0 ? 'it is at its end' : `it can become ${legal.join(', ')}`;
        const conflict = `Port order ${id} is ${order.status} and cannot become ${status}: ${which}`;
        throw new Refusal('not_allowed', conflict, { field: 'status' });
      }
      const now = clock.now();
      const script = [{ afterMs: 0, status, note }];
      const step: PortOrder = { ...order, script, due: { at: now, step: 'script', index: 0 } };
      const moved = portStepFunctions.script(step, this.#stepContext());
      const next = { ...moved, script: [], due: stepAfter(moved, now, paces.port) };
      this.#store(order, next);
      return next;
    });
  }

  /** Runs the due step, unless the order has changed since; retries while the disk refuses the commit. */
  async #step(id: number, due: PortDue): Promise<void> {
    const { store, clock } = this.#context;
    if (clock.isStopped) return; // the disk may be let go of already, and the next process does this step again
    const commitStep = (): Stored<void> =>
      store.commit(() => {
        const order = store.portOrders.get(id);
        if (order?.due !== due) return;
        store.whenStored(() => clock.noteProgress(nameOf(id)));
        this.#store(order, portStepFunctions[due.step](order, this.#stepContext()));
      });
    await retryOnDiskError(clock, commitStep, (at) => this.#planStep(id, due, at));
  }

  #store(before: PortOrder, after: PortOrder): void {
    this.#context.store.portOrders.put(after);
    for (const number of numbersCompletedBy(before, after)) this.#add(number);
    this.plan(after);
  }

  /** A number that the account has stays as it is: one may order its own, or order a number twice (recorded). */
  #add({ number }: PortNumber): void {
    const { store, clock } = this.#context;
    if (store.phoneNumbers.get(number) !== undefined) return;
    store.phoneNumbers.put(newPhoneNumber(number, clock.now()));
    store.releasedNumbers.delete(number);
  }

  #stepContext() {
    const { clock, paces } = this.#context;
    return { now: clock.now(), pace: paces.port, objectionTo };
  }
}

/** The name of its plan. */
const nameOf = (id: number): string => `portOrders ${id}`;

/** The next step of an order as it stands, from now on, without regard to the one that it has; null after its end. */
export function nextPortStep(
  order: Pick<PortOrder, 'status' | 'requestedFor' | 'script'> & { readonly awaitsBill: boolean },
  now: number,
  pace: PortPace,
): PortDue | null {
  const { status, awaitsBill, requestedFor, script } = order;
  if (!isUnderWay(order)) return null;
  const [first] = script;
  if (first !== undefined) return { at: now + scriptedMs(first, pace), step: 'script', index: 0 };
  if (status === 'open') return firstPortStep(now, pace, { awaitsBill });
  return stepAfter({ status, requestedFor: requestedFor ?? appointedDay(now, pace) }, now, pace);
}

/** The usual next step after a status; null after an end. */
function stepAfter(
  { status, requestedFor }: Pick<PortOrder, 'status' | 'requestedFor'>,
  now: number,
  pace: PortPace,
): PortDue | null {
  if (status === 'submitted') return { at: now + pace.schedule, step: 'schedule', index: 0 };
  if (status === 'scheduled') return { at: Math.max(requestedFor ?? now, now), step: 'transfer', index: 0 };
  return null;
}

/** The numbers that a step has completed. */
function numbersCompletedBy(before: PortOrder, after: PortOrder): readonly PortNumber[] {
  return after.numbers.filter(
    ({ status }, index) => status === 'completed' && before.numbers[index]?.status !== 'completed',
  );
}

/** Assumed: the losing carrier objects to the simulator's error numbers, and to numbers outside the US and Canada. */
function objectionTo(number: string): string | null {
  if (errorOfTestNumber(number) !== undefined) return 'The losing carrier does not know this number';
  const country = countryOf(number) ?? 'its country';
  return countries.includes(country) ? null : `Numbers of ${country} cannot be ported`;
}
