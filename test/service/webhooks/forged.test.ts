import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { errorText } from '../../../src/model/shared/errors.ts';
import { sweep } from '../../../src/package/sweep.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
});
afterAll(() => simulator.close());

interface Received {
  readonly authorization: string | undefined;
  readonly body: string;
}

const right = `Basic ${btoa('fax:secret')}`;

/** Sends a fax by v3 to a receiver whose URL has credentials, and waits for its webhook. */
async function sendAndWait(world: OwnWorld, isAccepted: (webhook: Received) => boolean): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const webhook = { authorization: request.headers.authorization, body };
      received.push(webhook);
      response.writeHead(isAccepted(webhook) ? 200 : 401).end(() => isAccepted(webhook) && server.emit('accepted'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'accepted');
  const callbackUrl = `http://fax:secret@127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    to: '+12025550123',
    contentUrl: 'https://example.com',
    callbackUrl,
    callbackUrlContentType: 'application/json',
  });
  const url = `${world.baseUrl}/v3/projects/${world.projectId}/faxes`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await accepted;
  server.close();
  return received;
}

const findingsIn = (isAccepted: (webhook: Received) => boolean, only: string): Promise<string[]> =>
  sweep((world) => sendAndWait(world, isAccepted), { simulator, only }).then(
    ({ runs }) => [`${runs} run`],
    (error: unknown) => errorText(error).split('\n').slice(1),
  );

test.each(['wrong-password', 'anonymous'])(
  'a sweep finds that an application does not check the credentials of a webhook: %s',
  async (fault) => {
    expect(await findingsIn(() => true, fault)).toEqual([
      expect.stringContaining('A webhook without the credentials of its URL is accepted'),
    ]);
    expect(await findingsIn(({ authorization }) => authorization === right, fault)).toEqual(['1 run']);
  },
);

test('a rule changes a number and a word of the fax in a webhook of v3, and keeps the rest', async () => {
  const world = await simulator.world({ fixture: 'empty' });
  const rules = [
    { id: 'words', on: 'webhook', do: { patch: { event: 'FAX_DONE', fax: { status: 'DONE', to: '+12025550199' } } } },
  ];
  await world.scenarios.switch({ source: JSON.stringify({ name: 'words', description: 'a test', rules }) });
  const [webhook] = await sendAndWait(world, () => true);
  expect(JSON.parse(webhook!.body)).toMatchObject({
    event: 'FAX_DONE',
    fax: { status: 'DONE', to: '+12025550199', direction: 'OUTBOUND' },
  });
  expect(webhook!.authorization).toBe(right);
  await world.close();
});
