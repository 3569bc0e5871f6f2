import { expect, test } from '@jest/globals';
import type { Documents } from '../../src/documents/documents.ts';
import { plainDocuments } from '../support/documents.ts';
import { phoneNumber } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

/** A world whose documents note each conversion. */
function openWorld() {
  const drawn: string[][] = [];
  const plain = plainDocuments();
  const documents: Documents = {
    ...plain,
    convert: (inputs) => {
      drawn.push(inputs.map(({ kind }) => kind));
      return plain.convert(inputs);
    },
    until: () => documents,
  };
  return { drawn, world: openSimulator({ phoneNumbers: [phoneNumber()], parts: { documents } }) };
}

async function send(world: ReturnType<typeof openWorld>['world'], fields: object): Promise<number> {
  const { body } = await world.live.post('/v2.1/faxes').send(fields).expect(200);
  await world.clock.runUntilIdle();
  return body.data.id;
}

const urls = ['https://example.com/one', 'https://example.com/two'];

test('pages that stand for URLs are drawn for their first reader', async () => {
  const { world, drawn } = openWorld();
  const id = await send(world, { to: '+12025550123', content_url: urls });
  expect(await world.fax(id)).toMatchObject({ status: 'success', num_pages: 2, cost: 14 });
  expect(drawn).toEqual([]);
  expect((await world.live.get(`/v2/faxes/${id}/file`)).body.toString()).toBe(urls.join('\f'));
  expect((await world.live.get(`/v2/faxes/${id}/file?thumbnail=s`)).body.toString()).toBe(`s of ${urls[0]}`);
  expect(drawn).toEqual([
    ['url', 'url'],
    ['url', 'url'],
  ]);
});

test('a number of the account receives them drawn', async () => {
  const { world } = openWorld();
  await send(world, { to: phoneNumber().number, content_url: urls });
  const [received] = await world.receivedFaxes();
  const { body } = await world.live.get(`/v2/faxes/${received?.id}/file`);
  expect(body.toString()).toMatch(/\] https:\/\/example\.com\/one\f/);
});

test('a fixture has them drawn, and an export of the world gives them back', async () => {
  const { world } = openWorld();
  const id = await send(world, { to: '+12025550123', content_url: urls });
  const fixture = await world.live.get('/_faxsim/export/fixture').expect(200);
  expect(fixture.body.data.fixture).toContain(Buffer.from(urls.join('\f')).toString('base64'));
  const exported = await world.live.get('/_faxsim/export').expect(200);
  await world.live.post('/_faxsim/import').send(exported.body.data).expect(200);
  expect((await world.live.get(`/v2/faxes/${id}/file`)).body.toString()).toBe(urls.join('\f'));
});

test('a document with content of its own is converted at once, since its pages are unknown', async () => {
  const { world, drawn } = openWorld();
  const { body } = await world.live
    .post('/v2.1/faxes')
    .field({ to: '+12025550123', 'content_url[]': urls })
    .attach('file', Buffer.from('one\ftwo'), 'a.txt')
    .expect(200);
  await world.clock.runUntilIdle();
  expect(await world.fax(body.data.id)).toMatchObject({ num_pages: 4 });
  expect(drawn).toEqual([['url', 'url', 'file']]);
});

test('a document that cannot be drawn has no file for now', async () => {
  const plain = plainDocuments();
  const documents: Documents = {
    ...plain,
    convert: () => Promise.resolve({ ok: false, errorId: 4, reason: 'no font' }),
    until: () => documents,
  };
  const world = openSimulator({ parts: { documents } });
  const { body } = await world.live.post('/v2.1/faxes').send({ to: '+12025550123', content_url: urls }).expect(200);
  await world.clock.runUntilIdle();
  await world.live.get(`/v2/faxes/${body.data.id}/file`).expect(503);
});
