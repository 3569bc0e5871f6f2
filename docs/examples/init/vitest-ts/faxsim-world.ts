import { afterAll, beforeAll, expect } from 'vitest';
import { startSimulator } from 'faxsim';
import type { RunningSimulator, WorldOrder } from 'faxsim';
import { matchers } from 'faxsim/jest';
import 'faxsim/vitest-types';

expect.extend(matchers);

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

/** Opens a world for one test: an empty account, and a clock that stands. `order` can add scenarios and settings. */
export async function openWorld(order?: WorldOrder) {
  const world = await simulator.world({ fixture: 'empty', clock: 'manual', ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call = (path: string, init?: RequestInit) => fetch(world.baseUrl + path, { headers, ...init });
  return { world, call };
}
