import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import type { Delivery } from '../model/domain/webhook.ts';
import { listCreated } from '../service/operations/fax-search.ts';
import { hasFailed } from '../service/webhooks/delivery-log.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, time, timeOf } from './control-route.ts';
import { input, instant, integer, maybe } from './fields.ts';

const partsMax = 200;

const part = v.strictObject({
  /** Beginning of the part, which ends just before `until`. */
  from: time,
  until: time,
  sent: v.number(),
  received: v.number(),
  failed: v.number(),
  webhooks: v.number(),
  /** Webhooks whose latest attempt failed. */
  webhooks_failing: v.number(),
});

/** The control call that counts the faxes and webhooks of a world. */
export const activity = {
  count: controlRoute('GET /activity', {
    summary:
      'Count the faxes and webhooks that were created in a span of time on the clock of the world, and in parts of it of equal length.',
    schema: input({ since: instant, until: instant, parts: maybe(integer({ min: 1, max: partsMax })) }),
    answer: v.array(part),
    run: ({ world }, { since, until, parts = 1 }) => {
      if (until <= since) throw new Refusal('invalid', 'until must be after since', { field: 'until' });
      const edge = (index: number): number => Math.round(since + ((until - since) * index) / parts);
      const deliveries = world.deliveries.list({ from: since, to: until - 1 });
      return Array.from({ length: parts }, (_, index) => partOf(world, deliveries, edge(index), edge(index + 1)));
    },
  }),
};

/** The counts of what was created from one instant until another, without that. */
function partOf({ store }: World, all: readonly Delivery[], from: number, until: number): v.InferInput<typeof part> {
  const faxes = (conditions: Parameters<typeof listCreated>[1]): number => listCreated(store, conditions).total;
  const range = { from, to: until - 1 };
  const deliveries = all.filter(({ createdAt }) => createdAt >= from && createdAt < until);
  return {
    from: timeOf(from),
    until: timeOf(until),
    sent: faxes({ ...range, direction: 'sent' }),
    received: faxes({ ...range, direction: 'received' }),
    failed: faxes({ ...range, status: 'failure' }),
    webhooks: deliveries.length,
    webhooks_failing: deliveries.filter(hasFailed).length,
  };
}
