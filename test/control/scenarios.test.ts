import { describe, expect, test } from '@jest/globals';
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
