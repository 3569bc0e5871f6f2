import { describe, expect, test } from '@jest/globals';
import { errorWithId, hour, noon, receivedFax, recipient, second, sentFax } from '../../support/examples.ts';
import { inSeconds, projectIn } from '../../support/sinch.ts';
import { openSimulator } from '../../support/simulator.ts';

const callback = 'https://me:secret@example.com/hook?x=1';
const sent = sentFax({
  callerId: '+13142666714',
  headerText: 'ACME',
  callbackUrl: callback,
  tags: { case: '4711' },
  pages: 2,
  costCents: 14,
  recipients: [recipient({ retryCount: 1 })],
});
const several = sentFax({
  id: 1002,
  status: 'partialsuccess',
  pages: 2,
  costCents: 14,
  recipients: [
    recipient({ number: '+12025550101' }),
    recipient({ number: '+12025550102', status: 'failure', error: errorWithId(30), completedAt: noon - 5 * second }),
  ],
});
const faxes = [sent, several, receivedFax()];

const open = () => {
  const world = openSimulator({ faxes });
  return { world, project: projectIn(world) };
};

describe('a fax of v3', () => {
  test('shows a sent fax with its options, and the URL of its webhook without the password', async () => {
    const { project } = open();
    const { body } = await project.get(`/faxes/${project.idOf(sent)}`).expect(200);
    expect(body).toEqual({
      id: project.idOf(sent),
      direction: 'OUTBOUND',
      from: '+13142666714',
      to: '+12025550123',
      numberOfPages: 2,
      status: 'COMPLETED',
      price: { currencyCode: 'USD', amount: '0.14' },
      createTime: inSeconds(noon - hour),
      completedTime: inSeconds(noon - hour + 2 * second),
      pagesSentSuccessfully: 2,
      headerText: 'ACME',
      headerPageNumbers: true,
      headerTimeZone: 'America/New_York',
      retryDelaySeconds: 60,
      labels: { case: '4711' },
      callbackUrl: 'https://***:***@example.com/hook?x=1',
      callbackUrlContentType: 'multipart/form-data',
      imageConversionMethod: 'HALFTONE',
      maxRetries: expect.any(Number),
      retryCount: 1,
      hasFile: true,
      fromCountry: 'US',
      toCountry: 'US',
      projectId: project.id,
      serviceId: expect.stringMatching(/^[0-9A-Z]{26}$/),
    });
  });

  test('leaves out what a received fax does not have', async () => {
    const { project } = open();
    const { body } = await project.get(`/faxes/${project.idOf(receivedFax())}`).expect(200);
    expect(Object.keys(body)).toEqual([
      ...['id', 'direction', 'from', 'to', 'numberOfPages', 'status', 'price', 'createTime', 'completedTime'],
      ...['hasFile', 'fromCountry', 'toCountry', 'projectId', 'serviceId'],
    ]);
    expect(body).toMatchObject({ direction: 'INBOUND', from: '+16504888494', to: '+13142666714', status: 'COMPLETED' });
  });

  test('of one number among several has the part of the costs, the time and the error of that number', async () => {
    const { project } = open();
    const [reached, missed] = await Promise.all(
      [0, 1].map(async (index) => (await project.get(`/faxes/${project.idOf(several, index)}`).expect(200)).body),
    );
    expect(reached).toMatchObject({
      ...{ to: '+12025550101', status: 'COMPLETED', price: { amount: '0.14' }, pagesSentSuccessfully: 2 },
    });
    expect(reached).not.toHaveProperty('errorCode');
    expect(missed).toMatchObject({
      ...{ to: '+12025550102', status: 'FAILURE', price: { amount: '0.00' }, pagesSentSuccessfully: 0 },
      ...{ errorType: 'CALL_ERROR', errorCode: 30, errorMessage: 'No answer from a fax machine.' },
      completedTime: inSeconds(noon - 5 * second),
    });
  });

  test('has no costs where its only number has failed, though the costs of the fax are known only later', async () => {
    const failed = recipient({ status: 'failure', error: errorWithId(17) });
    const fax = sentFax({ id: 1005, status: 'inprogress', completedAt: null, costCents: 7, recipients: [failed] });
    const project = projectIn(openSimulator({ faxes: [fax] }));
    const { body } = await project.get(`/faxes/${project.idOf(fax)}`).expect(200);
    expect(body).toMatchObject({ status: 'FAILURE', price: { amount: '0.00' } });
  });

  test('has no end, price and success before its end', async () => {
    const world = openSimulator();
    const project = projectIn(world);
    const id = await sendOne(world);
    const { body } = await project.get(`/faxes/${id}`).expect(200);
    expect(body).toMatchObject({ status: 'IN_PROGRESS', numberOfPages: 0, hasFile: false });
    for (const name of ['completedTime', 'price', 'pagesSentSuccessfully', 'errorCode', 'labels', 'from']) {
      expect(body).not.toHaveProperty(name);
    }
  });

  test.each([
    ['0.07', '0.14', '0.20'],
    ['0.045', '0.09', '0.20'],
    ['0.0405', '0.081', '0.20'],
    ['0', '0.00', '0.20'],
  ])('costs %s for a page to the US, and as in v2.1 for one elsewhere', async (price, toUs, toGb) => {
    const british = sentFax({
      id: 1003,
      pages: 2,
      costCents: 20,
      recipients: [recipient({ number: '+442079460123' })],
    });
    const world = openSimulator({ faxes: [sent, british, receivedFax()] });
    await world.anyone.patch('/_faxsim/settings').send({ page_price: price }).expect(200);
    const project = projectIn(world);
    const amountOf = async (fax: typeof sent) => (await project.get(`/faxes/${project.idOf(fax)}`)).body.price.amount;
    expect(await Promise.all([sent, british, receivedFax()].map(amountOf))).toEqual([toUs, toGb, '0.00']);
  });

  test.each(['1001', 'x', '01HDF5S9P29WC29J578J8EKC1C', '../faxes', '%zz'])(
    'that is not there gets 404: %s',
    async (id) => {
      const { project } = open();
      const { status, body } = await project.get(`/faxes/${id}`);
      if (id === '%zz') expect(status).toBe(400);
      else if (id !== '../faxes')
        expect({ status, body }).toEqual({
          status: 404,
          body: {
            code: '404',
            error: 'Not found',
            message: 'The resource is not found, not available, or does not exist.',
          },
        });
    },
  );

  test('has no second id: time, number, position and seed must all fit', async () => {
    const { project } = open();
    const id = project.idOf(sent);
    await project.get(`/faxes/${id.toLowerCase()}`).expect(200);
    for (let at = 0; at < id.length; at++) {
      const letter = id[at] === '7' ? '6' : '7';
      await project.get(`/faxes/${id.slice(0, at)}${letter}${id.slice(at + 1)}`).expect(404);
    }
  });
});

describe('the file of a fax', () => {
  test.each(['file', 'file.pdf'])('is at /%s, as a PDF named after the fax', async (path) => {
    const world = openSimulator();
    const project = projectIn(world);
    const id = await sendOne(world);
    await world.clock.advance(hour);
    const { headers, body } = await project.get(`/faxes/${id}/${path}`).set('Accept', 'image/png').expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="fax-${id}.pdf"`,
    });
    expect(String(body)).toContain('a page');
  });

  test('is deleted, while the fax stays in the list', async () => {
    const world = openSimulator();
    const project = projectIn(world);
    const id = await sendOne(world);
    await world.clock.advance(hour);
    const { text, headers } = await project.delete(`/faxes/${id}/file`).expect(204);
    expect(text).toBe('');
    expect(headers).not.toHaveProperty('content-type');
    expect((await project.get(`/faxes/${id}`).expect(200)).body).toMatchObject({ hasFile: false, status: 'COMPLETED' });
    expect((await project.get('/faxes').expect(200)).body).toMatchObject({ totalItems: 1 });
    const { body } = await project.get(`/faxes/${id}/file`).expect(404);
    expect(body).toMatchObject({ code: '404', error: 'Not found' });
    await project.delete(`/faxes/${id}/file`).expect(204);
  });

  test('of a resent fax is there before its conversion too', async () => {
    const { world, project } = open();
    await world.live.post(`/v2.1/faxes/${sent.id}/resend`).expect(200);
    const { body } = await project.get('/faxes').expect(200);
    const [resent] = (body as { faxes: [{ id: string }] }).faxes;
    expect(resent).toMatchObject({ status: 'IN_PROGRESS', hasFile: true });
    await project.get(`/faxes/${resent.id}/file`).expect(200);
  });

  test('takes the empty JSON body that the official client sends with it', async () => {
    const { project } = open();
    await project
      .get(`/faxes/${project.idOf(sent)}`)
      .set('Content-Type', 'application/json')
      .expect(200);
    await project
      .delete(`/faxes/${project.idOf(sent)}/file`)
      .type('json')
      .send('"a@b.c"')
      .expect(204);
  });

  test('is not there before the conversion, and not for an unknown fax', async () => {
    const world = openSimulator();
    const project = projectIn(world);
    await project.get(`/faxes/${await sendOne(world)}/file`).expect(404);
    await project.get('/faxes/01HDF5S9P29WC29J578J8EKC1C/file').expect(404);
    await project.delete('/faxes/01HDF5S9P29WC29J578J8EKC1C/file').expect(404);
  });
});

test('an answer has the headers that HTTP needs, and none of the Phaxio API', async () => {
  const { project } = open();
  const { headers } = await project.get('/faxes').expect(200);
  const names = Object.keys(headers).filter((name) => !['connection', 'keep-alive'].includes(name));
  expect(names.sort()).toEqual(['content-length', 'content-type', 'date', 'x-request-id']);
});

test.each([
  ['HEAD', 200],
  ['PUT', 405],
  ['DELETE', 405],
])('%s of the list gets %s', async (method, status) => {
  const { project } = open();
  const call = method === 'HEAD' ? openSimulator().live.head(`${project.base}/faxes`) : undefined;
  const answer = call ?? (method === 'PUT' ? project.put('/faxes') : project.delete('/faxes'));
  const { body, headers } = await answer.expect(status);
  if (status === 405) {
    expect(body).toMatchObject({ code: '405', error: 'Method not allowed' });
    expect(headers['allow']).toMatch(/^GET, HEAD/);
  }
});

/** Sends a fax by v2.1; resolves to its id in v3. */
async function sendOne(world: ReturnType<typeof openSimulator>): Promise<string> {
  await world.send().expect(200);
  const { body } = await projectIn(world).get('/faxes').expect(200);
  return (body as { faxes: [{ id: string }] }).faxes[0].id;
}
