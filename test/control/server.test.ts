import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { LongWork } from '../../src/model/domain/long-work.ts';
import type { SystemClock } from '../../src/model/domain/system-clock.ts';
import { WorldFactory } from '../../src/worlds/hosting/world-factory.ts';
import { Worlds } from '../../src/worlds/hosting/worlds.ts';
import { readFixture } from '../../src/control/fixture-files/load-fixture.ts';
import { generate } from '../../fixtures/catalogue.ts';
import { WorldRecipes } from '../../src/worlds/making/recipes.ts';
import { receivedFax, sentFax } from '../support/examples.ts';
import { plainDocuments } from '../support/documents.ts';
import { HistorySpace } from '../../src/worlds/history/history-space.ts';
import { openSimulator } from '../support/simulator.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { startFrom } from '../../src/index.ts';

test('info says which simulator it is', async () => {
  const { body } = await openSimulator().anyone.get('/_faxsim/info').expect(200);
  expect(body.data).toEqual({
    ...{
      name: 'faxsim',
      version: '0.0.0',
      process: 'here:1',
      api_versions: ['v1', 'v2', 'v2.1', 'v3'],
      worlds: 1,
      settings: {},
    },
    uptime_ms: expect.any(Number),
    disk_refusal: null,
  });
});

describe('the report of a sweep', () => {
  const newDirectory = temporaryDirectories();
  const opened = async () => {
    const directory = await newDirectory();
    const simulator = await startFrom({ port: 0, fixture: 'empty' }, { sweep: { directory } });
    return { simulator, write: (text: string) => writeFile(join(directory, 'report.json'), text) };
  };

  test('is null where there is none, and where the file is none', async () => {
    const { simulator, write } = await opened();
    expect(await simulator.server.sweep({})).toEqual({ changed_at: null, age_ms: null, report: null });
    await write('{');
    expect(await simulator.server.sweep({})).toMatchObject({ age_ms: expect.any(Number), report: null });
    await simulator.close();
  });

  test('is not sent again to a reader that has it', async () => {
    const { simulator, write } = await opened();
    await write('{"planned": 3}');
    const { changed_at: changedAt, report } = await simulator.server.sweep({});
    expect(report).toEqual({ planned: 3 });
    expect(await simulator.server.sweep({ changed_at: changedAt! })).toMatchObject({ report: null });
    await simulator.close();
  });
});

test('metrics count requests by operation, version and status, faxes, webhooks and firings', async () => {
  const simulator = openSimulator({ faxes: [sentFax(), receivedFax()] });
  await simulator.live.get('/v2/faxes').expect(200);
  await simulator.live.get('/v2/faxes').expect(200);
  await simulator.anyone.get('/v2.1/faxes').expect(401);
  await simulator.anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
  await simulator.live.get('/v2/faxes').expect(503);
  await simulator.anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  const { text } = await simulator.anyone
    .get('/_faxsim/metrics')
    .expect(200)
    .expect('Content-Type', /^text\/plain/);
  const lines = text.split('\n');
  for (const line of [
    '# TYPE faxsim_requests_total counter',
    'faxsim_requests_total{operation="listFaxes",version="v2",status="200"} 2',
    'faxsim_requests_total{operation="listFaxes",version="v2",status="503"} 1',
    'faxsim_requests_total{operation="listFaxes",version="v2.1",status="401"} 1',
    'faxsim_request_duration_seconds_bucket{operation="listFaxes",version="v2",le="+Inf"} 3',
    'faxsim_request_duration_seconds_count{operation="listFaxes",version="v2"} 3',
    'faxsim_worlds 1',
    'faxsim_faxes{status="success"} 2',
    'faxsim_webhook_deliveries{state="kept"} 1',
  ]) {
    expect(lines).toContain(line);
  }
  expect(text).toMatch(/^faxsim_scenario_firings_total\{scenario="outage",rule="[^"]+",by="control"\} 1$/m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
  const form = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"\\]*",?)+\})? [\d.e+-]+)$/;
  for (const line of lines.slice(0, -1)) expect(line).toMatch(form);
});

test('metrics count what was refused, had no route or no answer, once each and as the journal has it', async () => {
  const simulator = openSimulator();
  await simulator.live.get('/v2/nothing').expect(404);
  await simulator.live.get('/nothing').expect(404);
  await simulator.live.patch('/v2/faxes').expect(405);
  await simulator.live.post('/v2/faxes/1/resend').type('json').send('{').expect(400);
  const source = 'name: cut\ndescription: No answer.\nrules: [{ id: all, on: getFax, do: { wire: reset } }]';
  await simulator.anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
  await expect(simulator.live.get('/v2/faxes/1')).rejects.toThrow();
  const { text } = await simulator.anyone.get('/_faxsim/metrics').expect(200);
  expect(text.split('\n').filter((line) => line.startsWith('faxsim_requests_total'))).toEqual([
    'faxsim_requests_total{operation="none",version="v2",status="404"} 1',
    'faxsim_requests_total{operation="none",version="none",status="404"} 1',
    'faxsim_requests_total{operation="none",version="v2",status="405"} 1',
    'faxsim_requests_total{operation="resendFax",version="v2",status="400"} 1',
    'faxsim_requests_total{operation="getFax",version="v2",status="none"} 1',
  ]);
  const { body } = await simulator.anyone.get('/_faxsim/requests').expect(200);
  expect(body.data.total).toBe(5);
});

test('metrics count what journals dropped for want of space, and go on counting when a world is reset', async () => {
  const simulator = openSimulator({ limits: { journalBytes: 0 } });
  const dropped = async () => {
    const { text } = await simulator.anyone.get('/_faxsim/metrics').expect(200);
    return text.split('\n').filter((line) => line.includes('faxsim_journal_dropped'));
  };
  const shown = (count: number) => [
    '# HELP faxsim_journal_dropped_requests_total Requests that journals dropped for want of space.',
    '# TYPE faxsim_journal_dropped_requests_total counter',
    `faxsim_journal_dropped_requests_total ${count}`,
  ];
  expect(await dropped()).toEqual(shown(0));
  await simulator.live.get('/v2/faxes').expect(200);
  expect(await dropped()).toEqual(shown(1));
  await simulator.anyone.post('/_faxsim/reset').expect(200);
  await simulator.live.get('/v2/faxes').expect(200);
  expect(await dropped()).toEqual(shown(2));
});

test('idle worlds are deleted, and no timer runs while there are none', async () => {
  let now = 0;
  const alarms = new Map<number, () => void>();
  const systemClock: SystemClock = {
    now: () => now,
    wake: (afterMs, work) => {
      alarms.set(now + afterMs, work);
      return () => alarms.delete(now + afterMs);
    },
  };
  const { simulator } = openSimulator();
  const worlds = new Worlds(simulator.parts.worlds.first);
  const fail = (fault: unknown): never => {
    throw fault;
  };
  const factory = new WorldFactory({
    worlds,
    recipes: new WorldRecipes(plainDocuments(), { generate, readFile: readFixture }, systemClock),
    tools: {
      ...{ systemClock, documents: plainDocuments(), fetchPage: fail, post: fail, makeUpFax: fail, onFault: fail },
      ...{ findScenario: fail, historySpace: new HistorySpace(1000) },
      work: new LongWork(systemClock),
    },
    worldsMax: 10,
    idleMs: 1000,
    defaults: { fixture: 'empty', fixtureSize: 0, seed: 1, pace: 'fast', account: {}, time: 0, speed: 0 },
  });
  expect(alarms.size).toBe(0);
  await factory.create({ id: 'one', recipe: {} });
  now = 600;
  const other = await factory.create({ id: 'other', recipe: {} });
  const ring = async (): Promise<void> => {
    const [at, work] = [...alarms].toSorted(([a], [b]) => a - b)[0]!;
    alarms.delete(at);
    now = at;
    work();
    await new Promise(setImmediate);
  };
  await ring();
  expect({ now, left: worlds.made }).toEqual({ now: 1001, left: [other] });
  other.beginUse()();
  await ring();
  expect(worlds.made).toEqual([other]);
  await ring();
  expect({ now, left: worlds.made, alarms: alarms.size }).toEqual({ now: 2002, left: [], alarms: 0 });
});

test('long JSON is compressed for the console alone', async () => {
  const { anyone } = openSimulator();
  const compressed = await anyone
    .get('/_faxsim/settings/described')
    .set({ 'X-Faxsim-Client': 'console', 'Accept-Encoding': 'gzip' })
    .expect(200);
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  const plain = await anyone.get('/_faxsim/settings/described').set('Accept-Encoding', 'gzip').expect(200);
  expect(plain.headers['content-encoding']).toBe(undefined);
  expect(compressed.body).toEqual(plain.body);
  expect(Number(compressed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
});
