import { describe, expect, test } from '@jest/globals';
import type { Disk } from '../../src/store/memory/store.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import { hour, portOrderParams, second } from '../support/examples.ts';
import { manualDisk } from '../support/manual-disk.ts';
import { answering } from '../support/posts.ts';
import { dataOf, idOf } from '../support/simulator.ts';
import { worldWith } from './world.ts';

/** A world on a manual disk in which a scenario is on. */
function openWorld(...rules: string[]) {
  const manual = manualDisk();
  const world = worldWith(rules, { parts: { disk: manual.disk } });
  const { store } = world.simulator.parts.worlds.default;
  return {
    ...{ ...world, manual, store },
    /** Sends a fax, which the disk refuses. */
    refusedFax: async (nth = 0) => {
      const refused = world.send().then(({ status }) => status);
      await manual.saves(nth + 1);
      manual.refuse(nth);
      expect(await refused).toBe(503);
    },
    order: () =>
      world.live
        .post('/v2.1/port_orders')
        .type('form')
        .send({ ...portOrderParams, 'port_numbers[]': '+12025550199' }),
  };
}

const course = 'do: { course: [{ after: 1s, status: failure, error: 17 }] }';
const busy = `{ id: busy, on: fax, times: 1, ${course}, expect: { fired: 1 } }`;

describe('a fax that the disk refuses', () => {
  test('plans no step and gives its rule back, and the retry gets the course of that', async () => {
    const { send, sent, manual, store, clock, fired, verdicts } = openWorld(busy);
    const refused = send().then(({ status }) => status);
    await manual.saves(1);
    expect([fired(), verdicts(), clock.nextDue]).toEqual([['busy 1'], ['pending: it has not fired yet'], undefined]);
    manual.refuse(0);
    expect(await refused).toBe(503);
    expect([fired(), store.faxes.size, clock.nextDue]).toEqual([['busy 0'], 3, undefined]);
    manual.open();
    const id = await sent();
    expect([fired(), verdicts()]).toEqual([['busy 1'], ['passed: it fired once, as expected']]);
    await clock.runUntilIdle();
    expect(store.faxes.get(id)).toMatchObject({ status: 'failure', error: { id: 17 } });
  });

  test('is no fax that a client sends twice', async () => {
    const { send, refusedFax, manual, verdicts } = openWorld(
      '{ id: lost, on: sendFax, times: 1, do: { commit: true, fail: unavailable }, expect: { no_duplicate_fax: true } }',
    );
    await refusedFax();
    manual.open();
    await send().expect(200);
    expect(verdicts()).toEqual(['pending: no response to a send was lost yet']);
  });

  test('leads its scenario to no other state', async () => {
    const { send, refusedFax, manual, fired } = openWorld(
      `{ id: first, on: fax, times: 1, then: later, ${course} }`,
      `{ id: then, on: fax, state: later, ${course} }`,
    );
    await refusedFax();
    manual.open();
    await send().expect(200);
    expect(fired()).toEqual(['first 1', 'then 0']);
    await send().expect(200);
    expect(fired()).toEqual(['first 1', 'then 1']);
  });

  test('draws the same for its retry', async () => {
    const scripts = async (refusals: number) => {
      const world = openWorld(`{ id: dice, on: fax, chance: 0.5, ${course} }`);
      for (let nth = 0; nth < refusals; nth++) await world.refusedFax(nth);
      world.manual.open();
      for (let nth = 0; nth < 12; nth++) await world.send().expect(200);
      return [...world.store.faxes.values()].map(({ options }) => options.script.length);
    };
    const undisturbed = await scripts(0);
    expect(await scripts(3)).toEqual(undisturbed);
    expect(new Set(undisturbed)).toEqual(new Set([0, 1]));
  });
});

describe('of two faxes that are sent at once', () => {
  const two = async (settle: (manual: ReturnType<typeof manualDisk>) => Promise<void>) => {
    const world = openWorld(busy);
    const first = world.send({ to: '+12025550101' }).then(({ status }) => status);
    await world.manual.saves(1);
    const second = world.send({ to: '+12025550102' }).then(({ status }) => status);
    while (world.store.faxes.size < 5) await new Promise(setImmediate);
    await settle(world.manual);
    const statuses = await Promise.all([first, second]);
    const scripted = [...world.store.faxes.values()]
      .filter(({ options }) => options.script.length > 0)
      .map(({ recipients }) => recipients[0]?.number);
    return { ...world, statuses, scripted };
  };

  test.each([
    ['both are stored', 'store', [200, 200]],
    ['the second is refused', 'refuse', [200, 503]],
  ] as const)('the first alone has the course, when %s', async (_case, fate, answers) => {
    const { statuses, scripted, fired } = await two(async (manual) => {
      manual.store(0);
      await manual.saves(2);
      manual[fate](1);
    });
    expect([statuses, scripted, fired()]).toEqual([answers, ['+12025550101'], ['busy 1']]);
  });

  test('neither is stored when the first is refused, and the retry has the course', async () => {
    const { statuses, scripted, fired, manual, sent, store } = await two((disk) => Promise.resolve(disk.refuse(0)));
    expect([statuses, scripted, fired()]).toEqual([[503, 503], [], ['busy 0']]);
    manual.open();
    const id = await sent({ to: '+12025550101' });
    expect(store.faxes.get(id)?.options.script).toHaveLength(1);
    await sent({ to: '+12025550101' });
    expect(fired()).toEqual(['busy 1']);
  });
});

test('a port order that the disk refuses gives its rule back', async () => {
  const script = 'do: { course: [{ after: 1h, status: rejected, note: no }] }';
  const { order, manual, clock, store, fired } = openWorld(`{ id: no, on: portOrder, times: 1, ${script} }`);
  const refused = order().then(({ status }) => status);
  await manual.saves(1);
  manual.refuse(0);
  expect([await refused, fired(), clock.nextDue]).toEqual([503, ['no 0'], undefined]);
  manual.open();
  const id = await idOf(order());
  expect(fired()).toEqual(['no 1']);
  await clock.advance(2 * hour);
  expect(store.portOrders.get(id)).toMatchObject({ status: 'rejected' });
});

describe('a webhook’s rule', () => {
  const forged =
    '{ id: forged, on: webhook, times: 1, do: { sign: none }, expect: { rejects_webhook: true, fired: 1 } }';

  test('holds for the attempt that is repeated because its record could not be stored', async () => {
    const signatures: boolean[] = [];
    const post: Post = (order, ...rest) => {
      signatures.push('X-Phaxio-Signature' in order.headers);
      return answering(200)(order, ...rest);
    };
    const world = worldWith(forged, {
      onFault: () => undefined,
      parts: {
        post,
        disk: { save: (updates) => (isRefused(updates) ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()) },
      },
    });
    let refusals = 1;
    function isRefused(updates: Parameters<Disk['save']>[0]): boolean {
      const isRecord = updates.some(
        (update) =>
          'record' in update &&
          typeof update.record === 'object' &&
          update.record !== null &&
          'state' in update.record &&
          update.record.state === 'delivered',
      );
      return isRecord && refusals-- > 0;
    }
    await world.anyone.post('/_faxsim/webhooks').send({ fax: 1 }).expect(200);
    await world.clock.advance(hour);
    expect(signatures).toEqual([false, false]);
    expect(world.scenarios.report()).toMatchObject([{ rule: 'forged', fired: 1 }]);
    expect(await dataOf(world.anyone.get('/_faxsim/webhooks'))).toMatchObject([
      { state: 'delivered', attempts: [{ signature: null, rule: 'given/forged#1' }] },
    ]);
  });

  test('that delays has fired, though the webhook is deleted before its time', async () => {
    const rules = '{ id: late, on: webhook, times: 1, do: { delay: 1m }, expect: { fired: 1 } }';
    const { anyone, clock, manual, fired, verdicts } = openWorld(rules);
    manual.open();
    const id = await idOf(anyone.post('/_faxsim/webhooks').send({ fax: 1 }));
    await clock.advance(second);
    await anyone.delete(`/_faxsim/records/deliveries/${id}`).expect(200);
    await clock.advance(hour);
    expect([fired(), verdicts()]).toEqual([['late 1'], ['passed: it fired once, as expected']]);
  });
});
