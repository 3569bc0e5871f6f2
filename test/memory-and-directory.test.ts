import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import type { RunningSimulator, StartOptions } from '../src/index.ts';
import { freePort, portOf } from './support/port.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

/** The webhooks of the session under way, as they came over the wire. */
let posts: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
/** It serves the contents of faxes too. */
const receiver = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html').end(`<h1>${request.url ?? ''}</h1>`);
    return;
  }
  void buffer(request).then((bytes) => {
    posts.push({ path: request.url ?? '', headers: request.headers, body: bytes.toString('latin1') });
    response.end();
  });
});
let there = '';
beforeAll(async () => {
  there = `http://127.0.0.1:${await portOf(receiver)}`;
});
afterAll(() => void receiver.close());

const to = '+12025550123';
const form = (fields: readonly (readonly [string, string])[]) => ({
  method: 'POST',
  body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
});

interface Version {
  readonly send: (url: string) => readonly [string, RequestInit];
  readonly show: (id: string) => readonly [string, RequestInit];
  /** The id of the fax in the answer to its send. */
  readonly id: RegExp;
}

const versions: Readonly<Record<string, (simulator: RunningSimulator) => Version>> = {
  v1: ({ credentials: { live } }) => {
    const keys = [
      ['api_key', live.key],
      ['api_secret', live.secret],
    ] as const;
    const fields = (url: string) =>
      [
        ...keys,
        ['to', to],
        ['string_data', url],
        ['string_data_type', 'url'],
        ['callback_url', `${there}/v1`],
      ] as const;
    return {
      send: (url) => ['/v1/send', form(fields(url))],
      show: (id) => ['/v1/faxStatus', form([...keys, ['id', id]])],
      id: /"faxId":(\d+)/,
    };
  },
  v2: () => ({
    send: (url) => [
      '/v2/faxes',
      form([
        ['to', to],
        ['content_url', url],
        ['callback_url', `${there}/v2`],
      ] as const),
    ],
    show: (id) => [`/v2/faxes/${id}`, {}],
    id: /"id":(\d+)/,
  }),
  'v2.1': () => ({
    send: (url) => [
      '/v2.1/faxes',
      form([
        ['to[]', to],
        ['content_url[]', url],
        ['content_url[]', url],
        ['callback_url', `${there}/v2.1`],
      ] as const),
    ],
    show: (id) => [`/v2.1/faxes/${id}`, {}],
    id: /"id":(\d+)/,
  }),
  v3: ({ projectId }) => {
    const path = `/v3/projects/${projectId}/faxes`;
    const headers = { 'content-type': 'application/json' };
    return {
      send: (url) => [
        path,
        { method: 'POST', headers, body: JSON.stringify({ to, contentUrl: url, callbackUrl: `${there}/v3` }) },
      ],
      show: (id) => [`${path}/${id}`, {}],
      id: /"id":"(\w+)"/,
    };
  },
};

/** A record without the real time that it took. */
const timeless = <T extends { readonly took_ms: unknown }>(record: T) => ({ ...record, took_ms: null });

/** All that a session shows: its answers with their headers, the records, the journal, and the webhooks. */
async function sessionIn(options: StartOptions) {
  posts = [];
  const simulator = await startSimulator({
    ...{ fixture: 'empty', clock: 'manual', pace: 'instant', seed: 53 },
    settings: { webhookToken: 'a-token-of-a-test' },
    startTime: new Date('2026-11-20T12:00:00Z'),
    ...options,
  });
  const { baseUrl, credentials } = simulator;
  const answers: unknown[] = [];
  const call = async (path: string, { headers, ...init }: RequestInit): Promise<string> => {
    const basic = `Basic ${btoa(`${credentials.live.key}:${credentials.live.secret}`)}`;
    const answer = await fetch(baseUrl + path, {
      headers: { authorization: basic, ...(headers as Record<string, string> | undefined) },
      ...init,
    });
    const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const kept = [...answer.headers].filter(([name]) => name !== 'date');
    answers.push({ path, status: answer.status, headers: kept, body });
    return body;
  };
  for (const make of Object.values(versions)) {
    const { send, show, id: idIn } = make(simulator);
    for (const url of ['https://example.com/a', `${there}/fetched`]) {
      const id = idIn.exec(await call(...send(url)))?.[1] ?? '';
      // A URL that is fetched waits for its server, which may be the caller; others are done at the first look.
      if (url.startsWith(there)) await simulator.settle({ timeout: '60s' });
      await call(...show(id));
      await simulator.settle({ timeout: '60s' });
      await call(...show(id));
    }
  }
  await call('/v2.1/faxes', {});
  const { faxes } = await simulator.faxes.list({});
  const deliveries = (await simulator.webhooks.list({})).map(({ attempts, ...delivery }) => ({
    ...delivery,
    attempts: attempts.map(timeless),
  }));
  const { requests } = await simulator.requests.list({});
  const documents = await Promise.all(faxes.map(({ id }) => simulator.faxes.file({ id })));
  await simulator.close();
  const journal = requests.map(timeless);
  return { answers, faxes, deliveries, journal, documents, posts };
}

test('a directory and the memory give the same bytes for faxes with URLs, in each version', async () => {
  const port = await freePort();
  const inMemory = await sessionIn({ port });
  const inDirectory = await sessionIn({ port, data: await newDirectory() });
  expect(inMemory.faxes).toHaveLength(2 * Object.keys(versions).length);
  expect(inMemory.posts).toHaveLength(inMemory.faxes.length);
  expect(inMemory.faxes.map(({ status }) => status)).toEqual(inMemory.faxes.map(() => 'success'));
  expect(inDirectory).toEqual(inMemory);
});
