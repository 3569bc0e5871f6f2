import type { Delivery, DeliveryState, WebhookEvent } from '../domain/webhook.ts';
import { deliveryStates } from '../domain/webhook.ts';
import type { Collection } from '../store/collection.ts';
import { labels } from '../store/labels.ts';

export interface InboxQuery {
  readonly faxId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  /** Only deliveries with a higher id. */
  readonly after?: number | undefined;
}

type Inbox = Collection<Delivery, number>;

/** Newest last. */
export function readInbox(inbox: Inbox, { faxId, state, event, after = 0 }: InboxQuery): Delivery[] {
  const found = inbox.find({
    labels: [
      ...(faxId === undefined ? [] : [labels.fax(faxId)]),
      ...(state === undefined ? [] : [labels.state(state)]),
    ],
  });
  return found
    .slice(0, found.total)
    .filter(({ id, news }) => id > after && (event === undefined || news.event === event))
    .toSorted((a, b) => a.id - b.id);
}

/** More than that are not kept for reading. */
const inboxCapacity = 20_000;

/** Adds a delivery; in a full inbox, the oldest that is done makes room. What is pending stays, however much it is. */
export function addToInbox(inbox: Inbox, delivery: Delivery, capacity = inboxCapacity): void {
  if (inbox.size >= capacity) {
    const oldest = deliveryStates
      .filter((state) => state !== 'pending')
      .flatMap((state) => inbox.find({ labels: [labels.state(state)] }).slice(0, 1))
      .toSorted((a, b) => a.id - b.id);
    if (oldest[0] !== undefined) inbox.delete(oldest[0].id);
  }
  inbox.put(delivery);
}
