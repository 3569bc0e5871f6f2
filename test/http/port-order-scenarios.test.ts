import { describe, expect, test } from '@jest/globals';
import { day, hour, noon, portNumber, portOrder, portOrderParams, sentFax } from '../support/examples.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

const orders = [
  portOrder({ id: 1, accountIdentifier: '4711', numbers: [portNumber({ id: 11 }), portNumber({ id: 12 })] }),
  portOrder({ id: 2, createdAt: noon, numbers: [portNumber({ id: 21, number: '+12025550123' })] }),
];

/** A world in which a scenario of these rules is on. */
function worldWith(...rules: string[]) {
  const world = openSimulator({ portOrders: orders, faxes: [sentFax({ id: 1 })] });
  world.switchOn(...rules);
  const order = (id: number) => dataOf(world.live.get(`/v2.1/port_orders/${id}`));
  return {
    ...world,
    order,
    create: (fields: object = {}, headers: Record<string, string> = {}) => {
      const call = world.live.post('/v2.1/port_orders').set(headers).type('form');
      return dataOf(call.send({ ...portOrderParams, 'port_numbers[]': '+12025550199', ...fields }));
    },
    statusOf: async (id: number) => (await order(id)).status,
  };
}

describe('answers about port orders', () => {
  test.each(['/port_orders/1', '/port_numbers/12', '/port_numbers/12/notes'])(
    'at %s know the order that they are about',
    async (path) => {
      const rule = `{ id: x, on: '*', where: { order.account_identifier: '4711' }, do: { fail: unavailable } }`;
      const { live } = worldWith(rule);
      await live.get(`/v2.1${path}`).expect(503);
      await live.get(`/v2.1${path.replace('12', '21').replace('/1', '/2')}`).expect(200);
    },
  );

  test('are about no fax of the same id, nor the other way round', async () => {
    const about = (record: string) =>
      worldWith(`{ id: x, on: '*', where: { ${record}.id: { exists: true } }, do: { fail: unavailable } }`).live;
    await about('fax').get('/v2.1/port_orders/1').expect(200);
    await about('fax').get('/v2.1/faxes/1').expect(503);
    await about('order').get('/v2.1/faxes/1').expect(200);
    await about('order').get('/v2.1/port_orders/1').expect(503);
  });
});

describe('a rule for port orders', () => {
  const course = 'do: { course: [{ after: 1h, status: cancelled }] }';

  test.each([
    ['order.name_on_account: ACME', { name_on_account: 'ACME' }],
    ["order.port_numbers.port_number: '+12025550198'", { 'port_numbers[]': ['+12025550197', '+12025550198'] }],
    ['order.quantity: { gt: 1 }', { 'port_numbers[]': ['+12025550197', '+12025550198'] }],
    ['order.billing_city: { exists: true }', { billing_city: 'Springfield' }],
  ])('holds for those with %s, and not for others', async (where, fields) => {
    const { create, statusOf, clock } = worldWith(`{ id: x, on: portOrder, where: { ${where} }, ${course} }`);
    const [other, meant] = [await create({ 'port_numbers[]': '+12025550111' }), await create(fields)];
    await clock.advance(2 * hour);
    expect([await statusOf(meant.id), await statusOf(other.id)]).toEqual(['cancelled', 'completed']);
  });

  test('is not asked about faxes, nor is one for faxes, or for all operations, about port orders', async () => {
    const { create, simulator, clock, statusOf } = worldWith(
      '{ id: fax, on: fax, do: { course: [{ after: 1h, status: success }] } }',
      `{ id: port, on: portOrder, times: 1, ${course} }`,
      `{ id: all, on: '*', do: { delay: 0s } }`,
    );
    const { id } = await create();
    await clock.advance(hour);
    expect(await statusOf(id)).toBe('cancelled');
    const fired = simulator.parts.worlds.default.scenarios.report().map(({ fired: times }) => times);
    expect(fired).toEqual([0, 1, 2]);
  });

  test('leaves an order where its course does not come to an end', async () => {
    const { create, statusOf, clock, live } = worldWith(
      '{ id: x, on: portOrder, do: { course: [{ after: 1d, status: open, note: The bill is missing }] } }',
    );
    const { id, port_numbers: numbers } = await create();
    await clock.runUntilIdle();
    await clock.advance(50 * day);
    expect(await statusOf(id)).toBe('open');
    const notes = await dataOf(live.get(`/v2.1/port_numbers/${numbers[0].id}/notes`));
    expect(notes).toMatchObject([{ note: 'The bill is missing' }]);
  });

  test('can be named by the request that makes the order', async () => {
    const { create, statusOf, clock } = worldWith('{ id: x, on: getFax, do: { fail: unavailable } }');
    const { id } = await create({}, { 'X-Faxsim-Scenario': 'port-order-rejected' });
    await clock.advance(5 * day);
    expect(await statusOf(id)).toBe('rejected');
  });

  test('can leave the day of the transfer to the usual course', async () => {
    const { create, order, clock } = worldWith(
      '{ id: x, on: portOrder, do: { course: [{ after: 1d, status: submitted }, { after: 1d, status: scheduled }] } }',
    );
    const { id } = await create();
    await clock.advance(3 * day);
    expect(await order(id)).toMatchObject({ status: 'scheduled', requested_for: '2026-11-22T06:00:02.000-06:00' });
  });
});
