import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { startFrom } from '../../../src/index.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import { compareReplay, replayBundle } from '../../../src/lab/bundles/replay.ts';
import { answering } from '../../support/posts.ts';

const options = { port: 0, seed: 3, clock: 0, startTime: Date.parse('2026-03-01T09:00:00Z') } as const;

interface Begun {
  /** Lines of the head. */
  readonly hosts?: readonly string[];
  readonly path?: string;
  readonly announcement?: string;
  readonly sent?: string;
  readonly end: (socket: Socket) => unknown;
}

const close = (socket: Socket) => socket.end();
const reset = (socket: Socket) => socket.resetAndDestroy();
/** The server ends it. */
const wait = () => undefined;

/** Sends the head of a request and a part of its body, and ends it. Returns the request as the journal has it. */
async function begin(
  { credentials, baseUrl, requests }: RunningSimulator,
  {
    path = '/v2.1/faxes',
    hosts = ['Host: faxsim'],
    announcement = 'Content-Length: 100',
    sent = 'to=%2B1202',
    end,
  }: Begun,
) {
  const after = (await requests.list({ limit: 1 })).requests[0]?.id ?? 0;
  const { key, secret } = credentials.live;
  const head = [
    `POST ${path} HTTP/1.1`,
    ...hosts,
    `Authorization: Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    'Content-Type: application/x-www-form-urlencoded',
    announcement,
  ];
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined); // the simulator may reset what it refuses
  socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`, () => end(socket));
  const { request } = await requests.wait({ after });
  socket.destroy();
  return request;
}

const repeated = (...all: readonly Begun[]) => repeatedWith({}, ...all);

async function repeatedWith(settings: { readonly maxBody?: number }, ...all: readonly Begun[]) {
  const simulator = await startFrom({ ...options, ...settings }, { post: answering(200) });
  try {
    const begun = [];
    for (const one of all) begun.push(await begin(simulator, one));
    const bundle = await simulator.history.bundle();
    const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
    return { begun, bundle, again, grades: compareReplay(bundle, again.bundle).map(({ grade }) => grade) };
  } finally {
    await simulator.close();
  }
}

test.each<[string, Begun, number]>([
  ['that the client broke off by closing its side', { end: close }, 400],
  ['of which the client reset the connection', { end: reset }, 400],
  ['of chunks that the client broke off', { announcement: 'Transfer-Encoding: chunked', sent: '', end: close }, 400],
  ['of chunks whose connection was reset', { announcement: 'Transfer-Encoding: chunked', sent: '', end: reset }, 400],
  ['that is too large by its length', { announcement: 'Content-Length: 999999999', end: wait }, 413],
])('a replay breaks off a body %s, and gets the same answer', async (_what, one, status) => {
  const { begun, again, grades } = await repeated(one, { ...one, path: '/v2.1/faxes/1/resend' });
  expect(begun).toMatchObject([{ answer: { status } }, { answer: { status } }]);
  expect(again.skipped).toEqual([]);
  expect(grades).toEqual(['same', 'same']);
});

test('a replay breaks off the body of a request without a route, and gets the same answer', async () => {
  const { begun, again, grades } = await repeated({ path: '/v2.1/faxs', end: close });
  expect(begun).toMatchObject([{ answer: { status: 404 } }]);
  expect([again.skipped, grades]).toEqual([[], ['same']]);
});

test('a replay refuses the bodies that were too large for its simulator', async () => {
  const { begun, grades } = await repeatedWith({ maxBody: 50 }, { end: wait });
  expect(begun).toMatchObject([{ answer: { status: 413 } }]);
  expect(grades).toEqual(['same']);
});

test('a request that is left out is not compared, and the next of its name with itself', async () => {
  const notChunks = { announcement: 'Transfer-Encoding: chunked', sent: 'zz\r\n', end: wait };
  const good = { announcement: 'Content-Length: 18', sent: 'to=%2B12025550123&', end: wait };
  const { again, grades } = await repeated(notChunks, good);
  expect(again.skipped).toHaveLength(1);
  expect(grades).toEqual(['same']);
});

test.each<[string, Begun]>([
  ['no chunks', { announcement: 'Transfer-Encoding: chunked', sent: 'zz\r\n', end: wait }],
  ['no gzip', { announcement: 'Content-Length: 4\r\nContent-Encoding: gzip', sent: 'abcd', end: wait }],
])('a body that cannot be read, since it is %s, is left out, and its request is not repeated', async (_what, one) => {
  const { bundle, again } = await repeated(one);
  expect(bundle.steps).toMatchObject([{ body: null, is_body_left_out: true }]);
  expect(again.skipped).toEqual(['request 1, POST /v2.1/faxes: the bundle has not all of its body']);
});

test.each(['Content-Length: 100', 'Content-Length: 999999999'])(
  'a send without all of its body is no received fax in the journal: %s',
  async (announcement) => {
    const { begun } = await repeated({ announcement, end: close });
    expect(begun).toMatchObject([{ operation: 'sendFax' }]);
  },
);

test('a replay of a compressed body with a scenario on gets the same answer', async () => {
  const simulator = await startFrom(options, { post: answering(200) });
  try {
    await simulator.scenarios.on('outage');
    const { key, secret } = simulator.credentials.live;
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    const headers = { authorization, 'content-encoding': 'gzip', 'content-type': 'application/x-www-form-urlencoded' };
    const body = gzipSync('to=%2B12025550123&string_data=a+page');
    await fetch(`${simulator.baseUrl}/v1/send`, { method: 'POST', headers, body });
    const bundle = await simulator.history.bundle();
    const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
    expect(compareReplay(bundle, again.bundle)).toMatchObject([{ kind: 'request', grade: 'same' }]);
  } finally {
    await simulator.close();
  }
});

const whole = { announcement: 'Content-Length: 14', sent: 'to=12025550123', end: wait } as const;

test.each<[string, string[], number]>([
  ['without a host', [], 400],
  ['with two hosts', ['Host: faxsim', 'HOST: localhost'], 400],
  ['with one host twice', ['Host: faxsim', 'Host: faxsim'], 400],
  ['with a host that no URL can have', ['Host: a/b'], 400],
  ['with an empty host', ['Host:'], 400],
  ['with a public host', ['Host: fax.example'], 403],
  ['with a host that is fine', ['Host: localhost.'], 422],
])('a replay sends a request %s as it came, and gets the same answer', async (_what, hosts, status) => {
  const { begun, again, grades } = await repeated({ hosts, ...whole }, { ...whole });
  expect(begun).toMatchObject([{ answer: { status } }, { answer: { status: 422 } }]);
  expect([again.skipped, grades]).toEqual([[], ['same', 'same']]);
});
