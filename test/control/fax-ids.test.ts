import { describe, expect, test } from '@jest/globals';
import { hour, phoneNumber, receivedFax, recipient, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { projectIn } from '../support/sinch.ts';

const several = sentFax({ id: 1002, recipients: [recipient(), recipient({ number: '+12025550199' })] });
const foreign = '01HDF5S9P29WC29J578J8EKC1C';

const open = () => {
  const world = openSimulator({ faxes: [sentFax(), several, receivedFax()], phoneNumbers: [phoneNumber()] });
  const { idOf } = projectIn(world);
  return { ...world, project: projectIn(world), idOf };
};

describe('a fax is named by its id in v3 too', () => {
  test.each(['', '/history', '/forecast', '/versions', '/text', '/file', '/pages/1', '/thumbnail'])(
    'where the control API reads it: /faxes/{id}%s',
    async (path) => {
      const { anyone, idOf } = open();
      const [byNumber, ...byIds] = await Promise.all(
        ['1002', idOf(several), idOf(several, 1).toLowerCase()].map((id) => anyone.get(`/_faxsim/faxes/${id}${path}`)),
      );
      expect(byNumber!.status).toBe(200);
      for (const { status, body } of byIds) expect({ status, body }).toEqual({ status: 200, body: byNumber!.body });
      await anyone.get(`/_faxsim/faxes/${foreign}${path}`).expect(404);
    },
  );

  test('where the control API changes, finishes and deletes it', async () => {
    const { anyone, project } = open();
    const { body } = await project.post('/faxes').send({ to: '+12025550123', contentUrl: 'https://example.com' });
    const { id } = body as { id: string };
    await anyone.patch(`/_faxsim/faxes/${id}`).send({ header_text: 'ACME' }).expect(200);
    await anyone.post(`/_faxsim/faxes/${id}/finish`).send({ error: 17 }).expect(200);
    const { body: failed } = await project.get(`/faxes/${id}`).expect(200);
    expect(failed).toMatchObject({ status: 'FAILURE', errorCode: 17, headerText: 'ACME' });
    await anyone.delete(`/_faxsim/faxes/${id}`).expect(200);
    await project.get(`/faxes/${id}`).expect(404);
    const { body: gone } = await anyone.get(`/_faxsim/faxes/${id}`).expect(404);
    expect(gone.message).toBe(`Not found: there is no fax ${id}`);
    await anyone.get(`/_faxsim/faxes/${id}/history`).expect(200);
  });

  test('where records are read and stored', async () => {
    const { anyone, idOf } = open();
    const at = `/_faxsim/records/faxes/${idOf(sentFax())}`;
    expect((await anyone.get(at).expect(200)).body.data).toMatchObject({ id: 1001 });
    await anyone.patch(at).send({ header_text: 'ACME' }).expect(200);
    expect((await anyone.get('/_faxsim/records/faxes/1001').expect(200)).body.data.header_text).toBe('ACME');
    await anyone.delete(at).expect(200);
    await anyone.get('/_faxsim/records/faxes/1001').expect(404);
  });

  test('where requests and webhooks are sought', async () => {
    const { anyone, live, project, clock } = open();
    const form = { to: '+12025550123', contentUrl: 'https://example.com', callbackUrl: 'http://127.0.0.1:9/hook' };
    const { body } = await project.post('/faxes').send(form).expect(200);
    const { id } = body as { id: string };
    await project.get(`/faxes/${id}`).expect(200);
    await project.get(`/faxes/${project.idOf(several)}`).expect(200);
    await clock.advance(hour);
    const requests = (await anyone.get('/_faxsim/requests').query({ fax: id }).expect(200)).body.data;
    expect(requests.requests.map(({ method }: { method: string }) => method)).toEqual(['POST', 'GET']);
    const [{ id: number }] = (await live.get('/v2.1/faxes').expect(200)).body.data as [{ id: number }];
    expect((await anyone.get('/_faxsim/requests').query({ fax: number })).body.data).toEqual(requests);
    const count = async (path: string, input: object) => (await anyone.get(path).query(input).expect(200)).body.data;
    expect(await count('/_faxsim/requests/count', { fax: id })).toMatchObject({ count: 2 });
    expect(await count('/_faxsim/webhooks/count', { fax: id })).toEqual({ count: 1 });
    expect(await count('/_faxsim/webhooks', { fax: id })).toMatchObject([{ fax_id: number }]);
    expect(await count('/_faxsim/webhooks/wait', { fax: id, state: 'pending' })).toMatchObject({ fax_id: number });
    const verify = async (what: string, input: object) =>
      (await anyone.post(`/_faxsim/${what}/verify`).send(input).expect(200)).body.data;
    expect(await verify('requests', { fax: id, exactly: 2 })).toMatchObject({ passed: true });
    expect(await verify('webhooks', { fax: id, exactly: 1 })).toMatchObject({ passed: true });
    expect((await anyone.post('/_faxsim/requests/wait').send({ fax: id })).body.data.request).toMatchObject({ id: 1 });
    expect((await anyone.post('/_faxsim/webhooks').send({ fax: id }).expect(200)).body.data.fax_id).toBe(number);
  });

  test('where faxes are searched by text, by their original and by their batch', async () => {
    const { anyone, live, idOf } = open();
    const { body } = await live.post('/v2.1/faxes/1001/resend').expect(200);
    const found = async (input: object) =>
      (await anyone.get('/_faxsim/faxes').query(input).expect(200)).body.data.faxes.map(({ id }: { id: number }) => id);
    expect(await found({ q: idOf(several, 1) })).toEqual([1002]);
    expect(await found({ q: foreign })).toEqual([]);
    expect(await found({ resent_from: idOf(sentFax()) })).toEqual([body.data.id]);
    expect(await found({ batch: idOf(sentFax()) })).toEqual([]);
  });
});

test.each(['x', '0', '-1', '01HDF5S9P29WC29J578J8EKC1', '1.5'])('%s is the id of no fax', async (id) => {
  const { anyone } = open();
  const { body } = await anyone.get(`/_faxsim/faxes/${id}`).expect(422);
  expect(body.message).toContain('must be the id of a fax, such as 1001, or 01HDF5S9P29WC29J578J8EKC1C in v3, got');
});

test('a search for a fax by an id of another world says that there is none', async () => {
  const { anyone } = open();
  const { body } = await anyone.get('/_faxsim/requests').query({ fax: foreign }).expect(404);
  expect(body.message).toBe(`Not found: there is no fax ${foreign}`);
});
