import type { Delivery, DeliveryState, WebhookEvent } from '../domain/webhook.ts';
import { deliveryStates } from '../domain/webhook.ts';
import type { Collection } from '../store/collection.ts';
import { labels } from '../store/labels.ts';

export interface DeliveryQuery {
  readonly faxId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  /** Only deliveries with a higher id. */
  readonly after?: number | undefined;
  /** So many at most: those that come next after `after`, or without that the latest. */
  readonly limit?: number | undefined;
}

type DeliveryLog = Collection<Delivery, number>;

/** Newest last. */
export function findDeliveries(log: DeliveryLog, { faxId, state, event, after, limit }: DeliveryQuery): Delivery[] {
  const found = log.find({
    labels: [
      ...(faxId === undefined ? [] : [labels.fax(faxId)]),
      ...(state === undefined ? [] : [labels.state(state)]),
    ],
  });
  const all = found
    .slice()
    .filter(({ id, faxEvent }) => id > (after ?? 0) && (event === undefined || faxEvent.event === event))
    .toSorted((a, b) => a.id - b.id);
  if (limit === undefined) return all;
  return after === undefined ? all.slice(Math.max(all.length - limit, 0)) : all.slice(0, limit);
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
