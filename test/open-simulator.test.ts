import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openSimulator, startSimulator } from '../src/package/embedded.ts';
import type { RunningSimulator } from '../src/package/embedded.ts';

let simulator: RunningSimulator;
beforeEach(async () => {
  simulator = await startSimulator({ fixture: 'empty', clock: 0 });
});
afterEach(async () => {
  delete process.env['FAXSIM_URL'];
  await simulator.close();
});

describe('openSimulator', () => {
  test('starts a simulator where FAXSIM_URL names none, and closes it', async () => {
    const opened = await openSimulator({ fixture: 'empty' });
    const world = await opened.world({ clock: 'manual' });
    expect(world.baseUrl).toMatch(opened.baseUrl);
    expect(opened.baseUrl).not.toBe(simulator.baseUrl);
    await opened.close();
    await expect(world.clock.show()).rejects.toThrow('closed');
  });

  test('makes its worlds in the simulator of FAXSIM_URL, which keeps them', async () => {
    process.env['FAXSIM_URL'] = simulator.baseUrl;
    const opened = await openSimulator();
    const { id } = await opened.world({ name: 'a test', fixture: 'empty' });
    await opened.close();
    expect(await simulator.world(id).worlds.show()).toMatchObject({ name: 'a test', requests: 0 });
  });

  test('gives all tests the world that FAXSIM_URL names, with what each orders', async () => {
    const world = await simulator.world({ fixture: 'empty', clock: 'real' });
    process.env['FAXSIM_URL'] = world.baseUrl;
    const opened = await openSimulator();
    const settings = { balance_cents: 7 };
    const shared = await opened.world({ fixture: 'empty', clock: 'manual', scenarios: ['outage'], settings });
    expect(shared).toMatchObject({ id: world.id, credentials: world.credentials });
    expect((await world.clock.show()).speed).toBe(0);
    expect(await world.settings.show()).toMatchObject(settings);
    expect((await world.scenarios.list())[0]).toMatchObject({ scenario: 'outage' });
    await shared.close();
    await opened.close();
    expect(await world.worlds.show()).toMatchObject({ id: world.id });
  });

  test('says which variable leads to a simulator that does not run', async () => {
    process.env['FAXSIM_URL'] = simulator.baseUrl;
    await simulator.close();
    await expect(openSimulator()).rejects.toThrow(
      `FAXSIM_URL must be the base URL of a running simulator: no answer from ${simulator.baseUrl}: ECONNREFUSED; without it, tests start their own`,
    );
  });
});

const error = new Error('\u001b[31mexpected 1\u001b[39m');

test.each([
  [
    'Vitest',
    Object.assign(() => undefined, { task: { result: { state: 'fail', errors: [error] } } }),
    { task: { result: { state: 'pass' } } },
  ],
  [
    'node:test',
    { name: 'a test', error: Object.assign(new Error('test failed'), { cause: error }) },
    { name: 'next', error: null },
  ],
])(
  'the worlds of a test get the message of its failure in %s, and those of the next one none',
  async (_runner, failed, passed) => {
    process.env['FAXSIM_URL'] = simulator.baseUrl;
    const opened = await openSimulator();
    const [first, second] = [await opened.world(), await opened.world()];
    await second.close();
    await opened.endTest(failed);
    const third = await opened.world();
    await opened.endTest(passed);
    expect([(await first.worlds.show()).failure, (await third.worlds.show()).failure]).toEqual(['expected 1', null]);
  },
);

test('tests of Vitest that run at once have worlds of their names, each with its own failure', async () => {
  process.env['FAXSIM_URL'] = simulator.baseUrl;
  const opened = await openSimulator();
  const contextOf = (name: string, errors: readonly Error[]) =>
    Object.assign(() => undefined, { task: { fullTestName: name, result: { errors } } });
  const contexts = [contextOf('one', []), contextOf('two', [new Error('expected 2')])];
  const worlds = await Promise.all(
    contexts.map(async (context) => {
      await Promise.resolve();
      opened.beginTest(context);
      await Promise.resolve();
      return opened.world();
    }),
  );
  for (const context of contexts) await opened.endTest(context);
  const shown = await Promise.all(worlds.map((world) => world.worlds.show()));
  expect(shown.map(({ name, failure }) => ({ name, failure }))).toEqual([
    { name: 'one', failure: null },
    { name: 'two', failure: 'expected 2' },
  ]);
});
