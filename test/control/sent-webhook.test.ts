import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../src/service/network/address-policy.ts';
import { nameLookup } from '../../src/service/network/name-lookup.ts';
import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { createPost } from '../../src/service/webhooks/post.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import type { CallbackContentType } from '../../src/model/domain/sinch-options.ts';
import { account, phoneNumber, receivedFax, sentFax } from '../support/examples.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';
import { projectIn } from '../support/sinch.ts';

const url = 'http://127.0.0.1:9/hook';

/** A world whose last post is kept. */
function openWorld(webhookVersion: 'v1' | 'v2' | 'v2.1' = 'v2.1') {
  let posted: Parameters<Post>[0] | undefined;
  const post: Post = (request) => {
    posted = request;
    return Promise.resolve({ isRefused: false, failure: null, answer: { status: 200, body: '' }, tookMs: 1 });
  };
  const changes = { webhookVersion, webhookToken: 'a-token', receiveCallbackUrl: url, sendCallbackUrl: url };
  const faxes = [sentFax(), receivedFax()];
  const opened = openSimulator({ faxes, phoneNumbers: [phoneNumber()], account: account(changes), parts: { post } });
  const raw = async (id: number, query = '') =>
    (await opened.anyone.get(`/_faxsim/webhooks/${id}/raw${query}`).expect(200)).body.data;
  return { ...opened, raw, posted: () => posted! };
}

/** The posted body, in which sizes stand in place of the bytes of files, as in the answer. Documents are short texts here. */
const textOf = ({ chunks }: Parameters<Post>[0]): string =>
  chunks
    .map((chunk) => Buffer.from(chunk).toString())
    .map((text, at) => (/^(Fax \d+|a page)$/.test(text) ? `(${chunks[at]!.length} bytes of application/pdf)` : text))
    .join('');

describe('an attempt of a webhook is shown as it was sent', () => {
  test.each([
    ['v1', 1001],
    ['v2', 1001],
    ['v2.1', 1001],
    ['v1', 2001],
    ['v2', 2001],
    ['v2.1', 2001],
  ] as const)('in the form of %s, for fax %d', async (webhookVersion, fax) => {
    const { anyone, clock, raw, posted } = openWorld(webhookVersion);
    const { body } = await anyone.post('/_faxsim/webhooks').send({ fax }).expect(200);
    await clock.runUntilIdle();
    const sent = posted();
    const bytes = sent.chunks.reduce((sum, { length }) => sum + length, 0);
    expect(await raw(body.data.id)).toEqual({
      request_line: 'POST /hook HTTP/1.1',
      is_recorded: false, // no connection takes a post of this world
      headers: [
        { name: 'Content-Type', value: expect.stringMatching(/^multipart\/form-data; boundary=faxsim-/) },
        { name: 'X-Phaxio-Signature', value: sent.headers['X-Phaxio-Signature'] },
        { name: 'Content-Length', value: String(bytes) },
        { name: 'User-Agent', value: 'faxsim' },
        { name: 'Host', value: '127.0.0.1:9' },
        { name: 'Connection', value: 'close' },
      ],
      body: textOf(sent),
      body_bytes: bytes,
    });
    expect((await raw(body.data.id)).headers[0].value).toBe(sent.headers['Content-Type']);
    expect((await raw(body.data.id)).body.includes('bytes of application/pdf')).toBe(fax === 2001);
  });

  test.each(['application/json', 'multipart/form-data'] as const)('in the form of v3 as %s', async (type) => {
    const opened = openWorld();
    const { anyone, clock, raw, posted } = opened;
    const files = [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }];
    const order = {
      files,
      to: '+15045550103',
      callbackUrl: url,
      callbackUrlContentType: type satisfies CallbackContentType,
    };
    await projectIn(opened).post('/faxes').send(order).expect(200);
    await clock.runUntilIdle();
    const { body } = await anyone.get('/_faxsim/webhooks').expect(200);
    const sent = posted();
    const shown = await raw(body.data.at(-1).id, '?attempt=1');
    expect(shown.body).toBe(textOf(sent));
    expect(shown.headers[0]).toEqual({ name: 'Content-Type', value: sent.headers['Content-Type'] });
    expect(shown.headers[0].value.startsWith(type)).toBe(true);
    if (type === 'application/json') expect(JSON.parse(shown.body)).toMatchObject({ event: 'FAX_COMPLETED', fax: {} });
  });
});

describe('the bytes of an attempt are those that arrived', () => {
  /** A receiver that keeps the bytes of each connection, and answers the first ones with 500. */
  async function startRawReceiver() {
    const arrived: Buffer[] = [];
    const server = createServer((socket) => {
      let bytes = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        const end = bytes.indexOf('\r\n\r\n') + 4;
        const length = Number(/^content-length: (\d+)/im.exec(bytes.toString('latin1'))?.[1]);
        if (end === 3 || bytes.length < end + length) return;
        arrived.push(bytes);
        bytes = Buffer.alloc(0);
        const status = arrived.length === 1 ? '500 No' : '200 OK';
        socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(server);
    return { arrived, port: (server.address() as AddressInfo).port };
  }

  const closing: Server[] = [];
  afterEach(() => {
    for (const server of closing.splice(0)) server.close();
  });

  test.each(['v1', 'v2.1'] as const)('in the form of %s', async (webhookVersion) => {
    const { arrived, port } = await startRawReceiver();
    const target = `http://ada:lovelace-1815@127.0.0.1:${port}/hook?a=b%20c`;
    const changes = { webhookVersion, webhookToken: 'a-token', receiveCallbackUrl: target, sendCallbackUrl: target };
    const { anyone, clock } = openSimulator({
      faxes: [sentFax(), receivedFax()],
      phoneNumbers: [phoneNumber()],
      account: account(changes),
      parts: { post: createPost({ policy: addressPolicy(), lookUp: nameLookup() }) },
    });
    for (const fax of [2001, 1001]) await anyone.post('/_faxsim/webhooks').send({ fax }).expect(200);
    await clock.runUntilIdle();
    const bytesOf = async (path: string) => (await anyone.get(`/_faxsim/webhooks/${path}`).expect(200)).body as Buffer;
    const { body: log } = await anyone.get('/_faxsim/webhooks').expect(200);
    const paths = (log.data as WebhookRecord[]).flatMap(({ id, attempts }) =>
      attempts.map((_, at) => `${id}/bytes?attempt=${at + 1}`),
    );
    expect(paths).toHaveLength(3);
    const recorded = await Promise.all(paths.map((path) => bytesOf(path)));
    const inOrder = (all: readonly Buffer[]) => all.map((bytes) => bytes.toString('latin1')).toSorted();
    expect(inOrder(recorded)).toEqual(inOrder(arrived));

    const { body } = await anyone.get('/_faxsim/webhooks/1/raw').expect(200);
    expect(body.data).toMatchObject({ is_recorded: true, request_line: 'POST /hook?a=b%20c HTTP/1.1' });
    const names = ['Authorization', 'Content-Type', 'X-Phaxio-Signature', 'Content-Length', 'User-Agent', 'Host'];
    expect(body.data.headers.map(({ name }: { name: string }) => name)).toEqual([...names, 'Connection']);
    expect(body.data.headers[0].value).toBe('Basic •••');
    expect(JSON.stringify(body)).not.toContain('lovelace-1815');
  });
});

test('an attempt that was never sent, or can no longer be written, is refused with the reason', async () => {
  const { anyone, clock } = openWorld();
  const reasonFor = (path: string, status = 404) => refusalOf(anyone.get(`/_faxsim/webhooks/${path}`), status);
  expect(await reasonFor('7/raw')).toContain('there is no webhook 7');
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-never(times=1)' }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 2001 }).expect(200);
  await clock.runUntilIdle();
  expect(await reasonFor('1/raw')).toContain('this attempt of webhook 1 was not sent');
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-receiver-down' }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.runUntilIdle();
  const { body: log } = await anyone.get('/_faxsim/webhooks?after=2').expect(200);
  expect(log.data[0].attempts[0]).toMatchObject({ answer: {}, by_rule: true });
  expect(await reasonFor('3/raw?attempt=1')).toContain('this attempt of webhook 3 was not sent');
  expect(await reasonFor('2/raw?attempt=5')).toContain('webhook 2 has no attempt 5');
  await anyone.delete('/_faxsim/faxes/2001').expect(200);
  expect(await reasonFor('2/raw', 422)).toContain('cannot be written again: fax 2001 was deleted');
});
