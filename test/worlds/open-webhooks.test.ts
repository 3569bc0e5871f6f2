import { expect, test } from '@jest/globals';
import type { Post } from '../../src/service/webhooks/post.ts';
import { hour, minute } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { SlowMachine } from '../support/slow-machine.ts';

const delivered = { answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 } as const;

const failed = { ...delivered, answer: { status: 500, body: '' }, failure: 'answered 500' } as const;

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A simulator with receivers at these ports, which answer after so many ms of a machine whose time passes on request; those from 9100 on by 500. */
function stage(answersAfter: Record<number, number>, { idles = true } = {}) {
  const machine = new SlowMachine(0);
  const post: Post = ({ url }) =>
    new Promise((resolve) => {
      const port = Number(new URL(url).port);
      const answer = port < 9100 ? delivered : failed;
      const afterMs = answersAfter[port] ?? 0;
      if (afterMs === 0) resolve(answer);
      else machine.wake(afterMs, () => resolve(answer));
    });
  const systemClock = {
    now: () => machine.now(),
    wake: (afterMs: number, work: () => void) => machine.wake(afterMs, work),
    idledMs: () => (idles ? machine.now() : 0),
  };
  const world = openSimulator({ parts: { systemClock, post } });
  const send = (port: number) => world.sent({ callback_url: `http://127.0.0.1:${port}/` });
  /** Moves the clock; resolves to how long that took, in ms of the machine. */
  const advance = async (ms: number): Promise<number> => {
    const began = machine.now();
    let end: number | undefined;
    const moving = world.anyone
      .post('/_faxsim/clock')
      .send({ advance: `${ms}ms` })
      .expect(200)
      .then(() => void (end = machine.now()));
    for (let turns = 0; end === undefined && turns < 20_000; turns++) {
      // HTTP takes turns, and the machine waits for it.
      await turn();
      if (world.clock.errands.unanswered.length > 0) await machine.pass(7);
    }
    await moving;
    return (end ?? NaN) - began;
  };
  const state = (id: number) => world.simulator.parts.worlds.default.deliveries.list().find((one) => one.id === id);
  const clock = async () => (await world.anyone.get('/_faxsim/clock')).body.data;
  return { ...world, machine, send, advance, state, shownClock: clock };
}

test('a move leaves a webhook open whose receiver is slow, and records its answer when it comes', async () => {
  const { send, advance, state, machine, shownClock } = stage({ 9001: 6000, 9002: 20 });
  await send(9001);
  await send(9002);
  expect(await advance(hour)).toBeLessThan(200);
  expect([state(1)?.state, state(2)?.state]).toEqual(['pending', 'delivered']);
  expect((await shownClock()).open).toEqual([
    expect.objectContaining({ kind: 'webhook', subject: 1, fax_id: expect.any(Number) }),
  ]);
  await machine.pass(6000);
  expect(state(1)).toMatchObject({ state: 'delivered', attempts: [{ failure: null }] });
  expect((await shownClock()).open).toEqual([]);
});

test('a move waits for a receiver that answers soon, also on a busy machine', async () => {
  const { send, advance, state } = stage({ 9001: 1500 }, { idles: false });
  await send(9001);
  expect(await advance(hour)).toBeGreaterThan(1400);
  expect(state(1)).toMatchObject({ state: 'delivered' });
});

test('hanging receivers take no time one after the other', async () => {
  const { send, advance } = stage({ 9001: 60_000, 9002: 60_000, 9003: 60_000, 9004: 60_000, 9005: 60_000 });
  for (const port of [9001, 9002, 9003, 9004, 9005]) await send(port);
  expect(await advance(hour)).toBeLessThan(200);
});

test('many webhooks to a receiver that hangs take little more time than one', async () => {
  const { send, advance, clock } = stage({ 9001: 60_000 });
  for (let sent = 0; sent < 20; sent++) {
    await send(9001);
    clock.schedule(clock.now(), () => undefined);
  }
  expect(await advance(hour)).toBeLessThan(300);
});

test('a handler that waits for a response of its own, which waits for the clock, holds nothing', async () => {
  const world = stage({ 9001: 60_000 });
  world.switchOn('{ id: slow, on: listFaxes, do: { delay: 30m } }');
  await world.send(9001);
  const asked = world.live.get('/v2.1/faxes').then(({ status }) => status);
  while (world.clock.nextDue === undefined || (await world.shownClock()).held.length === 0) await turn();
  expect((await world.shownClock()).held).toEqual([expect.objectContaining({ kind: 'request', subject: 2 })]);
  await world.advance(hour);
  expect(await asked).toBe(200);
  expect((await world.shownClock()).held).toEqual([]);
});

test('a retry is planned from the time at which the failure came', async () => {
  const { send, advance, state, machine, clock } = stage({ 9100: 6000 });
  await send(9100);
  await advance(hour);
  expect(state(1)?.attempts).toEqual([]);
  await machine.pass(6000);
  expect(state(1)).toMatchObject({ attempts: [{ failure: 'answered 500' }], dueAt: clock.now() + 5 * minute });
});
