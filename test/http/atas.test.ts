import { describe, expect, test } from '@jest/globals';
import { ata, noon, phoneNumber } from '../support/examples.ts';
import { dataOf, ids, openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const number = '+13182258808';
const numbers = [phoneNumber({ number, areaCode: 318 }), phoneNumber({ number: '+12252547769', areaCode: 225 })];
const ataOf = ({ live }: World, id: number) => dataOf(live.get(`/v2.1/atas/${id}`));
const nameOn = async ({ live }: World, of = number): Promise<unknown> =>
  (await dataOf(live.get(`/v2.1/phone_numbers/${of}`))).ata_name;

describe('an ATA', () => {
  test('is made with credentials, and shown without them as recorded', async () => {
    const world = openSimulator();
    const made = await world.live.post('/v2.1/atas').type('form').send({ name: 'Test ATA' }).expect(200);
    const { id, username, password } = made.body.data;
    expect(id).toBeGreaterThan(296);
    expect(username).toMatch(/^[0-9a-z]{10}$/);
    expect(password).toMatch(/^[0-9a-z]{16}$/);
    const body = `{"id":${id},"name":"Test ATA","description":null,"user_phone_number":null,"domain":"ata.phaxio.com","last_registered":null,"expiry_time":null,"user_agent":null,"sip_uri":null,"mac_address":null,"group":null`;
    const credentials = `,"username":"${username}","password":"${password}"`;
    expect(made.text).toBe(`{"success":true,"message":"ATA created successfully","data":${body}${credentials}}}`);
    const read = await world.live.get(`/v2.1/atas/${id}`).expect(200);
    expect(read.text).toBe(`{"success":true,"message":"Metadata for ATA","data":${body}}}`);
    const whole = await world.live.get(`/v2.1/atas/${id}?with_credentials=true`).expect(200);
    expect(whole.text).toBe(`{"success":true,"message":"Metadata for ATA","data":${body}${credentials}}}`);
    expect((await world.live.get(`/v2.1/atas/${id}?with_credentials=false`)).text).toBe(read.text);
    const list = await world.live.get('/v2.1/atas').expect(200);
    expect(list.text).toBe(
      `{"success":true,"message":"Retrieved ATAs successfully","data":[${body}}],"paging":{"total":1,"per_page":25,"page":1}}`,
    );
  });

  test('has what it is made with, and what it is changed to', async () => {
    const world = openSimulator();
    const params = { name: 'One', description: 'First', domain: 'sip.example.com', mac_address: '00:0b:82:12:34:56' };
    const { body } = await world.live.post('/v2.1/atas').type('form').send(params).expect(200);
    const { id } = body.data;
    expect(body.data).toMatchObject(params);
    const changes = { name: 'Two', mac_address: '000B82123457', description: '' };
    const changed = await world.live.patch(`/v2.1/atas/${id}`).type('form').send(changes).expect(200);
    expect(changed.body.message).toBe('ATA updated successfully');
    expect(changed.body.data).toEqual(await ataOf(world, id));
    expect(changed.body.data).toMatchObject({ ...params, name: 'Two', mac_address: '000B82123457' });
    expect(changed.body.data).not.toHaveProperty('password');
    await world.live.post(`/v2.1/atas/${id}`).type('form').send({ _method: 'PATCH', name: 'Three' }).expect(200);
    expect(await ataOf(world, id)).toMatchObject({ name: 'Three', description: 'First' });
  });

  test.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name is required'],
    [{ name: 'One', mac_address: '00:0b:82' }, 'mac_address must be a MAC address'],
    [{ name: 'One', mac_address: '00:0b:82-12:34:56' }, 'mac_address must be a MAC address'],
  ])('is not made of %j', async (params, message) => {
    const { live } = openSimulator();
    expect(await refusalOf(live.post('/v2.1/atas').type('form').send(params))).toContain(message);
    expect(ids(await live.get('/v2.1/atas'))).toEqual([]);
  });

  test('gets another name and password, which differ each time', async () => {
    const world = openSimulator({ atas: [ata({ lastRegistered: noon })] });
    const seen = new Set([ata().username, ata().password]);
    for (let time = 0; time < 5; time++) {
      const { body } = await world.live.patch('/v2.1/atas/335/regenerate_credentials').expect(200);
      expect(body.message).toBe('ATA credentials regenerated');
      expect(body.data).toMatchObject({ id: 335, name: 'Test ATA', last_registered: '2026-11-20T06:00:00.000-06:00' });
      seen.add(body.data.username).add(body.data.password);
      const { body: read } = await world.live.get('/v2.1/atas/335?with_credentials=1').expect(200);
      expect(read.data).toEqual(body.data);
    }
    expect(seen.size).toBe(12);
  });

  test('that is deleted is gone, its id is not given again, and its number has no ATA', async () => {
    const attached = ata({ number });
    const world = openSimulator({
      atas: [ata({ id: 330 }), attached],
      phoneNumbers: [{ ...numbers[0]!, ataName: 'x' }],
    });
    const { text } = await world.live.delete('/v2.1/atas/335').expect(200);
    expect(text).toBe('{"success":true,"message":"ATA deleted successfully","data":{"id":335}}');
    await world.live.get('/v2.1/atas/335').expect(404);
    await world.live.delete('/v2.1/atas/335').expect(404);
    expect(await nameOn(world)).toBeNull();
    const { body } = await world.live.post('/v2.1/atas').type('form').send({ name: 'Next' }).expect(200);
    expect(body.data.id).toBeGreaterThan(335);
    expect(ids(await world.live.get('/v2.1/atas'))).toEqual([330, body.data.id]);
    expect(ids(await world.live.get('/v2.1/atas?per_page=1&page=2'))).toEqual([body.data.id]);
  });

  test('that there is not is not found, in any call', async () => {
    const { live } = openSimulator({ phoneNumbers: numbers });
    for (const id of ['1', 'abc', '0']) {
      await live.get(`/v2.1/atas/${id}`).expect(404);
      await live.patch(`/v2.1/atas/${id}`).type('form').send({ name: 'x' }).expect(404);
      await live.patch(`/v2.1/atas/${id}/regenerate_credentials`).expect(404);
      await live.delete(`/v2.1/atas/${id}`).expect(404);
      await live.post(`/v2.1/atas/${id}/phone_numbers/${number}`).expect(404);
      await live.delete(`/v2.1/atas/${id}/phone_numbers/${number}`).expect(404);
    }
  });

  test('is not known to v2', async () => {
    await openSimulator({ atas: [ata()] })
      .live.get('/v2/atas')
      .expect(404);
  });
});

describe('an ATA’s number', () => {
  test.each([number, `%2B${number.slice(1)}`, number.slice(1)])(
    'is attached, and taken off, as %s',
    async (spelling) => {
      const world = openSimulator({ atas: [ata()], phoneNumbers: numbers });
      const data = '"data":{"phone_number":"+1 318-225-8808"}';
      const added = await world.live.post(`/v2.1/atas/335/phone_numbers/${spelling}`).expect(200);
      expect(added.text).toBe(`{"success":true,"message":"Phone number added to ATA",${data}}`);
      expect([(await ataOf(world, 335)).user_phone_number, await nameOn(world)]).toEqual([number, 'Test ATA']);
      await world.live.post(`/v2.1/atas/335/phone_numbers/${spelling}`).expect(200);
      const removed = await world.live.delete(`/v2.1/atas/335/phone_numbers/${spelling}`).expect(200);
      expect(removed.text).toBe(`{"success":true,"message":"Phone number removed from ATA",${data}}`);
      expect([(await ataOf(world, 335)).user_phone_number, await nameOn(world)]).toEqual([null, null]);
      await world.live.delete(`/v2.1/atas/335/phone_numbers/${spelling}`).expect(404);
    },
  );

  test('shows the ATA’s new name', async () => {
    const world = openSimulator({ atas: [ata()], phoneNumbers: numbers });
    await world.live.post(`/v2.1/atas/335/phone_numbers/${number}`).expect(200);
    await world.live.patch('/v2.1/atas/335').type('form').send({ name: 'Renamed' }).expect(200);
    expect(await nameOn(world)).toBe('Renamed');
  });

  test('is one at a time', async () => {
    const world = openSimulator({ atas: [ata()], phoneNumbers: numbers });
    await world.live.post(`/v2.1/atas/335/phone_numbers/${number}`).expect(200);
    const second = await world.live.post('/v2.1/atas/335/phone_numbers/+12252547769').expect(422);
    expect(second.body.message).toBe(`ATA 335 has the number ${number} already`);
    expect([await nameOn(world), await nameOn(world, '+12252547769')]).toEqual(['Test ATA', null]);
  });

  test('moves from another ATA, as recorded', async () => {
    const world = openSimulator({ atas: [ata(), ata({ id: 336, name: 'Next' })], phoneNumbers: numbers });
    await world.live.post(`/v2.1/atas/335/phone_numbers/${number}`).expect(200);
    await world.live.post(`/v2.1/atas/336/phone_numbers/${number}`).expect(200);
    expect((await ataOf(world, 335)).user_phone_number).toBeNull();
    expect((await ataOf(world, 336)).user_phone_number).toBe(number);
    expect(await nameOn(world)).toBe('Next');
    await world.live.delete(`/v2.1/atas/335/phone_numbers/${number}`).expect(404);
    await world.live.delete('/v2.1/atas/335').expect(200);
    expect(await nameOn(world)).toBe('Next');
    await world.live.post('/v2.1/atas/336/phone_numbers/+12252547769').expect(422);
    expect((await ataOf(world, 336)).user_phone_number).toBe(number);
  });

  test('is one of the account’s', async () => {
    const world = openSimulator({ atas: [ata()] });
    await world.live.post(`/v2.1/atas/335/phone_numbers/${number}`).expect(404);
    await world.live.post('/v2.1/atas/335/phone_numbers/abc').expect(404);
    expect((await ataOf(world, 335)).user_phone_number).toBeNull();
  });
});

test('provisioning URLs are those of the account, or of a group', async () => {
  const { live } = openSimulator();
  const { text, body } = await live.get('/v2.1/atas/provisioning_urls').expect(200);
  const [, key = ''] = /\/([0-9a-z]{20})"/.exec(text) ?? [];
  expect(text).toBe(
    `{"success":true,"message":"Retrieved provisioning URLs","data":{"Grandstream":"provision.phaxio.com/${key}","OBi":"https://provision.phaxio.com/${key}/$MAC.xml","Netgen":"https://provision.phaxio.com/${key}"}}`,
  );
  expect((await live.get('/v2.1/atas/provisioning_urls?group=')).body).toEqual(body);
  expect((await live.get('/v2.1/atas/provisioning_urls?group=desk')).body).not.toEqual(body);
});
