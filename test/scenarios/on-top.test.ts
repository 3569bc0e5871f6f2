import { describe, expect, test } from '@jest/globals';
import type { PaceName } from '../../src/model/domain/pace.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { openSimulator } from '../support/simulator.ts';
import { worldWith } from './world.ts';

const number = '+12025550199';
const onTop = (effects: string, on = 'sendFax'): string =>
  `{ id: top, on: ${on}, on_top: true, times: 1, do: ${effects} }`;

/** Ends of a send, as the client and the account see them. */
async function sendsIn(world: ReturnType<typeof worldWith>, count = 1) {
  const statuses: (number | string)[] = [];
  for (let sent = 0; sent < count; sent++) {
    const response = world.live.post('/v2.1/faxes').field({ to: number, content_url: 'https://example.com' });
    statuses.push(
      await response.then(
        ({ status }) => status,
        () => 'broken',
      ),
    );
  }
  const { body } = await world.live.get('/v2.1/faxes?direction=sent');
  return {
    statuses,
    faxes: body.data.filter(
      (fax: { recipients: { phone_number: string }[] }) => fax.recipients[0]!.phone_number === number,
    ).length,
  };
}

describe('a rule on top of others', () => {
  const refusing = '{ id: refusing, on: sendFax, times: 1, do: { fail: unavailable } }';

  test.each([
    ['a lost response', '{ commit: true, wire: reset }', ['broken', 200]],
    ['garbage', '{ commit: true, wire: garbage }', ['broken', 200]],
    ['another error after the work', '{ commit: true, fail: server_error }', [500, 200]],
    ['a cut response', '{ wire: { truncate: 10 } }', ['broken', 200]],
    ['a delay', '{ delay: 0s }', [503, 200]],
    ['an arriving fax', '{ arrivals: 1 }', [503, 200]],
    ['an error before the work', '{ fail: server_error }', [500, 200]],
  ])('keeps the refusal of another rule: %s', async (_name, effects, statuses) => {
    const world = worldWith([refusing, onTop(effects)]);
    expect(await sendsIn(world, 2)).toEqual({ statuses, faxes: 1 });
    expect(world.fired()).toEqual(['refusing 1', 'top 1']);
  });

  test('names itself in the response and in the journal', async () => {
    const world = worldWith([refusing, onTop('{ delay: 0s }')]);
    const { headers } = await world.live.post('/v2.1/faxes').field({ to: number, content_url: 'https://example.com' });
    expect(headers['x-faxsim-rule']).toBe('given/top#1');
  });

  test('has precedence over rules of scenarios that were switched on later', async () => {
    const world = worldWith([onTop('{ fail: server_error }')]);
    world.scenarios.switchOn(loadScenario('later.yaml', later));
    expect((await sendsIn(world)).statuses).toEqual([500]);
  });
});

const later = 'name: later\ndescription: a test\nrules: [{ id: later, on: sendFax, do: { delay: 0s } }]';

/** The fax that a number gets, at its end. */
async function endOf(rules: readonly string[], fields: Record<string, string> = {}, pace: PaceName = 'fast') {
  const world = openSimulator({ pace });
  if (rules.length > 0) world.switchOn(...rules);
  const begin = world.clock.now();
  const id = await world.sent({ to: number, ...fields });
  await world.clock.runUntilIdle();
  return { fax: await world.fax(id), took: world.clock.now() - begin };
}

describe('a delay of a fax', () => {
  const late = onTop('{ delay: 10s }', 'fax');

  test.each<[string, readonly string[], Record<string, string>]>([
    ['that succeeds', [], {}],
    ['whose number is busy', [], { to: '+15555551017' }],
    [
      'whose course another rule has',
      ['{ id: own, on: fax, do: { course: [{ after: 2s, status: failure, error: 34 }] } }'],
      {},
    ],
    ['in a batch', [], { batch: 'true', batch_delay: '20' }],
  ])('leaves the end of a fax as it is %s', async (_name, rules, fields) => {
    const [usual, delayed] = [await endOf(rules, fields), await endOf([...rules, late], fields)];
    expect(delayed.fax).toMatchObject({ status: usual.fax.status, error_id: usual.fax.error_id });
    expect(delayed.took).toBeGreaterThan(usual.took);
  });
});
