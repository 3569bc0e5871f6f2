import { after, afterEach, before } from 'node:test';
import { openSimulator } from 'faxsim';

let simulator;
before(async () => {
  simulator = await openSimulator();
});
afterEach((context) => simulator?.endTest(context));
after(() => simulator?.close());

/** Opens a world for one test: an empty account, and a clock that stands. `order` can add scenarios and settings. */
export async function openWorld(order) {
  const world = await simulator.world({ fixture: 'empty', clock: 'manual', ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call = (path, init) => fetch(world.baseUrl + path, { headers, signal: AbortSignal.timeout(4000), ...init });
  return { world, call };
}
