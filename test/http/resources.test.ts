import { describe, expect, test } from '@jest/globals';
import { blockingRule, day, hour, noon, phoneNumber, portOrder } from '../support/examples.ts';
import { ids, keyParams, openSimulator, refusalOf } from '../support/simulator.ts';

const numbers = [
  phoneNumber({ number: '+12252547769', areaCode: 225, provisionedAt: noon - 3 * day }),
  phoneNumber({ number: '+14165550134', areaCode: 416, country: 'Canada', provisionedAt: noon - 2 * day }),
  phoneNumber({ number: '+442079460123', countryCode: 44, areaCode: 20, provisionedAt: noon - day }),
];
const listed = ({ body }: { body: unknown }): unknown[] =>
  (body as { data: { phone_number?: string; number?: string }[] }).data.map((row) => row.phone_number ?? row.number);

describe('phone numbers', () => {
  test('are shown by v2.1 as recorded, and by v2 without the ATA', async () => {
    const owned = phoneNumber({
      number: '+12252547769',
      city: 'Baton Rouge',
      state: 'Louisiana',
      lastBilledAt: Date.parse('2021-11-04T17:03:25-05:00'),
      provisionedAt: Date.parse('2021-11-04T17:03:25-05:00'),
    });
    const { live } = openSimulator({ phoneNumbers: [owned] });
    const recorded =
      '{"phone_number":"+12252547769","city":"Baton Rouge","state":"Louisiana","country":"United States of America","cost":200,"last_billed_at":"2021-11-04T17:03:25.000-05:00","provisioned_at":"2021-11-04T17:03:25.000-05:00","callback_url":null,"ata_name":null}';
    const paging = '"paging":{"total":1,"per_page":25,"page":1}';
    const message = '"message":"Retrieved user phone numbers successfully"';
    const inV21 = await live.get('/v2.1/phone_numbers').expect(200);
    expect(inV21.text).toBe(`{"success":true,${message},"data":[${recorded}],${paging}}`);
    const inV2 = await live.get('/v2/phone_numbers').expect(200);
    expect(inV2.text).toBe(inV21.text.replace(',"ata_name":null', ''));
    const single = await live.get('/v2.1/phone_numbers/+12252547769').expect(200);
    expect(single.text).toBe(`{"success":true,${message},"data":${recorded}}`);
  });

  test.each([
    [{}, ['+12252547769', '+14165550134', '+442079460123']],
    [{ country_code: 1 }, ['+12252547769', '+14165550134']],
    [{ country_code: 44 }, ['+442079460123']],
    [{ country_code: 1, area_code: 416 }, ['+14165550134']],
    [{ country_code: 44, area_code: 416 }, []],
    [{ per_page: 1, page: 2 }, ['+14165550134']],
  ])('are listed by %j in the order in which they were provisioned', async (query, expected) => {
    const { live } = openSimulator({ phoneNumbers: numbers });
    for (const version of ['v2', 'v2.1']) {
      expect(listed(await live.get(`/${version}/phone_numbers`).query(query).expect(200))).toEqual(expected);
    }
  });

  test.each([
    [{ area_code: 225 }, 'country_code is required when area_code is given'],
    [{ country_code: 'US' }, 'country_code must be an integer from 1 to 999, got "US"'],
    [{ country_code: 1, area_code: 'x' }, 'area_code must be an integer'],
  ])('are not listed by %j', async (query, message) => {
    const { live } = openSimulator({ phoneNumbers: numbers });
    expect(await refusalOf(live.get('/v2/phone_numbers').query(query))).toContain(message);
  });

  test.each(['+12252547769', '%2B12252547769', '12252547769', '2252547769'])('are found as %s', async (spelling) => {
    const { live } = openSimulator({ phoneNumbers: numbers });
    for (const version of ['v2', 'v2.1']) {
      const { body } = await live.get(`/${version}/phone_numbers/${spelling}`).expect(200);
      expect(body).toMatchObject({ data: { phone_number: '+12252547769' } });
    }
  });

  test('that are not the account’s, or none at all, are not found', async () => {
    const { live } = openSimulator({ phoneNumbers: numbers });
    await live.get('/v2.1/phone_numbers/+12252547760').expect(404);
    await live.get('/v2.1/phone_numbers/abc').expect(404);
  });

  test.each([
    [{}, ['2252547769', '4165550134', '+442079460123']],
    [{ area_code: 416 }, ['4165550134']],
    [{ number: '4165550134' }, ['4165550134']],
    [{ number: '+14165550134' }, ['4165550134']],
    [{ number: '4165550135' }, []],
  ])('are listed by v1 without pages by %j', async (params, expected) => {
    const response = await openSimulator({ phoneNumbers: numbers }).v1('numberList', params).expect(200);
    expect(listed(response)).toEqual(expected);
    expect(Object.keys(response.body as object)).toEqual(['success', 'message', 'data']);
  });

  test('are shown by v1 with ten digits and times without a zone', async () => {
    const { anyone } = openSimulator({ phoneNumbers: [phoneNumber()] });
    const { body } = await anyone.get('/v1/numberList').query(keyParams).expect(200);
    expect(body).toEqual({
      success: true,
      message: 'Retrieved user phone numbers successfully',
      data: [
        {
          number: '3142666714',
          city: 'St. Louis',
          state: 'Missouri',
          cost: 200,
          last_billed_at: '2026-11-19 06:00:00',
          provisioned_at: '2026-10-21 07:00:00',
        },
      ],
    });
  });
});

describe('port orders', () => {
  const orders = [
    portOrder({ id: 31, createdAt: noon - 8 * day }),
    portOrder({ id: 32, createdAt: noon - 2 * day }),
    portOrder({ id: 33, createdAt: noon }),
  ];

  test.each([
    [{}, [33, 32]],
    [{ created_after: '2026-11-01' }, [33, 32, 31]],
    [{ created_after: '2026-11-01T00:00:00', created_before: '2026-11-19T00:00:00' }, [32, 31]],
    [{ per_page: 1, page: 2 }, [32]],
  ])('are listed by %j, newest first', async (query, expected) => {
    const { live } = openSimulator({ portOrders: orders });
    expect(ids(await live.get('/v2.1/port_orders').query(query).expect(200))).toEqual(expected);
  });

  test('are not listed for a range turned round, nor in v2', async () => {
    const { live } = openSimulator({ portOrders: orders });
    const range = { created_after: new Date(noon).toISOString(), created_before: new Date(noon - hour).toISOString() };
    await live.get('/v2.1/port_orders').query(range).expect(422);
    await live.get('/v2/port_orders').expect(404);
  });
});

describe('blocking rules', () => {
  const open = () => openSimulator({ phoneNumbers: numbers, blockingRules: [blockingRule({ isLocked: true })] });

  test.each([
    ['send', { from: '*', to: 'DE' }],
    ['send', { from: '+12252547769', to: '+12025550123' }],
    ['send', { from: '*', to: '*' }],
    ['receive', { to: '+12252547769', from: '+12025550123' }],
    ['receive', { to: '*', from: 'FR' }],
    ['receive', { to: 'US', from: '*' }],
  ])('of the direction %s are made of %j, read, listed and deleted', async (direction, values) => {
    const { live } = open();
    const made = await live.post(`/v2.1/blocking_rules/${direction}`).type('form').send(values).expect(200);
    const { data } = made.body as { data: { id: number } };
    const { id } = data;
    const { to, from } = values;
    const rule = `{"id":${id},"to":"${to}","from":"${from}","direction":"${direction}","is_locked":false}`;
    expect(made.text).toBe(`{"success":true,"message":"Blocking rule created successfully","data":${rule}}`);
    const read = await live.get(`/v2.1/blocking_rules/${id}`).expect(200);
    expect(read.text).toBe(`{"success":true,"message":"Retrieved blocking rule","data":${rule}}`);
    const list = await live.get('/v2.1/blocking_rules?per_page=1&page=2').expect(200);
    expect(list.text).toBe(
      `{"success":true,"message":"Retrieved blocking rules successfully","data":[${rule}],"paging":{"total":2,"per_page":1,"page":2}}`,
    );
    const deleted = await live.delete(`/v2.1/blocking_rules/${id}`).expect(200);
    expect(deleted.text).toBe(`{"success":true,"message":"Blocking rule deleted successfully","data":{"id":${id}}}`);
    await live.get(`/v2.1/blocking_rules/${id}`).expect(404);
    await live.delete(`/v2.1/blocking_rules/${id}`).expect(404);
    expect(ids(await live.get('/v2.1/blocking_rules').expect(200))).toEqual([34_567]);
  });

  test.each([
    ['send', {}, 'from and to are required'],
    ['send', { to: 'DE' }, 'from is required'],
    ['send', { from: '*', to: '' }, 'to is required'],
    ['send', { from: '*', to: 'XK' }, 'to must be a phone number in E.164 form, an ISO 3166 alpha-2 country code'],
    ['send', { from: '*' }, 'to is required'],
    ['send', { from: 'US', to: 'DE' }, 'from must be one of your numbers in E.164 form, or *, got "US"'],
    ['send', { from: '+12025550123', to: 'DE' }, 'from must be one of the account’s numbers, got "+12025550123"'],
    [
      'send',
      { from: '*', to: 'XX' },
      'to must be a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
    ],
    [
      'send',
      { from: '*', to: 'de' },
      'to must be a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
    ],
    ['receive', { to: '+12025550123', from: '*' }, 'to must be one of the account’s numbers, got "+12025550123"'],
    ['receive', { to: '*', from: '+0' }, 'from must be a phone number'],
    ['receive', { to: '', from: '*' }, 'to is required'],
  ])('of the direction %s are not made of %j', async (direction, values, message) => {
    const { live } = open();
    const call = live.post(`/v2.1/blocking_rules/${direction}`).type('form').send(values);
    expect(await refusalOf(call)).toContain(message);
    expect(ids(await live.get('/v2.1/blocking_rules').expect(200))).toEqual([34_567]);
  });

  test('that the service has locked stay', async () => {
    const { live } = open();
    const message = 'Blocking rule 34567 is locked and cannot be deleted';
    await live.delete('/v2.1/blocking_rules/34567').expect(422, { success: false, message });
    await live.get('/v2.1/blocking_rules/34567').expect(200);
  });

  test('are not known to v2, nor in another direction', async () => {
    const { live } = open();
    await live.get('/v2/blocking_rules').expect(404);
    await live.post('/v2.1/blocking_rules/sideways').type('form').send({ to: '*', from: '*' }).expect(405);
  });
});
