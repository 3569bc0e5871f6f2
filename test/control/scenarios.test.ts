import { describe, expect, test } from '@jest/globals';
import { deskOf } from '../../src/control/call.ts';
import { scenarios } from '../../src/control/scenarios.ts';
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
    [{ source: source.replace('listFaxes', 'listFax') }, 'source:5: rules.0.on must be'],
    [{ source: 'name: [' }, 'source:1:'],
    [{ source: source.replace('rules:', 'extends: [/etc/passwd]\nrules:') }, 'source:3: '],
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

test('a scenario that is looked for while its world is reset is on in the world that is there then', async () => {
  const { anyone, simulator } = openSimulator();
  const hosted = simulator.worlds.first;
  const desk = deskOf({
    ...simulator.desk,
    hosted,
    findScenario: async (name) => {
      await hosted.reset();
      return simulator.desk.findScenario(name);
    },
    url: 'http://127.0.0.1',
    uptimeMs: 0,
  });
  await scenarios.switch.run(desk, { on: 'outage', off: undefined, source: undefined });
  const on = await anyone.get('/_faxsim/scenarios').expect(200);
  expect(on.body).toMatchObject({ data: [{ scenario: 'outage' }] });
});

test('a scenario that is looked for while its world is deleted is refused, and is on nowhere', async () => {
  const { anyone, simulator } = openSimulator();
  await anyone.post('/_faxsim/worlds').send({ id: 'one', fixture: 'empty' }).expect(200);
  const hosted = simulator.worlds.get('one')!;
  const gone = hosted.world;
  const desk = deskOf({
    ...simulator.desk,
    hosted,
    findScenario: async (name) => {
      await anyone.delete('/_faxsim/worlds/one').expect(200);
      return simulator.desk.findScenario(name);
    },
    url: 'http://127.0.0.1',
    uptimeMs: 0,
  });
  const switching = scenarios.switch.run(desk, { on: 'outage', off: undefined, source: undefined });
  await expect(switching).rejects.toMatchObject({ kind: 'unavailable', message: 'The world one is no more' });
  expect(gone.scenarios.report()).toEqual([]);
});

test('a call under way while its world is reset is about the world that is there then', async () => {
  const { simulator } = openSimulator();
  const hosted = simulator.worlds.first;
  const desk = deskOf({ ...simulator.desk, hosted, url: 'http://127.0.0.1', uptimeMs: 0 });
  const { world } = desk;
  await hosted.reset();
  expect(desk.world).toBe(hosted.world);
  expect(desk.world).not.toBe(world);
});
