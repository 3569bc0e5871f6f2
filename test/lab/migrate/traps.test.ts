import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RunningSimulator } from '../../../src/index.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { traps } from '../../../src/lab/migrate/traps.ts';
import { letter, program, simulator } from './program.ts';
import type { Program } from './program.ts';

let running: RunningSimulator;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [running, receiver] = await Promise.all([simulator(), startReceiver()]);
});
afterAll(() => Promise.all([running.close(), receiver.close()]));

/** The traps of a program, by their ids. */
async function trapsOf({ report }: Program) {
  const found = (await report()).traps;
  return Object.fromEntries(found.map(({ id, because, certainty }) => [id, `${certainty}: ${because}`]));
}

test('the traps stand in the order of their damage', () => {
  expect(traps.map(({ id }) => id)).toEqual([
    'success-field',
    'send-again',
    'signature',
    'status-words',
    'integer-ids',
    'account-callback',
    'test-keys',
    'cost',
    'days',
    'plain-numbers',
    'several-numbers',
    'retries',
    'larger-webhooks',
    'false-friends',
  ]);
});

test('a program that only asks for the countries meets only the missing success', async () => {
  const own = await program(running);
  await own.call('GET /v2.1/public/countries');
  expect(await trapsOf(own)).toEqual({ 'success-field': 'possible: 1 answer had success: request 1' });
});

test('a send that is repeated after an error is found, and one that is repeated after a success is not', async () => {
  const own = await program(running);
  await own.send();
  await own.send();
  expect(await trapsOf(own)).not.toHaveProperty('send-again');
  await own.world.scenarios.switch({
    source:
      'name: down\ndescription: Down once.\nrules:\n  - id: once\n    on: sendFax\n    times: 1\n    do: { respond: { status: 503 } }\n',
  });
  await own.call('POST /v2.1/faxes', { to: '+12025550199', file: letter });
  await own.call('POST /v2.1/faxes', { to: '+12025550199', file: letter });
  expect(await trapsOf(own)).toMatchObject({
    'send-again': 'shown: 1 request repeated a send whose answer was lost or an error: request 4',
  });
});

test('signed webhooks are found where the account has a token', async () => {
  const own = await program(running, { settings: { webhook_token: 'token' } });
  await own.send({ callback_url: receiver.url });
  await own.world.clock.advance('1h');
  expect(await trapsOf(own)).toMatchObject({ signature: 'possible: 1 webhook had a signature: webhook 1' });
});

test('a webhook without a signature is no trap', async () => {
  const own = await program(running);
  await own.send({ callback_url: receiver.url });
  await own.world.clock.advance('1h');
  const found = await trapsOf(own);
  expect(found).not.toHaveProperty('signature');
  expect(found).toMatchObject({ 'larger-webhooks': 'possible: 1 webhook of a sent fax had no file: webhook 1' });
});

test.each(['/v2.1/faxes?status=success', '/v2.1/faxes?direction=received'])('%s shows words of v2.1', async (path) => {
  const own = await program(running);
  await own.call(`GET ${path}`);
  expect(await trapsOf(own)).toMatchObject({ 'status-words': expect.stringMatching(/^shown: .*: request 1$/) });
});

test('a series of requests that ends with the status shows its use', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).toMatchObject({ 'status-words': expect.stringMatching(/^possible: .*: request 2$/) });
  await own.world.clock.runUntilIdle();
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).toMatchObject({ 'status-words': expect.stringMatching(/^shown: .*: request 3$/) });
});

test('an id that a later request names is in use', async () => {
  const own = await program(running);
  const id = await own.send();
  expect(await trapsOf(own)).toMatchObject({ 'integer-ids': 'possible: 1 answer had id: request 1' });
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).toMatchObject({
    'integer-ids': 'shown: 1 answer had an id that later requests name: request 1',
  });
});

test.each([
  [{}, true],
  [{ callback_url: 'http://127.0.0.1:9/own' }, false],
])('a webhook to the URL of the account is found, for a fax with %j: %s', async (fields, isFound) => {
  const own = await program(running, { settings: { send_callback_url: receiver.url } });
  await own.send(fields);
  await own.world.clock.advance('1m');
  expect('account-callback' in (await trapsOf(own))).toBe(isFound);
});

test('the webhook of a resend to the URL of its fax is no trap, also where the account has the same URL', async () => {
  const own = await program(running, { settings: { send_callback_url: receiver.url } });
  const id = await own.send({ callback_url: receiver.url });
  await own.world.clock.runUntilIdle();
  await own.call(`POST /v2.1/faxes/${id}/resend`);
  await own.world.clock.runUntilIdle();
  expect((await own.report()).webhooks?.count).toBe(2);
  expect(await trapsOf(own)).not.toHaveProperty('account-callback');
});

test.each([
  [{}, true],
  [{ settings: { fax_retries: 1 } }, false],
])('a fax that failed in a world of %j ended with its first call: %s', async (order, isFound) => {
  const own = await program(running, order);
  await own.send({ to: '+15555551017' });
  await own.world.clock.runUntilIdle();
  const found = await trapsOf(own);
  expect(found['retries']).toBe(
    isFound ? 'shown: 1 request made a fax that ended with its first call: request 1' : undefined,
  );
});

test.each([
  [{}, 'possible: 1 send left the retries to the account, which has none: request 1'],
  [{ settings: { fax_retries: 1 } }, undefined],
])('a send of a fax that arrives may rely on the account in a world of %j: %s', async (order, found) => {
  const own = await program(running, order);
  await own.send();
  await own.world.clock.runUntilIdle();
  expect((await trapsOf(own))['retries']).toBe(found);
});

test('a received fax that the account has a URL for is found', async () => {
  const own = await program(running, { settings: { receive_callback_url: receiver.url } });
  await own.world.simulate.receive({});
  await own.world.clock.advance('1m');
  expect(await trapsOf(own)).toHaveProperty('account-callback');
});

test('a request with the test key is found', async () => {
  const own = await program(running);
  const { key, secret } = own.world.credentials.test;
  await own.call('GET /v2.1/account/status');
  expect(await trapsOf(own)).not.toHaveProperty('test-keys');
  const url = `${own.world.baseUrl}/v2.1/account/status?api_key=${key}&api_secret=${secret}`;
  await fetch(url);
  expect(await trapsOf(own)).toMatchObject({ 'test-keys': 'shown: 1 request had the test key: request 2' });
});

test('a cost is found once a fax has one', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).not.toHaveProperty('cost');
  await own.world.clock.runUntilIdle();
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).toMatchObject({ cost: 'possible: 1 answer had cost: request 3' });
});

test.each([
  ['2025550123', true],
  ['1 202 555 0123', true],
  ['+1 202 555 0123', false],
  ['+1-202-555-0123', false],
  ['+12025550123', false],
])('the number %s lacks its plus: %s', async (to, isFound) => {
  const own = await program(running);
  await own.send({ to });
  expect('plain-numbers' in (await trapsOf(own))).toBe(isFound);
});

test.each([
  ['created_after=2026-01-05', true],
  ['created_before=2026-01-05T23:59:59', true],
  ['created_after=2026-07-05T05:00:00Z', true],
  ['created_after=2026-01-05T00:00:00Z', false],
  ['created_after=2026-01-05T09:00:00', false],
])('a list with %s asks for days of Central time: %s', async (query, isFound) => {
  const own = await program(running);
  await own.call(`GET /v2.1/faxes?${query}`);
  expect('days' in (await trapsOf(own))).toBe(isFound);
});

test('a time with the offset of Central time is possibly cut into days', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).toMatchObject({ days: 'possible: 1 answer had created_at: request 2' });
});

test.each(['to[]', 'to[0]', 'to[7]'])('one send to two numbers is found, the first named %s', async (name) => {
  const own = await program(running);
  await own.call('POST /v2.1/faxes', [
    [name, '+12025550123'],
    [name === 'to[]' ? name : 'to[12]', '+12025550199'],
    ['file[0]', letter],
  ]);
  const found = await trapsOf(own);
  expect(found).toMatchObject({ 'several-numbers': 'shown: 1 send had several numbers: request 1' });
  expect(found).not.toHaveProperty('plain-numbers');
});

test('one send to two numbers is found', async () => {
  const own = await program(running);
  await own.send();
  expect(await trapsOf(own)).not.toHaveProperty('several-numbers');
  await own.call('POST /v2.1/faxes', [
    ['to[]', '+12025550123'],
    ['to[]', '+12025550199'],
    ['file', letter],
  ]);
  expect(await trapsOf(own)).toMatchObject({
    'several-numbers': 'shown: 1 send had several numbers: request 2',
  });
});

test('a resolution of the result is a false friend, and named alone', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.world.clock.runUntilIdle();
  await own.call(`GET /v2.1/faxes/${id}`);
  expect(await trapsOf(own)).toMatchObject({
    'false-friends': 'possible: 1 answer had recipients.resolution: request 2',
  });
});

test('the text of an error in v1 is a false friend', async () => {
  const own = await program(running);
  const id = await own.send();
  await own.world.simulate.finish({ id, status: 'failure' });
  await own.call(`GET /v1/faxStatus?id=${id}`);
  expect(await trapsOf(own)).toMatchObject({ 'false-friends': expect.stringContaining('error_code: request 2') });
});

test('a world without requests has no trap', async () => {
  const own = await program(running);
  await own.world.simulate.receive({});
  expect((await own.report()).traps).toEqual([]);
});
