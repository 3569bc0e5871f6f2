import { expect, test } from '@jest/globals';
import { noon, portOrderParams, recipient, sentFax } from '../support/examples.ts';
import { plainDocuments } from '../support/documents.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

async function pass(turns: number): Promise<void> {
  for (let left = turns; left > 0; left--) await new Promise(setImmediate);
}

/** A disk that takes so many turns of the event loop. */
const slowDisk = (turns: number) => ({ save: () => pass(turns) });

function slowDocuments(turns: number) {
  const documents = plainDocuments();
  const convert: typeof documents.convert = async (inputs) => {
    await pass(turns);
    return documents.convert(inputs);
  };
  return { ...documents, convert };
}

const machines = [
  ['all is fast', {}],
  ['documents take long', { documents: slowDocuments(50) }],
  ['the disk takes long', { disk: slowDisk(20) }],
] as const;

test.each(machines)('a fax of pace instant has ended when its request is answered, where %s', async (_, parts) => {
  const world = openSimulator({ pace: 'instant', parts });
  const id = await world.sent();
  expect(await world.fax(id)).toMatchObject({ status: 'success', num_pages: 1 });
  const resent = await dataOf(world.live.post(`/v2.1/faxes/${id}/resend`));
  expect(await world.fax(resent.id)).toMatchObject({ status: 'success' });
  const { body } = await world.v1('send', { to: '+12025550123', string_data: 'a page' }).expect(200);
  expect(await world.fax(body.faxId)).toMatchObject({ status: 'success' });
});

test.each(machines)('a rewind counts the webhooks of the requests that it takes back, where %s', async (_, parts) => {
  const world = openSimulator({ pace: 'instant', parts });
  for (let fax = 0; fax < 10; fax++) await world.sent();
  const counts = await Promise.all(
    [1, 2, 10].map(async (request) => (await dataOf(world.anyone.get(`/_faxsim/steps/${request}`))).webhooks),
  );
  expect(counts).toEqual([10, 9, 1]);
});

test('a port order of pace instant has gone its way when its request is answered', async () => {
  const world = openSimulator({ pace: 'instant', parts: { disk: slowDisk(20) } });
  const order = await dataOf(world.live.post('/v2.1/port_orders').type('form').send(portOrderParams));
  expect(await dataOf(world.live.get(`/v2.1/port_orders/${order.id}`))).toMatchObject({ status: 'completed' });
});

test('a request does not wait for a content URL, since its own program may serve it', async () => {
  const world = openSimulator({ pace: 'instant', parts: { fetchPage: () => new Promise(() => undefined) } });
  const { id } = await dataOf(
    world.live.post('/v2.1/faxes').field({ to: '+12025550123', content_url: 'http://127.0.0.1:9/a' }),
  );
  expect(await world.fax(id)).toMatchObject({ status: 'queued' });
});

test.each(machines)(
  'a fax of a URL that is not fetched has ended when its request is answered, where %s',
  async (_, parts) => {
    const world = openSimulator({
      pace: 'instant',
      parts: { ...parts, fetchPage: ({ url }) => ({ kind: 'url', url }) },
    });
    const fields = { to: '+12025550123', content_url: 'https://example.com/' };
    const { id } = await dataOf(world.live.post('/v2.1/faxes').field(fields));
    expect(await world.fax(id)).toMatchObject({ status: 'success', num_pages: 1 });
  },
);

test('a server that never answers for a content URL holds neither other faxes nor a request', async () => {
  const fetchPage = ({ url }: { url: string }) =>
    url.endsWith('/hang') ? new Promise<never>(() => undefined) : { kind: 'url' as const, url };
  const world = openSimulator({ pace: 'instant', parts: { fetchPage } });
  const send = (path: string) => {
    const fields = { to: '+12025550123', content_url: `http://127.0.0.1:9/${path}` };
    return dataOf(world.live.post('/v2.1/faxes').field(fields));
  };
  for (let sent = 0; sent < 5; sent++) await send('hang');
  const { id } = await send('quick');
  expect(await world.fax(id)).toMatchObject({ status: 'success' });
  const { open } = (await world.anyone.get('/_faxsim/clock')).body.data;
  expect(open).toHaveLength(5);
  expect(open[0]).toMatchObject({ kind: 'fax', summary: expect.stringContaining('waits for the content of its URL') });
});

test('a request during a move of the clock does not wait for it', async () => {
  const world = openSimulator({ pace: 'instant', parts: { documents: slowDocuments(50) } });
  world.switchOn('{id: slow, on: listFaxes, do: {delay: 1m}}');
  const delayed = world.live.get('/v2.1/faxes').then(({ status }) => status);
  const moving = world.anyone
    .post('/_faxsim/clock')
    .send({ advance: '5m' })
    .then(({ status }) => status);
  expect((await world.send()).status).toBe(200);
  expect(await Promise.all([delayed, moving])).toEqual([200, 200]);
});

test('a world begins with the work done that is due at its beginning', async () => {
  const due = { at: noon, step: 'ring', page: 0 } as const;
  const recipients = [recipient({ number: '+12025550123', status: 'queued' })];
  const fax = sentFax({ id: 7, status: 'inprogress', completedAt: null, due, recipients });
  const world = openSimulator({ pace: 'instant', faxes: [fax], parts: { disk: slowDisk(20) } });
  await world.anyone.post('/_faxsim/reset').expect(200);
  expect(await world.fax(7)).toMatchObject({ status: 'success' });
});
