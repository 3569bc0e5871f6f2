import type { Page, PageRequest } from '../../model/domain/page.ts';
import { firstPortIds, firstPortStep, scriptedMs } from '../../model/domain/port-order.ts';
import type { PortApplicant, PortNote, PortNumber, PortOrder } from '../../model/domain/port-order.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import { currentSecond, orLastWeek, orNotFound } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

export interface PortOrderQuery extends PageRequest {
  /** In ms, both ends included; by default the week that ends now. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * One page of the port orders that were created in a range of time, newest first (assumed). The documented default start,
 * now, cannot be meant: a recorded call without parameters lists an order made a second before. A week is assumed, as for
 * faxes.
 */
export function listPortOrders(context: OperationContext, query: PortOrderQuery): Page<PortOrder> {
  const found = context.store.portOrders.find(orLastWeek(context, query));
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
export function createPortOrder(context: OperationContext, input: NewPortOrder): PortOrder | Promise<PortOrder> {
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
  throw new Refusal('invalid', `port_numbers must differ, but ${repeated} was given twice`);
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
