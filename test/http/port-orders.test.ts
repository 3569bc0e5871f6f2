import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { generate } from '../../fixtures/catalogue.ts';
import { isUnderWay } from '../../src/model/domain/port-order.ts';
import {
  day,
  hour,
  noon,
  phoneNumber,
  portNumber,
  portOrder,
  portOrderParams as least,
  second,
} from '../support/examples.ts';
import { limitedDisk } from '../support/full-disk.ts';
import { dataOf, ids, openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const billing = {
  billing_number: '+12025550170',
  billing_address1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'Illinois',
  billing_zip: '62701',
};

const without = (name: keyof typeof least) =>
  Object.fromEntries(Object.entries(least).filter(([known]) => known !== name));

const create = ({ live }: World, fields: object = {}) =>
  live
    .post('/v2.1/port_orders')
    .type('form')
    .send({ ...least, ...fields });

const made = (world: World, fields: object = {}) => dataOf(create(world, fields));
const read = ({ live }: World, path: string) => dataOf(live.get(`/v2.1${path}`));
const portNumbers = async (world: World) =>
  (await read(world, '/phone_numbers')).map((row: { phone_number: string }) => row.phone_number);

describe('a port order', () => {
  test('is made, read and listed in the recorded form', async () => {
    const world = openSimulator();
    const order =
      '{"id":31,"contact_number":"+15558675309","contact_email":"porting@example.com","name_on_account":"THIS IS A TEST","account_identifier":"1234","name_of_business":null,"provider_name":"DO NOT PORT","port_out_pin":null,"port_type":"residential","billing_number":null,"billing_address1":null,"billing_address2":null,"billing_city":null,"billing_state":null,"billing_zip":null,"esig":"NOT A VALID SIGNATURE","status":"open","quantity":1,"created_at":"2026-11-20T06:00:00.000-06:00","updated_at":"2026-11-20T06:00:00.000-06:00","completed_at":null,"requested_for":null,"bill_received_at":null,"port_numbers":[{"id":3154,"port_number":"+15558675309","status":"open"}]}';
    const { text } = await create(world).expect(200);
    expect(text).toBe(`{"success":true,"message":"Port order created","data":${order}}`);
    const one = await world.live.get('/v2.1/port_orders/31').expect(200);
    expect(one.text).toBe(`{"success":true,"message":"Retrieved port order","data":${order}}`);
    const list = await world.live.get('/v2.1/port_orders').expect(200);
    expect(list.text).toBe(
      `{"success":true,"message":"Retrieved port orders successfully","data":[${order}],"paging":{"total":1,"per_page":25,"page":1}}`,
    );
    const number = await world.live.get('/v2.1/port_numbers/3154').expect(200);
    expect(number.text).toBe(
      '{"success":true,"message":"Retrieved port number","data":{"id":3154,"port_number":"+15558675309","status":"open"}}',
    );
    const notes = await world.live.get('/v2.1/port_numbers/3154/notes').expect(200);
    expect(notes.text).toBe('{"success":true,"message":"Retrieved port number notes","data":[]}');
    expect(notes.headers['x-total']).toBeUndefined();
  });

  test('of a business shows its billing, and what was left out as null', async () => {
    const fields = { ...billing, billing_address2: '', has_bill: 'false', port_type: 'business', port_out_pin: '9876' };
    const order = await made(openSimulator(), { ...fields, name_of_business: 'ACME' });
    expect(order).toMatchObject({
      ...billing,
      billing_zip: 62701,
      billing_address2: null,
      name_of_business: 'ACME',
      port_out_pin: '9876',
      port_type: 'business',
    });
  });

  test('with a bill by mail keeps the billing fields that were given', async () => {
    const order = await made(openSimulator(), { billing_city: 'Springfield' });
    expect(order).toMatchObject({ billing_city: 'Springfield', billing_zip: null, billing_number: null });
  });

  test('takes JSON, ten digits, and several numbers, which are counted on from those of earlier orders', async () => {
    const world = openSimulator({ portOrders: [portOrder({ id: 40, numbers: [portNumber({ id: 4000 })] })] });
    const fields = without('port_numbers[]');
    const json = { ...fields, has_bill: true, legal_agreement: true, contact_number: '4145556984' };
    const call = world.live.post('/v2.1/port_orders').send({ ...json, port_numbers: ['2025550123', '+12025550124'] });
    expect((await call.expect(200)).body.data).toMatchObject({
      id: 41,
      contact_number: '+14145556984',
      quantity: 2,
      port_numbers: [
        { id: 4001, port_number: '+12025550123', status: 'open' },
        { id: 4002, port_number: '+12025550124', status: 'open' },
      ],
    });
    expect(await made(world, { 'port_numbers[]': '+12025550125' })).toMatchObject({
      id: 42,
      port_numbers: [{ id: 4003 }],
    });
  });

  test.each([
    ...Object.keys(least)
      .filter((name) => name !== 'has_bill')
      .map((name) => [without(name as keyof typeof least), `${name.replace('[]', '')} is required`] as const),
    [{ ...least, 'port_numbers[]': 'x' }, 'port_numbers[0] must be a phone number in E.164 form'],
    [{ ...least, contact_number: '12' }, 'contact_number must be a phone number in E.164 form'],
    [{ ...least, contact_email: 'porting' }, 'contact_email must be an e-mail address'],
    [{ ...least, contact_email: 'a@b' }, 'contact_email must be an e-mail address'],
    [{ ...least, esig: '' }, 'esig is required'],
    [
      { has_bill: 'true', port_type: 'business', esig: '', contact_email: 'a' },
      'port_numbers, contact_number, account_identifier, name_on_account, provider_name, legal_agreement and esig are required',
    ],
    [{ ...least, port_type: 'private' }, 'port_type must be one of business, residential, got "private"'],
    [{ ...least, has_bill: 'perhaps' }, 'has_bill must be true or false'],
    [{ ...least, legal_agreement: 'false' }, 'legal_agreement must be true, got false'],
    [{ ...least, billing_zip: 'K1A 0B6' }, 'billing_zip must be a ZIP code of five digits'],
    [
      without('has_bill'),
      'billing_number, billing_address1, billing_city, billing_state and billing_zip are required unless has_bill is true',
    ],
    [{ ...without('has_bill'), ...billing, billing_zip: '' }, 'billing_zip is required unless has_bill is true'],
    [
      { ...least, 'port_numbers[]': ['+12025550123', '2025550123'] },
      'port_numbers must differ, but +12025550123 was given twice',
    ],
  ])('is not made of %j', async (fields, message) => {
    const { live } = openSimulator({ portOrders: [portOrder({ id: 7 })] });
    expect(await refusalOf(live.post('/v2.1/port_orders').type('form').send(fields))).toContain(message);
    expect(ids(await live.get('/v2.1/port_orders').expect(200))).toEqual([7]);
  });

  test('may have numbers of an order that was rejected', async () => {
    const rejected = portOrder({ id: 7, status: 'rejected', numbers: [portNumber({ status: 'rejected' })] });
    expect(await made(openSimulator({ portOrders: [rejected] }))).toMatchObject({ id: 8, status: 'open' });
  });

  test('that does not exist is not found, nor are its numbers, nor is any of it known to v2', async () => {
    const { live } = openSimulator({ portOrders: [portOrder()] });
    for (const path of ['/port_orders/32', '/port_orders/x', '/port_numbers/31', '/port_numbers/31/notes']) {
      await live.get(`/v2.1${path}`).expect(404);
    }
    await live.get('/v2/port_orders/31').expect(404);
    await live.get('/v2/port_numbers/3154').expect(404);
    await live.post('/v2/port_orders').type('form').send(least).expect(404);
    await live.delete('/v2.1/port_orders/31').expect(405);
  });
});

describe('the life of a port order', () => {
  const noteTexts = async (world: World, id: number) =>
    (await read(world, `/port_numbers/${id}/notes`)).map(({ note }: { note: string }) => note);

  test('takes a week and a half at the real pace, and its numbers join the account', async () => {
    const world = openSimulator({ pace: 'real' });
    const numbers = ['+12252547769', '+12025550123'];
    const { id } = await made(world, { 'port_numbers[]': numbers });
    const order = () => read(world, `/port_orders/${id}`);
    await world.clock.advance(hour * 9);
    expect(await order()).toMatchObject({ status: 'open', bill_received_at: '2026-11-20T14:00:00.000-06:00' });
    await world.clock.advance(day);
    expect(await order()).toMatchObject({ status: 'submitted', requested_for: null });
    await world.clock.advance(3 * day);
    const requestedFor = '2026-12-01T09:00:00.000-06:00';
    expect(await order()).toMatchObject({ status: 'scheduled', completed_at: null, requested_for: requestedFor });
    expect(await portNumbers(world)).toEqual([]);
    await world.clock.advance(7 * day);
    expect(await order()).toMatchObject({
      status: 'completed',
      updated_at: requestedFor,
      completed_at: requestedFor,
      requested_for: requestedFor,
      port_numbers: [{ status: 'completed' }, { status: 'completed' }],
    });
    expect(await read(world, '/phone_numbers')).toEqual([
      expect.objectContaining({ phone_number: '+12025550123', country: 'United States of America' }),
      {
        phone_number: '+12252547769',
        city: 'Baton Rouge',
        state: 'Louisiana',
        country: 'United States of America',
        cost: 200,
        last_billed_at: requestedFor,
        provisioned_at: requestedFor,
        callback_url: null,
        ata_name: null,
      },
    ]);
    expect(await read(world, '/port_numbers/3154/notes')).toEqual([
      {
        id: 315401,
        note: 'Bill received',
        author: 'Porting Team',
        created_at: '2026-11-20T14:00:00.000-06:00',
        updated_at: '2026-11-20T14:00:00.000-06:00',
      },
      expect.objectContaining({ id: 315402, note: 'Submitted to the losing carrier' }),
      expect.objectContaining({ id: 315403, note: 'Transfer confirmed by the losing carrier' }),
      expect.objectContaining({ id: 315404, note: 'Number transferred to the account', created_at: requestedFor }),
    ]);
  });

  test('has a note for each step that its page tells of, but for the first', async () => {
    const page = readFileSync('docs/port-orders.md', 'utf8');
    const steps = Array.from(
      page.matchAll(/^\| (\w+) +\| .*`(?:open|bill_received_at|submitted|scheduled|completed)`/gm),
    );
    const world = openSimulator({ pace: 'real' });
    await made(world);
    expect(await noteTexts(world, 3154)).toEqual([]);
    await world.clock.advance(30 * day);
    expect(await noteTexts(world, 3154)).toHaveLength(steps.length - 1);
  });

  test.each(['fast', 'instant'] as const)('takes a few seconds at most at the %s pace', async (pace) => {
    const world = openSimulator({ pace });
    const { id } = await made(world);
    await world.clock.advance(5 * second);
    expect(await read(world, `/port_orders/${id}`)).toMatchObject({ status: 'completed' });
    expect(await portNumbers(world)).toEqual(['+15558675309']);
  });

  test('ends with numbers that receive faxes and can be caller ids', async () => {
    const world = openSimulator();
    await made(world, { 'port_numbers[]': '+12025550123' });
    const send = (fields: object) => world.live.post('/v2.1/faxes').type('form').send(fields);
    const fields = { to: '+12025550123', caller_id: '+12025550123', content_url: 'http://localhost/' };
    await send(fields).expect(422);
    await world.clock.runUntilIdle();
    await send(fields).expect(200);
    await world.clock.runUntilIdle();
    expect(await read(world, '/faxes?direction=received')).toMatchObject([
      { from_number: '+12025550123', to_number: '+12025550123', status: 'success' },
    ]);
  });

  test('goes on for the others when the carrier does not let one number go', async () => {
    const world = openSimulator();
    const numbers = ['+15555551017', '+12025550123', '+442079460123'];
    const { id } = await made(world, { 'port_numbers[]': numbers });
    const happened = await world.live.post('/_faxsim/clock').type('form').send({ run_until_idle: '1h' }).expect(200);
    expect(happened.body.data.happened).toMatchObject([
      { what: 'portOrder', id, status: 'open' },
      { what: 'portOrder', id, status: 'submitted' },
      { what: 'portOrder', id, status: 'scheduled' },
      { what: 'portOrder', id, status: 'completed' },
    ]);
    expect(await read(world, `/port_orders/${id}`)).toMatchObject({
      status: 'completed',
      quantity: 3,
      port_numbers: [{ status: 'rejected' }, { status: 'completed' }, { status: 'rejected' }],
    });
    expect(await portNumbers(world)).toEqual(['+12025550123']);
    expect(await noteTexts(world, 3154)).toEqual([
      'Bill received',
      'Submitted to the losing carrier',
      'The losing carrier does not know this number',
    ]);
    expect(await noteTexts(world, 3156)).toContain('Numbers of GB cannot be ported');
  });

  test('ends as rejected when the carrier lets none go', async () => {
    const world = openSimulator();
    const { id } = await made(world, { 'port_numbers[]': '+15555551017' });
    await world.clock.runUntilIdle();
    expect(await read(world, `/port_orders/${id}`)).toMatchObject({
      status: 'rejected',
      completed_at: null,
      requested_for: null,
    });
    expect(await portNumbers(world)).toEqual([]);
  });

  test('may name a number of the account, as recorded, and leaves it as it is', async () => {
    const owned = phoneNumber({ number: '+12055744647', callbackUrl: 'http://localhost/', ataName: 'Front desk' });
    const world = openSimulator({ phoneNumbers: [owned] });
    const { id } = await made(world, { 'port_numbers[]': '+12055744647' });
    await world.clock.runUntilIdle();
    expect(await read(world, `/port_orders/${id}`)).toMatchObject({ status: 'completed' });
    expect(world.simulator.parts.worlds.default.store.phoneNumbers.get('+12055744647')).toEqual(owned);
  });

  test('may name a number of another open order, as recorded; the number comes with the first transfer', async () => {
    const world = openSimulator({ pace: 'real' });
    const first = await made(world);
    await world.clock.advance(2 * day);
    const second_ = await made(world);
    expect([first, second_]).toMatchObject([{ status: 'open' }, { status: 'open' }]);
    await world.clock.runUntilIdle();
    const { completed_at } = await read(world, `/port_orders/${first.id}`);
    const later = await read(world, `/port_orders/${second_.id}`);
    expect(later).toMatchObject({ status: 'completed' });
    expect(later.completed_at > completed_at).toBe(true);
    expect(await read(world, '/phone_numbers')).toMatchObject([
      { phone_number: '+15558675309', provisioned_at: completed_at },
    ]);
  });

  test('leaves a number alone that has become the account’s meanwhile', async () => {
    const world = openSimulator();
    await made(world);
    const { store } = world.simulator.parts.worlds.default;
    const owned = phoneNumber({ number: '+15558675309', callbackUrl: 'http://localhost/' });
    await store.commit(() => store.phoneNumbers.put(owned));
    await world.clock.runUntilIdle();
    expect(store.phoneNumbers.get('+15558675309')).toBe(owned);
  });

  test('goes on while the disk refuses, as soon as it does not, and no step happens twice', async () => {
    const { room, disk } = limitedDisk();
    const world = openSimulator({ parts: { disk } });
    const { id } = await made(world);
    room.isLeft = false;
    await world.clock.advance(10 * second);
    expect(await read(world, `/port_orders/${id}`)).toMatchObject({ status: 'open', bill_received_at: null });
    room.isLeft = true;
    await world.clock.runUntilIdle();
    expect(await read(world, `/port_orders/${id}`)).toMatchObject({ status: 'completed' });
    expect(await noteTexts(world, 3154)).toHaveLength(4);
  });

  test('begins with numbers of its own, though the disk has refused an order before', async () => {
    const { room, disk } = limitedDisk();
    const world = openSimulator({ parts: { disk } });
    await made(world);
    room.isLeft = false;
    await create(world, { 'port_numbers[]': '+12025550123' }).expect(503);
    room.isLeft = true;
    expect(await made(world, { 'port_numbers[]': '+12025550123' })).toMatchObject({ port_numbers: [{ id: 3155 }] });
    await world.clock.runUntilIdle();
    expect(await portNumbers(world)).toEqual(['+12025550123', '+15558675309']);
  });

  test('goes on in the next process where the last one ended', async () => {
    const first = openSimulator({ pace: 'real' });
    const { id } = await made(first);
    await first.clock.advance(2 * day);
    const { store } = first.simulator.parts.worlds.default;
    await first.simulator.close();
    const saved = JSON.parse(JSON.stringify([...store.portOrders.values()]));
    const second = openSimulator({ pace: 'real', portOrders: saved });
    expect(await read(second, `/port_orders/${id}`)).toMatchObject({ status: 'submitted' });
    await second.clock.runUntilIdle();
    expect(await read(second, `/port_orders/${id}`)).toMatchObject({ status: 'completed' });
    expect(await noteTexts(second, 3154)).toHaveLength(4);
  });

  test('goes on for the orders of the demo that are under way', async () => {
    const contents = await generate('demo', { seed: 3, now: noon, size: 0, fileStorage: true });
    const waiting = contents.portOrders.filter(isUnderWay);
    const world = openSimulator({ ...contents, faxes: [] });
    expect(waiting.length).toBeGreaterThan(3);
    await world.clock.advance(hour);
    const { store } = world.simulator.parts.worlds.default;
    for (const order of waiting) expect(store.portOrders.get(order.id)).toEqual(order);
    await world.clock.advance(20 * day);
    for (const { id } of waiting) expect(store.portOrders.get(id)).toMatchObject({ status: 'completed', due: null });
  });
});
