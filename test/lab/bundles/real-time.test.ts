import { expect, test } from '@jest/globals';
import type { Bundle } from '../../../src/worlds/history/bundle.ts';
import { compare } from '../../../src/lab/bundles/compare.ts';
import type { CommonPart } from '../../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { sharedDocuments } from '../../once/shared-documents.ts';
import { account } from '../../support/examples.ts';
import { answering } from '../../support/posts.ts';
import { openSimulator } from '../../support/simulator.ts';
import { SlowMachine } from '../../support/slow-machine.ts';

const callback = { callback_url: 'http://localhost:1/hook' };

/** A session with a clock that runs by itself, on a machine whose timers are late and whose conversions take long. */
async function session(saveMs?: number): Promise<Bundle> {
  const machine = new SlowMachine(3);
  const world = openSimulator({
    account: account({ balanceCents: 10_000, inflightWebhooks: true }),
    pace: 'real',
    parts: {
      systemClock: machine,
      documents: machine.documents(700, sharedDocuments),
      post: machine.post(40, answering(500, 'down')),
      ...(saveMs !== undefined && { disk: machine.disk(saveMs) }),
    },
  });
  const { anyone, live, test: tester, simulator } = world;
  await machine.during(anyone.post('/_faxsim/clock').send({ speed: 1 }).expect(200));
  const send = (by: typeof live, to: string, text: string) =>
    machine.during(
      by
        .post('/v2.1/faxes')
        .field({ to, ...callback })
        .attach('file', Buffer.from(text), 'a.txt')
        .expect(200),
    );
  await send(live, '+12025550101', 'one');
  await send(tester, '+12025550102', 'two');
  for (let count = 0; count < 24; count++) {
    await machine.pass(150);
    await machine.during(tester.get('/v2.1/faxes').expect(200));
    await machine.during(live.get('/v2.1/account/status').expect(200));
  }
  await machine.pass(60_000);
  await machine.during(live.get('/v2.1/faxes').expect(200));
  await send(live, '+12025550103', 'three');
  await machine.pass(2300); // its conversion is under way
  await machine.during(live.get('/v2.1/account/status').expect(200));
  const { body } = (await machine.during(anyone.get('/_faxsim/bundle').expect(200))) as { body: { data: Bundle } };
  await machine.pass(1000);
  await machine.during(simulator.close());
  return body.data;
}

async function replayed(bundle: Bundle): Promise<CommonPart[]> {
  const { bundle: again } = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  return compare(bundle, again);
}

test('a session in real time is replayed to the byte, however long its conversions took', async () => {
  const bundle = await session();
  const findings = await replayed(bundle);
  expect(findings.filter(({ grade }) => grade !== 'same')).toEqual([]);
  expect(findings.filter(({ kind }) => kind === 'webhook').length).toBeGreaterThan(3);
});

test('of requests that came while the disk saved a step, each sees again what it saw', async () => {
  const bundle = await session(35);
  const findings = await replayed(bundle);
  expect(findings.filter(({ grade }) => grade !== 'same')).toEqual([]);
});

test('of a test receive and a send that overtakes it, each has the same id again', async () => {
  const machine = new SlowMachine(3);
  const documents = machine.documents(700, sharedDocuments);
  const { anyone, live, test: tester, simulator } = openSimulator({ parts: { systemClock: machine, documents } });
  const receiving = tester
    .post('/v2.1/faxes')
    .field({ direction: 'received' })
    .attach('file', Buffer.from('one'), 'a.txt')
    .then(({ status }) => status);
  while (!machine.isWorking) await machine.pass(7);
  const sending = live.post('/v2.1/faxes').field({ to: '+12025550101' }).attach('file', Buffer.from('two'), 'b.txt');
  await sending.expect(200);
  await machine.pass(1000);
  expect(await receiving).toBe(200);
  const faxes = [...simulator.parts.worlds.default.store.faxes.values()];
  expect(faxes.map(({ direction }) => direction)).toEqual(['sent', 'received']);
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  await simulator.close();
  expect((await replayed(body.data)).filter(({ grade }) => grade !== 'same')).toEqual([]);
});

test('on a fast clock, a fax is stored again when it was, however late its answer came', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const systemClock = { now: () => now, wake: () => () => undefined };
  const { anyone, live, simulator } = openSimulator({
    pace: 'real',
    parts: { systemClock, documents: sharedDocuments },
  });
  await anyone.post('/_faxsim/clock').send({ speed: 600 }).expect(200);
  simulator.parts.worlds.default.store.watch(() => (now += 50)); // 30 seconds of the world
  await live.post('/v2.1/faxes').field({ to: '+12025550101' }).attach('file', Buffer.from('one'), 'a.txt').expect(200);
  const content = { filename: 'b.txt', base64: Buffer.from('two').toString('base64') };
  await anyone.post('/_faxsim/receive').send({ file: content }).expect(200);
  await live.post('/v2.1/phone_numbers').send({ country_code: '1', area_code: '225' }).expect(200);
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  await simulator.close();
  const findings = await replayed(body.data);
  expect(findings.filter(({ grade }) => grade !== 'same')).toEqual([]);
  expect(findings.filter(({ kind, what }) => kind === 'record' && what.startsWith('faxes'))).toHaveLength(2);
});

test('on a fast clock, traffic begins again when it did, however long the world took to start', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  let lookMs = 3; // each look takes time, until the world has begun again
  const systemClock = { now: () => (now += lookMs), wake: () => () => undefined };
  const traffic = { faxes: 60, windowMs: 3_600_000 };
  const { anyone, simulator } = openSimulator({ account: account({ traffic }), parts: { systemClock } });
  await anyone.post('/_faxsim/clock').send({ speed: 600 }).expect(200);
  await anyone.put('/_faxsim/snapshots/running').expect(200);
  await anyone.post('/_faxsim/snapshots/running/restore').expect(200);
  lookMs = 0;
  await anyone.post('/_faxsim/clock').send({ advance: '20m' }).expect(200);
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  await simulator.close();
  const findings = await replayed(body.data);
  expect(findings.filter(({ grade }) => grade === 'differs')).toEqual([]);
  expect(findings.length).toBeGreaterThan(10);
});
