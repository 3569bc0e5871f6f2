import { expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';

type World = ReturnType<typeof openSimulator>;

async function send({ test: tester }: World, to = '+12025550101') {
  const { body } = await tester
    .post('/v2.1/faxes')
    .field({ to })
    .attach('file', Buffer.from('a page'), 'a.txt')
    .expect(200);
  return (body as { data: { id: number } }).data.id;
}

const rewind = ({ anyone }: World, before: number) => anyone.post('/_faxsim/rewind').send({ request: before });

test('a world returns to before a request: records, ids, clock and journal', async () => {
  const world = openSimulator();
  const first = await send(world);
  await world.anyone.post('/_faxsim/clock').send({ advance: '10m' });
  const before = await world.test.get(`/v2.1/faxes/${first}`).expect(200);
  const second = await send(world);
  await world.test.delete(`/v2.1/faxes/${first}`).expect(200);
  const { body } = await rewind(world, 2).expect(200);
  expect(body.data).toMatchObject({ request: 2, world: { now: '2026-11-20T12:10:00.000Z', faxes: 1 } });
  const again = await world.test.get(`/v2.1/faxes/${first}`).expect(200);
  expect([again.text, again.headers['x-request-id']]).toEqual([before.text, before.headers['x-request-id']]);
  expect(await send(world)).toBe(second);
  const journal = await world.anyone.get('/_faxsim/requests');
  expect(journal.body.data.requests.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
});

test('counts of scenarios and verdicts are as they were', async () => {
  const world = openSimulator();
  const rule = '{ id: second, on: getAccountStatus, every: 2, do: { fail: unavailable }, expect: { retries: 1 } }';
  const scenario = loadScenario('a.yaml', `name: a\ndescription: a test\nrules:\n  - ${rule}\n`);
  world.simulator.parts.worlds.default.scenarios.switchOn(scenario);
  const ask = async () => (await world.live.get('/v2.1/account/status')).status;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 503, 200, 503]);
  const verdicts = async () => (await world.anyone.get('/_faxsim/scenarios/verdicts')).text;
  await rewind(world, 3).expect(200);
  const after2 = await verdicts();
  expect([await ask(), await ask()]).toEqual([200, 503]);
  await rewind(world, 3).expect(200);
  expect(await verdicts()).toBe(after2);
  await rewind(world, 1).expect(200);
  expect([await ask(), await ask()]).toEqual([200, 503]);
});

test('pending webhooks wait as they did', async () => {
  const world = openSimulator({ parts: { post: answering(500) } });
  await world.live
    .post('/v2.1/faxes')
    .field({ to: '+12025550101', callback_url: 'http://app.example/' })
    .attach('file', Buffer.from('a page'), 'a.txt');
  await world.anyone.post('/_faxsim/clock').send({ advance: '6m' });
  const waiting = await world.anyone.get('/_faxsim/webhooks');
  await world.live.get('/v2.1/faxes');
  await world.anyone.post('/_faxsim/clock').send({ advance: '1d' });
  const later = await world.anyone.get('/_faxsim/webhooks');
  await rewind(world, 2).expect(200);
  expect((await world.anyone.get('/_faxsim/webhooks')).body.data).toEqual(waiting.body.data);
  await world.anyone.post('/_faxsim/clock').send({ advance: '1d' });
  expect((await world.anyone.get('/_faxsim/webhooks')).body.data).toEqual(later.body.data);
});

test('a request that is not in the history is refused with those that can be reached', async () => {
  const world = openSimulator({ limits: { journalBytes: 40_000 } });
  expect((await rewind(world, 1).expect(404)).body.message).toContain('there is no request yet');
  for (let count = 0; count < 30; count++) await world.live.get('/v2.1/faxes');
  const { oldest, dropped, steps } = (await world.anyone.get('/_faxsim/steps').expect(200)).body.data;
  expect([oldest, steps.length]).toEqual([Number(dropped) + 1, 30 - Number(dropped)]);
  const { message } = (await rewind(world, 1).expect(404)).body;
  expect(message).toContain(`the oldest that can be reached is request ${oldest}, the latest is request 30`);
  await rewind(world, 28).expect(200);
  expect((await world.anyone.get('/_faxsim/steps')).body.data.steps.at(-1)).toMatchObject({ request: 27 });
});

test('a request whose response waits is not taken back with those that come during the wait', async () => {
  const world = openSimulator();
  const slow = loadScenario(
    'a.yaml',
    'name: a\ndescription: a test\nrules:\n  - { id: slow, on: getAccountStatus, do: { delay: 10s } }\n',
  );
  await world.live.get('/v2.1/faxes');
  world.simulator.parts.worlds.default.scenarios.switchOn(slow);
  const delayed = world.live.get('/v2.1/account/status').then(({ status }) => status);
  await send(world);
  await send(world);
  await world.anyone.post('/_faxsim/clock').send({ advance: '1m' });
  expect(await delayed).toBe(200);
  const { data: told } = (await world.anyone.get('/_faxsim/steps/3').expect(200)).body;
  expect([told.first.request, told.requests]).toEqual([3, 2]); // the delay came after the work
  const { request: before, world: shown } = (await rewind(world, 3).expect(200)).body.data;
  expect([before, shown.faxes]).toEqual([3, 0]);
});

test('a step tells beforehand what a rewind takes back', async () => {
  const world = openSimulator();
  const first = await send(world);
  await world.anyone.post('/_faxsim/clock').send({ advance: '10m' });
  await send(world);
  await world.test.delete(`/v2.1/faxes/${first}`).expect(200);
  const told = await world.anyone.get('/_faxsim/steps/2').expect(200);
  const clock = '2026-11-20T12:10:00.000Z';
  expect(told.body.data).toEqual({
    first: { request: 2, at: clock, method: 'POST', path: '/v2.1/faxes', status: 200 },
    clock,
    ...{ requests: 2, control_calls: 0, faxes: 2, webhooks: 0 },
  });
  const whole = await world.anyone.get('/_faxsim/steps/1').expect(200);
  expect(whole.body.data).toMatchObject({ requests: 3, control_calls: 1, faxes: 2 });
  await rewind(world, 2).expect(200);
  const { body } = await world.anyone.get('/_faxsim/steps/2').expect(404);
  expect(body.message).toContain('there is no request 2');
});

test('files that only an earlier step needs are there again', async () => {
  const world = openSimulator();
  const id = await send(world);
  await world.anyone.post('/_faxsim/clock').send({ advance: '10m' });
  await world.test.delete(`/v2.1/faxes/${id}`).expect(200);
  await world.sweep();
  await rewind(world, 2).expect(200);
  await world.sweep();
  await world.test.get(`/v2.1/faxes/${id}/file`).expect(200);
});

test('a rewind is stored as one change, and the world stays as it is where the disk refuses that', async () => {
  const stored: number[] = [];
  const room = { isLeft: true };
  const save = (updates: readonly unknown[]): Promise<void> => {
    stored.push(updates.length);
    return room.isLeft || updates.length === 0 ? Promise.resolve() : Promise.reject(new Error('ENOSPC'));
  };
  const world = openSimulator({ parts: { disk: { save } } });
  await send(world);
  const second = await send(world);
  await world.clock.advance(0);
  const count = stored.length;
  room.isLeft = false;
  await rewind(world, 2).expect(503);
  await world.test.get(`/v2.1/faxes/${second}`).expect(200);
  room.isLeft = true;
  await rewind(world, 2).expect(200);
  await world.test.get(`/v2.1/faxes/${second}`).expect(404);
  expect(stored.length).toBe(count + 2);
});
