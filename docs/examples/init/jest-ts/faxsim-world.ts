import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { openSimulator } from 'faxsim';
import type { OpenedSimulator, WorldOrder } from 'faxsim';
import { matchers } from 'faxsim/jest';
import 'faxsim/jest-types';

expect.extend(matchers);

let simulator: OpenedSimulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterEach(() => simulator?.endTest());
afterAll(() => simulator?.close());

/** Opens a world named after the test: an empty account, a clock that stands, and what `order` adds or changes. */
export async function openWorld(order?: WorldOrder) {
  const world = await simulator.world({ fixture: 'empty', clock: 'manual', ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call = (path: string, init?: RequestInit) =>
    fetch(world.baseUrl + path, { headers, signal: AbortSignal.timeout(4000), ...init });
  return { world, call };
}
