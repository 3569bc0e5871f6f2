import { describe, expect, test } from '@jest/globals';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import type { PaceName } from '../../src/model/domain/pace.ts';
import { paceNames } from '../../src/model/domain/pace.ts';
import { account, day, noon, portOrderParams, second } from '../support/examples.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';

const library = new ScenarioLibrary(scenarioFolder);

/** A world with these steps as the course of each fax, or of each port order. */
function worldWith(pace: PaceName, steps: string, on: 'fax' | 'portOrder' = 'fax') {
  const world = openSimulator({ pace, account: account({ faxRetryDelayMs: 60_000 }) });
  world.switchOn(`{ id: paced, on: ${on}, do: { course: [${steps}] } }`);
  return world;
}

/** How long a fax takes to its end, in ms on the clock. */
async function durationIn({ sent, clock, fax }: ReturnType<typeof openSimulator>, to = '+12025550123') {
  const begin = clock.now();
  const id = await sent({ to });
  await clock.runUntilIdle();
  return { took: clock.now() - begin, fax: await fax(id) };
}

describe('a course with after: pace', () => {
  test.each(paceNames)('fails a call as late as the usual course, at the pace %s', async (pace) => {
    const steps = '{ after: pace, status: inprogress }, { after: pace, status: failure, error: 17 }';
    const usual = await durationIn(openSimulator({ pace }), '+15555551017');
    const scripted = await durationIn(worldWith(pace, steps));
    expect(scripted.fax).toMatchObject({ status: 'failure', error_id: 17 });
    expect(scripted.took).toBe(usual.took);
  });

  test.each(paceNames)('reaches success as late as the usual course, at the pace %s', async (pace) => {
    const usual = await durationIn(openSimulator({ pace }));
    const scripted = await durationIn(worldWith(pace, '{ after: pace, status: success }'));
    expect(scripted.fax).toMatchObject({ status: 'success' });
    expect(scripted.took).toBe(usual.took);
  });

  test('waits for the retry delay of the account before the next call', async () => {
    const steps = ['inprogress', 'willretry', 'inprogress', 'success'].map(
      (status) => `{ after: pace, status: ${status} }`,
    );
    const { took } = await durationIn(worldWith('instant', steps.join()));
    expect(took).toBe(60_000);
  });

  test('fails a document as soon as it is converted', async () => {
    const { took } = await durationIn(worldWith('real', '{ after: pace, status: failure, error: 4 }'));
    expect(took).toBe(2000);
  });

  test.each([
    ['real', [day, 4 * day, 11 * day]],
    ['fast', [second, 2 * second, 4 * second]],
    ['instant', [0, 0, 0]],
  ] as const)('moves a port order as the usual course does, at the pace %s', async (pace, times) => {
    const steps = ['submitted', 'scheduled', 'completed'].map((status) => `{ after: pace, status: ${status} }`);
    const { live, clock, simulator } = worldWith(pace, steps.join(), 'portOrder');
    const moved: unknown[] = [];
    simulator.parts.worlds.default.store.watchCollection('portOrders', ({ record }) => {
      if (record?.status !== 'open') moved.push([record?.status, clock.now() - noon]);
    });
    await live.post('/v2.1/port_orders').type('form').send(portOrderParams).expect(200);
    await clock.runUntilIdle();
    expect(moved).toEqual([
      ['submitted', times[0]],
      ['scheduled', times[1]],
      ['completed', times[2]],
    ]);
  });
});

test.each(['busy-line', 'busy-then-answered', 'no-answer', 'partial-success', 'conversion-failure', 'empty-balance'])(
  '%s of the library takes no time at the pace instant',
  async (name) => {
    const world = openSimulator({ pace: 'instant' });
    world.simulator.parts.worlds.default.scenarios.switchOn(await library.find(name));
    expect((await durationIn(world)).took).toBe(0);
  },
);

test('a time in a course is the same at every pace', async () => {
  const { took } = await durationIn(worldWith('instant', '{ after: 8s, status: success }'));
  expect(took).toBe(8000);
});

test('names the values that after takes', async () => {
  const { anyone } = openSimulator();
  const source = `name: mine\ndescription: A test.\nrules:\n  - { id: x, on: fax, do: { course: [{ after: fast, status: success }] } }\n`;
  expect(await refusalOf(anyone.post('/_faxsim/scenarios').send({ source }))).toContain('after must be');
});
