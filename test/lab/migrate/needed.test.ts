import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunningSimulator } from '../../../src/index.ts';
import type { NeededRequest } from '../../../src/lab/migrate/needed.ts';
import { letter, program, simulator } from './program.ts';
import type { Program } from './program.ts';

let running: RunningSimulator;
beforeAll(async () => {
  running = await simulator();
});
afterAll(() => running.close());

const neededFor = async ({ report }: Program, operation: string): Promise<readonly NeededRequest[]> =>
  (await report()).calls.find((call) => call.operation === operation)?.needed ?? [];

/** The status of a needed request in the world that it was read from. */
async function sent({ world }: Program, { method, path, type, body }: NeededRequest): Promise<number> {
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const json = type === 'application/json' && {
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': type },
  };
  const form = type === 'multipart/form-data' && { body: formOf(body ?? {}) };
  return (await fetch(`${world.baseUrl}${path}`, { method, headers, ...json, ...form })).status;
}

function formOf(body: NonNullable<NeededRequest['body']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const item of [value].flat().map(String)) form.append(name, item.startsWith('@') ? letter : item);
  }
  return form;
}

test('a send has the same values under the names of v3, numbers in E.164, and files as parts', async () => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', [
    ...[['to[]', '202-555-0123'] as [string, string], ['to[]', '+12025550199'] as [string, string]],
    ['file[]', letter],
    ['header_text', 'Miller Ltd'],
    ['tag[order]', '7'],
    ['batch_delay', '0'],
  ]);
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed).toEqual({
    method: 'POST',
    path: `/v3/projects/${own.world.projectId}/faxes`,
    type: 'multipart/form-data',
    body: {
      to: ['+12025550123', '+12025550199'],
      file: '@letter.txt',
      headerText: 'Miller Ltd',
      maxRetries: 0,
      'labels[order]': '7',
    },
  });
});

test('a send without a file is JSON', async () => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', { to: '2025550123', content_url: 'https://example.com/a.pdf', 'tag[order]': '7' });
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed).toMatchObject({
    type: 'application/json',
    body: { to: '+12025550123', contentUrl: 'https://example.com/a.pdf', labels: { order: '7' } },
  });
});

test.each([
  ['text', { files: [{ file: btoa('Hello'), fileType: 'TXT' }] }],
  ['html', { files: [{ file: btoa('Hello'), fileType: 'HTML' }] }],
  ['url', { contentUrl: 'Hello' }],
])('string_data of v1 of type %s is a file or a URL', async (type, body) => {
  const own = await program(running);
  const { key, secret } = own.world.credentials.live;
  const keys = { api_key: key, api_secret: secret };
  await own.call('POST /v1/send', { to: '2025550123', string_data: 'Hello', string_data_type: type, ...keys });
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed?.body).toEqual({ to: '+12025550123', maxRetries: 0, ...body });
});

test('text of v1 beside files is a file among them', async () => {
  const own = await program(running);
  await own.call('POST /v1/send', { to: '2025550123', string_data: 'Hello', filename: letter });
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed?.body).toEqual({ to: '+12025550123', file: ['@text.txt', '@letter.txt'], maxRetries: 0 });
});

test.each([
  ['to', 'content_url'],
  ['to[]', 'content_url[]'],
  ['to[0]', 'content_url[0]'],
  ['to[3]', 'content_url[3]'],
])('a list of one that is written as %s and %s is one value', async (to, url) => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', { [to]: '2025550123', [url]: 'https://example.com/a.pdf' });
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed?.body).toEqual({ to: '+12025550123', contentUrl: 'https://example.com/a.pdf', maxRetries: 0 });
});

test('names with an index are lists in the order of their numbers, also of files and URLs', async () => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', [
    ['to[1]', '2025550199'],
    ['to[0]', '+12025550123'],
    ['file[0]', letter],
    ['file[1]', new File(['Second'], 'second.txt', { type: 'text/plain' })],
    ['content_url[0]', 'https://example.com/a.pdf'],
    ['content_url[1]', 'https://example.com/b.pdf'],
  ]);
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed?.body).toEqual({
    to: ['+12025550123', '+12025550199'],
    file: ['@letter.txt', '@second.txt'],
    contentUrl: 'https://example.com/a.pdf,https://example.com/b.pdf',
    maxRetries: 0,
  });
});

test.each([
  ['2026-01-05', '2026-01-05T06:00:00Z'],
  ['2026-07-05', '2026-07-05T05:00:00Z'],
  ['2026-01-05 10:00', '2026-01-05T16:00:00Z'],
  ['2026-01-05T10:00:00.5', '2026-01-05T16:00:00.500Z'],
  ['2026-01-05T10:00:00 UTC', '2026-01-05T10:00:00Z'],
  ['2026-01-05T10:00:00+01:00', '2026-01-05T09:00:00Z'],
])('the time %s of v2.1 is %s, as the service reads it', async (text, instant) => {
  const own = await program(running);
  await own.call(`GET /v2.1/faxes?created_after=${encodeURIComponent(text)}`);
  const [needed] = await neededFor(own, 'listFaxes');
  expect(needed?.path).toContain(`/faxes?createTime%3E=${instant}`);
});

test('a list is asked for in the words of v3, in UTC', async () => {
  const own = await program(running);
  const time = encodeURIComponent('2026-01-01T00:00:00-06:00');
  await own.call(
    `GET /v2.1/faxes?created_after=${time}&direction=received&status=success&phone_number=2025550123&per_page=5&page=2&tag[a]=b`,
  );
  const [needed] = await neededFor(own, 'listFaxes');
  const query = new URL(needed?.path ?? '', 'http://localhost').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    ...{ 'createTime>': '2026-01-01T06:00:00Z', direction: 'INBOUND', status: 'COMPLETED' },
    ...{ from: '+12025550123', pageSize: '5', page: '2', 'labels[a]': 'b' },
  });
});

test('a partial success is asked for by the two states that its numbers have', async () => {
  const own = await program(running);
  await own.call('GET /v2.1/faxes?status=partialsuccess&per_page=5');
  const needed = await neededFor(own, 'listFaxes');
  expect(needed.map(({ path }) => path.replace(/.*\?/, ''))).toEqual([
    'status=COMPLETED&pageSize=5',
    'status=FAILURE&pageSize=5',
  ]);
});

test.each([0, 2])('a send has the %d retries of the account', async (retries) => {
  const own = await program(running, { settings: { fax_retries: retries } });
  await own.send();
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed?.body).toMatchObject({ maxRetries: retries });
});

test('a text that the journal has cut is a file, and a cut URL a place for it', async () => {
  const own = await program(running);
  const long = 'Dear Ms Miller, '.repeat(100);
  await own.call('POST /v1/send', { to: '2025550123', string_data: long, string_data_type: 'html' });
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed).toMatchObject({ type: 'multipart/form-data', body: { to: '+12025550123', file: '@text.html' } });
  const other = await program(running);
  await other.call('POST /v2.1/faxes', { to: '2025550123', content_url: `https://example.com/${'a'.repeat(1100)}` });
  const [next] = await neededFor(other, 'sendFax');
  expect(next?.body).toMatchObject({ contentUrl: '{contentUrl}' });
});

test('the URL of the account does not replace that of a fax that is sent again', async () => {
  const own = await program(running, { settings: { send_callback_url: 'http://127.0.0.1:9/account' } });
  const id = await own.send({ callback_url: 'http://127.0.0.1:9/own' });
  await own.world.clock.runUntilIdle();
  await own.call(`POST /v2.1/faxes/${id}/resend`);
  await own.world.clock.runUntilIdle();
  const [, again] = await neededFor(own, 'resendFax');
  expect(again?.body).toMatchObject({ callbackUrl: 'http://127.0.0.1:9/own' });
});

test('seconds of v1 are a time in UTC', async () => {
  const own = await program(running);
  await own.call('GET /v1/faxList?start=1767225600&maxperpage=3');
  const [needed] = await neededFor(own, 'listFaxes');
  expect(needed?.path).toContain('/faxes?createTime%3E=2026-01-01T00:00:00Z&pageSize=3');
});

test('each needed request is right in v3 of the same world', async () => {
  const own = await program(running);
  const id = await own.send({ 'tag[order]': '7', callback_url: 'http://127.0.0.1:9/done' });
  await own.world.clock.runUntilIdle();
  await own.world.snapshots.save({ name: 'before' });
  for (const line of [
    `GET /v2.1/faxes/${id}`,
    'GET /v2.1/faxes?direction=sent&status=success&phone_number=%2B12025550123',
    `GET /v2.1/faxes/${id}/file`,
    `POST /v2.1/faxes/${id}/resend`,
    `DELETE /v2.1/faxes/${id}/file`,
  ]) {
    await own.call(line);
  }
  const statuses: Record<string, readonly number[]> = {};
  for (const { operation, needed } of (await own.report()).calls) {
    await own.world.snapshots.restore({ name: 'before' });
    const all: number[] = [];
    for (const request of needed) all.push(await sent(own, request));
    statuses[operation] = all;
  }
  expect(statuses).toEqual({
    sendFax: [200],
    getFax: [200],
    listFaxes: [200],
    getFaxFile: [200],
    resendFax: [200, 200],
    deleteFaxFile: [204],
  });
});

test('a resend goes to the numbers of its fax', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.world.clock.runUntilIdle();
  await own.call(`POST /v2.1/faxes/${id}/resend`);
  const needed = await neededFor(own, 'resendFax');
  expect(needed.map(({ method, body }) => [method, body])).toEqual([
    ['GET', null],
    ['POST', { to: '+12025550123', file: '@fax.pdf', maxRetries: 0 }],
  ]);
});

test('a resend carries the URL, the tags, the header and the caller id of its fax', async () => {
  const own = await program(running);
  const bought = await own.call('POST /v2.1/phone_numbers', { country_code: '1', area_code: '202' });
  const { phone_number: from } = (bought as { data: { phone_number: string } }).data;
  const kept = { callback_url: 'http://user:pass@127.0.0.1:9/done', header_text: 'Miller Ltd', caller_id: from };
  const id = await own.send({ ...kept, 'tag[case]': '9', 'tag[order]': '7' });
  await own.world.clock.runUntilIdle();
  await own.call(`POST /v2.1/faxes/${id}/resend`);
  const [, again] = await neededFor(own, 'resendFax');
  const body = { from, headerText: 'Miller Ltd', 'labels[case]': '9', 'labels[order]': '7' };
  expect(again?.body).toEqual({
    to: '+12025550123',
    file: '@fax.pdf',
    callbackUrl: 'http://•••@127.0.0.1:9/done',
    maxRetries: 0,
    ...body,
  });
});

test('a resend with a URL of its own carries that one', async () => {
  const own = await program(running);
  const id = await own.send({ callback_url: 'http://127.0.0.1:9/first' });
  await own.world.clock.runUntilIdle();
  await own.call(`POST /v2.1/faxes/${id}/resend`, { callback_url: 'http://127.0.0.1:9/second' });
  const [, again] = await neededFor(own, 'resendFax');
  expect(again?.body).toMatchObject({ callbackUrl: 'http://127.0.0.1:9/second' });
});

test('a URL of the account is given with the resend too', async () => {
  const own = await program(running, { settings: { send_callback_url: 'http://127.0.0.1:9/done' } });
  const id = await own.send();
  await own.world.clock.runUntilIdle();
  await own.call(`POST /v2.1/faxes/${id}/resend`);
  await own.world.clock.runUntilIdle();
  const [, again] = await neededFor(own, 'resendFax');
  expect(again?.body).toMatchObject({ callbackUrl: 'http://127.0.0.1:9/done' });
});

test('a URL of the account is given with the send', async () => {
  const own = await program(running, { settings: { send_callback_url: 'http://user:pass@127.0.0.1:9/done' } });
  await own.send();
  await own.world.clock.advance('1m');
  const [needed] = await neededFor(own, 'sendFax');
  expect(needed?.body).toMatchObject({ callbackUrl: 'http://•••@127.0.0.1:9/done' });
});
