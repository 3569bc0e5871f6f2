import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { areaCodes } from '../../src/model/numbering/area-codes.ts';
import { account, ata, day, noon, phoneNumber, portOrder, recipient, sentFax } from '../support/examples.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const outOfStock = 'The area code you chose is invalid or has no numbers at this time.';
const balance = async ({ live }: World): Promise<unknown> => (await live.get('/v2/account/status')).body.data.balance;
const listed = async ({ live }: World): Promise<string[]> =>
  (await live.get('/v2.1/phone_numbers')).body.data.map((one: { phone_number: string }) => one.phone_number);

async function provision({ live }: World, area_code = 225): Promise<string> {
  const { body } = await live.post('/v2.1/phone_numbers').type('form').send({ country_code: 1, area_code }).expect(200);
  return body.data.phone_number;
}

describe('provisioning', () => {
  test('is answered as recorded, in v2 without the ATA', async () => {
    const { live } = openSimulator();
    const params = { country_code: 1, area_code: 225 };
    const inV21 = await live.post('/v2.1/phone_numbers').type('form').send(params).expect(200);
    const [, number = ''] = /"phone_number":"(\+1225555\d{4})"/.exec(inV21.text) ?? [];
    const at = '2026-11-20T06:00:00.000-06:00';
    const body = (phone: string) =>
      `{"success":true,"message":"Number provisioned successfully!","data":{"phone_number":"${phone}","city":"Baton Rouge","state":"Louisiana","country":"United States of America","cost":200,"last_billed_at":"${at}","provisioned_at":"${at}","callback_url":null,"ata_name":null}}`;
    expect(inV21.text).toBe(body(number));
    const inV2 = await live.post('/v2/phone_numbers').type('form').send(params).expect(200);
    expect(inV2.text).toBe(body(inV2.body.data.phone_number).replace(',"ata_name":null', ''));
  });

  test('takes in v2.1 an address_id, which no country here needs, and ignores it', async () => {
    const { live, anyone } = openSimulator();
    const params = { country_code: 1, area_code: 225, address_id: 12 };
    await live.post('/v2.1/phone_numbers').type('form').send(params).expect(200);
    const names = async (version: string) => {
      const { body } = await anyone.get(`/_faxsim/openapi/${version}.json`).expect(200);
      const { content } = body.paths['/phone_numbers'].post.requestBody;
      return Object.keys(content['application/x-www-form-urlencoded'].schema.properties);
    };
    expect(await names('v2.1')).toContain('address_id');
    expect(await names('v2')).not.toContain('address_id');
  });

  test('takes the price of a month, and shows the number at once', async () => {
    const world = openSimulator({ account: account({ balanceCents: 500 }) });
    const number = await provision(world);
    expect(await balance(world)).toBe(300);
    expect(await listed(world)).toEqual([number]);
    await world.live.get(`/v2/phone_numbers/${number}`).expect(200);
  });

  test('is refused when the balance does not cover it, and changes nothing', async () => {
    const world = openSimulator({ account: account({ balanceCents: 199 }) });
    const params = { country_code: 1, area_code: 225 };
    expect(await refusalOf(world.live.post('/v2/phone_numbers').type('form').send(params))).toBe(
      'Insufficient funds to provision a number: a number costs 200 cents a month, and the balance is 199',
    );
    expect([await balance(world), await listed(world)]).toEqual([199, []]);
  });

  test.each([
    [{ country_code: 1, area_code: 555 }, outOfStock],
    [{ country_code: 1, area_code: 787 }, outOfStock],
    [{ country_code: 44, area_code: 225 }, outOfStock],
    [{ area_code: 225 }, 'country_code is required'],
    [{ country_code: 1 }, 'area_code is required'],
    [{ country_code: 1, area_code: 'x' }, 'area_code must be an integer from 1 to 99999, got "x"'],
    [{ country_code: 1, area_code: 225, callback_url: 'ftp://x' }, 'callback_url must be an http, https or mailto URL'],
  ])('is refused by v2 for %j', async (params, message) => {
    const world = openSimulator();
    for (const version of ['v2', 'v2.1']) {
      const call = world.live.post(`/${version}/phone_numbers`).type('form').send(params);
      expect(await refusalOf(call)).toContain(message);
    }
    expect(await listed(world)).toEqual([]);
  });

  test('is there in v1 by area code alone', async () => {
    const { v1 } = openSimulator();
    const { body } = await v1('provisionNumber', { area_code: 416, callback_url: 'http://localhost:3000/' }).expect(
      200,
    );
    expect(body).toEqual({
      success: true,
      message: 'Number provisioned successfully!',
      data: {
        number: expect.stringMatching(/^416555\d{4}$/),
        city: 'Toronto',
        state: 'Ontario',
        cost: 200,
        last_billed_at: '2026-11-20 06:00:00',
        provisioned_at: '2026-11-20 06:00:00',
      },
    });
    expect((await v1('provisionNumber', { area_code: 555 }).expect(200)).body).toEqual({
      success: false,
      message: outOfStock,
    });
  });

  test('gives neighbours to who asks again, and the same ones for the same seed', async () => {
    const [one, other] = [openSimulator(), openSimulator()];
    const first = [await provision(one), await provision(one), await provision(one), await provision(one, 212)];
    expect([await provision(other), await provision(other), await provision(other)]).toEqual(first.slice(0, 3));
    expect(Number(first[1]) - Number(first[0])).toBe(1);
    expect(first[3]).toMatch(/^\+1212555\d{4}$/);
  });

  test('never gives a number that is in use', async () => {
    const taken = (line: number) => `+1225555${String(line).padStart(4, '0')}`;
    const world = openSimulator({
      account: account({ balanceCents: 100_000 }),
      faxes: [sentFax({ recipients: [recipient({ number: taken(150) })] })],
      phoneNumbers: [phoneNumber({ number: taken(151), areaCode: 225 })],
      portOrders: [portOrder({ numbers: [{ id: 1, number: taken(152), status: 'open', notes: [] }] })],
    });
    const given: string[] = [];
    for (let count = 0; count < 100; count++) given.push(await provision(world));
    expect(new Set([...given, taken(150), taken(151), taken(152)]).size).toBe(103);
  });

  test('has a number in every area that is listed', async () => {
    const world = openSimulator({ account: account({ balanceCents: 1_000_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...areaCodes), async ({ areaCode, city, tollFree }) => {
        const params = { country_code: 1, area_code: areaCode };
        const { body } = await world.live.post('/v2.1/phone_numbers').type('form').send(params).expect(200);
        expect(body.data).toMatchObject({ city: tollFree ? 'Toll Free' : city });
        expect(body.data.phone_number).toMatch(new RegExp(`^\\+1${areaCode}555\\d{4}$`));
      }),
      { numRuns: repeats(8, 500) },
    );
  });

  test('makes a number that can be called, and that calls can show', async () => {
    const world = openSimulator({ account: account({ balanceCents: 1000 }), pace: 'fast' });
    const number = await provision(world);
    const fax = { to: number, caller_id: number, content_url: 'https://example.com' };
    await world.live.post('/v2.1/faxes').type('form').send(fax).expect(200);
    await world.clock.runUntilIdle();
    expect(await world.receivedFaxes()).toMatchObject([{ from_number: number, to_number: number }]);
  });
});

describe('releasing', () => {
  test.each(['+13142666714', '%2B13142666714', '13142666714', '3142666714'])(
    'a number, written as %s, takes it from the lists and from its ATA',
    async (spelling) => {
      const attached = ata({ number: '+13142666714' });
      const world = openSimulator({ phoneNumbers: [phoneNumber({ ataName: attached.name })], atas: [attached] });
      const { text } = await world.live.delete(`/v2.1/phone_numbers/${spelling}`).expect(200);
      expect(text).toBe('{"success":true,"message":"Number released successfully!"}');
      expect(await listed(world)).toEqual([]);
      await world.live.get('/v2.1/phone_numbers/+13142666714').expect(404);
      await world.live.delete('/v2.1/phone_numbers/+13142666714').expect(404);
      const { body } = await world.live.get('/v2.1/atas/335').expect(200);
      expect(body.data).toMatchObject({ user_phone_number: null });
    },
  );

  test('works by POST with _method too', async () => {
    const world = openSimulator({ phoneNumbers: [phoneNumber()] });
    await world.live.post('/v2/phone_numbers/+13142666714').type('form').send({ _method: 'DELETE' }).expect(200);
    expect(await listed(world)).toEqual([]);
  });

  test('makes a number that nothing reaches any more, and that no call can show', async () => {
    const world = openSimulator({ phoneNumbers: [phoneNumber()] });
    const fax = { to: '+13142666714', content_url: 'https://example.com' };
    await world.live.post('/v2.1/faxes').type('form').send(fax).expect(200);
    await world.live.delete('/v2.1/phone_numbers/+13142666714').expect(200);
    await world.clock.runUntilIdle();
    expect(await world.receivedFaxes()).toEqual([]);
    const shown = { ...fax, caller_id: '+13142666714' };
    const message = await refusalOf(world.live.post('/v2.1/faxes').type('form').send(shown));
    expect(message).toBe('caller_id must be one of the account’s numbers, got "+13142666714"');
  });

  test('keeps a number from being given out for 90 days', async () => {
    const world = openSimulator({ account: account({ balanceCents: 1_000_000 }) });
    const released = await provision(world);
    await world.live.delete(`/v2.1/phone_numbers/${released}`).expect(200);
    expect(await provision(world)).not.toBe(released);
    await world.live.delete(`/v2.1/phone_numbers/${(await listed(world))[0]}`).expect(200);
    await world.clock.advance(91 * day);
    expect(world.clock.now()).toBe(noon + 91 * day);
    expect(await provision(world)).toBe(released);
  });

  test('is there in v1, which has no data for it and names a number that is not the account’s', async () => {
    const { v1 } = openSimulator({ phoneNumbers: [phoneNumber()] });
    const { text } = await v1('releaseNumber', { number: '3142666714' }).expect(200);
    expect(text).toBe('{"success":true,"message":"Number released successfully!","data":[]}');
    const refused = (params: object) => refusalOf(v1('releaseNumber', params), 200);
    expect(await refused({ number: '3142666714' })).toBe(
      'number must be one of the account’s numbers, got "+13142666714"',
    );
    expect(await refused({})).toContain('number');
  });
});

test('numbers are neither given nor taken back without credentials', async () => {
  const { anyone } = openSimulator({ phoneNumbers: [phoneNumber()] });
  await anyone.post('/v2.1/phone_numbers').type('form').send({ country_code: 1, area_code: 225 }).expect(401);
  await anyone.delete('/v2.1/phone_numbers/+13142666714').expect(401);
});
