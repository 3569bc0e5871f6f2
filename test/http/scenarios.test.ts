import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { second, sentFax } from '../support/examples.ts';
import { idOf, ids, openSimulator } from '../support/simulator.ts';

const faxes = [sentFax({ id: 1, tags: { case: '4711' } }), sentFax({ id: 2 })];

/** A world in which a scenario of these rules is on. */
function worldWith(...rules: string[]) {
  const world = openSimulator({ faxes });
  world.switchOn(...rules);
  return world;
}

test.each([
  ['unauthorized', 401, 401, 'The API key or the API secret is wrong'],
  ['not_found', 404, 200, 'Not found'],
  ['invalid', 422, 200, 'A parameter is missing or invalid'],
  ['rate_limited', 429, 429, 'Rate limit exceeded'],
  ['unavailable', 503, 503, 'Service unavailable'],
  ['server_error', 500, 500, 'Internal server error'],
])('%s has status %s, %s in v1, and a text that does not mention scenarios', async (fail, status, inV1, message) => {
  const { live, v1 } = worldWith(`{ id: x, on: '*', do: { fail: ${fail} } }`);
  const response = await live.get('/v2.1/faxes').expect(status, { success: false, message });
  const old = await v1('faxList').expect(inV1);
  expect(old.body).toMatchObject({ success: false });
  const labels = [response, old].map(({ headers }) => (headers as Record<string, string>)['x-faxsim-rule']);
  expect(labels).toEqual(['given/x#1', 'given/x#2']);
});

test.each([
  [1999, 'failed'],
  [2000, 'passed'],
])('a failure may tell the client to wait, in whole seconds: after %i ms the verdict is %s', async (ms, verdict) => {
  const { live, clock, simulator } = worldWith(
    '{ id: x, on: listFaxes, times: 1, do: { fail: unavailable, retry_after: 1500ms }, expect: { honours_retry_after: true } }',
  );
  await live.get('/v2.1/faxes').expect(503).expect('Retry-After', '2');
  await clock.advance(ms);
  await live.get('/v2.1/faxes').expect(200);
  expect(simulator.parts.worlds.default.scenarios.verdicts().verdicts).toMatchObject([{ verdict }]);
});

test('an answer that no rule matches is as usual', async () => {
  const { live } = worldWith(`{ id: x, on: listPhoneNumbers, do: { fail: unavailable } }`);
  const response = await live.get('/v2.1/faxes').expect(200);
  expect(response.headers).not.toHaveProperty('x-faxsim-rule');
});

test('an answer that a rule gives is given to the letter', async () => {
  const rule = `{ id: x, on: getFax, do: { respond: { status: 418, headers: { X-Tea: pot }, body: { short: true } } } }`;
  const { headers, body } = await worldWith(rule).live.get('/v2/faxes/1').expect(418);
  expect(headers['x-tea']).toBe('pot');
  expect(body).toEqual({ short: true });
});

test.each([
  [200, { 'cache-control': 'max-age=0, private, must-revalidate', etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/) }],
  [503, { 'cache-control': 'no-cache' }],
])('an answer that a rule gives has the headers of its status: %i', async (status, expected) => {
  const rule = `{ id: x, on: getFax, do: { respond: { status: ${status}, message: given } } }`;
  const { headers } = await worldWith(rule).live.get('/v2/faxes/1').expect(status);
  expect(headers).toMatchObject(expected);
  expect('etag' in headers).toBe('etag' in expected);
});

test('a header that a rule gives goes before that of the status, and may be a number without quotes', async () => {
  const given = `{ etag: '"own"', Retry-After: 2, X-Share: 0.5, X-Text: "2" }`;
  const rule = `{ id: x, on: getFax, do: { respond: { status: 200, headers: ${given} } }, expect: { honours_retry_after: true } }`;
  const { headers } = await worldWith(rule).live.get('/v2/faxes/1').expect(200);
  expect(headers).toMatchObject({ etag: '"own"', 'retry-after': '2', 'x-share': '0.5', 'x-text': '2' });
});

test('a patch changes the answer that would have been given', async () => {
  const rule = `{ id: x, on: getFax, do: { patch: { message: null, data: { status: strange, tags: { new: '1' } } } } }`;
  const { body } = await worldWith(rule).live.get('/v2/faxes/1').expect(200);
  expect(body).toMatchObject({ success: true, data: { id: 1, status: 'strange', tags: { case: '4711', new: '1' } } });
  expect(body).not.toHaveProperty('message');
});

test('a patch changes a refusal too', async () => {
  const rule = `{ id: x, on: getFax, do: { patch: { message: null, code: 7 } } }`;
  const { headers } = await worldWith(rule).live.get('/v2/faxes/9').expect(404, { success: false, code: 7 });
  expect(headers['x-faxsim-rule']).toBe('given/x#1');
});

test.each([
  [204, undefined],
  [304, undefined],
  [205, '0'],
])('an answer of %s ends with its headers, which say nothing of a body', async (status, length) => {
  const { live } = worldWith(`{ id: x, on: getFax, do: { respond: { status: ${status}, headers: { X-Tea: pot } } } }`);
  const { text, headers } = await live.get('/v2/faxes/1').expect(status);
  expect(text).toBe('');
  expect(headers).toMatchObject({ 'x-tea': 'pot', 'x-faxsim-rule': 'given/x#1' });
  expect([headers['content-type'], headers['transfer-encoding']]).toEqual([undefined, undefined]);
  expect(headers['content-length']).toBe(length);
});

test.each([
  [503, false, 'Service Unavailable'],
  [200, true, 'OK'],
  [599, false, 'Status 599'],
])('an answer of %s without a message has a phrase for one', async (status, success, message) => {
  const { live } = worldWith(`{ id: x, on: getFax, do: { respond: { status: ${status} } } }`);
  expect((await live.get('/v2/faxes/1').expect(status)).body).toEqual({ success, message });
});

test('an empty name of a scenario is refused as such', async () => {
  const { body } = await openSimulator().live.get('/v2.1/faxes').set('X-Faxsim-Scenario', '').expect(422);
  expect(body.message).toBe('a scenario must be named: the name is empty');
});

describe('a missing file', () => {
  test('refuses a resend and a download, and nothing has happened to the fax', async () => {
    const world = openSimulator({ faxes });
    const named = { 'X-Faxsim-Scenario': 'resend-without-file' };
    const { body } = await world.live.post('/v2.1/faxes/1/resend').set(named).expect(422);
    expect(body.message).toBe('The file for this fax has been deleted or is not accessible.');
    await world.live.get('/v2.1/faxes/1/file').set(named).expect(404);
    await world.live.post('/v2.1/faxes/1/resend').expect(200);
  });
});

describe('a corrupt file', () => {
  const corrupt = `{ id: x, on: '*', do: { file: corrupt } }`;

  test('is downloaded as it is', async () => {
    const { live } = worldWith(corrupt);
    const whole = await openSimulator({ faxes }).live.get('/v2.1/faxes/1/file').expect(200);
    const { body } = await live.get('/v2.1/faxes/1/file').expect(200);
    expect(body).toHaveLength(whole.body.length);
    expect(body).not.toEqual(whole.body);
  });

  test('is taken for a resend, which cannot be converted, and not for a fax that is sent first', async () => {
    const { live, sent, fax, clock } = worldWith(corrupt);
    const [resent, other] = [await idOf(live.post('/v2.1/faxes/1/resend')), await sent()];
    await clock.runUntilIdle();
    const failed = { status: 'failure', error_id: 4, error_type: 'documentConversionError' };
    expect(await fax(resent)).toMatchObject(failed);
    expect(await fax(other)).toMatchObject({ status: 'success' });
  });
});

describe('a request matches', () => {
  const firesFor = async (where: string, path: string, headers: Record<string, string> = {}) => {
    const { live } = worldWith(`{ id: x, on: '*', where: ${where}, do: { fail: unavailable } }`);
    return (await live.get(path).set(headers)).status === 503;
  };

  test.each([
    ['{ version: v2.1 }', '/v2.1/faxes', true],
    ['{ version: v2.1 }', '/v2/faxes', false],
    ['{ fax.tags.case: "4711" }', '/v2/faxes/1', true],
    ['{ fax.tags.case: "4711" }', '/v2/faxes/2', false],
    ['{ fax.tags.case: { exists: false } }', '/v2/faxes/2', true],
    ['{ fax.num_pages: { gt: 0, lt: 2 } }', '/v2/faxes/2', true],
    ['{ fax.num_pages: { gt: 1 } }', '/v2/faxes/2', false],
    ['{ params.status: { in: [failure, success] } }', '/v2/faxes?status=success', true],
    ['{ params.status: { not: failure } }', '/v2/faxes?status=failure', false],
    ['{ params.tag.case: { matches: "^47" } }', '/v2/faxes?tag[case]=4711', true],
    ['{ headers.user-agent: { contains: curl } }', '/v2/faxes', true],
    ['{ headers.x-none: { exists: true } }', '/v2/faxes', false],
    ['{ params.page: 2 }', '/v2/faxes?page=2', true],
    ['{ number.city: Chicago }', '/v2/faxes/1', false],
  ])('%s for %s: %p', async (where, path, fires) => {
    expect(await firesFor(where, path, { 'User-Agent': 'curl/8' })).toBe(fires);
  });
});

describe('of the requests that match, those fire', () => {
  const statuses = async (rule: string, calls: number) => {
    const { live } = worldWith(`{ id: x, on: listFaxes, ${rule}, do: { fail: unavailable } }`);
    const seen: number[] = [];
    for (let call = 0; call < calls; call++) seen.push((await live.get('/v2/faxes')).status);
    return seen.map((status) => (status === 503 ? 'x' : '.')).join('');
  };

  test.each([
    ['times: 2', 'xx..'],
    ['after: 2', '..xx'],
    ['every: 2', '.x.x'],
    ['every: 3', '..x.'],
    ['after: 1, every: 2, times: 1', '..x.'],
    ['chance: 0.000001', '....'],
    ['chance: 1', 'xxxx'],
  ])('that %s says: %s', async (rule, expected) => {
    expect(await statuses(rule, 4)).toBe(expected);
  });

  test('that chance draws, the same ones in a second run', async () => {
    const first = await statuses('chance: 0.5', 40);
    expect(first).toMatch(/x.*\..*x/);
    expect(await statuses('chance: 0.5', 40)).toBe(first);
  });

  test('counted for each fax by itself', async () => {
    const { live } = worldWith(`{ id: x, on: getFax, per: fax, times: 1, do: { fail: unavailable } }`);
    const seen: number[] = [];
    for (const id of [1, 1, 2, 2]) seen.push((await live.get(`/v2/faxes/${id}`)).status);
    expect(seen).toEqual([503, 200, 503, 200]);
  });

  test('in its state, which goes on when a rule is used up', async () => {
    const { live } = worldWith(
      '{ id: first, on: listFaxes, times: 2, then: broken, do: { patch: { message: fine } } }',
      '{ id: second, on: listFaxes, state: broken, times: 1, then: healed, do: { fail: unavailable } }',
    );
    const seen: number[] = [];
    for (let call = 0; call < 4; call++) seen.push((await live.get('/v2/faxes')).status);
    expect(seen).toEqual([200, 200, 503, 200]);
  });

  test('only one, of many at the same time, when it is the first', async () => {
    const { live } = worldWith(`{ id: x, on: listFaxes, times: 1, do: { fail: unavailable } }`);
    const all = await Promise.all(Array.from({ length: 20 }, () => live.get('/v2/faxes')));
    expect(all.filter(({ status }) => status === 503)).toHaveLength(1);
  });
});

describe('a quota', () => {
  test('can punish who comes too early', async () => {
    const rule = `{ id: x, on: '*', do: { rate_limit: { limit: 1, window: 10s, punish_early_retry: true } } }`;
    const { live, clock } = worldWith(rule);
    await live.get('/v2/faxes').expect(200);
    await clock.advance(8 * second);
    expect((await live.get('/v2/faxes').expect(429)).headers['retry-after']).toBe('10');
    await clock.advance(8 * second);
    await live.get('/v2/faxes').expect(429);
  });
});

test('a delay is of the world’s time', async () => {
  const world = worldWith(`{ id: x, on: listFaxes, do: { delay: { min: 2s, max: 4s } } }`);
  let isAnswered = false;
  const answer = world.live.get('/v2/faxes').then((response) => {
    isAnswered = true;
    return response;
  });
  while (world.clock.nextDue === undefined) await new Promise((resolve) => setImmediate(resolve));
  await world.clock.advance(1999);
  expect(isAnswered).toBe(false);
  await world.clock.advance(2001);
  expect((await answer).status).toBe(200);
});

describe('a broken wire', () => {
  /** The result of a request for its client: an error's code, or the status, and the body as far as it came. */
  async function seen(rule: string, path = '/v2/faxes', method = 'GET') {
    const world = worldWith(`{ id: x, on: '*', times: 1, ${rule} }`);
    const { key, secret } = defaultCredentials.live;
    const call = request((await world.listen()) + path, { method, auth: `${key}:${secret}` }).end();
    const outcome = await Promise.race([
      once(call, 'response').then(async ([response]) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        const error = await once(response, 'end').then(
          () => undefined,
          (broken: unknown) => (broken as { code?: string }).code,
        );
        return { status: response.statusCode as number, body, error };
      }),
      once(call, 'error').then(([error]) => ({ error: (error as { code?: string }).code })),
    ]).catch((error: unknown) => ({ error: (error as { code?: string }).code }));
    const faxesThen = ids(await world.live.get('/v2/faxes'));
    await world.simulator.close();
    return { ...outcome, faxes: faxesThen.length };
  }

  test.each([
    ['reset', 'ECONNRESET'],
    ['empty', 'ECONNRESET'],
    ['garbage', 'HPE_INVALID_CONSTANT'],
  ])('%s is seen as %s', async (wire, code) => {
    expect(await seen(`do: { wire: ${wire} }`)).toMatchObject({ error: code });
  });

  test('bad-chunk and truncate break off in the middle', async () => {
    expect(await seen('do: { wire: bad-chunk }')).toMatchObject({ error: expect.stringMatching(/HPE_|ECONNRESET/) });
    const cut = await seen('do: { wire: { truncate: 20 } }');
    expect(cut).toMatchObject({ status: 200, error: 'ECONNRESET', body: '{"success":true,"mes' });
  });

  test('truncate breaks off a refusal too', async () => {
    const cut = await seen('do: { wire: { truncate: 9 } }', '/v2/faxes/9');
    expect(cut).toMatchObject({ status: 404, error: 'ECONNRESET', body: '{"success' });
  });

  test('with commit the work is done first, without it is not', async () => {
    expect(await seen('do: { wire: reset, commit: true }', '/v2/faxes/1/resend', 'POST')).toMatchObject({ faxes: 3 });
    expect(await seen('do: { wire: reset }', '/v2/faxes/1/resend', 'POST')).toMatchObject({ faxes: 2 });
  });
});
