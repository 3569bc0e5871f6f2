import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { startSimulator } from '../../../src/index.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import { repeats } from '../../support/soak.ts';

const { key, secret } = { key: 'KeyOfTheLivePair', secret: 'SecretOfTheLivePair' };

const { key: testKey, secret: testSecret } = { key: 'KeyOfTheTestPair', secret: 'Secret/of+the%20%test:Pair' };
const webhookToken = 'TokenOfTheWebhooks';
const controlToken = 'TokenOfTheControlApi';

let running: RunningSimulator;
const logged: string[] = [];

beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void logged.push(line.join(' ')));
  running = await startSimulator({
    fixture: 'empty',
    credentials: { live: { key, secret }, test: { key: testKey, secret: testSecret } },
    settings: { webhookToken },
    controlToken,
    onRequest: ({ method, path, status }) => logged.push(`${method} ${path} ${status}`),
  });
});

afterAll(async () => {
  jest.restoreAllMocks();
  await running.close();
});

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`,
});

interface Sending {
  readonly path: string;
  readonly init?: RequestInit;
}

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** A fax that is sent with these fields and the right credentials. */
const fax = (fields: Record<string, string>): Sending => ({
  path: '/v2.1/faxes',
  init: { ...form({ to: '+12025550123', content_url: 'http://a/', ...fields }), headers: basic(secret) },
});

/** Ways in which a secret comes with a request, right or wrong. */
const ways: Readonly<Record<string, (hush: string) => Sending>> = {
  'as a parameter in the query': (hush) => ({
    path: `/v2/faxes?api_key=${key}&api_secret=${encodeURIComponent(hush)}`,
  }),
  'as a parameter in the body': (hush) => ({ path: '/v1/faxList', init: form({ api_key: hush, api_secret: hush }) }),
  misspelt: (hush) => ({ path: '/v2.1/faxes', init: form({ apiSecret: hush, 'API-KEY': hush, password: hush }) }),
  'under another name': (hush) => ({
    path: '/v2.1/faxes',
    init: form({ pwd: hush, auth: hush, passphrase: hush, bearerToken: hush, 'x-apikey': hush }),
  }),
  "escaped in the name, in a callback URL's query": (hush) =>
    fax({ callback_url: `http://127.0.0.1:1/?a=1&p%77d=${encodeURIComponent(hush)}` }),
  'in JSON, deep down': (hush) => ({
    path: '/v2/faxes',
    init: json({ auth: { api_secret: hush }, api_key: [hush], tag: { token: { a: { b: { c: { d: hush } } } } } }),
  }),
  'in JSON that is broken': (hush) => ({
    path: '/v2/faxes',
    init: json(`{"api_secret": ${JSON.stringify(hush)} oops`),
  }),
  'in a query that is broken': (hush) => ({ path: `/v2/faxes?api_secret=%zz${encodeURIComponent(hush)}` }),
  'with Basic authentication': (hush) => ({ path: '/v2.1/faxes', init: { headers: basic(hush) } }),
  'in a callback URL': (hush) => fax({ callback_url: `http://user:${encodeURIComponent(hush)}@host/` }),
  "in a callback URL's query": (hush) =>
    fax({ callback_url: `http://127.0.0.1:1/?a=1&webhook_token=${encodeURIComponent(hush)}#b` }),
  "in a URL in a callback URL's query": (hush) =>
    fax({
      callback_url: `http://127.0.0.1:1/?next=${encodeURIComponent(`http://user:${encodeURIComponent(hush)}@host/`)}`,
    }),
  "in a callback URL's query that is refused": (hush) =>
    fax({ callback_url: `ftp://a/?token=${encodeURIComponent(hush)}` }),
  'in a callback URL that is none': (hush) => fax({ callback_url: `ftp://user:${hush}@host/` }),
  'in a callback URL that is shown in part': (hush) => fax({ callback_url: `ftp://${'u'.repeat(70)}:${hush}@host/` }),
  'as the method': (hush) => ({
    path: `/v2/faxes?api_secret=${encodeURIComponent(hush)}`,
    init: form({ _method: hush }),
  }),
  'as a parameter that is quoted': (hush) => ({
    path: `/v2.1/faxes?page=${encodeURIComponent(hush)}&webhook_token=${encodeURIComponent(hush)}`,
    init: { headers: basic(secret) },
  }),
  'beside much else': (hush) =>
    fax({ string_data: 'x'.repeat(3000), callback_url: `http://a:${hush}@[`, api_secret: hush, to: hush }),
};

/** All that the journal, the activity and the log can be made to say. */
async function told(): Promise<string> {
  const control = `${running.baseUrl}/_faxsim/requests`;
  const answers = await Promise.all([
    fetch(control),
    fetch(`${control}/unmatched`),
    fetch(`${control}/verify`, json({ operation: 'getFax', version: 'v1', exactly: 7 })),
    fetch(`${control}/wait`, json({ operation: 'getFax', version: 'v1', timeout: 0 })),
    fetch(`${running.baseUrl}/_faxsim/activity/entries`),
  ]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const { requests } = (JSON.parse(texts[0]!) as { data: { requests: { id: number }[] } }).data;
  for (const { id } of requests) texts.push(await (await fetch(`${control}/${id}/raw`)).text());
  return [...texts, ...logged].join('\n');
}

/** As it is, and as JSON and URLs write it. */
const forms = (hush: string): string[] => {
  const quoted = JSON.stringify(hush).slice(1, -1);
  return [hush, quoted, JSON.stringify(quoted).slice(1, -1), encodeURIComponent(hush)];
};

describe('a secret', () => {
  test.each(Object.entries(ways))(
    'that is sent %s is in no answer of the journal, and in no log',
    async (_how, way) => {
      const letter = fc.constantFrom(...Array.from('abcXYZ0189-_."\\\'%&+/:;<=>?@# ü'));
      const secrets = fc.array(letter, { minLength: 12, maxLength: 40 }).map((letters) => `hush${letters.join('')}`);
      await fc.assert(
        fc.asyncProperty(secrets, async (hush) => {
          logged.length = 0;
          await fetch(`${running.baseUrl}/_faxsim/requests`, { method: 'DELETE' });
          const { path, init } = way(hush);
          const answer = await fetch(`${running.baseUrl}${path}`, init);
          await answer.arrayBuffer();
          const all = await told();
          expect(all).toContain('"total":1');
          expect(forms(hush).filter((form) => all.includes(form))).toEqual([]);
        }),
        { numRuns: repeats(2, 200) },
      );
    },
  );

  test('that stands in the address of a request is not logged', async () => {
    logged.length = 0;
    const socket = connect(running.port, '127.0.0.1');
    socket.write(
      'GET http://user:hushhush@host/v2/faxes?api_secret=hushhush HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    await text(socket);
    if (!socket.closed) await once(socket, 'close');
    expect(await told()).not.toContain('hushhush');
    expect(logged[0]).toBe('GET /v2/faxes 401');
  });
});

describe('secrets that the simulator knows', () => {
  const secrets = [key, secret, testKey, testSecret, webhookToken, controlToken];
  const escapedWhole = (text: string): string =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const twice = (text: string): string => encodeURIComponent(escapedWhole(text));

  /** Ways in which it comes with a request that does not say that it is one. */
  const strays: Readonly<Record<string, (hush: string) => Sending>> = {
    'in an unknown path': (hush) => ({ path: `/v2.1/nowhere/${encodeURIComponent(hush)}` }),
    'within a part of a path': (hush) => ({ path: `/v2.1/x${encodeURIComponent(hush)}y/z` }),
    'in a path, with every letter escaped': (hush) => ({ path: `/v2.1/nowhere/${escapedWhole(hush)}` }),
    'in a path, escaped twice': (hush) => ({ path: `/v2.1/nowhere/${twice(hush)}` }),
    'in a path of no version': (hush) => ({ path: `/${encodeURIComponent(hush)}` }),
    'in the place of an id': (hush) => ({ path: `/v2.1/faxes/${encodeURIComponent(hush)}`, init: authorized }),
    'as a world': (hush) => ({ path: `/w/${encodeURIComponent(hush)}/v2.1/faxes` }),
    'in a path of the control API': (hush) => ({ path: `/_faxsim/nowhere/${encodeURIComponent(hush)}` }),
    'in the query': (hush) => ({ path: `/v2.1/faxes?page=${encodeURIComponent(hush)}`, init: authorized }),
    'as the name of a parameter': (hush) => ({ path: `/v2.1/faxes?${encodeURIComponent(hush)}=1`, init: authorized }),
    'in the body': (hush) => ({ path: '/v2.1/faxes', init: { ...form({ to: hush, 'tag[a]': hush }), ...authorized } }),
    'in a header': (hush) => ({ path: '/v2.1/faxes', init: { headers: { ...basic(secret), 'user-agent': hush } } }),
  };
  const authorized = { headers: basic(secret) };

  test.each(Object.entries(strays))('is in no answer of the journal, and in no log: %s', async (_how, way) => {
    logged.length = 0;
    await fetch(`${running.baseUrl}/_faxsim/requests`, { method: 'DELETE' });
    for (const hush of secrets) {
      const { path, init } = way(hush);
      await (await fetch(`${running.baseUrl}${path}`, init)).arrayBuffer();
    }
    const all = await told();
    const shown = secrets.flatMap((hush) => [...forms(hush), escapedWhole(hush), twice(hush)]);
    expect(shown.filter((form) => all.includes(form))).toEqual([]);
    expect(all.split('•••').length).toBeGreaterThan(secrets.length);
  });

  test('is so in another world too, and the rest of the path can be read', async () => {
    logged.length = 0;
    const other = await running.world();
    const { live, test: testPair } = other.credentials;
    for (const hush of [live.key, live.secret, testPair.key, testPair.secret]) {
      await fetch(`${running.baseUrl}/v2.1/faxes/${hush}/nowhere`);
      await fetch(`${other.baseUrl}/v2.1/nowhere/${secret}`);
      expect(await told()).not.toContain(hush);
    }
    const { requests } = await other.requests.list();
    expect(requests.map(({ path }) => path)).toEqual(Array(4).fill('/v2.1/nowhere/•••'));
    expect(logged).toContain('GET /v2.1/faxes/•••/nowhere 404');
  });

  test.each(secrets)('is in no verdict on a scenario: %s', async (hush) => {
    const rule = { id: 'down', on: 'getFax', times: 1, do: { fail: 'unavailable' }, expect: { retries: 1 } };
    const source = JSON.stringify({ name: 'down', description: 'a test', rules: [rule] });
    await running.scenarios.switch({ source });
    await (await fetch(`${running.baseUrl}/v2.1/faxes/${encodeURIComponent(hush)}`, authorized)).arrayBuffer();
    const text = JSON.stringify(await running.scenarios.verdicts());
    expect(text).toContain('GET /v2.1/faxes/•••');
    expect(forms(hush).filter((shown) => text.includes(shown))).toEqual([]);
    await running.scenarios.switch({ off: 'down' });
  });

  test('stays hidden in the journal once it is no longer in use', async () => {
    await fetch(`${running.baseUrl}/_faxsim/requests`, { method: 'DELETE' });
    await fetch(`${running.baseUrl}/v2.1/nowhere/${webhookToken}`);
    await running.settings.change({ webhook_token: 'TokenOfLater' });
    expect(await told()).not.toContain(webhookToken);
    await running.settings.change({ webhook_token: webhookToken });
  });
});
