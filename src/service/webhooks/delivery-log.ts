import { deliveryStates, isFailing } from '../../model/domain/webhook.ts';
import type { Delivery, DeliveryState, WebhookEvent } from '../../model/domain/webhook.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { isOfRule } from '../../model/shared/scenario-text.ts';
import type { Collection } from '../../store/memory/collection.ts';
import { labels } from '../../store/memory/labels.ts';
import type { Store } from '../../store/memory/store.ts';

export interface DeliveryQuery {
  readonly faxId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  /** Whether the latest attempt failed. */
  readonly isFailing?: boolean | undefined;
  /** The rule that fired for an attempt: a scenario, a rule `scenario/rule`, or one firing `scenario/rule#n`. */
  readonly rule?: string | undefined;
  /** Leaves out the deliveries that a fixture made. */
  readonly isOfWorld?: boolean | undefined;
  /** Time of creation in ms, including both ends. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Selects deliveries with a higher id. */
  readonly after?: number | undefined;
  /** Selects deliveries with a lower id. */
  readonly before?: number | undefined;
  /** The most deliveries to list: the next ones after `after`, otherwise the latest. */
  readonly limit?: number | undefined;
}

type DeliveryLog = Collection<Delivery, number>;

/** Newest last. */
export function findDeliveries(log: DeliveryLog, { faxId, state, ...query }: DeliveryQuery): Delivery[] {
  const { event, isFailing: wanted, rule: sought, isOfWorld, from, to, after = 0, before = Infinity, limit } = query;
  const found = log.find({
    ...omitUndefined({ from, to }),
    labels: [
      ...(faxId === undefined ? [] : [labels.fax(faxId)]),
      ...(state === undefined ? [] : [labels.state(state)]),
    ],
  });
  const all = found
    .slice()
    .filter(({ id }) => id > after && id < before)
    .filter(({ faxEvent }) => event === undefined || faxEvent.event === event)
    .filter((delivery) => wanted === undefined || isFailing(delivery) === wanted)
    .filter(({ attempts }) => sought === undefined || attempts.some(({ rule }) => isOfRule(rule, sought)))
    .filter(({ isOfFixture }) => isOfWorld !== true || isOfFixture !== true)
    .toSorted((a, b) => a.id - b.id);
  if (limit === undefined) return all;
  return query.after === undefined ? all.slice(Math.max(all.length - limit, 0)) : all.slice(0, limit);
}

/** The most deliveries that the log keeps. */
const loggedDeliveriesMax = 20_000;

/** Adds a delivery. A full log drops its oldest finished delivery. Pending deliveries always stay. */
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
  readonly isByControl?: boolean | undefined;
  readonly redelivery?: Delivery['redelivery'] | undefined;
}

/** A new delivery under the next id, due now or later. */
export function newDelivery(
  { deliveries }: Pick<Store, 'deliveries'>,
  { faxEvent, url, format, editedFields, isByControl, redelivery }: NewDelivery,
  now: number,
  dueAt = now,
): Delivery {
  const id = (deliveries.highestKey ?? 0) + 1;
  const fixed = { faxEvent, url, ...omitUndefined({ format, isByControl, redelivery }), editedFields };
  return { id, createdAt: now, ...fixed, state: 'pending', dueAt, attempts: [] };
}
