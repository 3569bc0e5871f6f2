import type { Page, PageRequest } from '../domain/page.ts';
import type { PortOrder } from '../domain/port-order.ts';
import { takePage } from './page.ts';
import { orLastWeek } from './service.ts';
import type { Service } from './service.ts';

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
export function listPortOrders(service: Service, query: PortOrderQuery): Page<PortOrder> {
  const found = service.store.portOrders.find(orLastWeek(service, query));
  return takePage(found, query, 'newest first');
}
