import type { Delivery } from '../../model/domain/webhook.ts';
import { findDeliveries } from '../../service/webhooks/delivery-log.ts';
import type { World } from '../world.ts';
import type { Happening } from './entry.ts';
import { webhookHappening } from './record-words.ts';

type ActiveWorld = Pick<World, 'store'>;

/** The wanted attempts: those of one fax, or those of webhooks created in a range, in ms on the world's clock. */
export interface AttemptRange {
  readonly fax?: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** An attempt of a webhook, by its number from 0, before the notes of a world begin. */
export interface PastAttempt {
  readonly delivery: Delivery;
  readonly number: number;
  /** Ms on the world's clock. */
  readonly at: number;
}

/** The attempts before a time that no note tells, in no order. */
export function attemptsBefore(
  { deliveries }: ActiveWorld['store'],
  until: number,
  { fax: faxId, from, to }: AttemptRange,
): PastAttempt[] {
  const found = findDeliveries(deliveries, faxId === undefined ? { from, to } : { faxId });
  return found.flatMap((delivery) =>
    delivery.attempts.map(({ at }, number) => ({ delivery, number, at })).filter(({ at }) => at < until),
  );
}

/** Puts an attempt into words, with the state of its webhook just after it. */
export function attemptHappening({ delivery, number, at }: PastAttempt, { store }: ActiveWorld): Happening | undefined {
  const before = { ...delivery, state: 'pending' as const, attempts: delivery.attempts.slice(0, number) };
  const next = delivery.attempts[number + 1];
  const attempts = delivery.attempts.slice(0, number + 1);
  const record = next === undefined ? delivery : { ...before, dueAt: next.at, attempts };
  return webhookHappening({ record, before }, { action: 'changed', at, findFax: (fax) => store.faxes.get(fax) });
}

/** Attempts have ids below those of faxes, by the id of the webhook and their own number. */
const firstId = -1_000_000_000;
/** More attempts than a webhook can have. */
const attemptsMax = 1000;

export const attemptId = ({ delivery, number }: Pick<PastAttempt, 'delivery' | 'number'>): number =>
  firstId - (delivery.id * attemptsMax + number);

export const isAttemptId = (id: number): boolean => id <= firstId;

/** The attempt with an id; undefined if the id is that of something else, or the attempt is gone. */
export function attemptWithId({ deliveries }: ActiveWorld['store'], id: number): PastAttempt | undefined {
  if (!isAttemptId(id)) return undefined;
  const number = (firstId - id) % attemptsMax;
  const delivery = deliveries.get((firstId - id - number) / attemptsMax);
  const attempt = delivery?.attempts[number];
  return delivery && attempt && { delivery, number, at: attempt.at };
}
