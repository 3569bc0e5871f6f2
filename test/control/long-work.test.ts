import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { someContents } from '../support/contents.ts';
import { longAfterMs } from '../../src/model/domain/long-work.ts';
import type { SystemClock } from '../../src/model/domain/system-clock.ts';
import { standstill } from '../support/clock.ts';
import { held } from '../support/held.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

test('lists nothing where nothing runs', async () => {
  const { anyone } = openSimulator();
  expect(await dataOf(anyone.get('/_faxsim/work'))).toEqual([]);
});

test('lists a move of a clock with the time that it has reached', async () => {
  const { anyone, clock } = openSimulator();
  const { wait, reached, letGo } = held();
  clock.schedule(clock.now() + 600_000, wait);
  const move = dataOf(anyone.post('/_faxsim/clock').send({ advance: '40m' }));
  await reached;
  expect(await dataOf(anyone.get('/_faxsim/work'))).toEqual([
    {
      ...{ id: 1, kind: 'clock', world: 'default', unit: 'ms', done: 600_000, total: 2_400_000 },
      ...{ world_time: '2026-11-20T12:10:00.000Z', events: 0, since: '1970-01-01T00:00:00.000Z', age_ms: 0 },
    },
  ]);
  letGo();
  await move;
  expect(await dataOf(anyone.get('/_faxsim/work'))).toEqual([]);
});

test('counts the events of a move, and not those of the move before', async () => {
  const { anyone, send, clock } = openSimulator();
  await send();
  await anyone.post('/_faxsim/clock').send({ advance: '1h' });
  await send();
  const { wait, reached, letGo } = held();
  clock.schedule(clock.now() + 600_000, wait);
  const move = dataOf(anyone.post('/_faxsim/clock').send({ advance: '40m' }));
  await reached;
  const [{ events }] = await dataOf(anyone.get('/_faxsim/work'));
  letGo();
  expect(events).toBeGreaterThan(0);
  expect((await move).happened).toHaveLength(events);
});

test('docs/control.md shows work with all its fields', async () => {
  const guide = readFileSync(new URL('../../docs/control.md', import.meta.url), 'utf8');
  const [, example = ''] = /^## Long work$.*?^```json\n(.*?)^```$/ms.exec(guide) ?? [];
  const { anyone, clock } = openSimulator();
  const { wait, reached, letGo } = held();
  clock.schedule(clock.now() + 1000, wait);
  const move = dataOf(anyone.post('/_faxsim/clock').send({ advance: '40m' }));
  await reached;
  const [work] = await dataOf(anyone.get('/_faxsim/work'));
  expect(Object.keys(JSON.parse(example)[0])).toEqual(Object.keys(work));
  letGo();
  await move;
});

test('leaves out the total of a move that ends when nothing is due', async () => {
  const { anyone, clock } = openSimulator();
  const { wait, reached, letGo } = held();
  clock.schedule(clock.now() + 1000, wait);
  const move = dataOf(anyone.post('/_faxsim/clock').send({ run_until_idle: '7d' }));
  await reached;
  expect(await dataOf(anyone.get('/_faxsim/work'))).toMatchObject([{ kind: 'clock', done: 1000, total: null }]);
  letGo();
  await move;
});

const orders = [
  ['POST', '/_faxsim/import', 'default', (document: object) => document],
  ['PUT', '/_faxsim/worlds/copy', 'copy', (document: object) => ({ import: document })],
] as const;

test.each(orders)('lists an import by %s %s with the records that were read', async (method, path, world, bodyOf) => {
  const { wait, reached, letGo } = held();
  const findScenario = async (name: string): Promise<never> => {
    await wait();
    throw new Error(name);
  };
  const { anyone } = openSimulator({
    ...someContents({ faxes: 3 }),
    parts: { findScenario },
    onFault: () => undefined,
  });
  const exported = await dataOf(anyone.get('/_faxsim/export'));
  const document = { ...exported, scenarios: [{ name: 'outage', by: 'control' }] };
  const call = method === 'PUT' ? anyone.put(path) : anyone.post(path);
  const status = call.send(bodyOf(document)).then((answer) => answer.status);
  await reached;
  const lists = Object.values<unknown>(exported.contents).filter(Array.isArray);
  const records = lists.reduce((sum, { length }) => sum + length, 0);
  expect(await dataOf(anyone.get('/_faxsim/work'))).toMatchObject([
    { kind: 'import', world, unit: 'records', done: records, total: records, world_time: null, events: null },
  ]);
  letGo();
  expect(await status).toBe(500);
  expect(await dataOf(anyone.get('/_faxsim/work'))).toEqual([]);
});

test('long work is an event of its world, and of all streams that have those of other worlds', async () => {
  const alarms: (() => void)[] = [];
  const systemClock: SystemClock = {
    ...standstill,
    wake: (afterMs, work) => {
      if (afterMs === longAfterMs) alarms.push(work);
      return standstill.wake(afterMs, work);
    },
  };
  const { anyone, simulator } = openSimulator({ parts: { systemClock } });
  await dataOf(anyone.put('/_faxsim/worlds/other').send({ fixture: 'empty' }));
  const { worlds } = simulator.parts;
  const { clock, events } = { ...worlds.find('other').world, events: worlds.first.events };
  expect(events.latest).toEqual([]);
  const { wait, reached, letGo } = held();
  clock.schedule(clock.now() + 1000, wait);
  const move = dataOf(anyone.post('/w/other/_faxsim/clock').send({ advance: '1h' }));
  await reached;
  expect(alarms).toHaveLength(1);
  alarms[0]?.();
  letGo();
  await move;
  const about = { kind: 'work', subject: 'other', status: 'clock' };
  expect(events.latest).toMatchObject([
    { ...about, action: 'started', summary: 'Move of the clock of world other started' },
    { ...about, action: 'ended', summary: 'Move of the clock of world other ended' },
  ]);
  expect(await dataOf(anyone.get('/_faxsim/clock/happened'))).toEqual([]);
});
