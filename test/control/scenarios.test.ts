import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { controlContext } from '../../src/control/control-route.ts';
import { scenarios } from '../../src/control/scenarios.ts';
import { scenarioFolder } from '../../src/scenarios/library.ts';
import { noon } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

const source = `name: mine
description: One call fails.
rules:
  - id: first
    on: listFaxes
    times: 1
    do: { fail: unavailable }`;

describe('a scenario that is sent', () => {
  test('is on for its world from then on, by the name that stands in it', async () => {
    const { anyone, live } = openSimulator();
    const { body } = await anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    expect(body).toMatchObject({ data: [{ scenario: 'mine', rule: 'first', by: 'control', fired: 0 }] });
    await live.get('/v2.1/faxes').expect(503).expect('X-Faxsim-Rule', 'mine/first#1');
    await live.get('/v2.1/faxes').expect(200);
    await anyone.post('/_faxsim/scenarios').send({ off: 'mine' }).expect(200);
  });

  test.each([
    [{ source: source.replace('listFaxes', 'listFax') }, 'source:5: rule first: on must be'],
    [{ source: 'name: [' }, 'source:1:'],
    [
      { source: source.replace('rules:', 'extends: [/etc/passwd]\nrules:') },
      'source:3: extends.0 /etc/passwd must be the name of',
    ],
    [
      { source: source.replace('rules:', 'extends: [./other.yaml]\nrules:') },
      'a scenario that is sent cannot extend files',
    ],
    [
      { source: source.replace('rules:', 'extends: [outrage]\nrules:') },
      'there is no scenario outrage; the nearest is outage',
    ],
    [
      { on: './mine.yaml' },
      'there is no scenario ./mine.yaml; files are not read here: `faxsim scenarios on FILE` sends one',
    ],
    [{ on: 'mine.yaml' }, 'files are not read here'],
    [{ on: 'outage,slow-p99' }, 'one scenario is named here at a time'],
    [{ on: source }, 'a whole scenario is sent as source of POST /_faxsim/scenarios'],
    [{ source, on: 'outage' }, 'on and source exclude each other'],
    [{}, 'on, off or source is required'],
  ])('is refused like a file, and changes nothing: %j', async (given, message) => {
    const { anyone } = openSimulator();
    const { body } = await anyone.post('/_faxsim/scenarios').send(given).expect(422);
    expect(body).toEqual({ success: false, message: expect.stringContaining(message) });
    const on = await anyone.get('/_faxsim/scenarios').expect(200);
    expect(on.body).toMatchObject({ data: [] });
  });
});

test('the end of a rule is the end of its window since the scenario was switched on, and a rule without a window has no end', async () => {
  const { anyone, clock } = openSimulator();
  const mixed = `name: mixed
description: One rule ends, and one stays.
rules:
  - { id: late, on: listFaxes, during: { from: 10s, until: 90s }, do: { fail: unavailable } }
  - { id: later, on: getFax, during: { from: 5s }, do: { fail: unavailable } }`;
  const rows = async () => {
    const { body } = await anyone.get('/_faxsim/scenarios').expect(200);
    const ends = (body as { data: { rule: string; ends_at: string | null; ends_in_ms: number | null }[] }).data;
    return ends.map(({ rule, ends_at: at, ends_in_ms: left }) => [rule, at, left]);
  };
  await clock.advance(1000);
  await anyone.post('/_faxsim/scenarios').send({ source: mixed }).expect(200);
  const end = new Date(noon + 91_000).toISOString();
  expect(await rows()).toEqual([
    ['late', end, 90_000],
    ['later', null, null],
  ]);
  await clock.advance(89_500);
  expect((await rows())[0]).toEqual(['late', end, 500]);
  await clock.advance(60_000);
  expect((await rows())[0]).toEqual(['late', end, 0]);
  await anyone.post('/_faxsim/scenarios').send({ source: mixed }).expect(200);
  expect((await rows())[0]).toEqual(['late', expect.any(String), 90_000]);
});

test('a scenario that is sent may extend those of the library, with parameters and without', async () => {
  const { anyone, live, clock } = openSimulator();
  const extending = source
    .replace('rules:', "extends: ['outage(lasts=10s)', cancel-too-late]\nrules:")
    .replace('id: first', 'id: late');
  const { body } = await anyone.post('/_faxsim/scenarios').send({ source: extending }).expect(200);
  const rules = ['down', 'too-late', 'late'];
  expect(body.data.map(({ rule }: { rule: string }) => rule)).toEqual(rules);
  await live.get('/v2.1/faxes').expect(503).expect('X-Faxsim-Rule', 'mine/down#1');
  await clock.advance(10_000);
  await live.get('/v2.1/faxes').expect(503).expect('X-Faxsim-Rule', 'mine/late#1');
  const { body: exported } = await anyone.get('/_faxsim/export').expect(200);
  await anyone.post('/_faxsim/import').send(exported.data).expect(200);
  const { body: again } = await anyone.get('/_faxsim/scenarios').expect(200);
  expect(again.data.map(({ rule }: { rule: string }) => rule)).toEqual(rules);
});

test('each example of the guide that names no file can be sent', async () => {
  const guide = readFileSync('docs/scenarios.md', 'utf8');
  const examples = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(5);
  const { anyone } = openSimulator();
  for (const example of examples) await anyone.post('/_faxsim/scenarios').send({ source: example }).expect(200);
});

describe('a check of a scenario that is sent', () => {
  const lint = async (text: string) => {
    const { anyone } = openSimulator();
    const { body } = await anyone.post('/_faxsim/scenarios/lint').send({ source: text }).expect(200);
    expect((await anyone.get('/_faxsim/scenarios').expect(200)).body.data).toEqual([]);
    return body.data;
  };

  test('says what is wrong, and switches nothing on', async () => {
    expect(await lint(source)).toEqual({ name: 'mine', rules: 1, params: [], faults: [], warnings: [] });
    expect(await lint(source.replace('listFaxes', 'listFax'))).toEqual({
      name: 'mine',
      rules: 1,
      params: [],
      faults: [expect.stringMatching(/^source:5: rule first: on must be/)],
      warnings: [],
    });
    expect(await lint('- no mapping')).toMatchObject({ name: null, rules: 0, faults: [expect.any(String)] });
  });

  test('warns beside faults', async () => {
    const faulty = source.replace('times: 1', 'tiems: 1\n    where: { params.paeg: 2 }');
    expect(await lint(faulty)).toEqual({
      name: 'mine',
      rules: 1,
      params: [],
      faults: [expect.stringContaining('tiems is not known here')],
      warnings: [expect.stringContaining('params.paeg is no parameter of listFaxes')],
    });
  });

  test('warns of rules that may never fire', async () => {
    expect(await lint(source.replace('times: 1', 'where: { params.paeg: 2 }'))).toEqual({
      name: 'mine',
      rules: 1,
      params: [],
      faults: [],
      warnings: ['source:6: rule first: where.params.paeg is no parameter of listFaxes; the nearest is params.page'],
    });
  });
});

test('a scenario that is looked for while its world is reset is on in the world that is there then', async () => {
  const { anyone, simulator } = openSimulator();
  const hosted = simulator.parts.worlds.first;
  const context = controlContext({
    ...simulator.parts,
    hosted,
    findScenario: async (name) => {
      await hosted.reset();
      return simulator.parts.findScenario(name);
    },
    url: 'http://127.0.0.1',
    uptimeMs: 0,
  });
  await scenarios.switch.run(context, { on: 'outage', off: undefined, source: undefined });
  const on = await anyone.get('/_faxsim/scenarios').expect(200);
  expect(on.body).toMatchObject({ data: [{ scenario: 'outage' }] });
});

test('a scenario that is looked for while its world is deleted is refused, and is on nowhere', async () => {
  const { anyone, simulator } = openSimulator();
  await anyone.post('/_faxsim/worlds').send({ id: 'one', fixture: 'empty' }).expect(200);
  const hosted = simulator.parts.worlds.get('one')!;
  const gone = hosted.world;
  const context = controlContext({
    ...simulator.parts,
    hosted,
    findScenario: async (name) => {
      await anyone.delete('/_faxsim/worlds/one').expect(200);
      return simulator.parts.findScenario(name);
    },
    url: 'http://127.0.0.1',
    uptimeMs: 0,
  });
  const switching = scenarios.switch.run(context, { on: 'outage', off: undefined, source: undefined });
  await expect(switching).rejects.toMatchObject({ kind: 'unavailable', message: 'The world one has been deleted' });
  expect(gone.scenarios.report()).toEqual([]);
});

test('a call under way while its world is reset is about the world that is there then', async () => {
  const { simulator } = openSimulator();
  const hosted = simulator.parts.worlds.first;
  const context = controlContext({ ...simulator.parts, hosted, url: 'http://127.0.0.1', uptimeMs: 0 });
  const { world } = context;
  await hosted.reset();
  expect(context.world).toBe(hosted.world);
  expect(context.world).not.toBe(world);
});

test('the library is listed with the parameters that its files declare, and the rules', async () => {
  const { anyone } = openSimulator();
  const { data } = (await anyone.get('/_faxsim/scenarios/library').expect(200)).body;
  const files = readdirSync(scenarioFolder).map((file) => file.replace('.yaml', ''));
  expect(data.map(({ name }: { name: string }) => name)).toEqual(files.sort());
  expect(data).toContainEqual({
    name: 'busy-then-answered',
    description: expect.any(String),
    params: [
      {
        name: 'number',
        default: '',
        meaning: 'only numbers that contain it; other recipients of the same fax are reached',
      },
      { name: 'times', default: 2, meaning: null },
    ],
    rules: [{ id: 'busy', on: ['fax'] }],
    faults: [],
    sent_as: null,
  });
});

describe('the text of a scenario', () => {
  test('of the library is that of its file, with or without parameters', async () => {
    const { anyone } = openSimulator();
    for (const scenario of ['outage', 'outage(lasts=30s)']) {
      const { data } = (await anyone.get('/_faxsim/scenarios/source').query({ scenario }).expect(200)).body;
      const text = readFileSync(`${scenarioFolder}/outage.yaml`, 'utf8');
      expect(data).toMatchObject({ scenario, source: text, is_sent: false, params: [{ name: 'lasts' }] });
    }
  });

  test('that was sent can be sent again', async () => {
    const { anyone, live } = openSimulator();
    await anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    const { data } = (await anyone.get('/_faxsim/scenarios/source?scenario=mine').expect(200)).body;
    expect(data.source).toContain('description: One call fails.\n');
    await anyone.post('/_faxsim/scenarios').send({ off: 'mine', source: data.source }).expect(200);
    await live.get('/v2.1/faxes').expect(503).expect('X-Faxsim-Rule', 'mine/first#1');
  });

  const withParams = `# Sent by a test.
name: mine
description: Some calls fail.
params: { times: 1, status: 503 } # of these two
rules:
  - id: first
    on: listFaxes
    times: '\${times}'
    do: { respond: { status: '\${status}', message: down } }`;
  const params = [
    { name: 'times', default: 1, meaning: null },
    { name: 'status', default: 503, meaning: null },
  ];
  const rules = [{ id: 'first', on: ['listFaxes'] }];

  test('that was sent keeps its parameters and comments, also after it is switched off', async () => {
    const { anyone, live } = openSimulator();
    const change = (input: object) => anyone.post('/_faxsim/scenarios').send(input);
    const text = async (scenario: string) =>
      (await anyone.get('/_faxsim/scenarios/source').query({ scenario }).expect(200)).body.data;
    await change({ source: withParams, name: 'mine(status=502,times=2)' }).expect(200);
    for (const status of [502, 502, 200]) await live.get('/v2.1/faxes').expect(status);
    const { body } = await change({ source: withParams, name: 'mine' }).expect(200);
    expect(body.data.map(({ scenario }: { scenario: string }) => scenario)).toEqual([
      'mine',
      'mine(status=502,times=2)',
    ]);
    for (const status of [503, 200]) await live.get('/v2.1/faxes').expect(status);
    const expected = { source: withParams, is_sent: true, description: 'Some calls fail.', params, rules };
    for (const scenario of ['mine', 'mine(status=502,times=2)']) {
      expect(await text(scenario)).toEqual({ scenario, ...expected });
    }
    await change({ off: 'mine' }).expect(200);
    for (const scenario of ['mine', 'mine(status=502,times=2)', 'mine(times=9)']) {
      expect(await text(scenario)).toEqual({ scenario, ...expected });
    }
    await change({ source: withParams, name: 'mine(times=9)' }).expect(200);
    await change({ off: 'mine(times=9)' }).expect(200);
    const listed = (await anyone.get('/_faxsim/scenarios/library').expect(200)).body.data;
    const entry = {
      name: 'mine',
      description: 'Some calls fail.',
      params,
      rules,
      faults: [],
      sent_as: 'mine(times=9)',
    };
    expect(listed.filter(({ sent_as }: { sent_as: string | null }) => sent_as !== null)).toEqual([entry]);
    const linted = await anyone.post('/_faxsim/scenarios/lint').send({ source: withParams }).expect(200);
    expect(linted.body.data).toEqual({ name: 'mine', rules: 1, params, faults: [], warnings: [] });
  });

  test('that was sent is in an export, with its parameters', async () => {
    const { anyone, live } = openSimulator();
    await anyone.post('/_faxsim/scenarios').send({ source: withParams, name: 'mine(times=2)' }).expect(200);
    const { body } = await anyone.get('/_faxsim/export').expect(200);
    await anyone.post('/_faxsim/import').send(body.data).expect(200);
    const { data } = (await anyone.get('/_faxsim/scenarios/source?scenario=mine(times=2)').expect(200)).body;
    expect(data).toMatchObject({ source: withParams, is_sent: true, params });
    for (const status of [503, 503, 200]) await live.get('/v2.1/faxes').expect(status);
  });

  test('that was sent must not have the name of another scenario of the library', async () => {
    const { anyone } = openSimulator();
    const change = (input: object) => anyone.post('/_faxsim/scenarios').send(input);
    const copy = withParams.replace('mine', 'outage');
    const message = 'source:2: name must not be that of a library scenario, got outage: write my-outage';
    expect((await change({ source: copy }).expect(422)).body.message).toBe(message);
    const linted = await anyone.post('/_faxsim/scenarios/lint').send({ source: copy }).expect(200);
    expect(linted.body.data).toMatchObject({ name: 'outage', faults: [message] });
    await change({ source: readFileSync('scenarios/outage.yaml', 'utf8') }).expect(200);
  });

  test('that was sent is switched on again by its name, with other values and after a rewind', async () => {
    const { anyone, live } = openSimulator();
    const change = (input: object) => anyone.post('/_faxsim/scenarios').send(input);
    await live.get('/v2.1/faxes').expect(200);
    await change({ source: withParams }).expect(200);
    await anyone.post('/_faxsim/rewind').send({ request: 1 }).expect(200);
    expect((await anyone.get('/_faxsim/scenarios').expect(200)).body.data).toEqual([]);
    await change({ on: 'mine(status=502)' }).expect(200);
    for (const status of [502, 200]) await live.get('/v2.1/faxes').expect(status);
    expect((await change({ on: 'mine(state=502)' }).expect(422)).body.message).toContain('has no parameter state');
  });

  test.each([
    ['mine(time=2)', 'mine has no parameter time; the nearest is times'],
    ['mine(times=two)', 'the parameter times must be a number, got two'],
    ['mine(status=1)', /^source:9: rule first: do\.respond\.status must be .*, got 1; with status=1$/],
    ['yours(times=2)', 'name must be mine, or mine(PARAM=VALUE,…), got yours(times=2)'],
  ])('with parameters is not switched on as %s', async (name, message) => {
    const { anyone } = openSimulator();
    const { body } = await anyone.post('/_faxsim/scenarios').send({ source: withParams, name }).expect(422);
    expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect((await anyone.get('/_faxsim/scenarios').expect(200)).body.data).toEqual([]);
  });

  test('is remembered for the latest 50 that were sent', async () => {
    const { anyone } = openSimulator();
    for (let number = 0; number <= 50; number++) {
      await anyone
        .post('/_faxsim/scenarios')
        .send({ source: source.replace('mine', `mine-${number}`) })
        .expect(200);
    }
    await anyone.post('/_faxsim/scenarios').send({ off: 'mine-0' }).expect(200);
    await anyone.post('/_faxsim/scenarios').send({ off: 'mine-1' }).expect(200);
    await anyone.get('/_faxsim/scenarios/source?scenario=mine-0').expect(422);
    await anyone.get('/_faxsim/scenarios/source?scenario=mine-1').expect(200);
  });

  test.each(['/etc/passwd', './mine.yaml', '../package.json', 'nothing'])('is not that of %s', async (scenario) => {
    const { anyone } = openSimulator();
    const { body } = await anyone.get('/_faxsim/scenarios/source').query({ scenario }).expect(422);
    expect(body.message).toContain(`there is no scenario ${scenario}`);
  });
});
