import { expect, test } from '@jest/globals';
import { phoneNumber } from '../support/examples.ts';
import { manualDisk } from '../support/manual-disk.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

/** A world with a fax, whose reset waits for the disk. */
async function resettingWorld() {
  const manual = manualDisk();
  const world = openSimulator({ phoneNumbers: [phoneNumber()], parts: { disk: manual.disk } });
  const sending = world.sent();
  await manual.saves(1);
  manual.store(0);
  await sending;
  const resetting = world.anyone.post('/_faxsim/reset').then(({ status }) => status);
  await manual.saves(2);
  const answers = (calls: readonly PromiseLike<{ status: number }>[]) =>
    Promise.all(calls.map((call) => call.then(({ status }) => status)));
  const during = answers([
    world.send(),
    world.v1('faxStatus', { id: 1 }),
    world.live.get('/v2.1/faxes'),
    world.anyone.post('/_faxsim/receive').send({ pages: 1 }),
  ]);
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  return { world, resetting, during, manual };
}

test('requests that arrive while their world is reset are answered by the new world', async () => {
  const { world, resetting, during, manual } = await resettingWorld();
  manual.open();
  manual.store(1);
  expect(await resetting).toBe(200);
  const [sent, , listed, received] = await during;
  expect([sent, listed, received]).toEqual([200, 200, 200]);
  expect(await dataOf(world.live.get('/v2.1/faxes'))).toHaveLength(2);
});

test('requests that arrive while a reset fails are answered by the world as it was', async () => {
  const { world, resetting, during, manual } = await resettingWorld();
  manual.open();
  manual.refuse(1);
  expect(await resetting).toBe(503);
  const [sent, , listed, received] = await during;
  expect([sent, listed, received]).toEqual([200, 200, 200]);
  expect(await dataOf(world.live.get('/v2.1/faxes'))).toHaveLength(3);
});
