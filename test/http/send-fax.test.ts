import { describe, expect, test } from '@jest/globals';
import type { Documents } from '../../src/documents/documents.ts';
import { plainDocuments } from '../support/documents.ts';
import { account, blockingRule, minute, phoneNumber, second } from '../support/examples.ts';
import { dataOf, idOf, ids, keyParams, openSimulator, refusalOf } from '../support/simulator.ts';

test('a fax goes from queued to success, each step at its time', async () => {
  const world = openSimulator({ pace: 'real' });
  const sent = await world.send({ 'tag[case]': '4711' }, { as: 'test' }).expect(200);
  expect(sent.text).toMatch(/^{"success":true,"message":"Fax queued for sending","data":{"id":\d+}}$/);
  const { id } = sent.body.data;
  expect(await world.fax(id)).toMatchObject({
    status: 'queued',
    is_test: true,
    num_pages: 0,
    cost: 0,
    completed_at: null,
    recipients: [{ phone_number: '+12025550123', status: null, retry_count: 0, completed_at: null }],
  });
  await world.clock.advance(second);
  expect(await world.fax(id)).toMatchObject({ status: 'inprogress', num_pages: 1, cost: 7 });
  await world.clock.advance(second);
  expect(await world.fax(id)).toMatchObject({
    status: 'inprogress',
    recipients: [
      { status: 'success', completed_at: '2026-11-20T06:00:02.000-06:00', bitrate: 14400, resolution: 7700 },
    ],
  });
  await world.clock.advance(second);
  expect(await world.fax(id)).toMatchObject({
    status: 'success',
    completed_at: '2026-11-20T06:00:03.000-06:00',
    num_pages: 1,
    cost: 7,
    tags: { case: '4711' },
    error_id: null,
  });
});

test('a live fax is in its call eleven seconds after it was made', async () => {
  const world = openSimulator({ pace: 'real' });
  const id = await world.sent();
  await world.clock.advance(11 * second);
  expect(await world.fax(id)).toMatchObject({
    status: 'inprogress',
    num_pages: 1,
    cost: 7,
    recipients: [{ status: 'callactive' }],
  });
});

test('at the pace instant a fax is done without the clock moving', async () => {
  const world = openSimulator({ pace: 'instant' });
  const id = await world.sent();
  await world.clock.advance(0);
  expect(await world.fax(id)).toMatchObject({ status: 'success', completed_at: '2026-11-20T06:00:00.000-06:00' });
});

test('a fax costs its pages, by country, for each recipient that it reached, and the balance pays', async () => {
  const world = openSimulator({ account: account({ balanceCents: 1000 }) });
  const fields = { 'to[]': ['+12025550123', '+4930901820', '+15555551016'] };
  const id = await world.sent(fields, { text: 'one\ftwo' });
  await world.clock.runUntilIdle();
  expect(await world.fax(id)).toMatchObject({
    status: 'partialsuccess',
    num_pages: 2,
    cost: 2 * 7 + 2 * 10,
    error_id: 16,
    error_type: 'lineError',
    error_message: 'Ring Timeout',
    recipients: [
      { phone_number: '+12025550123', status: 'success' },
      { phone_number: '+4930901820', status: 'success' },
      { phone_number: '+15555551016', status: 'failure', error_id: 16, bitrate: null },
    ],
  });
  expect(world.simulator.parts.worlds.default.store.account.balanceCents).toBe(1000 - 34);
});

test('a live fax takes what it costs when that is known, and gives back what it did not cost', async () => {
  const world = openSimulator({ account: account({ balanceCents: 20 }) });
  const balance = () => world.simulator.parts.worlds.default.store.account.balanceCents;
  const first = await world.sent({ 'to[]': ['+12025550123', '+15555551008'] });
  const tooDear = await world.sent();
  await world.clock.advance(60);
  expect(balance()).toBe(20 - 14);
  expect(await world.fax(tooDear)).toMatchObject({ status: 'failure', error_id: 5 });
  await world.clock.runUntilIdle();
  expect(await world.fax(first)).toMatchObject({ status: 'partialsuccess', cost: 7 });
  expect(balance()).toBe(20 - 7);
});

describe('a fax fails', () => {
  test.each([
    ['+15555551017', 'lineError', 17, 'Busy'],
    ['+15555551008', 'faxError', 8, 'No response after sending a page'],
  ])('when it is sent to the reserved number %s', async (to, type, id, message) => {
    const world = openSimulator();
    const fax = await world.sent({ to });
    await world.clock.runUntilIdle();
    const error = { error_type: type, error_id: id, error_message: message };
    expect(await world.fax(fax)).toMatchObject({
      status: 'failure',
      cost: 0,
      num_pages: 1,
      ...error,
      recipients: [error],
    });
  });

  test.each([
    ['documentConversionError', 122],
    ['lineError', 121],
    ['faxError', 119],
    ['fatalError', 126],
    ['generalError', 120],
  ])('when a test asks for %s, and keeps its file', async (type, errorId) => {
    const world = openSimulator({ account: account({ faxRetries: 3 }) });
    const id = await world.sent({ test_fail: type }, { as: 'test' });
    await world.clock.advance(10 * second);
    expect(await world.fax(id)).toMatchObject({
      status: 'failure',
      error_type: type,
      error_id: errorId,
      recipients: [{ status: 'failure', retry_count: 0, error_type: type, error_id: errorId }],
    });
    await world.test.get(`/v2/faxes/${id}/file`).expect(200);
    await world.test.post(`/v2/faxes/${id}/resend`).expect(200);
  });

  test('when its document cannot be converted, and has no file', async () => {
    const world = openSimulator();
    const call = world.live.post('/v2/faxes').field({ to: '+12025550123' });
    const id = await idOf(call.attach('file', Buffer.from('x'), 'error-129.doc'));
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({
      status: 'failure',
      num_pages: 0,
      cost: 0,
      error_type: 'documentConversionError',
      error_id: 129,
      error_message: 'Mimetype not supported.',
      recipients: [{ status: 'failure', error_id: 129 }],
    });
    await world.live.get(`/v2/faxes/${id}/file`).expect(404);
  });

  test('when the balance does not cover it, but not when it is a test', async () => {
    const world = openSimulator({ account: account({ balanceCents: 6 }) });
    const [live, tested] = [await world.sent(), await world.sent({}, { as: 'test' })];
    await world.clock.runUntilIdle();
    expect(await world.fax(live)).toMatchObject({ status: 'failure', error_type: 'generalError', error_id: 5 });
    expect(await world.fax(tested)).toMatchObject({ status: 'success', cost: 7 });
  });
});

test('a call that fails is made again as often as the account says', async () => {
  const world = openSimulator({ account: account({ faxRetries: 2, faxRetryDelayMs: 5 * minute }) });
  const id = await world.sent({ 'to[]': ['+12025550123', '+15555551017'] });
  await world.clock.advance(second);
  expect(await world.fax(id)).toMatchObject({
    status: 'inprogress',
    completed_at: null,
    recipients: [
      { status: 'success', retry_count: 0 },
      { status: 'willretry', retry_count: 1, completed_at: null, error_id: null },
    ],
  });
  await world.clock.advance(5 * minute);
  expect(await world.fax(id)).toMatchObject({ recipients: [{}, { status: 'willretry', retry_count: 2 }] });
  await world.clock.advance(5 * minute);
  expect(await world.fax(id)).toMatchObject({
    status: 'partialsuccess',
    recipients: [{ status: 'success' }, { status: 'failure', retry_count: 2, error_id: 17 }],
  });
});

test('a fax with retries of its own keeps to them and to its own delay, whatever the account says', async () => {
  const world = openSimulator({ account: account({ faxRetries: 9, faxRetryDelayMs: minute }) });
  const id = await world.sent({ to: '+15555551017' });
  const { options } = await dataOf(world.anyone.get(`/_faxsim/records/faxes/${id}`));
  const own = { options: { ...options, retries: 1, retry_delay_ms: 5 * minute } };
  await world.anyone.patch(`/_faxsim/records/faxes/${id}`).send(own).expect(200);
  await world.clock.advance(4 * minute);
  expect(await world.fax(id)).toMatchObject({ recipients: [{ status: 'willretry', retry_count: 1 }] });
  await world.clock.advance(2 * minute);
  expect(await world.fax(id)).toMatchObject({ status: 'failure', recipients: [{ retry_count: 1 }] });
});

test('a fax keeps the URLs of its contents after their conversion, and so does a resend of it', async () => {
  const world = openSimulator();
  const id = await world.sent({ 'content_url[]': ['http://localhost/a', 'http://localhost/b'] });
  await world.clock.runUntilIdle();
  const { body } = await world.live.post(`/v2/faxes/${id}/resend`).expect(200);
  for (const each of [id, body.data.id]) {
    const { sources, options } = await dataOf(world.anyone.get(`/_faxsim/records/faxes/${each}`));
    expect([sources, options.content_urls]).toEqual([[], ['http://localhost/a', 'http://localhost/b']]);
  }
});

test.each([
  ['sent', 'Fax queued for sending'],
  [' sent ', 'Fax queued for sending'],
  ['', 'Fax queued for sending'],
  ['received', 'Test fax received'],
  [' received ', 'Test fax received'],
])('direction=%j is answered: %s', async (direction, message) => {
  const { body } = await openSimulator().send({ direction }, { as: 'test' }).expect(200);
  expect(body.message).toContain(message);
});

test.each([
  ['callback_url', 2048],
  ['content_url', 8192],
])('%s has at most %d characters', async (name, longest) => {
  const { send } = openSimulator();
  const urlOf = (length: number) => 'http://localhost/'.padEnd(length, 'x');
  await send({ [name]: urlOf(longest) }).expect(200);
  for (const length of [longest + 1, 90_000]) {
    const message = await refusalOf(send({ [name]: urlOf(length) }));
    expect(message).toContain(`(it has ${length} characters; at most ${longest} are allowed)`);
  }
});

describe('refused is', () => {
  const to = '+12025550123';
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`tag[t${index}]`, 'x']));
  test.each<[Record<string, string>, string]>([
    [{}, 'to is required'],
    [{ to: '' }, 'to is required'],
    [{ 'to[]': '' }, 'to is required'],
    [{ 'to[0]': '' }, 'to is required'],
    [{ to: '12' }, 'to[0] must be a phone number'],
    [{ to, header_text: 'x'.repeat(51) }, 'header_text must be text of at most 50 characters'],
    [{ to, batch_delay: '3601' }, 'batch_delay must be an integer from 0 to 3600'],
    [{ to, cancel_timeout: '2' }, 'cancel_timeout must be an integer from 3 to 60'],
    [{ to, callback_url: 'nowhere' }, 'callback_url must be an http, https or mailto URL'],
    [
      { to, callback_url: 'mailto:?subject=fax' },
      'callback_url must be an http, https or mailto URL, got "mailto:?subject=fax" (an address is missing: mailto:fax@example.com)',
    ],
    [
      { to, callback_url: 'http://localhost/a\r\nb' },
      'callback_url must be an http, https or mailto URL, got "http://localhost/a\\r\\nb" (a URL has no control characters)',
    ],
    [{ to, content_url: 'http://localhost/\u0000' }, 'content_url[0] must be an http or https URL'],
    [{ to, caller_id: '+12025550100' }, 'caller_id must be one of the account’s numbers'],
    [{ to, test_fail: 'lineError' }, 'test_fail is for calls with the test credentials'],
    [{ to, test_fail: 'anything' }, 'test_fail must be one of documentConversionError'],
    [{ to, direction: 'sideways' }, 'direction must be one of sent, received, got "sideways"'],
    [{ to, direction: 'recieved' }, 'direction must be one of sent, received, got "recieved"'],
    [{ to, direction: 'Received' }, 'direction must be one of sent, received, got "Received"'],
    [{ to, 'direction[]': 'received' }, 'direction must be one of sent, received, got a list'],
    [{ to, batch_collision_avoidance: 'maybe' }, 'batch_collision_avoidance must be true or false'],
    [{ to, batch_collision_avoidance: 'constructor' }, 'batch_collision_avoidance must be true or false'],
    [{ to, ...many }, 'tag must be at most 10 tags'],
    [{ to: '+4930901820' }, 'blocking rule 34567 stops calls to +4930901820'],
    [{ to: '+8835100123456' }, 'in no country that faxes are sent to'],
    [{ to, content_url: 'ftp://example.com' }, 'content_url[0] must be an http or https URL'],
  ])('%j', async (fields, message) => {
    const world = openSimulator({ blockingRules: [blockingRule()] });
    const call = world.live.post('/v2/faxes').field(fields).attach('file', Buffer.from('x'), 'a.txt');
    expect(await refusalOf(call)).toContain(message);
    expect(ids(await world.live.get('/v2/faxes'))).toEqual([]);
  });

  test('a fax without contents, or with a file that is none', async () => {
    const { live } = openSimulator();
    const refused = (fields: object) => refusalOf(live.post('/v2/faxes').type('form').send(fields));
    expect(await refused({ to })).toBe('file or content_url is required');
    expect(await refused({ to, file: 'text' })).toContain('file[0] must be a file');
  });
});

test('URLs come before files, and JSON does as well as forms', async () => {
  const world = openSimulator();
  const sent = await world.live
    .post('/v2/faxes')
    .field({ to: '+12025550123', 'content_url[]': ['https://a.example/1', 'https://a.example/2'] })
    .attach('file', Buffer.from('a file'), 'a.txt')
    .expect(200);
  const inJson = await world.live.post('/v2/faxes').send({ to: '+12025550123', content_url: ['https://a.example/1'] });
  await world.clock.runUntilIdle();
  expect((await world.live.get(`/v2/faxes/${sent.body.data.id}/file`)).body.toString()).toBe(
    'https://a.example/1\fhttps://a.example/2\fa file',
  );
  expect(await world.fax(inJson.body.data.id)).toMatchObject({ status: 'success' });
});

describe('v1 sends', () => {
  test('text, HTML or a URL that stands in the call, before files, and answers with a faxId twice', async () => {
    const world = openSimulator();
    const sent = await world.anyone
      .post('/v1/send')
      .field({ ...keyParams, 'to[0]': '2025550123', 'to[1]': '2025550199', string_data: 'in the call' })
      .attach('filename[0]', Buffer.from('a file'), 'a.txt')
      .expect(200);
    expect(sent.text).toMatch(
      /^{"success":true,"message":"Fax queued for sending","faxId":(\d+),"data":{"faxId":\1}}$/,
    );
    await world.clock.runUntilIdle();
    const id = sent.body.faxId;
    expect((await world.v1('faxFile', { id })).body.toString()).toBe('in the call\fa file');
    expect((await world.v1('faxStatus', { id })).body).toMatchObject({
      data: {
        status: 'success',
        num_pages: 2,
        cost: 28,
        recipients: [{ number: '2025550123' }, { number: '2025550199' }],
      },
    });
  });

  test('with zeros for what is not set, as the official .NET client does', async () => {
    const world = openSimulator();
    const zeros = { batch: 'False', batch_delay: '0', cancel_timeout: '0', batch_collision_avoidance: 'False' };
    const { body } = await world.v1('send', { to: '2025550123', string_data: 'x', ...zeros });
    expect(body).toMatchObject({ success: true });
    await world.clock.advance(second);
    expect((await world.v1('faxStatus', { id: body.faxId })).body).toMatchObject({
      data: { status: 'success' },
    });
  });

  test.each([
    [{ to: '2025550123' }, 'filename or string_data is required'],
    [{ string_data: 'x' }, 'to is required'],
    [{ to: '2025550123', string_data: 'x', batch: 'true' }, 'batch_delay is required with batch'],
    [
      { to: '2025550123', string_data: 'x', string_data_type: 'rtf' },
      'string_data_type must be one of text, html, url',
    ],
    [{ to: '2025550123', string_data: 'x', string_data_type: 'url' }, 'string_data must be an http or https URL'],
    [{ to: '2025550123', string_data: 'x', cancel_timeout: '2' }, 'cancel_timeout must be an integer from 3 to 60'],
  ])('not %j', async (fields, message) => {
    const { body } = await openSimulator().v1('send', fields).expect(200);
    expect(body).toEqual({ success: false, message: expect.stringContaining(message) });
  });
});

describe('a step that cannot be done', () => {
  const broken = (works: number): Documents => {
    const documents = plainDocuments();
    let failures = 0;
    const convert: Documents['convert'] = (inputs) =>
      failures++ < works ? Promise.reject(new Error('a broken disk')) : documents.convert(inputs);
    return { ...documents, convert };
  };

  test('is tried again, and the fax goes on', async () => {
    const faults: unknown[] = [];
    const world = openSimulator({ onFault: (fault) => faults.push(fault), parts: { documents: broken(2) } });
    const id = await world.sent();
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({ status: 'success' });
    expect(faults).toHaveLength(2);
  });

  test('ends the fax with a webhook', async () => {
    const world = openSimulator({ onFault: () => undefined, parts: { documents: broken(Infinity) } });
    const id = await world.sent();
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({ status: 'failure', error_type: 'fatalError', error_id: 23 });
    expect(world.simulator.parts.worlds.default.deliveries.list({ faxId: id })).toHaveLength(1);
  });

  test('a document that is too much for headers and barcodes arrives without them', async () => {
    const tooMuch = () => Promise.reject(new Error('too much memory'));
    const documents = { ...plainDocuments(), stampHeader: tooMuch, findBarcodes: tooMuch, thumbnail: tooMuch };
    const world = openSimulator({ phoneNumbers: [phoneNumber()], parts: { documents } });
    const id = await world.sent({ to: '+13142666714' });
    await world.clock.runUntilIdle();
    expect(await world.fax(id)).toMatchObject({ status: 'success' });
    expect(await world.receivedFaxes()).toHaveLength(1);
    await world.live.get(`/v2/faxes/${id}/file?thumbnail=s`).expect(422);
  });
});

test('faxes of one instant are done in order, however long their documents take', async () => {
  const documents = plainDocuments();
  const convert: Documents['convert'] = async (inputs) => {
    const [first] = inputs;
    const turns = first?.kind === 'text' && first.text === 'long' ? 50 : 0;
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    return documents.convert(inputs);
  };
  const world = openSimulator({ parts: { documents: { ...documents, convert } } });
  const sent: number[] = [];
  for (const string_data of ['long', 'short', 'shorter']) {
    const { body } = await world.v1('send', { to: '2025550123', string_data }).expect(200);
    sent.push(body.faxId);
  }
  await world.clock.runUntilIdle();
  expect(world.simulator.parts.worlds.default.deliveries.list().map(({ faxEvent }) => faxEvent.faxId)).toEqual(sent);
});

test('a resent fax is sent again with the document of the first', async () => {
  const world = openSimulator();
  const id = await world.sent();
  await world.clock.runUntilIdle();
  const again = await idOf(world.live.post(`/v2/faxes/${id}/resend`));
  await world.clock.runUntilIdle();
  expect(await world.fax(again)).toMatchObject({ status: 'success', num_pages: 1, cost: 7 });
  expect((await world.live.get(`/v2/faxes/${again}/file`)).body.toString()).toBe('a page');
});

test('a test fax is deleted once it is complete', async () => {
  const world = openSimulator();
  const id = await world.sent({}, { as: 'test' });
  await world.test.delete(`/v2/faxes/${id}`).expect(422);
  await world.clock.runUntilIdle();
  await world.test.delete(`/v2/faxes/${id}`).expect(200);
});
