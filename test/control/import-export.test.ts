import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { someContents } from '../support/contents.ts';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import { account, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { repeats } from '../support/soak.ts';

const freshDirectory = temporaryDirectories();

type Agent = ReturnType<typeof openSimulator>['live'];

const acts: Readonly<Record<string, (live: Agent, anyone: Agent) => PromiseLike<{ status: number; body: unknown }>>> = {
  send: (live) => live.post('/v2.1/faxes').field({ to: '+12025550123' }).attach('file', Buffer.from('x'), 'a.txt'),
  receive: (_live, anyone) =>
    anyone.post('/_faxsim/receive').send({ file: { filename: 'a.txt', base64: 'eHl6' }, from: '+16504888494' }),
  stage: (_live, anyone) => anyone.post('/_faxsim/faxes').send({ status: 'inprogress', pages: 2, ago: '1h' }),
  block: (live) => live.post('/v2.1/blocking_rules/send').type('form').send({ to: '+12025550111', from: '*' }),
  unblock: (live) => live.delete('/v2.1/blocking_rules/1'),
  advance: (_live, anyone) => anyone.post('/_faxsim/clock').send({ advance: '70ms' }),
  settings: (_live, anyone) => anyone.patch('/_faxsim/settings').send({ balance_cents: 500, inflight_webhooks: true }),
};
const act = fc.constantFrom(...Object.keys(acts));

async function shown(answer: PromiseLike<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  return { status, body };
}

async function exported({ anyone }: { anyone: Agent }) {
  const { body } = await anyone.get('/_faxsim/export').expect(200);
  return body.data;
}

describe('an exported world', () => {
  test('is taken with values that a new record may not have, but not with keys that leave no room for the next', async () => {
    const from = openSimulator({ ...someContents(), faxes: [sentFax()] });
    const document = await exported(from);
    const { contents } = document;
    const [fax] = contents.faxes;
    const odd = { ...fax, callerId: 'anonymous', costCents: 1.5 };
    const before = { ...document, contents: { ...contents, faxes: [odd] } };
    await from.anyone.post('/_faxsim/import').send(before).expect(200);
    expect((await exported(from)).contents.faxes).toMatchObject([{ callerId: 'anonymous', costCents: 1.5 }]);
    const highest = { ...document, contents: { ...contents, highestKeys: { faxes: Number.MAX_SAFE_INTEGER } } };
    await from.anyone.post('/_faxsim/import').send(highest).expect(422);
  });

  test('goes on elsewhere as if it had stayed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 6 }), fc.array(act, { maxLength: 5 }), async (before, after) => {
        const here = openSimulator(someContents({ faxes: 3 }));
        for (const name of before) await acts[name]!(here.live, here.anyone);
        const document = await exported(here);
        const there = openSimulator();
        await there.anyone.post('/_faxsim/import').send(document).expect(200);
        expect(await exported(there)).toEqual(document);
        for (const name of [...after, 'advance']) {
          expect(await shown(acts[name]!(there.live, there.anyone))).toEqual(
            await shown(acts[name]!(here.live, here.anyone)),
          );
        }
        await Promise.all([here.clock.runUntilIdle(), there.simulator.parts.worlds.default.clock.runUntilIdle()]);
        for (const path of ['/v2.1/faxes?per_page=1000', '/v2.1/blocking_rules', '/_faxsim/webhooks']) {
          expect(await shown(there.live.get(path))).toEqual(await shown(here.live.get(path)));
        }
      }),
      { numRuns: repeats(8, 200) },
    );
  });

  test('becomes a world of its own, with its files, and returns to that when it is reset', async () => {
    const { anyone, live } = openSimulator(someContents());
    const sent = await acts['receive']!(live, anyone);
    const { id } = (sent.body as { data: { fax: { id: number } } }).data.fax;
    const answer = await anyone.get('/_faxsim/export').expect(200);
    const order = { id: 'copy', import: answer.body, settings: { balance_cents: 1 } };
    await anyone.post('/_faxsim/worlds').send(order).expect(200);
    for (const round of [1, 2]) {
      const shownFax = await anyone.get(`/w/copy/_faxsim/faxes/${id}`).expect(200);
      expect(shownFax.body.data).toMatchObject({ file: 'stored' });
      await anyone.delete(`/w/copy/_faxsim/faxes/${id}`).expect(200);
      await anyone.post('/w/copy/_faxsim/reset').expect(200);
      const again = await anyone.get('/w/copy/_faxsim/export').expect(200);
      expect(Object.keys(again.body.data.blobs)).toHaveLength(round > 0 ? 1 : 0);
      expect(again.body.data.contents.account.balanceCents).toBe(1);
    }
  });

  test('may be larger than what a client of the API may send', async () => {
    const simulator = openSimulator({ ...someContents({ faxes: 50 }), limits: { bodyBytesMax: 2000 } });
    const document = await exported(simulator);
    expect(JSON.stringify(document).length).toBeGreaterThan(10_000);
    await simulator.anyone.post('/_faxsim/import').send(document).expect(200);
  });
});

describe('an export of a world with scenarios', () => {
  const source =
    'name: mine\ndescription: "None, ${x}."\nparams: { x: 1 }\nrules: [{ id: a, on: getFax, do: { fail: not_found } }]';
  const nameOf = 'busy-line(number=%2B12025550123)';

  async function on({ anyone }: { anyone: Agent }, base = '') {
    const { body } = await anyone.get(`${base}/_faxsim/scenarios`).expect(200);
    return body.data;
  }

  async function scripted() {
    const simulator = openSimulator();
    const { anyone, live } = simulator;
    for (const order of [{ source }, { on: 'outage' }, { on: nameOf }]) {
      await anyone.post('/_faxsim/scenarios').send(order).expect(200);
    }
    await live.get('/v2.1/faxes').expect(503);
    return { simulator, document: await exported(simulator) };
  }

  test('has them by name, or with their source where they are not of the library', async () => {
    const { document } = await scripted();
    expect(document.version).toBe(3);
    expect(document.scenarios).toEqual([
      { name: 'busy-line(number=+12025550123)', by: 'control' },
      { name: 'outage', by: 'control' },
      {
        name: 'mine',
        by: 'control',
        source: expect.stringContaining('"description":"None, 1."'),
        written: expect.stringContaining('params'),
      },
    ]);
  });

  test('switches them on where it is imported, in their order, and their counts begin at 0', async () => {
    const { simulator, document } = await scripted();
    const there = openSimulator();
    await there.anyone.post('/_faxsim/scenarios').send({ on: 'cancel-too-late' }).expect(200);
    await there.anyone.post('/_faxsim/import').send(document).expect(200);
    const asItWas = (await on(simulator)).map((rule: object) => ({ ...rule, fired: 0 }));
    expect(await on(there)).toEqual(asItWas);
    await there.live.get('/v2.1/faxes').expect(503).expect('X-Faxsim-Rule', 'outage/down#1');
    expect(await exported(there)).toEqual(document);
  });

  test('makes a world in which they are on, after those that are asked for, and after each reset', async () => {
    const { simulator, document } = await scripted();
    const order = { id: 'copy', import: document, scenarios: ['cancel-too-late'] };
    await simulator.anyone.post('/_faxsim/worlds').send(order).expect(200);
    const names = async () => [
      ...new Set((await on(simulator, '/w/copy')).map((rule: { scenario: string }) => rule.scenario)),
    ];
    const expected = ['cancel-too-late', ...document.scenarios.map(({ name }: { name: string }) => name)];
    expect(await names()).toEqual(expected);
    await simulator.anyone.post('/w/copy/_faxsim/scenarios').send({ off: 'outage' }).expect(200);
    await simulator.anyone.post('/w/copy/_faxsim/reset').expect(200);
    expect(await names()).toEqual(expected);
  });

  test('is one of a file with all that the file extends, and its parameters', async () => {
    const directory = await freshDirectory();
    const rules = 'rules: [{ id: a, on: getFax, do: { respond: { status: 418, message: "$${x} ${x}" } } }]';
    await writeFile(join(directory, 'base.yaml'), `name: base\ndescription: A.\nparams: { x: 1 }\n${rules}`);
    const file = join(directory, 'mine.yaml');
    await writeFile(file, 'name: mine\ndescription: B.\nparams: { y: 2 }\nextends: ["./base.yaml(x=${y})"]');
    const scenario = await new ScenarioLibrary(scenarioFolder).open(`${file}(y=3)`);
    const [here, there] = [openSimulator(), openSimulator()];
    here.simulator.parts.worlds.default.scenarios.switchOn(scenario, 'start');
    await there.anyone
      .post('/_faxsim/import')
      .send(await exported(here))
      .expect(200);
    expect(await on(there)).toMatchObject([{ scenario: 'mine(y=3)', rule: 'a', by: 'start', fired: 0, warnings: [] }]);
    const { body } = await there.live.get('/v2.1/faxes/1').expect(418);
    expect(body.message).toBe('${x} 3');
  });

  test.each([
    [{ name: 'outrage', by: 'control' }, 'scenarios[3], outrage: there is no scenario outrage; the nearest is outage'],
    [{ name: 'outage(x=1)', by: 'start' }, 'scenarios[3], outage(x=1): outage has no parameter x'],
    [{ name: 'mine', by: 'world', source: 'name: mine' }, 'scenarios[3], mine: source:1: description is required'],
    [{ name: 'other', by: 'world', source }, 'scenarios[3], other: source is that of mine'],
  ])('that cannot be had any more, as %j, is refused by its name, and nothing changes', async (spoilt, message) => {
    const { simulator, document } = await scripted();
    document.scenarios.push(spoilt);
    document.contents.account.balanceCents = 7;
    const { body } = await simulator.anyone.post('/_faxsim/import').send(document).expect(422);
    expect(body.message).toContain(`The document cannot be imported: ${message}`);
    await simulator.anyone.post('/_faxsim/worlds').send({ import: document }).expect(422);
    document.scenarios.pop();
    document.contents.account.balanceCents = account().balanceCents;
    expect(await exported(simulator)).toEqual(document);
  });
});

describe('a document that is broken', () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is broken has no type
  const breakages: [string, (document: any) => unknown, string][] = [
    ['format', (d) => (d.format = 'other'), 'format is not "faxsim world": it is no export of a world'],
    ['version', (d) => (d.version = 4), 'version is 4, but this faxsim reads versions 2 to 3'],
    ['scenarios', (d) => delete d.scenarios, 'scenarios is missing: it must be a list'],
    [
      'scenario',
      (d) => (d.scenarios = [{ name: 'outage' }]),
      'scenarios[0].by is missing: it must be one of world, control, start',
    ],
    [
      'key of a scenario',
      (d) => (d.scenarios = [{ name: 'outage', by: 'control', sauce: 'x' }]),
      'scenarios[0] must be a mapping of name, by and perhaps source and written, got {"name":"outage","by":"control","sauce":"x"}',
    ],
    [
      'list of scenarios',
      (d) =>
        (d.scenarios = ['control', 'world', 'start'].map((by) => ({
          name: by === 'control' ? 'busy-line' : 'outage',
          by,
        }))),
      'scenarios[2], outage: it is in the list before',
    ],
    ['seed', (d) => (d.seed = 'x'), 'seed must be an integer, got "x"'],
    ['pace', (d) => (d.pace = 'slow'), 'pace must be one of real, fast, instant, got "slow"'],
    ['clock', (d) => (d.clock = null), 'clock must be a mapping of values, got null'],
    ['contents', (d) => (d.contents = []), 'contents must be an object'],
    ['collection', (d) => (d.contents.faxes = null), 'contents.faxes must be a list of records'],
    ['other collection', (d) => (d.contents.pets = []), 'contents.pets is no collection of records'],
    ['record', (d) => (d.contents.faxes[1] = 7), 'contents.faxes[1] must be an object'],
    [
      'field',
      (d) => (d.contents.faxes[1].status = 'lost'),
      'contents.faxes[1].status must be one of queued, pendingbatch, inprogress, success, failure, partialsuccess, got "lost"',
    ],
    [
      'missing field',
      (d) => delete d.contents.faxes[1].pages,
      'contents.faxes[1].pages is missing: it must be an integer from 0 to 1000',
    ],
    ['key', (d) => (d.contents.faxes[1].id = 1), 'contents.faxes[1] has the same key as contents.faxes[0]: 1'],
    ['account', (d) => delete d.contents.account, 'contents.account must be an object'],
    ['highest key', (d) => (d.contents.highestKeys.faxes = 'x'), 'contents.highestKeys.faxes is not a key'],
    [
      'file',
      (d) => (d.contents.faxes[0].document = 'ab'),
      'contents.faxes[0] needs the file ab, which is not in blobs',
    ],
    ['blob', (d) => (d.blobs = { ab: 'eA==' }), 'blobs.ab is not, in base64, the file of that name'],
  ];

  test.each(breakages)('in its %s is refused, and nothing changes', async (_name, spoil, message) => {
    const simulator = openSimulator(someContents({ faxes: 3 }));
    const before = await exported(simulator);
    const document = structuredClone(before);
    spoil(document);
    const { body } = await simulator.anyone.post('/_faxsim/import').send(document).expect(422);
    expect(body).toEqual({ success: false, message: `The document cannot be imported: ${message}` });
    const made = await simulator.anyone.post('/_faxsim/worlds').send({ import: document }).expect(422);
    expect(made.body.message).toContain('cannot be imported');
    expect(await exported(simulator)).toEqual(before);
    expect((await simulator.anyone.get('/_faxsim/worlds')).body.data).toHaveLength(1);
  });

  test('or that is none, is refused', async () => {
    const { anyone } = openSimulator();
    const { body } = await anyone.post('/_faxsim/import').send({}).expect(422);
    expect(body.message).toContain('it is no export of a world');
    const both = await anyone.post('/_faxsim/worlds').send({ import: {}, seed: 4 }).expect(422);
    expect(both.body.message).toBe('import and seed exclude each other');
  });
});
