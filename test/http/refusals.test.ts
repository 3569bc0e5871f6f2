import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import type { Disk } from '../../src/store/memory/store.ts';
import { sentFax } from '../support/examples.ts';
import { ids, keyParams, openSimulator } from '../support/simulator.ts';

const { live: keys, test: testKeys } = defaultCredentials;
const faxes = [sentFax({ id: 1 })];
const paths = ['/v1/faxList', '/v2/faxes', '/v2.1/faxes'];

describe.each(paths)('%s', (path) => {
  const { anyone } = openSimulator({ faxes });

  test.each([
    ['no credentials', () => anyone.get(path)],
    ['another secret', () => anyone.get(path).auth(keys.key, 'wrong')],
    ['no secret', () => anyone.get(path).auth(keys.key, '')],
    ['another key', () => anyone.get(path).auth('wrong', keys.secret)],
    ['an unknown key as its own secret', () => anyone.get(path).auth('wrong', 'wrong')],
    ['the secret of the other pair', () => anyone.get(path).auth(keys.key, testKeys.secret)],
    ['a token', () => anyone.get(path).set('Authorization', 'Bearer x')],
    ['Basic credentials that are no Base64', () => anyone.get(path).set('Authorization', 'Basic ???')],
    ['another secret as parameter', () => anyone.get(path).query({ ...keyParams, api_secret: 'wrong' })],
    ['a key without a secret', () => anyone.get(path).query({ api_key: keys.key })],
    ['lists as parameters', () => anyone.get(path).query({ 'api_key[]': keys.key, 'api_secret[]': keys.secret })],
    ['wrong Basic credentials beside right parameters', () => anyone.get(path).query(keyParams).auth('a', 'b')],
  ])('answers %s with 401 and why', async (_what, call) => {
    const response = await call().expect(401);
    expect(response.body).toEqual({ success: false, message: expect.stringMatching(/.{20}/) });
    expect(response.headers).toMatchObject({ 'www-authenticate': 'Basic realm="faxsim"', 'cache-control': 'no-cache' });
    expect(response.text).not.toContain(keys.secret);
  });

  test('lets both pairs in, either way', async () => {
    for (const pair of [keys, testKeys]) {
      await anyone.get(path).auth(pair.key, pair.secret).expect(200);
      await anyone.get(path).query({ api_key: pair.key, api_secret: pair.secret }).expect(200);
    }
  });
});

test.each([
  [[keys.key, 'wrong'], 'The key is the live key of the world default, and the secret is not that of this key'],
  [[testKeys.key, keys.secret], 'The key is the test key of the world default, and the secret is not that of this key'],
  [['0123456789abcdef', keys.secret], 'No world has the key that ends with cdef'],
  [['short', keys.secret], 'No world has the key'],
  [[keys.secret, keys.key], 'Key and secret stand in each other’s place'],
] as const)(
  'the journal says which half of the credentials %p is wrong, and the response does not',
  async (pair, why) => {
    const { anyone } = openSimulator();
    const { body } = await anyone.get('/v2.1/faxes').auth(pair[0], pair[1]).expect(401);
    expect(body.message).toBe('The API key or the API secret is wrong');
    const journal = await anyone.get('/_faxsim/requests/1').expect(200);
    expect(journal.body.data.refused).toEqual({
      kind: 'unauthorized',
      reason: body.message,
      field: null,
      diagnosis: why,
    });
  },
);

test('with strict authentication v2.1 takes Basic only, v1 and v2 both ways', async () => {
  const { anyone, live } = openSimulator({ access: { strictAuth: true } });
  for (const path of paths) {
    await live.get(path).expect(200);
    await anyone
      .get(path)
      .query(keyParams)
      .expect(path.startsWith('/v2.1') ? 401 : 200);
  }
});

describe('an unknown route', () => {
  const { live, anyone } = openSimulator({ faxes });
  test.each([
    '/',
    '/v4/faxes',
    '/v2',
    '/v2/',
    '/v2/fax',
    '/v2/Faxes',
    '/V2/faxes',
    '/v1/faxlist',
    '/v2/faxes/1/x',
    '/_faxsim/none',
  ])('such as %s is answered with 404, with credentials and without', async (path) => {
    for (const caller of [live, anyone]) {
      const response = await caller.get(path).expect(404);
      expect(response.body).toEqual({ success: false, message: expect.stringMatching(/^Not found/) });
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        server: 'nginx',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(response.headers).not.toHaveProperty('etag');
      expect(response.headers).not.toHaveProperty('strict-transport-security');
      expect(response.headers).not.toHaveProperty('x-robots-tag');
    }
  });

  test('is answered to the letter as recorded', async () => {
    const { text } = await live.post('/v2.1/nothing_here').expect(404);
    expect(text).toBe('{"success":false,"message":"Not found"}');
  });
});

test.each([
  ['PUT', '/v2/faxes', 'GET, HEAD, POST'],
  ['PATCH', '/v2.1/faxes/1', 'GET, HEAD, DELETE'],
  ['OPTIONS', '/v2.1/faxes', 'GET, HEAD, POST'],
  ['OPTIONS', '/v2.1/faxes/1/resend', 'POST'],
  ['GET', '/v2.1/blocking_rules/send', 'POST'],
  ['DELETE', '/v1/faxList', 'GET, HEAD, POST'],
  ['PUT', '/_faxsim/settings', 'GET, HEAD, PATCH'],
])('%s %s is answered with 405 and what is allowed', async (method, path, allowed) => {
  const { live } = openSimulator({ faxes });
  const call = method.toLowerCase() as 'put' | 'patch' | 'options' | 'get' | 'delete';
  const response = await live[call](path).expect(405);
  expect(response.headers['allow']).toBe(allowed);
  const named = allowed.replace(', HEAD', ''); // as a part of GET
  expect(response.body).toEqual({ success: false, message: `${method} is not possible here, only ${named}` });
});

test('the ETag of an answer is half of the SHA-256 of its body', async () => {
  const { live } = openSimulator({ faxes });
  for (const path of ['/v2/faxes', '/v2.1/faxes/1', '/v1/faxStatus?id=1']) {
    const { text, headers } = await live.get(path).expect(200);
    expect(headers['etag']).toBe(`W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`);
  }
});

describe('the headers of a refusal are those of its status', () => {
  const of200 = (text: string) => ({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'max-age=0, private, must-revalidate',
    'strict-transport-security': 'max-age=15768000; preload',
    'x-robots-tag': 'noindex, nofollow, nosnippet, noarchive',
    etag: `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
  });

  test.each(['/v1/faxStatus?id=4711', '/v1/faxStatus?id=x', '/v1/faxCancel?id=1', '/v1/send'])(
    '200, as v1 refuses %s',
    async (path) => {
      const { text, body, headers } = await openSimulator({ faxes }).live.get(path).expect(200);
      expect(body).toMatchObject({ success: false });
      expect(headers).toMatchObject(of200(text));
    },
  );

  test.each([
    ['/v1/faxFile?id=1', 404],
    ['/v2.1/faxes/4711', 404],
    ['/v2.1/faxes?page=0', 422],
  ])('%s with %i', async (path, status) => {
    const missing = [sentFax({ id: 1, file: 'deleted' })];
    const { headers } = await openSimulator({ faxes: missing }).live.get(path).expect(status);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
    for (const name of ['etag', 'strict-transport-security', 'x-robots-tag']) expect(headers).not.toHaveProperty(name);
  });
});

test('every answer has a request id of its own, and a second run gives the same ones', async () => {
  const run = async () => {
    const { live } = openSimulator({ faxes });
    const answers = [await live.get('/v2/faxes'), await live.get('/v2/none'), await live.get('/v2/faxes/1')];
    return answers.map(({ headers }) => headers['x-request-id']!);
  };
  const first = await run();
  expect(new Set(first).size).toBe(3);
  expect(await run()).toEqual(first);
});

describe('a world that the base URL names', () => {
  test('answers as at the root', async () => {
    const { live } = openSimulator({ faxes });
    const named = await live.get('/w/default/v2.1/faxes').expect(200);
    expect(named.text).toBe((await live.get('/v2.1/faxes')).text);
  });
});

test('worlds with the same seed that are asked the same answer the same to the byte, refusals included', async () => {
  const { anyone } = openSimulator();
  const newWorld = async (id: string) => {
    const live = { key: `key-of-${id}`, secret: `secret-of-${id}` };
    const settings = { rate_limit: '4/1m' };
    await anyone.post('/_faxsim/worlds').send({ id, seed: 5, live, clock: 0, settings }).expect(200);
    return { base: `/w/${id}`, live };
  };
  const ask = async ({ base, live: { key, secret } }: Awaited<ReturnType<typeof newWorld>>) => {
    const keyed = (path: string) => anyone.get(path).auth(key, secret);
    const answers = [
      ...[await keyed('/v2/none'), await keyed('/nowhere'), await anyone.get(`${base}/v2.1/none`)],
      ...[
        await keyed(`${base}/v2/none`),
        await anyone.get(`${base}/v2/faxes`),
        await anyone.get(`${base}/_faxsim/none`),
      ],
      ...[await keyed('/v2/faxes/0'), await anyone.get('/v2/faxes/9').query({ api_key: key, api_secret: secret })],
      ...[await keyed(`${base}/v2/faxes`), await keyed('/v2/faxes'), await keyed('/v2/faxes')],
      await anyone.post('/v1/faxList').send({ api_key: key, api_secret: secret }),
      await keyed('/v2/faxes').set('X-Faxsim-Scenario', 'none'),
    ];
    const { body } = await anyone.get(`${base}/_faxsim/requests`).expect(200);
    return {
      answers: answers.map(({ status, headers, text }) => ({ status, headers: { ...headers, date: '' }, text })),
      journal: body.data.requests.map(({ id, at, request_id: drawn, path }: Record<string, unknown>) => [
        id,
        at,
        drawn,
        path,
      ]),
    };
  };
  const first = await ask(await newWorld('one'));
  const second = await ask(await newWorld('other'));
  expect(second).toEqual(first);
  expect(new Set(first.answers.map(({ status }) => status))).toEqual(new Set([200, 401, 404, 429]));
  expect(new Set(first.answers.map(({ headers }) => new Map(Object.entries(headers)).get('x-request-id'))).size).toBe(
    first.answers.length,
  );
});

test('a change that the disk refuses is not made, and told in the version’s form', async () => {
  let isFull = true;
  const disk: Disk = { save: () => (isFull ? Promise.reject(new Error('ENOSPC: no space left')) : Promise.resolve()) };
  const { live } = openSimulator({ faxes, parts: { disk } });
  const { body } = await live.post('/v2/faxes/1/resend').expect(503);
  expect(body).toEqual({
    success: false,
    message: 'The change was not made, since it could not be stored: ENOSPC: no space left',
  });
  expect(ids(await live.get('/v2/faxes').expect(200))).toEqual([1]);
  isFull = false;
  await live.post('/v2/faxes/1/resend').expect(200);
  expect(ids(await live.get('/v2/faxes').expect(200))).toHaveLength(2);
});
