import { describe, expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

const order = { fixture: 'empty', seed: 5, settings: { balance_cents: 700 } };

describe('a world of a chosen id', () => {
  test('is created once, and stays as it is when it is asked for again', async () => {
    const { anyone } = openSimulator();
    const { body: first } = await anyone.put('/_faxsim/worlds/suite-7').send(order).expect(200);
    expect(first.data).toMatchObject({ id: 'suite-7', seed: 5, faxes: 0, process: 'here:1' });
    await anyone.post('/w/suite-7/_faxsim/receive').send({}).expect(200);
    const { body: again } = await anyone.put('/_faxsim/worlds/suite-7').send(order).expect(200);
    expect(again.data).toMatchObject({ id: 'suite-7', faxes: 1, credentials: first.data.credentials });
  });

  test('is one world for twenty suites that ask for it at the same time', async () => {
    const { anyone, simulator } = openSimulator();
    const ask = () => anyone.put('/_faxsim/worlds/shared').send(order);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(simulator.parts.worlds.made).toHaveLength(1);
  });

  test('is not given to a caller who asks for another world under its id', async () => {
    const { anyone } = openSimulator();
    const ask = (seed: number) => anyone.put('/_faxsim/worlds/mine').send({ ...order, seed });
    const [one, other] = await Promise.all([ask(1), ask(2)]);
    expect([one.status, other.status]).toEqual([200, 422]);
    expect(other.body.message).toMatch(/^There is a world mine already, from other parameters: delete it first/);
    await anyone.delete('/_faxsim/worlds/mine').expect(200);
    await ask(2).expect(200);
  });

  test('is not the default world', async () => {
    const { body } = await openSimulator().anyone.put('/_faxsim/worlds/default').send({}).expect(422);
    expect(body.message).toMatch(/^There is a world default already/);
  });

  test('can be asked for again after a wrong order', async () => {
    const { anyone } = openSimulator();
    await anyone
      .put('/_faxsim/worlds/late')
      .send({ scenarios: ['nonsense'] })
      .expect(422);
    await anyone.put('/_faxsim/worlds/late').send(order).expect(200);
  });
});

test.each(['/v2.1/faxes', '/v1/faxList', '/_faxsim/clock', '/'])(
  'a process without the world answers %s with 421 and the call that creates it',
  async (path) => {
    const { body, headers } = await openSimulator().live.get(`/w/suite-7${path}`).expect(421);
    const remedy = 'PUT /_faxsim/worlds/suite-7 creates it';
    expect(body).toEqual({ success: false, message: `This process has no world suite-7; ${remedy}` });
    expect(headers['x-faxsim-hint']).toBe(remedy);
  },
);

test('a world that cannot be created gets the list of worlds as its remedy', async () => {
  const { body } = await openSimulator().live.get('/w/a%20b/v2.1/faxes').expect(421);
  expect(body.message).toBe('This process has no world a b; GET /_faxsim/worlds lists the worlds');
});

test('a request to a world that was deleted before gets a response that says so', async () => {
  const { anyone, live } = openSimulator();
  await anyone.put('/_faxsim/worlds/short').expect(200);
  await anyone.delete('/_faxsim/worlds/short').expect(200);
  const { body } = await live.get('/w/short/v2.1/faxes').expect(421);
  const remedy = 'PUT /_faxsim/worlds/short creates it again';
  expect(body.message).toBe(`The world short was closed or deleted before this request; ${remedy}`);
});
