import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
// The built package, since threads make real documents and run no TypeScript here.
import { startSimulator } from '../../dist/index.cjs';
import type { RunningSimulator } from '../../dist/index.cjs';
import { signatureText } from '../../src/cli/signature-text.ts';
import { launch, run } from '../support/program.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { Behaviour, ReceivedWebhook } from '../support/webhook-receiver.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', clock: 0, startTime: new Date('2026-01-31T09:00:00Z') });
});
afterAll(() => simulator.close());

const token = 'a-webhook-token';
const hmac = (content: string | Buffer, key = token): string => createHmac('sha1', key).update(content).digest('hex');

/** A webhook with the file of a received fax, to a program with this behaviour. */
async function webhookTo(behave: (webhook: ReceivedWebhook, url: string) => Behaviour, withUser = '') {
  const world = await simulator.world({ fixture: 'empty', clock: 0 });
  const receiver = await startReceiver((webhook) =>
    behave(webhook, `${receiver.url.replace('://', `://${withUser}`)}/hook?from=fax`),
  );
  const url = `${receiver.url.replace('://', `://${withUser}`)}/hook?from=fax`;
  await world.settings.change({ webhook_token: token, receive_callback_url: url });
  await world.simulate.receive({ pages: 1 });
  await world.clock.move({ settle: '30s' });
  const [webhook] = await world.webhooks.list();
  if (webhook === undefined) throw new Error('there is no webhook');
  return {
    world,
    webhook,
    close: async () => {
      await receiver.close();
      await world.close();
    },
  };
}

const refusing = (digest: string): Behaviour => ({ status: 401, body: JSON.stringify({ expected: digest }) });
const textOfFields = ({ fields }: ReceivedWebhook): string =>
  Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');

test.each([
  ['the raw body', ({ body }: ReceivedWebhook) => hmac(body), 'Your code signs the raw body, as for other services'],
  [
    'the URL alone',
    (_: ReceivedWebhook, url: string) => hmac(url),
    'Your code signs the URL alone: add the fields and',
  ],
  [
    'all but the files',
    (webhook: ReceivedWebhook, url: string) => hmac(url + textOfFields(webhook)),
    'Your code leaves out the files: add part name and SHA-1 of each.',
  ],
  [
    'another query and no files',
    (webhook: ReceivedWebhook, url: string) => hmac(url.replace('?from=fax', '') + textOfFields(webhook)),
    'Two mistakes: your code leaves out the query of the URL. And it leaves out the files',
  ],
  ['anything else', () => hmac('else'), 'No known mistake leads to this signature.'],
])('a refused webhook shows the mistake of a program that signs %s', async (_what, digestOf, mistake) => {
  const { world, webhook, close } = await webhookTo((received, url) => refusing(digestOf(received, url)));
  expect(await signatureText(world, webhook)).toContain(`: ${mistake}`);
  await close();
});

test('a URL with credentials, which the record hides, has its mistake named', async () => {
  const digestOf = (webhook: ReceivedWebhook, url: string) => hmac(url + textOfFields(webhook));
  const { world, webhook, close } = await webhookTo((got, url) => refusing(digestOf(got, url)), 'user:pass@');
  expect(webhook.url).not.toContain('pass');
  expect(await signatureText(world, webhook)).toContain(': Your code leaves out the files');
  await close();
});

test.each([
  [401, /let its answer contain the one that it computed/],
  [200, /^$/],
  [500, /^$/],
])('a webhook that was answered with %d and no signature', async (status, expected) => {
  const { world, webhook, close } = await webhookTo(() => ({ status, body: 'no' }));
  expect(await signatureText(world, webhook)).toMatch(expected);
  await close();
});

test('faxsim webhooks show names the mistake before all else', async () => {
  const { world, webhook, close } = await webhookTo(({ body }) => refusing(hmac(body)));
  const { stdout } = await run(['webhooks', 'show', String(webhook.id), '--world', world.id], {
    FAXSIM_URL: simulator.baseUrl,
  });
  expect(stdout).toMatch(/^webhook .*\nsignature\n {2}[\da-f]{40}: Your code signs the raw body.*\nto +http/);
  await close();
});

test('faxsim webhooks list and tail name the mistake below a refused webhook', async () => {
  const { world, webhook, close } = await webhookTo((received, url) =>
    refusing(hmac(url.replace('?from=fax', '') + textOfFields(received))),
  );
  const place = { FAXSIM_URL: simulator.baseUrl, FAXSIM_WORLD: world.id };
  const { stdout: listed } = await run(['webhooks', 'list'], place);
  const mistake = 'Two mistakes: your code leaves out the query of the URL. And it leaves out the files';
  expect(listed).toContain(`\nwebhook ${webhook.id}: ${mistake}`);
  const tail = launch(['tail'], place);
  await once(tail.process.stdout, 'data');
  tail.process.kill('SIGINT');
  const { stdout } = await tail.ended;
  expect(stdout).toMatch(new RegExp(`Webhook ${webhook.id} .*; ${mistake}`));
  await close();
});
