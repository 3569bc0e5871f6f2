import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import { nameLookup } from '../../../src/service/network/name-lookup.ts';
import { pageFetcher } from '../../../src/service/network/page-fetcher.ts';
import { createPost } from '../../../src/service/webhooks/post.ts';
import { openSimulator } from '../../support/simulator.ts';

/** The behaviour of each receiver once a request has begun. */
const receivers: Readonly<Record<string, (socket: Socket) => void>> = {
  'switches protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  'switches protocols and sends on': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nmore'),
  'answers 101 without Upgrade': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'answers 100 and nothing more': (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
  'answers 103 for ever': (socket) => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'never answers': () => undefined,
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'closes its side': (socket) => socket.end(),
  'destroys the connection': (socket) => socket.destroy(),
  'sends garbage': (socket) => socket.end('\u0000\u0001\r\n\r\n'),
  'speaks SMTP': (socket) => socket.write('220 mail ESMTP\r\n'),
  'sends half a status line': (socket) => socket.write('HTTP/1.1 20'),
  'sends half a header': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le'),
  'never ends its body': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
  'ends in the midst of its body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
  'never ends its chunks': (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'),
  'sends a bad chunk': (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  'names two lengths': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'),
  'sends long headers': (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
  'answers in HTTP/2': (socket) => socket.write('HTTP/2 200\r\n\r\n'),
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(behave: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => behave(socket));
  });
  const called = once(server, 'connection');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, called };
}

const network = { policy: addressPolicy(), lookUp: nameLookup(), timeoutMs: 80 };

const openWith = () => openSimulator({ parts: { post: createPost(network) } });

/** Sends a fax whose webhook goes to the receiver, and begins to move the clock. */
async function post(url: string) {
  const opened = openWith();
  const id = await opened.sent({ callback_url: url });
  const moving = opened.anyone
    .post('/_faxsim/clock')
    .send({ advance: '2m' })
    .then((response) => response);
  return { ...opened, id, moving };
}

describe.each(Object.entries(receivers))('a receiver that %s', (_name, behave) => {
  test('lets a move of the clock end with an attempt', async () => {
    const { url } = await listen(behave);
    const { moving, anyone } = await post(url);
    expect((await moving).status).toBe(200);
    const { body } = await anyone.get('/_faxsim/webhooks').expect(200);
    const [{ attempts }] = body.data;
    expect(attempts).toMatchObject([{ failure: expect.any(String) }]);
  });

  test.each([
    ['a reset', (opened: Awaited<ReturnType<typeof post>>) => opened.anyone.post('/_faxsim/reset').expect(200)],
    ['the end of the simulator', (opened: Awaited<ReturnType<typeof post>>) => opened.simulator.close()],
  ])('lets %s end while its webhook is under way', async (_what, end) => {
    const { url, called } = await listen(behave);
    const opened = await post(url);
    await called;
    await end(opened);
    await opened.moving;
  });

  test('lets the deletion of a world end while its webhook is under way', async () => {
    const { url, called } = await listen(behave);
    const { anyone } = openWith();
    const { body } = await anyone.put('/_faxsim/worlds/w1').send({ fixture: 'empty', clock: 'manual' }).expect(200);
    const { key, secret } = body.data.credentials.live;
    await anyone
      .post('/w/w1/v2.1/faxes')
      .auth(key, secret)
      .send({ to: '+12025550123', string_data: 'a page', content_url: 'http://example.com/', callback_url: url })
      .expect(200);
    const moving = anyone
      .post('/w/w1/_faxsim/clock')
      .send({ advance: '2m' })
      .then((response) => response);
    await called;
    await anyone.delete('/_faxsim/worlds/w1').expect(200);
    await moving;
  });

  test('lets a fax with its URL as a page end', async () => {
    const { url } = await listen(behave);
    const fetchPage = pageFetcher({ ...network, isStrict: true });
    expect(await fetchPage({ url, faxId: 1 }, new AbortController().signal)).toMatchObject({ errorId: 54 });
  });
});

test('a name that is never resolved does not hold a fax for ever', async () => {
  const fetchPage = pageFetcher({ ...network, isStrict: true, lookUp: () => new Promise<never>(() => undefined) });
  expect(await fetchPage({ url: 'http://nowhere/', faxId: 1 }, new AbortController().signal)).toMatchObject({
    errorId: 54,
  });
});
