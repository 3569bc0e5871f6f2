import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Post } from '../../src/service/webhooks/post.ts';
import { plainDocuments } from '../support/documents.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';
import { SlowMachine } from '../support/slow-machine.ts';

/** A simulator on a machine whose time passes on request. `webhook` resolves at the next webhook. */
function stage({ conversionMs = 0, answers = true } = {}) {
  const machine = new SlowMachine(0);
  const waiting: (() => void)[] = [];
  const post: Post = () => {
    waiting.shift()?.();
    if (!answers) return new Promise(() => undefined);
    return Promise.resolve({ answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 });
  };
  const plain = plainDocuments();
  const documents = conversionMs === 0 ? plain : machine.documents(conversionMs, plain);
  const simulator = openSimulator({ parts: { systemClock: machine, post, documents } });
  return {
    ...simulator,
    machine,
    pass: (ms: number) => machine.pass(ms),
    webhook: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    send: () => simulator.sent({ callback_url: 'http://127.0.0.1:9/' }),
  };
}

type Stage = ReturnType<typeof stage>;

/** Begins to settle the world. */
function settle({ anyone }: Stage, input: object = {}) {
  const settling = { isOver: false, answer: anyone.post('/_faxsim/clock').send({ settle: '4s', ...input }) };
  const answer = settling.answer.then((response) => {
    settling.isOver = true;
    return response;
  });
  return { settling, answer };
}

/** Lets real time go by, which HTTP takes, until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

/** Settles a world until its first fax has ended. */
async function settleFirstFax(world: Stage, input?: object) {
  const first = world.webhook();
  await world.send();
  const begun = settle(world, input);
  await first;
  return begun;
}

test('settle waits for the program, and runs the clock for what it sends after its webhook', async () => {
  const world = stage();
  const { settling, answer } = await settleFirstFax(world);
  await world.pass(150);
  const second = world.webhook();
  await world.send(); // as late as a program that works after its answer
  await world.pass(150);
  expect(settling.isOver).toBe(false);
  await Promise.all([second, world.pass(200)]);
  await world.pass(210);

  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(body.data.happened.filter((one: { status?: string }) => one.status === 'success')).toHaveLength(2);
  expect(body.data).toMatchObject({ stopped: false, next_due: null });
});

test('settle waits as long as quiet says', async () => {
  const world = stage();
  const { settling, answer } = await settleFirstFax(world, { quiet: '1s' });
  await world.pass(900);
  await world.send();
  expect(settling.isOver).toBe(false);
  await world.pass(2100);
  expect((await answer).body.data.next_due).toBe(null);
});

test('settle waits for a request that is under way', async () => {
  const world = stage({ conversionMs: 1000 });
  const receiving = world
    .receive()
    .expect(200)
    .then(() => undefined); // it converts its document first
  await until(() => world.machine.isWorking);
  const { settling, answer } = settle(world);
  await world.pass(900);
  expect(settling.isOver).toBe(false);
  await world.pass(200);
  await receiving;
  await world.pass(600);
  const { happened } = (await answer).body.data;
  expect(happened).toContainEqual(expect.objectContaining({ what: 'fax', status: 'success' }));
});

test('a program that only reads does not keep a world from rest', async () => {
  const world = stage();
  const { settling, answer } = await settleFirstFax(world);
  for (let reads = 0; reads < 5; reads++) {
    await world.pass(50);
    await world.live.get('/v2.1/faxes').expect(200);
  }
  await until(() => settling.isOver);
  expect((await answer).status).toBe(200);
});

test.each([
  ['reads', 'get', false],
  ['changes something', 'post', true],
] as const)('a request without a route that %s keeps a world from rest, by %s: %s', async (_does, method, isWork) => {
  const world = stage();
  const { settling, answer } = await settleFirstFax(world);
  for (let requests = 0; requests < 5; requests++) {
    await world.pass(50);
    await world.live[method]('/v2.1/nothing').expect(404);
  }
  await (isWork ? world.pass(10) : until(() => settling.isOver));
  expect(settling.isOver).toBe(!isWork);
  if (isWork) await world.pass(2000);
  expect((await answer).status).toBe(200);
});

test('settle says what keeps a program that never rests, and the time is moved all the same', async () => {
  const world = stage();
  const { settling, answer } = await settleFirstFax(world, { settle: '1s' });
  for (let sent = 0; sent < 11; sent++) {
    await world.send();
    await world.pass(100);
  }
  await until(() => settling.isOver);
  const { status, body } = await answer;
  expect({ status, message: body.message }).toEqual({
    status: 408,
    message: expect.stringMatching(
      /^The program and the clock must come to rest within 1s, got \d+ requests, the latest sendFax; a step is due at 2026\S+: allow more time, or end the work that the program repeats$/,
    ),
  });
});

describe('at a webhook that is never answered, settle ends at its limit', () => {
  const refusal = expect.stringMatching(
    / within 1s, got 0 requests; webhook \d+ waits for its answer: allow more time/,
  );

  test('on a clock that stands', async () => {
    const world = stage({ answers: false });
    const { answer } = await settleFirstFax(world, { settle: '1s' });
    await world.pass(1000);
    expect((await answer).body.message).toEqual(refusal);
  });

  test('on a clock that runs, where the webhook was under way before', async () => {
    const world = stage({ answers: false });
    const first = world.webhook();
    await world.send();
    await world.anyone.post('/_faxsim/clock').send({ speed: 1 }).expect(200);
    await world.pass(60_000);
    await first;
    const { answer } = settle(world, { settle: '1s' });
    await until(() => world.clock.isMoving);
    await world.pass(1000);
    expect((await answer).body.message).toEqual(refusal);
  });
});

test('a stop ends settle with the move that is under way', async () => {
  const world = stage();
  const { clock } = world;
  clock.schedule(clock.now() + 1000, () => clock.stopMove());
  clock.schedule(clock.now() + 2000, () => undefined);
  const { answer } = settle(world);
  expect((await answer).body.data).toMatchObject({ stopped: true, next_due: expect.any(String) });
});

test('settle waits for a move that another caller has begun', async () => {
  const world = stage();
  const { clock } = world;
  clock.schedule(clock.now() + 1000, () => world.machine.takes(500, Promise.resolve()));
  const moving = clock.advance(2000);
  const { settling, answer } = settle(world);
  await world.live.get('/v2.1/faxes').expect(200); // the call has come by then
  expect(settling.isOver).toBe(false);
  await world.pass(900);
  await moving;
  expect((await answer).status).toBe(200);
});

test.each([
  [{ settle: '4s', advance: '1h' }, 'advance and settle exclude each other'],
  [{ advance: '1h', quiet: '1s' }, 'quiet is for settle alone: leave it out'],
  [{ settle: '5m' }, 'settle must be a duration such as 60s or 5m, up to 4m, got "5m"'],
])('%j is refused', async (input, message) => {
  expect(await refusalOf(stage().anyone.post('/_faxsim/clock').send(input))).toBe(message);
});
