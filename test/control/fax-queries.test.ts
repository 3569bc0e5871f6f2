import { describe, expect, test } from '@jest/globals';
import { account } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

/** A simulator with three faxes: 3 waits to be converted, 2 failed, 1 was received. */
async function opened() {
  const simulator = openSimulator();
  const { anyone } = simulator;
  const make = (fax: object) => anyone.post('/_faxsim/faxes').send(fax).expect(200);
  await make({ id: 1, direction: 'received', from: '+12025550111', caller_name: 'LAKESIDE', ago: '3h' });
  await make({
    id: 2,
    to: '+12025550122',
    status: 'failure',
    error: 17,
    tags: { case: 'C-1' },
    ago: '2h',
    is_test: true,
  });
  await make({ id: 3, to: '+12025550133', status: 'queued', pages: 2, ago: '1h' });
  const list = async (query: object) => {
    const { body } = await anyone.get('/_faxsim/faxes').query(query).expect(200);
    return { ...body.data, faxes: body.data.faxes.map(({ id }: { id: number }) => id) };
  };
  return { ...simulator, list };
}

describe('the list of faxes', () => {
  test.each(['+', 'busy', '555x'])('refuses the number %j, which has no digits or others too', async (number) => {
    const { anyone } = await opened();
    const { body } = await anyone.get('/_faxsim/faxes/count').query({ number }).expect(422);
    expect(body.message).toMatch(/^number must be a phone number or a part of it, such as \+12025550123 or 0123, got /);
  });

  test('is newest first, a page at a time', async () => {
    const { list } = await opened();
    expect(await list({})).toEqual({ faxes: [3, 2, 1], total: 3, is_total_exact: true });
    expect(await list({ limit: 1, offset: 1 })).toEqual({ faxes: [2], total: 3, is_total_exact: true });
    expect(await list({ offset: 3 })).toEqual({ faxes: [], total: 3, is_total_exact: true });
  });

  test.each([
    [{ direction: 'received' }, [1]],
    [{ status: 'failure' }, [2]],
    [{ status: 'failure,queued' }, [3, 2]],
    [{ status: 'queued, queued,failure' }, [3, 2]],
    [{ 'status[]': ['failure', 'queued'] }, [3, 2]],
    [{ status: 'failure,partialsuccess', direction: 'sent' }, [2]],
    [{ status: 'failure,success', direction: 'received' }, [1]],
    [{ status: 'failure,queued', number: '+12025550133' }, [3]],
    [{ number: '+12025550133' }, [3]],
    [{ number: '(202) 555-0133' }, [3]],
    [{ number: '0133' }, [3]],
    [{ number: '555 01' }, [3, 2, 1]],
    [{ number: '555-01', status: 'failure' }, [2]],
    [{ number: '+120255' }, [3, 2, 1]],
    [{ number: '777' }, []],
    [{ tags: { case: 'C-1' } }, [2]],
    [{ is_test: true }, [2]],
    [{ error: 17 }, [2]],
    [{ error: 16 }, []],
    [{ q: 'lakeside' }, [1]],
    [{ q: 'busy' }, [2]],
    [{ q: 'error 17' }, [2]],
    [{ q: 'error 1:' }, []],
    [{ q: 'c-1', status: 'failure' }, [2]],
    [{ q: 'case: C-1' }, [2]],
    [{ q: 'case=c-1' }, [2]],
    [{ q: 'queued' }, [3]],
    [{ q: 'failed' }, [2]],
    [{ q: 'Went wrong' }, [2]],
    [{ q: '202 555 0133' }, [3]],
  ])('has those that match %j', async (query, ids) => {
    const { list } = await opened();
    const found = await list(query);
    expect(found).toEqual({ faxes: ids, total: ids.length, is_total_exact: true });
  });
});

test.each([
  [
    'status=failed',
    'status must be one of queued, pendingbatch, inprogress, success, failure, partialsuccess, got "failed"',
  ],
  [
    'status=failure,wrong',
    'status must be one of queued, pendingbatch, inprogress, success, failure, partialsuccess, got "wrong"',
  ],
])('refuses the statuses of %s', async (query, message) => {
  const { anyone } = openSimulator();
  const { body } = await anyone.get(`/_faxsim/faxes?${query}`).expect(422);
  expect(body.message).toContain(message);
});

test('a resend names its original, also after a change of its status, and is found by it', async () => {
  const { anyone, test: client, list } = await opened();
  const { body } = await client.post('/v2.1/faxes/2/resend').expect(200);
  const { id } = body.data as { id: number };
  const original = (await anyone.get('/_faxsim/faxes/2').expect(200)).body.data;
  expect(original.resent_from).toBe(null);
  expect(await list({ resent_from: 2 })).toEqual({ faxes: [id], total: 1, is_total_exact: true });
  await anyone.patch(`/_faxsim/faxes/${id}`).send({ status: 'failure', error: 16 }).expect(200);
  expect((await anyone.get(`/_faxsim/faxes/${id}`).expect(200)).body.data.resent_from).toBe(2);
});

test('faxes of a batch are found by the fax that opened it', async () => {
  const { anyone, live, list } = await opened();
  const send = async () => {
    const { body } = await live
      .post('/v2.1/faxes')
      .field({ to: '+12025550144', batch_delay: 20, content_url: 'https://example.com' });
    return (body as { data: { id: number } }).data.id;
  };
  const [first, second] = [await send(), await send()];
  expect(await list({ batch: first })).toEqual({ faxes: [second, first], total: 2, is_total_exact: true });
  expect(await list({ q: `batch ${first}` })).toMatchObject({ faxes: [second, first] });
  await anyone.post('/_faxsim/clock').send({ advance: '20m' }).expect(200);
  expect((await list({ batch: first })).total).toBe(2);
});

test('a forecast says what a fax does, and it does that', async () => {
  const { anyone } = await opened();
  const { body } = await anyone.get('/_faxsim/faxes/3/forecast').expect(200);
  const steps = body.data as { at: string; step: string; status: string; real_ms: null }[];
  expect(steps.map(({ step }) => step)).toEqual(['convert', 'ring', 'answer', 'hangup', 'finish']);
  expect(steps.at(-1)).toMatchObject({ status: 'success', real_ms: null });
  const agenda = (await anyone.get('/_faxsim/clock/agenda').expect(200)).body.data;
  expect(agenda).toEqual([{ at: steps[0]!.at, kind: 'fax', subject: 3, fax_id: 3, summary: 'Fax 3 is converted' }]);
  await anyone
    .post('/_faxsim/clock')
    .send({ set: steps.at(-1)!.at })
    .expect(200);
  const fax = (await anyone.get('/_faxsim/faxes/3').expect(200)).body.data;
  expect(fax).toMatchObject({ status: 'success', due: null });
  expect((await anyone.get('/_faxsim/faxes/3/forecast')).body.data).toEqual([]);
});

test('a forecast knows the pages before the conversion, and changes nothing', async () => {
  const { anyone, live, send } = openSimulator();
  const { id } = (await send({ to: '+12025550144' }, { text: 'a page' }).expect(200)).body.data;
  const read = async () => [
    (await anyone.get(`/_faxsim/faxes/${id}`).expect(200)).body.data,
    (await anyone.get('/_faxsim/clock').expect(200)).body.data,
    (await anyone.get(`/_faxsim/faxes/${id}/history`).expect(200)).body.data,
  ];
  const before = await read();
  const steps = (await anyone.get(`/_faxsim/faxes/${id}/forecast`).expect(200)).body.data as { pages: number }[];
  expect(new Set(steps.map(({ pages }) => pages))).toEqual(new Set([1]));
  expect(await read()).toEqual(before);
  expect(before[0]).toMatchObject({ status: 'queued', document_pages: 0 });

  const { body } = await live.post('/v2.1/faxes').field({ to: '+12025550144', content_url: 'http://app.example/' });
  const unknown = (await anyone.get(`/_faxsim/faxes/${body.data.id}/forecast`).expect(200)).body.data;
  expect(unknown[0]).toMatchObject({ step: 'convert', pages: null });
});

test('pages of a fax are PNGs that the server draws', async () => {
  const { anyone } = await opened();
  const page = await anyone.get('/_faxsim/faxes/1/pages/1').query({ width: 100 }).expect(200);
  expect(page.headers['content-type']).toBe('image/png');
  expect(page.body.toString()).toBe('PNG of 100: Fax 1');
  await anyone.get('/_faxsim/faxes/1/pages/99').expect(404);
  await anyone.patch('/_faxsim/faxes/1').send({ file_state: 'deleted' }).expect(200);
  await anyone.get('/_faxsim/faxes/1/pages/1').expect(404);
});

test('a page that was sent has the line of its transmission on request, which the stored document lacks', async () => {
  const { anyone } = await opened();
  const sent = { id: 4, to: '+12025550144', status: 'inprogress', pages: 2, header_text: 'ACME CORP' };
  await anyone.post('/_faxsim/faxes').send(sent).expect(200);
  const page = (id: number, query: object) => anyone.get(`/_faxsim/faxes/${id}/pages/1`).query({ width: 50, ...query });
  const textOf = async (id: number, query: object) => String((await page(id, query).expect(200)).body);
  expect(await textOf(4, { transmitted: true })).toBe('PNG of 50: Fax 4');
  await anyone.post('/_faxsim/faxes/4/finish').send({}).expect(200);
  expect(await textOf(4, { transmitted: true })).toBe('PNG of 50: [ACME CORP] Fax 4');
  expect(await textOf(4, {})).toBe('PNG of 50: Fax 4');
  // Fax 2 failed on a busy line, so none of its pages was sent.
  expect(await textOf(2, { transmitted: true })).toBe('PNG of 50: Fax 2');
  expect(await textOf(2, {})).toBe('PNG of 50: Fax 2');
  expect(await textOf(1, { transmitted: true })).toBe('PNG of 50: Fax 1');
});

test('the document, its text and its thumbnail are there, and leave no request in the journal', async () => {
  const { anyone } = await opened();
  const of = (part: string) => anyone.get(`/_faxsim/faxes/1/${part}`);
  const [file, small, large, text] = await Promise.all(
    ['file', 'thumbnail?size=s', 'thumbnail', 'text'].map((part) => of(part).expect(200)),
  );
  expect(file!.headers['content-type']).toBe('application/pdf');
  expect([file, small, large].map((answer) => String(answer!.body))).toEqual(['Fax 1', 's of Fax 1', 'l of Fax 1']);
  expect(text!.body.data).toEqual({ pages: ['Fax 1'] });
  expect((await anyone.get('/_faxsim/requests')).body.data.total).toBe(0);
  await anyone.patch('/_faxsim/faxes/1').send({ file_state: 'deleted' }).expect(200);
  for (const part of ['file', 'thumbnail', 'text']) await of(part).expect(404);
});

test('the errors that a fax can fail with have their texts', async () => {
  const { body } = await openSimulator().anyone.get('/_faxsim/fax_errors').expect(200);
  expect(body.data).toContainEqual({ id: 17, type: 'lineError', message: 'Busy' });
});

test('the errors of received faxes are those that end a call which was connected', async () => {
  const { body } = await openSimulator().anyone.get('/_faxsim/fax_errors?direction=received').expect(200);
  const ids = body.data.map(({ id }: { id: number }) => id);
  expect(ids).toContain(11);
  for (const id of [5, 17, 54, 75]) expect(ids).not.toContain(id);
});

test('a fax is shown as v2.1 and as v3 have it, without a request in the journal', async () => {
  const { anyone } = openSimulator();
  await anyone.post('/_faxsim/faxes').send({ id: 5, to: ['+12025550122', '+12025550123'], status: 'success' });
  const { body } = await anyone.get('/_faxsim/faxes/5/versions').expect(200);
  expect(body.data['v2.1']).toMatchObject({ id: 5, status: 'success' });
  expect(body.data.v3).toMatchObject([
    { to: '+12025550122', status: 'COMPLETED' },
    { to: '+12025550123', status: 'COMPLETED' },
  ]);
  const { body: journal } = await anyone.get('/_faxsim/requests').expect(200);
  expect(journal.data.total).toBe(0);
  await anyone.get('/_faxsim/faxes/6/versions').expect(404);
});

test('the webhook of a fax is shown as v2.1 and as v3 have it, one for each recipient in v3', async () => {
  const { anyone } = openSimulator({ account: account({ webhookToken: 'secret' }) });
  await anyone.post('/_faxsim/faxes').send({ id: 5, to: ['+12025550122', '+12025550123'], status: 'success' });
  const { body } = await anyone.get('/_faxsim/faxes/5/versions').expect(200);
  const { 'v2.1': former, v3 } = body.data.webhooks;
  expect(former).toMatchObject([
    { is_delivered: false, form: 'multipart', is_signed: true, fields: { event_type: 'fax_completed' }, files: [] },
  ]);
  expect(v3).toMatchObject([
    { is_signed: false, fields: { event: 'FAX_COMPLETED' }, files: [{ name: 'file', type: 'application/pdf' }] },
    { is_signed: false, fields: { event: 'FAX_COMPLETED' } },
  ]);
  const ids = body.data.v3.map(({ id }: { id: string }) => id);
  expect(v3.map(({ fields }: { fields: { fax: string } }) => JSON.parse(fields.fax).id)).toEqual(ids);
});

test('a fax is found by its id in v3', async () => {
  const { anyone } = openSimulator();
  for (const to of ['+12025550122', '+12025550123']) await anyone.post('/_faxsim/faxes').send({ to: [to] });
  const { body: all } = await anyone.get('/_faxsim/faxes').expect(200);
  const { id, v3_ids: ids } = all.data.faxes[1];
  const { body } = await anyone.get(`/_faxsim/faxes?q=${ids[0]}`).expect(200);
  expect(body.data.faxes).toMatchObject([{ id }]);
});

test('the times of a search may be durations back from the clock of the world', async () => {
  const { anyone, send } = openSimulator();
  await send({ to: '+15555551017' }).expect(200);
  await anyone.post('/_faxsim/clock').send({ advance: '3h' }).expect(200);
  await send({ to: '+15555551017' }).expect(200);
  const found = async (query: object) => (await anyone.get('/_faxsim/faxes').query(query).expect(200)).body.data.total;
  for (const since of ['1h', '60m', '1 hour ago', '60 min']) expect(await found({ since })).toBe(1);
  expect(await found({ since: '4h' })).toBe(2);
  expect(await found({ until: '1h' })).toBe(1);
  for (const path of ['requests', 'webhooks', 'activity/entries', 'activity/text', 'webhooks/count'])
    await anyone.get(`/_faxsim/${path}`).query({ since: '1h', until: '0s' }).expect(200);
  for (const path of ['requests/verify', 'webhooks/verify'])
    await anyone.post(`/_faxsim/${path}`).send({ since: '1h', at_least: 0 }).expect(200);
  const refused = await anyone.get('/_faxsim/faxes').query({ since: 'soon' });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain('or how long before now: 1h, 45m, 1 hour ago');
});
