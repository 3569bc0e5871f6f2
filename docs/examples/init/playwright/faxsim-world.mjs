import { expect as baseExpect, test as base } from '@playwright/test';
import { openSimulator } from 'faxsim';
import { matchers } from 'faxsim/jest';

/** Adds the matchers of faxsim: `toHaveReceived`, `toHaveDelivered`, `toHaveFax` and `toHaveFailedWith`. */
export const expect = baseExpect.extend(matchers);

export const test = base.extend({
  /** Changes the world of the tests of a file or group: `test.use({ order: { scenarios: ['outage'] } })`. */
  order: [{}, { option: true }],
  simulator: [
    async ({}, use) => {
      const simulator = await openSimulator();
      await use(simulator);
      await simulator.close();
    },
    { scope: 'worker' },
  ],
  /**
   * A world named after the test: an empty account, and a clock that stands. That of a failed test stays. The program
   * under test gets `world.baseUrl`; `call` makes a request to the API.
   */
  faxsim: async ({ simulator, order }, use, info) => {
    const name = info.titlePath.slice(1).join(' › ');
    const world = await simulator.world({ name, fixture: 'empty', clock: 'manual', ...order });
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const call = (path, init) => fetch(world.baseUrl + path, { headers, signal: AbortSignal.timeout(4000), ...init });
    await use({ world, call });
    await simulator.endTest({ error: info.error });
  },
});
