import { expect, test } from '@jest/globals';
import request from 'supertest';
import { defaultSinchOptions } from '../../../src/model/domain/sinch-options.ts';
import { projectIdOf } from '../../../src/model/domain/project.ts';
import { phoneNumber } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';

const ward = '+12255550165';
const plain = '+12255550142';
const fixture = `
services: [{id: 2, name: Ward}]
numbers:
  - {number: '${plain}'}
  - {number: '${ward}', service_id: 2}
faxes:
  - {direction: received, from: '+15045550101', to: '${ward}'}
  - {direction: received, from: '+15045550102', to: '${plain}'}
  - {to: '+15045550103', from: '${ward}'}
  - {to: '+15045550104', from: '${plain}'}
  - {to: '+15045550105', from: '+15045550199'}
  - {to: '+15045550106', from: '${ward}', status: failure}
`;

const open = openSimulator();

/** Makes a world of a fixture, and gives its calls. */
async function worldOf(text: string) {
  const order = { fixture: text, start_time: '2026-03-02T12:00:00Z', clock: 'manual' };
  const { body: made } = await open.anyone.post('/_faxsim/worlds').send(order).expect(200);
  const { id, credentials } = made.data;
  const { key, secret } = credentials.live;
  const control = (path: string) => `/w/${id}/_faxsim${path}`;
  const project = projectIdOf(open.simulator.parts.worlds.find(id).world);
  const get = async (path: string) => {
    const { body } = await request(open.simulator.app)
      .get(`/w/${id}/v3/projects/${project}${path}`)
      .auth(key, secret)
      .expect(200);
    return body;
  };
  return { control, get };
}

type World = Awaited<ReturnType<typeof worldOf>>;

/** The name of the service of each fax, by the end of the number of the other party. */
async function servicesByPartner({ get }: World): Promise<Record<string, string>> {
  const { services } = await get('/services');
  const names = new Map(services.map(({ id, name }: { id: string; name: string }) => [id, name]));
  const { faxes } = await get('/faxes?pageSize=100');
  return Object.fromEntries(
    faxes.map(({ direction, from, to, serviceId }: Record<string, string>) => [
      (direction === 'INBOUND' ? from : to)?.slice(-3),
      names.get(serviceId!),
    ]),
  );
}

const byNumber = {
  101: 'Ward',
  102: 'Default Service',
  103: 'Ward',
  104: 'Default Service',
  105: 'Default Service',
  106: 'Ward',
};

test('the faxes of a fixture are on the service of their number, also in an export and back', async () => {
  const world = await worldOf(fixture);
  expect(await servicesByPartner(world)).toEqual(byNumber);
  const { body } = await open.anyone.get(world.control('/export/fixture')).expect(200);
  expect(await servicesByPartner(await worldOf(body.data.fixture))).toEqual(byNumber);
});

test('the faxes that the control API makes and receives are on the service of their number', async () => {
  const world = await worldOf(fixture.replace(/faxes:[^]*/, ''));
  for (const fax of [
    { direction: 'received', from: '+15045550101', to: ward },
    { direction: 'received', from: '+15045550102', to: plain },
    { to: '+15045550103', from: ward },
    { to: '+15045550104', from: plain },
    { to: '+15045550105', from: '+15045550199' },
    { to: '+15045550106', from: ward, status: 'failure' },
  ])
    await open.anyone.post(world.control('/faxes')).send(fax).expect(200);
  await open.anyone.post(world.control('/receive')).send({ from: '+15045550107', to: ward }).expect(200);
  expect(await servicesByPartner(world)).toEqual({ ...byNumber, 107: 'Ward' });
});

test('a change of a received fax leaves it on the service of its number', async () => {
  const world = await worldOf(fixture);
  const { body } = await open.anyone
    .post(world.control('/receive'))
    .send({ from: '+15045550107', to: ward })
    .expect(200);
  await open.anyone
    .patch(world.control(`/faxes/${body.data.fax.id}`))
    .send({ pages: 3 })
    .expect(200);
  expect(await servicesByPartner(world)).toEqual({ ...byNumber, 107: 'Ward' });
});

test('a change of a sent fax leaves its options of v3 as they were', async () => {
  const { anyone, live, simulator, send } = openSimulator({ phoneNumbers: [phoneNumber({ number: ward })] });
  const project = projectIn({ simulator, live });
  const { body: service } = await project.post('/services').send({ name: 'Ward' }).expect(201);
  await anyone.put(`/_faxsim/services/${service.id}/numbers/${ward}`).expect(200);
  const files = [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }];
  const order = { to: '+15045550103', serviceId: service.id, files, callbackUrlContentType: 'application/json' };
  await project.post('/faxes').send(order).expect(200);
  await send({ caller_id: ward });
  const faxes = simulator.parts.worlds.default.store.faxes;
  const before = faxes.find({}).slice();
  expect(before.map(({ options }) => options.sinch?.service)).toEqual([2, undefined]);
  for (const { id } of before) await anyone.patch(`/_faxsim/faxes/${id}`).send({ status: 'success' }).expect(200);
  expect(before.map(({ id }) => faxes.get(id)?.options.sinch)).toEqual(before.map(({ options }) => options.sinch));
});

test('a fax that is made on its way is on the service of its number, with the webhooks of the Phaxio API', async () => {
  const world = await worldOf(fixture);
  const url = 'http://127.0.0.1:9/hook';
  const staged = { to: '+15045550108', from: ward, status: 'queued', callback_url: url };
  const { body } = await open.anyone.post(world.control('/faxes')).send(staged).expect(200);
  expect(body.data.options).toMatchObject({ sinch: null, service: 2 });
  expect(await servicesByPartner(world)).toEqual({ ...byNumber, 108: 'Ward' });
  await open.anyone
    .patch(world.control(`/faxes/${body.data.id}`))
    .send({ status: 'success' })
    .expect(200);
  expect(await servicesByPartner(world)).toEqual({ ...byNumber, 108: 'Ward' });
});

test.each(['success', 'failure', 'inprogress'])(
  'a webhook about a sent fax in the state %s has the form of v3 only where v3 sent the fax',
  async (status) => {
    const world = await worldOf(fixture);
    const staged = { to: '+15045550108', from: ward, status, callback_url: 'http://127.0.0.1:9/hook' };
    const { body: fax } = await open.anyone.post(world.control('/faxes')).send(staged).expect(200);
    const sent = await open.anyone.post(world.control('/webhooks')).send({ fax: fax.data.id });
    expect(sent).toMatchObject({ status: 200 });
    await open.anyone.post(world.control('/clock')).send({ advance: '1s' }).expect(200);
    const { body } = await open.anyone.get(world.control(`/webhooks?fax=${fax.data.id}`)).expect(200);
    const [attempt] = body.data[0].attempts;
    expect(Object.keys(attempt.fields)).toEqual(expect.arrayContaining(['success', 'is_test', 'direction']));
  },
);

test('a fax of an older export is on the service of its options of v3', async () => {
  const world = await worldOf(fixture);
  const { body } = await open.anyone.get(world.control('/export')).expect(200);
  const older = body.data.contents.faxes.map(({ options, ...fax }: { options: Record<string, unknown> }) => {
    const { service, ...rest } = options;
    return { ...fax, options: { ...rest, sinch: service === null ? null : { ...defaultSinchOptions, service } } };
  });
  const document = { ...body.data, contents: { ...body.data.contents, faxes: older } };
  await open.anyone.post(world.control('/import')).send(document).expect(200);
  expect(await servicesByPartner(world)).toEqual(byNumber);
});
