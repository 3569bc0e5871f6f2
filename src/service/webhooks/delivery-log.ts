import { deliveryStates } from '../../model/domain/webhook.ts';
import type { Delivery, DeliveryState, WebhookEvent } from '../../model/domain/webhook.ts';
import type { Collection } from '../../store/memory/collection.ts';
import { labels } from '../../store/memory/labels.ts';
import type { Store } from '../../store/memory/store.ts';

export interface DeliveryQuery {
  readonly faxId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  /** Selects deliveries with a higher id. */
  readonly after?: number | undefined;
  /** Selects deliveries with a lower id. */
  readonly before?: number | undefined;
  /** Most deliveries in the list: the next ones after `after`, or without it the latest. */
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

/** Most deliveries that are kept for reading. */
const loggedDeliveriesMax = 20_000;

/** Adds a delivery; in a full log, the oldest finished one makes room. Pending deliveries always stay. */
export function logDelivery(log: DeliveryLog, delivery: Delivery, capacity = loggedDeliveriesMax): void {
  if (log.size >= capacity) {
    const oldest = deliveryStates
      .filter((state) => state !== 'pending')
      .flatMap((state) => log.find({ labels: [labels.state(state)] }).slice(0, 1))
      .toSorted((a, b) => a.id - b.id);
    if (oldest[0] !== undefined) log.delete(oldest[0].id);
  }
  log.put(delivery);
}

/** The values of a delivery that are fixed when its event is announced. */
interface NewDelivery extends Pick<Delivery, 'faxEvent' | 'url' | 'editedFields'> {
  readonly format?: Delivery['format'] | undefined;
}

/** A new delivery under the next id, due now or later. */
export function newDelivery(
  { deliveries }: Pick<Store, 'deliveries'>,
  { faxEvent, url, format, editedFields }: NewDelivery,
  now: number,
  dueAt = now,
): Delivery {
  const id = (deliveries.highestKey ?? 0) + 1;
  const fixed = { faxEvent, url, ...(format !== undefined && { format }), editedFields };
  return { id, createdAt: now, ...fixed, state: 'pending', dueAt, attempts: [] };
}
