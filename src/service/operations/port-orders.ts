import type { Page, PageRequest } from '../../model/domain/page.ts';
import type { PortNote, PortNumber, PortOrder } from '../../model/domain/port-order.ts';
import { labels } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { OperationContext } from './operation-context.ts';
import { createdRange } from './created-range.ts';
import { orNotFound } from './missing-records.ts';
import type { MsRange } from './created-range.ts';

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
