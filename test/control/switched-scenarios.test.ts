import { describe, expect, test } from '@jest/globals';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import { sentFax } from '../support/examples.ts';
import { dataOf, openSimulator, refusalOf } from '../support/simulator.ts';

const library = new ScenarioLibrary(scenarioFolder);

/** A world with two faxes, and the calls that switch scenarios in it and show them. */
function openWorld(settings: Parameters<typeof openSimulator>[0] = {}) {
  const world = openSimulator({ faxes: [sentFax({ id: 1 }), sentFax({ id: 2 })], ...settings });
  const { anyone, live } = world;
  return {
    ...world,
    /** Asks for `{ on }`, `{ off }` or both to be switched. */
    change: (asked: object) => anyone.post('/_faxsim/scenarios').send(asked),
    active: () => dataOf(anyone.get('/_faxsim/scenarios')),
    explained: (facts: object) => dataOf(anyone.get('/_faxsim/scenarios/explain').query(facts)),
    /** Lists faxes with the name of a scenario in a header. */
    listWith: (name: string) => live.get('/v2/faxes').set('X-Faxsim-Scenario', name),
  };
}

describe('scenarios are switched', () => {
  test('on and off, tell how often each rule has fired, and never touch the control API', async () => {
    const { live, anyone, change, active } = openWorld();
    await change({ on: 'revoked-credentials' }).expect(200);
    for (let call = 0; call < 3; call++) await live.get('/v2/faxes').expect(200);
    await live.get('/v2/faxes').expect(401);
    await anyone.get('/_faxsim/livez').expect(200);
    expect(await active()).toEqual([
      {
        scenario: 'revoked-credentials',
        rule: 'revoked',
        on: ['*'],
        by: 'control',
        fired: 1,
        ends_at: null,
        ends_in_ms: null,
        used_up: false,
        hidden_by: null,
        warnings: [],
      },
    ]);
    await change({ off: 'revoked-credentials' }).expect(200);
    await live.get('/v2/faxes').expect(200);
  });

  test('and are not obeyed by a fax in a given state, which names the rule that would change it and counts no hit', async () => {
    const { anyone, change, active } = openWorld();
    const created = async (fax: object) => (await dataOf(anyone.post('/_faxsim/faxes').send(fax))).ignored_rule;
    const to = '+12025550123';
    expect(await created({ to })).toBeNull();
    await change({ on: 'busy-line(number=+12025550123)' }).expect(200);
    const [{ rule }] = await active();
    for (const fax of [{ to }, { to, status: 'queued' }]) {
      expect(await created(fax)).toBe(`busy-line(number=+12025550123)/${rule}`);
    }
    expect(await created({ to: '+12025550199' })).toBeNull();
    expect(await active()).toMatchObject([{ fired: 0 }]);
  });

  test('and say of a rule whether it has fired as often as it may, unless it counts for each fax', async () => {
    const { live, change, active } = openWorld();
    const rule = { times: 1, do: { fail: 'unavailable' } };
    const rules = [
      { ...rule, id: 'one', on: 'listFaxes' },
      { ...rule, id: 'each', on: 'getFax', per: 'fax' },
    ];
    await change({ source: JSON.stringify({ name: 'mine', description: 'a test', rules }) }).expect(200);
    const states = async () => (await active()).map(({ used_up: state }: { used_up: boolean }) => state);
    expect(await states()).toEqual([false, false]);
    await live.get('/v2/faxes').expect(503);
    await live.get('/v2/faxes/1').expect(503);
    expect(await states()).toEqual([true, false]);
  });

  test('with warnings of rules that never fire, also in a list of all that are on', async () => {
    const { change, active } = openWorld();
    const rules = [
      { id: 'all', on: '*', do: { fail: 'unavailable' } },
      { id: 'late', on: 'getFax', where: { 'params.too': 'x' }, do: { fail: 'invalid' } },
    ];
    const source = JSON.stringify({ name: 'mine', description: 'a test', rules });
    const { body } = await change({ source }).expect(200);
    const warnings = ['where.params.too is no parameter of getFax', 'never fires, since rule all goes before it'];
    expect(body.data).toEqual([
      {
        scenario: 'mine',
        rule: 'all',
        on: ['*'],
        by: 'control',
        fired: 0,
        ends_at: null,
        ends_in_ms: null,
        used_up: false,
        hidden_by: null,
        warnings: [],
      },
      {
        scenario: 'mine',
        rule: 'late',
        on: ['getFax'],
        by: 'control',
        fired: 0,
        ends_at: null,
        ends_in_ms: null,
        used_up: false,
        hidden_by: null,
        warnings,
      },
    ]);
    expect(await active()).toEqual(body.data);
  });

  test('by its source, under the name with the parameters that filled it, and not under that of another', async () => {
    const { change } = openWorld();
    const rules = [{ id: 'all', on: '*', do: { fail: 'unavailable' } }];
    const source = JSON.stringify({ name: 'mine', description: 'a test', rules });
    for (const name of ['mine(b=2,a=1)', 'mine(a=2)', 'mine']) await change({ source, name }).expect(200);
    const { body } = await change({ source, name: 'mine(a=1,b=2)' }).expect(200);
    const names = body.data.map(({ scenario }: { scenario: string }) => scenario);
    expect(names).toEqual(['mine(a=1,b=2)', 'mine', 'mine(a=2)']);
    const message = 'name must be mine, or mine(PARAM=VALUE,…), got mine2(a=1)';
    expect(await refusalOf(change({ source, name: 'mine2(a=1)' }))).toBe(message);
  });

  test('not by an unknown name', async () => {
    const { change, listWith } = openWorld();
    const message = 'there is no scenario outrage; the nearest is outage';
    for (const call of [change({ on: 'outrage' }), listWith('outrage')]) expect(await refusalOf(call)).toBe(message);
  });

  test('says what is wrong with a parameter that is a NUL', async () => {
    const message = await refusalOf(openWorld().listWith('outage(lasts=%00)'));
    expect(message).toMatch(/must be a duration such as 60s or 5m/);
  });

  test('by a header for the faxes of a request too, but not for webhooks', async () => {
    const { send, fax, clock } = openWorld();
    const { body } = await send().set('X-Faxsim-Scenario', 'busy-line').expect(200);
    await clock.runUntilIdle();
    expect(await fax(body.data.id)).toMatchObject({ status: 'failure', error_id: 17 });
    const refused = await refusalOf(send().set('X-Faxsim-Scenario', 'webhook-never'));
    expect(refused).toContain('is about webhooks');
  });

  test('by a header again once they are switched off', async () => {
    const { listWith, change, active } = openWorld();
    for (let call = 0; call < 3; call++) await listWith('revoked-credentials').expect(200);
    await listWith('revoked-credentials').expect(401);
    expect(await active()).toMatchObject([{ by: 'header', fired: 1 }]);
    await change({ off: 'revoked-credentials' }).expect(200);
    await listWith('revoked-credentials').expect(200);
  });

  test('by a header in the world that is there once it is found, after a reset', async () => {
    const { listWith, active, simulator } = openWorld({
      parts: {
        findScenario: async (name) => {
          const scenario = await library.find(name);
          await simulator.parts.worlds.first.reset();
          return scenario;
        },
      },
    });
    const before = simulator.parts.worlds.default;
    await listWith('outage')
      .expect(503)
      .expect('X-Faxsim-Rule', /^outage/);
    expect(before.scenarios.report()).toEqual([]);
    expect(await active()).toContainEqual(expect.objectContaining({ scenario: 'outage', by: 'header', fired: 1 }));
  });

  test.each(['/v2/public/countries', '/v2/faxes'])(
    'by no header in a world that is deleted meanwhile: %s',
    async (path) => {
      const { anyone, simulator } = openSimulator({
        parts: {
          findScenario: async (name) => {
            const scenario = await library.find(name);
            await anyone.delete('/_faxsim/worlds/one').expect(200);
            return scenario;
          },
        },
      });
      const made = await anyone.post('/_faxsim/worlds').send({ id: 'one', fixture: 'empty' }).expect(200);
      const { world } = simulator.parts.worlds.get('one')!;
      const { key, secret } = made.body.data.credentials.live;
      const answer = anyone.get(`/w/one${path}`).auth(key, secret).set('X-Faxsim-Scenario', 'slow-p99');
      expect((await answer.expect(503)).body).toEqual({ success: false, message: 'The world one has been deleted' });
      expect(world.scenarios.report()).toEqual([]);
    },
  );

  test.each(['/etc/passwd', '../scenarios/outage', './outage.yaml', 'outage,slow-p99'])(
    'by a name, and never by a path such as %s',
    async (path) => {
      const { change, listWith } = openWorld();
      for (const call of [listWith(path), change({ on: path })]) {
        expect(await refusalOf(call)).toMatch(/^there is no scenario/);
      }
    },
  );

  test('with parameters, each by itself, by header and by call', async () => {
    const { live, listWith, change } = openWorld();
    const once = 'revoked-credentials(calls=1)';
    await listWith(once).expect(200);
    await listWith(once).expect(401).expect('X-Faxsim-Rule', `${once}/revoked#1`);
    await listWith('revoked-credentials').expect(200);
    await listWith('revoked-credentials( calls = 2 )').expect(200);
    const on = await dataOf(change({ on: 'revoked-credentials(calls=0)' }));
    expect(on.map(({ scenario, by }: { scenario: string; by: string }) => `${by} ${scenario}`)).toEqual([
      'control revoked-credentials(calls=0)',
      'header revoked-credentials(calls=1)',
      'header revoked-credentials',
      'header revoked-credentials(calls=2)',
    ]);
    await live.get('/v2/faxes').expect(401);
    expect(await dataOf(change({ off: 'revoked-credentials(calls=0)' }))).toHaveLength(3);
    await live.get('/v2/faxes').expect(200);
    expect(await dataOf(change({ off: 'revoked-credentials' }))).toEqual([]);
  });

  test.each([
    ['revoked-credentials(cals=1)', /^revoked-credentials has no parameter cals; the nearest is calls$/],
    [
      'revoked-credentials(calls=%)',
      /^revoked-credentials\(calls=%\) has a bare %: a literal % must be written as %25$/,
    ],
    [
      'revoked-credentials(calls=-1)',
      /revoked-credentials\.yaml:\d+: rule revoked: after must not be negative, got -1; with calls=-1$/,
    ],
  ])('by no wrong parameters: %s', async (on, message) => {
    expect(await refusalOf(openWorld().change({ on }))).toMatch(message);
  });

  test.each([
    [{ off: 'outage' }, 'outage is not on'],
    [{ on: 'slow-p99', off: 'outage' }, 'outage is not on'],
    [{ onn: 'outage' }, 'onn is not known here; the nearest is on'],
  ])('by what is known, and never in part: %j is refused', async (asked, message) => {
    const { change, active } = openWorld();
    expect(await refusalOf(change(asked))).toBe(message);
    expect(await active()).toEqual([]);
  });

  test('and explained, without being counted', async () => {
    const { live, change, active, explained } = openWorld();
    expect(await explained({ operation: 'listFaxes' })).toEqual([]);
    const scenario = 'revoked-credentials(calls=1)';
    await change({ on: scenario }).expect(200);
    const revoked = { scenario, rule: 'revoked' };
    for (let time = 0; time < 2; time++) {
      expect(await explained({ operation: 'listFaxes', version: 'v2.1' })).toEqual([
        { ...revoked, fires: false, why: 'skips the first match, and this is number 1' },
      ]);
    }
    await live.get('/v2/faxes').expect(200);
    const named = await explained({ operation: 'listFaxes', scenario: 'outage', 'params.per_page': ['1', '2'] });
    expect(named).toEqual([
      { scenario: 'outage', rule: 'down', fires: true, why: 'fail; as outage/down#1' },
      { ...revoked, fires: false, why: 'would fire, but outage/down goes before it' },
    ]);
    expect(await explained({ operation: 'listFaxes' })).toMatchObject([{ ...revoked, fires: true }]);
    await live.get('/v2/faxes').expect(401);
    expect(await active()).toEqual([
      {
        ...revoked,
        on: ['*'],
        by: 'control',
        fired: 1,
        ends_at: null,
        ends_in_ms: null,
        used_up: false,
        hidden_by: null,
        warnings: [],
      },
    ]);
  });

  test.each([
    ['getFax', 'fax', { 'params.id': 1 }, { 'params.id': 2 }],
    ['sendFax', 'number', { 'params.to': '+12025550123' }, { 'params.to': '+12025550199' }],
  ])('and explained by the counts of real calls: %s per %s', async (operation, per, same, other) => {
    const { live, send, switchOn, explained } = openWorld();
    switchOn(`{ id: x, on: ${operation}, per: ${per}, times: 1, do: { fail: unavailable } }`);
    const call = per === 'fax' ? live.get('/v2.1/faxes/1') : send();
    await call.expect(503);
    expect(await explained({ operation, ...same })).toMatchObject([
      { fires: false, why: 'is used up: it has fired 1 time, of 1' },
    ]);
    expect(await explained({ operation, ...other })).toMatchObject([{ fires: true }]);
  });

  test.each([
    [{}, 'operation is required'],
    [{ operation: 'getFax', to: '1' }, 'to is known of faxes and webhooks only; of answers it is params.to'],
    [{ operation: 'getFax', scenario: 'outrage' }, 'there is no scenario outrage; the nearest is outage'],
  ])('and not explained by what there is not: %j', async (query, message) => {
    expect(await refusalOf(openWorld().anyone.get('/_faxsim/scenarios/explain').query(query))).toBe(message);
  });

  test('and tell what clients have shown', async () => {
    const { anyone, live, change } = openWorld();
    await change({ on: 'outage' }).expect(200);
    const ask = () => dataOf(anyone.get('/_faxsim/scenarios/verdicts'));
    expect(await ask()).toEqual({
      verdicts: [
        {
          ...{ scenario: 'outage', rule: 'down', expectation: 'retries' },
          ...{
            verdict: 'pending',
            because: 'the rule has not hit a request of a program yet; calls of the console do not count',
          },
        },
      ],
      never_fired: ['outage/down'],
    });
    for (let call = 0; call < 2; call++) await live.get('/v2/faxes').expect(503);
    expect(await ask()).toMatchObject({ verdicts: [{ verdict: 'passed' }], never_fired: [] });
  });
});
