import { describe, expect, test } from '@jest/globals';
import { account, blockingRule, hour, minute, noon, phoneNumber, second, sentFax } from '../support/examples.ts';
import type { Documents } from '../../src/documents/documents.ts';
import { plainDocuments } from '../support/documents.ts';
import { ids, keyParams, openSimulator } from '../support/simulator.ts';

type World = ReturnType<typeof openSimulator>;

const idOf = ({ body }: { body: { data: { id: number } } }): number => body.data.id;
const read = async ({ live }: World, id: number) => (await live.get(`/v2.1/faxes/${id}`).expect(200)).body.data;

/** Sends a page with the live keys, unless `as` says otherwise. */
async function send(world: World, fields: Record<string, string | string[]>, as: 'live' | 'test' = 'live') {
  const call = world[as].post('/v2.1/faxes').field(fields).attach('file', Buffer.from('a page'), 'a.txt');
  return idOf(await call.expect(200));
}

const v1 = (world: World, operation: string, fields: Record<string, string>) =>
  world.anyone
    .post(`/v1/${operation}`)
    .type('form')
    .send({ ...keyParams, ...fields });

test('a fax goes from queued to success, each step at its time', async () => {
  const world = openSimulator({ pace: 'real' });
  const sent = await world.test
    .post('/v2.1/faxes')
    .field({ to: '+12025550123', 'tag[case]': '4711' })
    .attach('file', Buffer.from('a page'), 'a.txt')
    .expect(200);
  expect(sent.text).toMatch(/^{"success":true,"message":"Fax queued for sending","data":{"id":\d+}}$/);
  const id = idOf(sent);
  expect(await read(world, id)).toMatchObject({
    status: 'queued',
    is_test: true,
    num_pages: 0,
    cost: 0,
    completed_at: null,
    recipients: [{ phone_number: '+12025550123', status: null, retry_count: 0, completed_at: null }],
  });
  await world.clock.advance(second);
  expect(await read(world, id)).toMatchObject({ status: 'inprogress', num_pages: 1, cost: 7 });
  await world.clock.advance(second);
  expect(await read(world, id)).toMatchObject({
    status: 'inprogress',
    recipients: [
      { status: 'success', completed_at: '2026-11-20T06:00:02.000-06:00', bitrate: 14400, resolution: 7700 },
    ],
  });
  await world.clock.advance(second);
  expect(await read(world, id)).toMatchObject({
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
  const id = await send(world, { to: '+12025550123' });
  await world.clock.advance(11 * second);
  expect(await read(world, id)).toMatchObject({
    status: 'inprogress',
    num_pages: 1,
    cost: 7,
    recipients: [{ status: 'callactive' }],
  });
});

test('at the pace instant a fax is done without the clock moving', async () => {
  const world = openSimulator({ pace: 'instant' });
  const id = await send(world, { to: '+12025550123' });
  await world.clock.advance(0);
  expect(await read(world, id)).toMatchObject({ status: 'success', completed_at: '2026-11-20T06:00:00.000-06:00' });
});

test('a fax costs its pages, by country, for each recipient that it reached, and the balance pays', async () => {
  const world = openSimulator({ account: account({ balanceCents: 1000 }) });
  const fields = { 'to[]': ['+12025550123', '+4930901820', '+15555551016'] };
  const call = world.live.post('/v2/faxes').field(fields).attach('file', Buffer.from('one\ftwo'), 'a.txt');
  const id = idOf(await call.expect(200));
  await world.clock.runUntilIdle();
  expect(await read(world, id)).toMatchObject({
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
  expect(world.simulator.worlds.default.store.account.balanceCents).toBe(1000 - 34);
});

describe('a fax fails', () => {
  test.each([
    ['+15555551017', 'lineError', 17, 'Busy'],
    ['+15555551008', 'faxError', 8, 'No response after sending a page'],
  ])('when it is sent to the reserved number %s', async (to, type, id, message) => {
    const world = openSimulator();
    const fax = await send(world, { to });
    await world.clock.runUntilIdle();
    const error = { error_type: type, error_id: id, error_message: message };
    expect(await read(world, fax)).toMatchObject({
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
    const id = await send(world, { to: '+12025550123', test_fail: type }, 'test');
    await world.clock.advance(10 * second);
    expect(await read(world, id)).toMatchObject({
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
    const call = world.live
      .post('/v2/faxes')
      .field({ to: '+12025550123' })
      .attach('file', Buffer.from('x'), 'error-129.doc');
    const id = idOf(await call.expect(200));
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({
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
    const [live, tested] = [
      await send(world, { to: '+12025550123' }),
      await send(world, { to: '+12025550123' }, 'test'),
    ];
    await world.clock.runUntilIdle();
    expect(await read(world, live)).toMatchObject({ status: 'failure', error_type: 'generalError', error_id: 5 });
    expect(await read(world, tested)).toMatchObject({ status: 'success', cost: 7 });
  });
});

test('a call that fails is made again as often as the account says', async () => {
  const world = openSimulator({ account: account({ faxRetries: 2, faxRetryDelayMs: 5 * minute }) });
  const id = await send(world, { 'to[]': ['+12025550123', '+15555551017'] });
  await world.clock.advance(second);
  expect(await read(world, id)).toMatchObject({
    status: 'inprogress',
    completed_at: null,
    recipients: [
      { status: 'success', retry_count: 0 },
      { status: 'willretry', retry_count: 1, completed_at: null, error_id: null },
    ],
  });
  await world.clock.advance(5 * minute);
  expect(await read(world, id)).toMatchObject({ recipients: [{}, { status: 'willretry', retry_count: 2 }] });
  await world.clock.advance(5 * minute);
  expect(await read(world, id)).toMatchObject({
    status: 'partialsuccess',
    recipients: [{ status: 'success' }, { status: 'failure', retry_count: 2, error_id: 17 }],
  });
});

describe('cancelling', () => {
  test.each([
    ['at once', 0, 0],
    ['while it is in its call', 11 * second, 1],
  ])('ends a fax %s', async (_when, after, pages) => {
    const world = openSimulator({ pace: 'real' });
    const id = await send(world, { to: '+12025550123' });
    await world.clock.advance(after);
    const { text } = await world.live.post(`/v2.1/faxes/${id}/cancel`).expect(200);
    expect(text).toBe(`{"success":true,"message":"Fax cancellation scheduled successfully.","data":{"id":${id}}}`);
    await world.clock.advance(0);
    const error = { error_type: 'faxError', error_id: 75, error_message: 'Manually canceled by user' };
    expect(await read(world, id)).toMatchObject({
      status: 'failure',
      num_pages: pages,
      cost: 0,
      ...error,
      recipients: [{ status: 'failure', ...error }],
    });
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ error_id: 75 });
  });

  test('a fax that is done is refused', async () => {
    const world = openSimulator({ faxes: [sentFax({ id: 1 })] });
    for (const version of ['v2', 'v2.1']) {
      const { body } = await world.live.post(`/${version}/faxes/1/cancel`).expect(422);
      expect(body).toEqual({ success: false, message: "Can't cancel the fax, it's already complete!" });
    }
    const inV1 = await world.anyone
      .post('/v1/faxCancel')
      .type('form')
      .send({ ...keyParams, id: 1 })
      .expect(200);
    expect(inV1.body).toEqual({ success: false, message: "Can't cancel the fax, it's already complete!" });
  });

  test('happens by itself when a fax takes longer than its cancel_timeout', async () => {
    const world = openSimulator({ account: account({ faxRetries: 10, faxRetryDelayMs: hour }) });
    const id = await send(world, { to: '+15555551017', cancel_timeout: '30' });
    await world.clock.advance(30 * minute - 1);
    expect(await read(world, id)).toMatchObject({ status: 'inprogress' });
    await world.clock.advance(1);
    expect(await read(world, id)).toMatchObject({
      status: 'failure',
      completed_at: '2026-11-20T06:30:00.000-06:00',
      error_id: 76,
      error_message: 'Canceled automatically because timeout exceeded',
    });
  });
});

describe('a batch', () => {
  test('waits for its delay, takes in faxes to the same number that ask for batching, and goes out together', async () => {
    const world = openSimulator();
    const first = await send(world, { to: '+12025550123', batch_delay: '60' });
    await world.clock.advance(30 * second);
    const second_ = await send(world, { to: '+12025550123', batch_delay: '3600' });
    const other = await send(world, { to: '+12025550199' });
    await world.clock.advance(29 * second);
    expect(await read(world, first)).toMatchObject({
      status: 'pendingbatch',
      recipients: [{ status: 'pendingbatch' }],
    });
    expect(await read(world, second_)).toMatchObject({ status: 'pendingbatch' });
    expect(await read(world, other)).toMatchObject({ status: 'success' });
    await world.clock.advance(2 * second);
    expect(await read(world, first)).toMatchObject({
      status: 'success',
      completed_at: '2026-11-20T06:01:00.000-06:00',
    });
    expect(await read(world, second_)).toMatchObject({
      status: 'success',
      completed_at: '2026-11-20T06:01:00.000-06:00',
    });
  });

  test('leaves out a fax to the same number that does not ask for batching', async () => {
    const world = openSimulator();
    const waiting = await send(world, { to: '+12025550123', batch_delay: '60' });
    const alone = [
      await send(world, { to: '+12025550123' }),
      await send(world, { to: '+12025550123', batch_delay: '0' }),
      (await v1(world, 'send', { to: '2025550123', string_data: 'x', batch_delay: '60' })).body.faxId,
      (await v1(world, 'send', { to: '2025550123', string_data: 'x', batch: 'false' })).body.faxId,
    ];
    for (const id of alone) expect(await read(world, id)).toMatchObject({ status: 'queued' });
    await world.clock.advance(2 * second);
    for (const id of alone) expect(await read(world, id)).toMatchObject({ status: 'success' });
    expect(await read(world, waiting)).toMatchObject({ status: 'pendingbatch' });
  });

  test('waits five seconds at least, and puts its cancel_timeout off to three minutes after it', async () => {
    const world = openSimulator();
    const id = await send(world, { to: '+12025550123', batch_delay: '1' });
    await world.clock.advance(4 * second);
    expect(await read(world, id)).toMatchObject({ status: 'pendingbatch' });
    const late = await send(world, { to: '+12025550155', batch_delay: '3600', cancel_timeout: '3' });
    await world.clock.advance(hour);
    await world.clock.advance(second);
    expect(await read(world, late)).toMatchObject({ status: 'success' });
  });

  test('that avoids collisions waits until the number is free', async () => {
    const world = openSimulator({ pace: 'real' });
    const options = { to: '+12025550123', batch_delay: '5' };
    const waiting = await send(world, { ...options, batch_collision_avoidance: 'true' });
    await world.clock.advance(6 * second);
    expect(await read(world, waiting)).toMatchObject({ status: 'queued' });
    const calling = openSimulator({
      pace: 'real',
      faxes: [sentFax({ id: 1, status: 'inprogress', completedAt: null })],
    });
    const held = await send(calling, { ...options, batch_collision_avoidance: 'true' });
    await calling.clock.advance(minute);
    expect(await read(calling, held)).toMatchObject({ status: 'pendingbatch' });
  });
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
    const id = sent.body.faxId as number;
    expect((await v1(world, 'faxFile', { id: String(id) })).body.toString()).toBe('in the call\fa file');
    expect((await v1(world, 'faxStatus', { id: String(id) })).body).toMatchObject({
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
    const { body } = await v1(world, 'send', { to: '2025550123', string_data: 'x', ...zeros });
    expect(body).toMatchObject({ success: true });
    await world.clock.advance(second);
    expect((await v1(world, 'faxStatus', { id: String(body.faxId) })).body).toMatchObject({
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
    [
      { to: '2025550123', string_data: 'http://a.example/\n', string_data_type: 'url' },
      'string_data must be an http or https URL',
    ],
    [
      { to: '2025550123', string_data: 'x', callback_url: 'http://a.example/\n' },
      'callback_url must be an http, https or mailto URL',
    ],
    [{ to: '2025550123', string_data: 'x', cancel_timeout: '2' }, 'cancel_timeout must be an integer from 3 to 60'],
  ])('not %j', async (fields, message) => {
    const { body } = await v1(openSimulator(), 'send', fields as Record<string, string>).expect(200);
    expect(body).toEqual({ success: false, message: expect.stringContaining(message) });
  });

  test('cancels with its own text and no data', async () => {
    const world = openSimulator();
    const id = await send(world, { to: '+12025550123' });
    const { text } = await v1(world, 'faxCancel', { id: String(id) }).expect(200);
    expect(text).toBe('{"success":true,"message":"Fax canceled successfully."}');
  });
});

test.each(['sent', ' sent ', ''])('direction=%j sends a fax', async (direction) => {
  const world = openSimulator();
  const id = await send(world, { to: '+12025550123', direction });
  expect(await read(world, id)).toMatchObject({ direction: 'sent' });
});

test.each(['received', ' received '])('direction=%j receives a fax', async (direction) => {
  const world = openSimulator();
  const call = world.test.post('/v2.1/faxes').field({ to: '+12025550123', direction });
  const { body } = await call.attach('file', Buffer.from('a page'), 'a.txt').expect(200);
  expect(body.message).toContain('Test fax received');
});

describe('refused is', () => {
  const to = '+12025550123';
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`tag[t${index}]`, 'x']));
  test.each<[Record<string, string>, string]>([
    [{}, 'to is required'],
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
    const { body } = await world.live
      .post('/v2/faxes')
      .field(fields)
      .attach('file', Buffer.from('x'), 'a.txt')
      .expect(422);
    expect(body).toEqual({ success: false, message: expect.stringContaining(message) });
    expect(ids(await world.live.get('/v2/faxes'))).toEqual([]);
  });

  test('a fax without contents, or with a file that is none', async () => {
    const { live } = openSimulator();
    const nothing = await live.post('/v2/faxes').type('form').send({ to }).expect(422);
    expect(nothing.body).toEqual({ success: false, message: 'file or content_url is required' });
    const text = await live.post('/v2/faxes').type('form').send({ to, file: 'text' }).expect(422);
    expect(text.body).toEqual({ success: false, message: expect.stringContaining('file[0] must be a file') });
  });
});

test('URLs come before files, and JSON does as well as forms', async () => {
  const world = openSimulator();
  const sent = await world.live
    .post('/v2/faxes')
    .field({ to: '+12025550123', 'content_url[]': ['https://a.example/1', 'https://a.example/2'] })
    .attach('file', Buffer.from('a file'), 'a.txt');
  const inJson = await world.live.post('/v2/faxes').send({ to: '+12025550123', content_url: ['https://a.example/1'] });
  await world.clock.runUntilIdle();
  expect((await world.live.get(`/v2/faxes/${idOf(sent)}/file`)).body.toString()).toBe(
    'https://a.example/1\fhttps://a.example/2\fa file',
  );
  expect(await read(world, idOf(inJson))).toMatchObject({ status: 'success' });
});

describe('the file of a fax', () => {
  const notYet = { success: false, message: 'The file for this fax is not there yet: its document is not converted.' };
  const noFile = { success: false, message: 'The file for this fax has been deleted or is not accessible.' };

  test.each([{}, { batch_delay: '60' }])(
    'is not there before it is converted, and every refusal says so: %j',
    async (fields) => {
      const world = openSimulator();
      const id = await send(world, { to: '+12025550123', ...fields });
      const refusals = async () => [
        (await world.live.get(`/v2.1/faxes/${id}/file`).expect(404)).body,
        (await world.live.get(`/v2/faxes/${id}/file?thumbnail=s`).expect(404)).body,
        (await world.live.post(`/v2.1/faxes/${id}/resend`).expect(422)).body,
        (await world.live.get(`/v1/faxFile?id=${id}`).expect(404)).body,
        (await world.live.get(`/v1/resendFax?id=${id}`).expect(200)).body,
      ];
      expect(await refusals()).toEqual(Array(5).fill(notYet));
      await world.live.delete(`/v2.1/faxes/${id}/file`).expect(200);
      expect(await refusals()).toEqual(Array(5).fill(noFile));
    },
  );

  test('never comes where none are stored', async () => {
    const world = openSimulator({ account: account({ fileStorage: false }) });
    const id = await send(world, { to: '+12025550123' });
    expect((await world.live.get(`/v2.1/faxes/${id}/file`).expect(404)).body).toEqual(noFile);
    expect((await world.live.post(`/v2.1/faxes/${id}/resend`).expect(422)).body).toEqual(noFile);
  });

  test('is a PDF with the recorded headers, or a JPEG of its first page', async () => {
    const world = openSimulator();
    const id = await send(world, { to: '+12025550123' });
    await world.clock.runUntilIdle();
    const { headers, body } = await world.live.get(`/v2.1/faxes/${id}/file`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="fax-${id}.pdf"`,
      'content-transfer-encoding': 'binary',
      'cache-control': 'private',
      'content-length': '6',
      etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
    });
    expect(body.toString()).toBe('a page');
    const thumbnail = await world.live.get(`/v2.1/faxes/${id}/file?thumbnail=s`).expect(200);
    expect(thumbnail.headers['content-type']).toBe('image/jpeg');
    expect(thumbnail.body.toString()).toBe('s of a page');
    await world.live.get(`/v2.1/faxes/${id}/file?thumbnail=x`).expect(422);
  });

  test('of a fax of the fixture is made when it is asked for', async () => {
    const { live } = openSimulator({ faxes: [sentFax({ id: 1, documentPages: 3 })] });
    const { body } = await live.get('/v2/faxes/1/file').expect(200);
    expect(body.toString()).toBe('Fax 1\fFax 1\fFax 1');
  });

  test('is not kept when the account stores none', async () => {
    const world = openSimulator({ account: account({ fileStorage: false }) });
    const id = await send(world, { to: '+12025550123' });
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'success' });
    await world.live.get(`/v2/faxes/${id}/file`).expect(404);
    await world.live.post(`/v2/faxes/${id}/resend`).expect(422);
  });

  test('that is deleted while the fax is on its way is gone in the end', async () => {
    const world = openSimulator();
    const id = await send(world, { to: '+12025550123' });
    await world.live.delete(`/v2/faxes/${id}/file`).expect(200);
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'success' });
    await world.live.get(`/v2/faxes/${id}/file`).expect(404);
  });

  test('that two faxes share stays until both have lost it', async () => {
    const world = openSimulator();
    const [one, two] = [await send(world, { to: '+12025550123' }), await send(world, { to: '+12025550199' })];
    await world.clock.runUntilIdle();
    await world.live.delete(`/v2/faxes/${one}/file`).expect(200);
    await world.live.get(`/v2/faxes/${two}/file`).expect(200);
    await world.live.delete(`/v2/faxes/${two}/file`).expect(200);
    await world.live.get(`/v2/faxes/${two}/file`).expect(404);
  });
});

describe('a test fax that is received', () => {
  const receive = ({ test: caller }: World, fields: Record<string, string>) =>
    caller.post('/v2.1/faxes').field({ direction: 'received', ...fields });

  test('comes from and to the service’s own number, or those given', async () => {
    const world = openSimulator();
    const file = Buffer.from('one\ftwo Code128:FqEFAJd31o');
    const { text } = await receive(world, {}).attach('file', file, 'a.pdf').expect(200);
    expect(text).toBe(
      '{"success":true,"message":"Test fax received from +18773346654 to +18773346654.  Calling back now..."}',
    );
    await receive(world, { from_number: '2025550123', to_number: '+13142666714' })
      .attach('file', file, 'a.pdf')
      .expect(200);
    const { body } = await world.live.get('/v2.1/faxes?direction=received').expect(200);
    expect(body.data).toMatchObject([
      { from_number: '+12025550123', to_number: '+13142666714', is_test: true },
      {
        status: 'success',
        num_pages: 2,
        cost: 14,
        recipients: null,
        from_number: '+18773346654',
        to_number: '+18773346654',
        barcodes: [{ type: 'Code128', page: 2, value: 'FqEFAJd31o', identifier: null, metadata: null }],
      },
    ]);
    const download = await world.live.get(`/v2.1/faxes/${body.data[0].id}/file`).expect(200);
    expect(download.body.toString()).toBe(file.toString());
  });

  test('comes by the query of a POST and by v1 too', async () => {
    const world = openSimulator();
    await world.test.post('/v2/faxes?direction=received').attach('file', Buffer.from('x'), 'a.pdf').expect(200);
    const { body } = await world.test
      .post('/v1/testReceive')
      .field({ from_number: '2345678901' })
      .attach('filename', Buffer.from('x'), 'a.pdf')
      .expect(200);
    expect(body).toEqual({ success: true, message: 'Test fax received from 2345678901. Calling back now...' });
    expect((await world.live.get('/v2/faxes')).body.paging.total).toBe(2);
  });

  test('is refused with live keys, without a file, from a blocked number, or when it cannot be read', async () => {
    const world = openSimulator({ blockingRules: [blockingRule({ direction: 'receive', from: 'DE', to: '*' })] });
    await world.live
      .post('/v2/faxes')
      .field({ direction: 'received' })
      .attach('file', Buffer.from('x'), 'a.pdf')
      .expect(422);
    await receive(world, {}).expect(422);
    await receive(world, { from_number: '+4930901820' }).attach('file', Buffer.from('x'), 'a.pdf').expect(422);
    await receive(world, {}).attach('file', Buffer.from('x'), 'error-133.pdf').expect(422);
    expect((await world.live.get('/v2/faxes')).body.paging.total).toBe(0);
  });
});

describe('a fax to a number of the account', () => {
  test('is received there, with its header on each page', async () => {
    const world = openSimulator({ phoneNumbers: [phoneNumber()] });
    const id = await send(world, { to: '+13142666714', header_text: 'ACME' });
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'success' });
    const { body } = await world.live.get('/v2.1/faxes?direction=received').expect(200);
    expect(body.data).toMatchObject([
      { status: 'success', is_test: false, from_number: '+18773346654', to_number: '+13142666714', num_pages: 1 },
    ]);
    const download = await world.live.get(`/v2.1/faxes/${body.data[0].id}/file`).expect(200);
    expect(download.body.toString()).toBe('[ACME +18773346654 +13142666714] a page');
  });

  test('fails when a rule blocks the caller, and a test fax never arrives', async () => {
    const rules = [blockingRule({ direction: 'receive', from: 'US', to: '+13142666714' })];
    const world = openSimulator({ phoneNumbers: [phoneNumber()], blockingRules: rules });
    const id = await send(world, { to: '+13142666714' });
    await send(world, { to: '+13142666714' }, 'test');
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'failure', error_id: 50, error_message: 'Call rejected' });
    expect((await world.live.get('/v2.1/faxes?direction=received')).body.paging.total).toBe(0);
  });
});

test('a live fax takes what it costs when that is known, and gives back what it did not cost', async () => {
  const world = openSimulator({ account: account({ balanceCents: 20 }) });
  const balance = () => world.simulator.worlds.default.store.account.balanceCents;
  const first = await send(world, { 'to[]': ['+12025550123', '+15555551008'] });
  const second_ = await send(world, { to: '+12025550123' });
  await world.clock.advance(60);
  expect(balance()).toBe(20 - 14);
  expect(await read(world, second_)).toMatchObject({ status: 'failure', error_id: 5 });
  await world.clock.runUntilIdle();
  expect(await read(world, first)).toMatchObject({ status: 'partialsuccess', cost: 7 });
  expect(balance()).toBe(20 - 7);
});

describe('what faxes are made from', () => {
  test('is let go of when they are done, and the document with its last fax', async () => {
    const world = openSimulator({ journalBytes: 0 }); // or the history would keep the files
    const id = await send(world, { to: '+12025550123', cancel_timeout: '3' }, 'test');
    const other = await send(world, { to: '+12025550199' }, 'test');
    expect(await world.sweep()).toBe(1);
    await world.clock.runUntilIdle();
    await world.test.delete(`/v2/faxes/${id}`).expect(200);
    await world.sweep();
    await world.test.get(`/v2/faxes/${other}/file`).expect(200);
    await world.test.delete(`/v2/faxes/${other}`).expect(200);
    expect(await world.sweep()).toBe(0);
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
    const world = openSimulator({ documents: broken(2), onFault: (fault) => faults.push(fault) });
    const id = await send(world, { to: '+12025550123' });
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'success' });
    expect(faults).toHaveLength(2);
  });

  test('ends the fax in the end, which is told of', async () => {
    const world = openSimulator({ documents: broken(Infinity), onFault: () => undefined });
    const id = await send(world, { to: '+12025550123' });
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'failure', error_type: 'fatalError', error_id: 23 });
    expect(world.simulator.worlds.default.deliveries.list({ faxId: id })).toHaveLength(1);
  });

  test('a document that is too much for headers and barcodes arrives without them', async () => {
    const tooMuch = () => Promise.reject(new Error('too much memory'));
    const documents = { ...plainDocuments(), stampHeader: tooMuch, findBarcodes: tooMuch, thumbnail: tooMuch };
    const world = openSimulator({ documents, phoneNumbers: [phoneNumber()] });
    const id = await send(world, { to: '+13142666714' });
    await world.clock.runUntilIdle();
    expect(await read(world, id)).toMatchObject({ status: 'success' });
    expect((await world.live.get('/v2/faxes?direction=received')).body.paging.total).toBe(1);
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
  const world = openSimulator({ documents: { ...documents, convert } });
  const sent: number[] = [];
  for (const string_data of ['long', 'short', 'shorter']) {
    const call = world.anyone
      .post('/v1/send')
      .type('form')
      .send({ ...keyParams, to: '2025550123', string_data });
    sent.push((await call.expect(200)).body.faxId);
  }
  await world.clock.runUntilIdle();
  expect(world.simulator.worlds.default.deliveries.list().map(({ news }) => news.faxId)).toEqual(sent);
});

test('a resent fax is sent again with the document of the first', async () => {
  const world = openSimulator();
  const id = await send(world, { to: '+12025550123' });
  await world.clock.runUntilIdle();
  const again = idOf(await world.live.post(`/v2/faxes/${id}/resend`).expect(200));
  await world.clock.runUntilIdle();
  expect(await read(world, again)).toMatchObject({ status: 'success', num_pages: 1, cost: 7 });
  expect((await world.live.get(`/v2/faxes/${again}/file`)).body.toString()).toBe('a page');
  expect(noon).toBeLessThan(world.clock.now());
});

test('a test fax is deleted once it is complete', async () => {
  const world = openSimulator();
  const id = await send(world, { to: '+12025550123' }, 'test');
  await world.test.delete(`/v2/faxes/${id}`).expect(422);
  await world.clock.runUntilIdle();
  await world.test.delete(`/v2/faxes/${id}`).expect(200);
});
