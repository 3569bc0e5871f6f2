import { describe, expect, test } from '@jest/globals';
import type { Post } from '../../../src/service/webhooks/post.ts';
import { account, hour, phoneNumber } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';

const [own, other] = ['+13142666714', '+13142666715'] as const;
const page = { contentUrl: 'https://example.com' };

/** A project with two numbers, a service of its own, and the URLs that its webhooks went to. */
async function open(fields: object = {}) {
  const posts: { url: string; text: string }[] = [];
  const post: Post = ({ url, chunks }) => {
    posts.push({ url, text: Buffer.concat(chunks).toString('latin1') });
    return Promise.resolve({ answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 });
  };
  const world = openSimulator({
    account: account({ receiveCallbackUrl: 'http://old.example/in' }),
    phoneNumbers: [phoneNumber({ number: own }), phoneNumber({ number: other })],
    parts: { post },
  });
  const project = projectIn(world);
  const make = async (changes: object) =>
    (await project.post('/services').send(changes).expect(201)).body as { id: string };
  const service = await make({ name: 'Ward', incomingWebhookUrl: 'http://ward.example/in', ...fields });
  const assign = (number: string, id = service.id) => world.anyone.put(`/_faxsim/services/${id}/numbers/${number}`);
  const receive = async (to: string) => {
    await world.anyone.post('/_faxsim/receive').send({ to, from: '+12025550111' }).expect(200);
    await world.clock.advance(hour);
    const { body } = await project.get('/faxes').expect(200);
    return body.faxes[0] as { id: string; serviceId: string; hasFile: boolean };
  };
  const send = (changes: object = {}) => project.post('/faxes').send({ to: '+12025550123', ...page, ...changes });
  const urls = () => posts.splice(0).map(({ url }) => url);
  return { ...world, project, service, make, assign, receive, send, posts, urls };
}

const idsOf = ({ body }: { body: { services: { id: string }[] } }) => body.services.map(({ id }) => id);
const numbersOf = ({ body }: { body: { numbers: { phoneNumber: string }[] } }) =>
  body.numbers.map((one) => one.phoneNumber);

describe('a number that the control API puts on a service', () => {
  test('is one of its numbers, and brings its faxes to the webhook of that service and to that of v2.1', async () => {
    const { project, service, assign, receive, urls } = await open();
    expect((await receive(own)).serviceId).not.toBe(service.id);
    expect(urls()).toEqual(['http://old.example/in']);
    const { body } = await assign(own).expect(200);
    expect(body.data).toEqual({ done: true });
    expect(numbersOf(await project.get(`/services/${service.id}/numbers`))).toEqual([own]);
    expect((await receive(own)).serviceId).toBe(service.id);
    expect(urls()).toEqual(['http://old.example/in', 'http://ward.example/in']);
    await receive(other);
    expect(urls()).toEqual(['http://old.example/in']);
  });

  test('leaves its former service, and can return to the first one', async () => {
    const { project, service, assign, receive, urls } = await open();
    const [first = ''] = idsOf(await project.get('/services'));
    await assign(own).expect(200);
    expect(numbersOf(await project.get(`/services/${first}/numbers`))).toEqual([other]);
    await assign(own, first).expect(200);
    expect(numbersOf(await project.get(`/services/${first}/numbers`))).toEqual([own, other]);
    expect(numbersOf(await project.get(`/services/${service.id}/numbers`))).toEqual([]);
    await receive(own);
    expect(urls()).toEqual(['http://old.example/in']);
  });

  test('must be one of the account, and its service one of the project', async () => {
    const { assign } = await open();
    const { body } = await assign('+12025550199').expect(404);
    expect(body.message).toBe('Not found: the account has no number +12025550199');
    const { body: foreign } = await assign(own, '01HDF5S9P29WC29J578J8EKC1C').expect(404);
    expect(foreign.message).toBe('Not found: there is no service 01HDF5S9P29WC29J578J8EKC1C');
    await assign('x').expect(422);
  });
});

describe('the fields of a service', () => {
  test('save no document of received faxes where it says so, which the webhook brings nevertheless', async () => {
    const { project, assign, receive, posts } = await open({ saveInboundFaxDocuments: false });
    await assign(own).expect(200);
    const { id, hasFile } = await receive(own);
    expect(hasFile).toBe(false);
    await project.get(`/faxes/${id}/file`).expect(404);
    expect(posts.map(({ text }) => text.includes('filename="file.pdf"'))).toEqual([false, true]);
  });

  test('are the defaults of the faxes that name it, and of all that name none once it is the default', async () => {
    const fields = {
      numberOfRetries: 1,
      retryDelaySeconds: 30,
      imageConversionMethod: 'MONOCHROME',
      resolution: 'SUPERFINE',
      defaultFrom: other,
    };
    const { project, service, send } = await open(fields);
    const expected = {
      maxRetries: 1,
      ...{ retryDelaySeconds: 30, imageConversionMethod: 'MONOCHROME', resolution: 'SUPERFINE', from: other },
      serviceId: service.id,
    };
    expect((await send({ serviceId: service.id }).expect(200)).body).toMatchObject(expected);
    expect((await send().expect(200)).body).not.toMatchObject(expected);
    await project.patch(`/services/${service.id}`).send({ defaultForProject: true }).expect(200);
    expect((await send().expect(200)).body).toMatchObject(expected);
    expect((await send({ maxRetries: 0, from: own }).expect(200)).body).toMatchObject({ maxRetries: 0, from: own });
    const { body } = await project.get('/services').expect(200);
    expect(body.services.filter((one: { defaultForProject: boolean }) => one.defaultForProject)).toHaveLength(1);
  });

  test('keep no document of a sent fax where it says so', async () => {
    const { project, service, send, clock } = await open({ saveOutboundFaxDocuments: false });
    const { body } = await send({ serviceId: service.id, callbackUrl: 'http://ward.example/out' }).expect(200);
    await clock.advance(hour);
    const { body: done } = await project.get(`/faxes/${body.id}`).expect(200);
    expect(done).toMatchObject({ status: 'COMPLETED', hasFile: false });
    await project.get(`/faxes/${body.id}/file`).expect(404);
  });
});

describe('a service that is deleted', () => {
  test('gives its numbers back, and its faxes to the default service', async () => {
    const { project, service, assign, receive, send, urls } = await open();
    await assign(own).expect(200);
    const { body } = await send({ serviceId: service.id }).expect(200);
    await project.delete(`/services/${service.id}`).expect(204);
    const [first = ''] = idsOf(await project.get('/services'));
    expect(numbersOf(await project.get(`/services/${first}/numbers`))).toEqual([own, other]);
    expect((await project.get(`/faxes/${body.id}`).expect(200)).body).toMatchObject({ serviceId: first });
    urls();
    await receive(own);
    expect(urls()).toEqual(['http://old.example/in']);
    await project.get(`/services/${service.id}`).expect(404);
    await project.delete(`/services/${service.id}`).expect(404);
  });

  test('is not the default one, nor the first', async () => {
    const { project, service } = await open();
    const [first = ''] = idsOf(await project.get('/services'));
    await project.delete(`/services/${first}`).expect(422);
    await project.patch(`/services/${service.id}`).send({ defaultForProject: true }).expect(200);
    await project.delete(`/services/${service.id}`).expect(422);
  });
});

test('an address without numbers is answered, and creates nothing', async () => {
  const { project, service } = await open();
  const at = `/services/${service.id}/emails`;
  const email = { email: 'ward@example.com', phoneNumbers: [] };
  expect((await project.post(at).send(email).expect(201)).body).toMatchObject(email);
  expect((await project.get(at).expect(200)).body.totalItems).toBe(0);
  const { body } = await project.post(at).send({ email: 'ward@example.com' }).expect(422);
  expect(body.message).toBe('phoneNumbers is required');
});

describe('a suspended number', () => {
  test('takes no call and sends no fax, until it is no longer suspended', async () => {
    const { project, anyone, send } = await open();
    const [, first = ''] = idsOf(await project.get('/services')).reverse();
    const suspend = (body: object) => project.patch(`/services/${first}/numbers/${own}/suspend`).send(body);
    const { body } = await suspend({ suspended: true, note: 'Unpaid' }).expect(200);
    expect(body).toMatchObject({ phoneNumber: own, suspended: true, note: 'Unpaid' });
    await anyone.post('/_faxsim/receive').send({ to: own }).expect(422);
    const { body: refused, headers } = await send({ from: own }).expect(422);
    expect(refused.message).toBe('the number you set as from does not belong to you');
    expect(headers['x-faxsim-hint']).toBe(`${own} is suspended`);
    expect((await send().expect(200)).body).toMatchObject({ from: other });
    expect((await suspend({}).expect(200)).body).toMatchObject({ suspended: true, note: 'Unpaid' });
    await suspend({ suspended: false }).expect(200);
    await send({ from: own }).expect(200);
  });
});
