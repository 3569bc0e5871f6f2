import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { mapInTurns, worksOfTurnMax } from '../../../src/model/domain/breath.ts';
import { Turns } from '../../../src/model/domain/turns.ts';
import type { Post } from '../../../src/service/webhooks/post.ts';
import { hour } from '../../support/examples.ts';
import { manualClock } from '../../support/clock.ts';
import { openSimulator } from '../../support/simulator.ts';

const many = 8 * worksOfTurnMax;

/** Runs work that counts what it does, up to its end; resolves to the most that one turn of the event loop did. */
async function mostInATurn(work: (count: () => void) => Promise<unknown>): Promise<number> {
  let [counted, most, isOver] = [0, 0, false];
  const working = work(() => void (most = Math.max(most, ++counted))).finally(() => (isOver = true));
  while (!isOver) {
    await turn();
    counted = 0;
  }
  await working;
  return most;
}

test('plans of one instant let requests in between, whatever their work goes on to do', async () => {
  const clock = manualClock(1000);
  const order: number[] = [];
  const most = await mostInATurn(async (count) => {
    for (let plan = 0; plan < many; plan++) {
      clock.schedule(2000, async () => {
        await Promise.resolve();
        order.push(plan);
        count();
      });
    }
    await clock.advance(hour);
  });
  expect(most).toBeLessThanOrEqual(2 * worksOfTurnMax);
  expect(order).toEqual(Array.from({ length: many }, (_, plan) => plan));
});

test('works of one line that wait for one and the same thing end in turn, with requests in between', async () => {
  const turns = new Turns();
  const order: number[] = [];
  const most = await mostInATurn(async (count) => {
    const conversion = turn();
    const works = Array.from({ length: many }, async (_, work) =>
      turns.run(1, conversion, () => {
        order.push(work);
        count();
      }),
    );
    await Promise.all(works);
  });
  expect(most).toBeLessThanOrEqual(2 * worksOfTurnMax);
  expect(order).toEqual(Array.from({ length: many }, (_, work) => work));
});

test('a turn that is left while its line lets requests in does not stop the line', async () => {
  const turns = new Turns();
  const entered = Array.from({ length: many }, () => turns.enter(1));
  let passed = 0;
  const pass = async (one: (typeof entered)[number]): Promise<void> => {
    await one.comes;
    passed++;
    one.leave();
  };
  const passing = Promise.all(entered.map(pass));
  await turn();
  for (const one of entered) one.leave();
  await passing;
  expect(passed).toBe(many);
  expect(turns.enter(1).comes).toBeUndefined();
});

test('the faxes and webhooks of one instant are stored with requests in between', async () => {
  const answer = { answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 } as const;
  const post: Post = () => Promise.resolve(answer);
  const { send, anyone, simulator } = openSimulator({ parts: { post } });
  const { store, deliveries } = simulator.parts.worlds.default;
  const count = 3 * worksOfTurnMax;
  for (let sent = 0; sent < count; sent++) await send({ callback_url: 'http://127.0.0.1:9001/' });
  const most = await mostInATurn(async (note) => {
    const stop = store.watch(note);
    await anyone.post('/_faxsim/clock').send({ advance: '1h' }).expect(200);
    stop();
  });
  expect(deliveries.list({ state: 'delivered' })).toHaveLength(count);
  expect(most).toBeLessThanOrEqual(3 * worksOfTurnMax); // a fax, its charge and its webhook
});

test('a long list is mapped in order, with requests in between', async () => {
  const items = Array.from({ length: 10_000 }, (_, item) => item);
  let mapped: readonly number[] = [];
  const most = await mostInATurn(async (count) => {
    mapped = await mapInTurns(items, (item) => {
      count();
      return item + 1;
    });
  });
  expect(mapped).toEqual(items.map((item) => item + 1));
  expect(most).toBeLessThan(items.length / 2);
});
