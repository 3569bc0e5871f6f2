import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../src/domain/credentials.ts';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { minute, second, sentFax } from '../support/examples.ts';
import { ids, keyParams, openSimulator } from '../support/simulator.ts';

const faxes = [sentFax({ id: 1, tags: { case: '4711' } }), sentFax({ id: 2 })];

const library = new ScenarioLibrary(scenarioFolder);

/** A world in which a scenario of these rules is on. */
function worldWith(rules: string) {
  const world = openSimulator({ faxes });
  const source = `name: given\ndescription: a test\nrules:\n${rules}`;
  world.simulator.worlds.default.scenarios.switchOn(loadScenario('given.yaml', source));
  return world;
}

describe('the service’s own failures', () => {
  test.each([
    ['unauthorized', 401, 401],
    ['not_found', 404, 200],
    ['invalid', 422, 200],
    ['rate_limited', 429, 429],
    ['unavailable', 503, 503],
    ['server_error', 500, 500],
  ])('%s has status %s, and %s in v1', async (fail, status, inV1) => {
    const { live, anyone } = worldWith(`  - { id: x, on: '*', do: { fail: ${fail} } }`);
    const response = await live.get('/v2.1/faxes').expect(status);
    expect(response.body).toEqual({ success: false, message: expect.stringMatching(/./) });
    expect(response.headers['x-faxsim-rule']).toBe('given/x#1');
    const old = await anyone.get('/v1/faxList').query(keyParams).expect(inV1);
    expect(old.body).toMatchObject({ success: false });
    expect(old.headers['x-faxsim-rule']).toBe('given/x#1');
  });
});

test.each([
  ['unauthorized', 'The API key or the API secret is wrong'],
  ['not_found', 'Not found'],
  ['invalid', 'A parameter is missing or invalid'],
  ['rate_limited', 'Rate limit exceeded'],
  ['unavailable', 'Service unavailable'],
  ['server_error', 'Internal server error'],
])('the text of %s does not mention scenarios: %s', async (fail, message) => {
  const { live } = worldWith(`  - { id: x, on: '*', do: { fail: ${fail} } }`);
  const { body, headers } = await live.get('/v2.1/faxes');
  expect(body).toEqual({ success: false, message });
  expect(headers['x-faxsim-rule']).toBe('given/x#1');
});

test('a failure may tell the client to wait, in whole seconds', async () => {
  const { live, anyone, clock } = worldWith(
    `  - { id: x, on: listFaxes, times: 1, do: { fail: unavailable, retry_after: 1500ms }, expect: { honours_retry_after: true } }`,
  );
  const { headers } = await live.get('/v2.1/faxes').expect(503);
  expect(headers['retry-after']).toBe('2');
  await clock.advance(2 * second);
  await live.get('/v2.1/faxes').expect(200);
  const { body } = await anyone.get('/_faxsim/scenarios/verdicts').expect(200);
  expect(body.data.verdicts).toMatchObject([{ expectation: 'honours_retry_after', verdict: 'passed' }]);
});

test('a client that comes back too early does not honour the wait of a failure', async () => {
  const { live, anyone, clock } = worldWith(
    `  - { id: x, on: listFaxes, times: 1, do: { fail: rate_limited, retry_after: 30s }, expect: { honours_retry_after: true } }`,
  );
  await live.get('/v2.1/faxes').expect(429).expect('Retry-After', '30');
  await clock.advance(29 * second);
  await live.get('/v2.1/faxes').expect(200);
  const { body } = await anyone.get('/_faxsim/scenarios/verdicts').expect(200);
  expect(body.data.verdicts).toMatchObject([{ expectation: 'honours_retry_after', verdict: 'failed' }]);
});

test('what a rule does not touch is as ever', async () => {
  const { live } = worldWith(`  - { id: x, on: listPhoneNumbers, do: { fail: unavailable } }`);
  const response = await live.get('/v2.1/faxes').expect(200);
  expect(response.headers).not.toHaveProperty('x-faxsim-rule');
});

test('an answer that a rule gives is given to the letter', async () => {
  const rule = `  - { id: x, on: getFax, do: { respond: { status: 418, headers: { X-Tea: pot }, body: { short: true } } } }`;
  const { headers, body } = await worldWith(rule).live.get('/v2/faxes/1').expect(418);
  expect(headers['x-tea']).toBe('pot');
  expect(body).toEqual({ short: true });
});

test.each([
  [200, { 'cache-control': 'max-age=0, private, must-revalidate', etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/) }],
  [503, { 'cache-control': 'no-cache' }],
])('an answer that a rule gives has the headers of its status: %i', async (status, expected) => {
  const rule = `  - { id: x, on: getFax, do: { respond: { status: ${status}, message: given } } }`;
  const { headers } = await worldWith(rule).live.get('/v2/faxes/1').expect(status);
  expect(headers).toMatchObject(expected);
  expect('etag' in headers).toBe('etag' in expected);
});

test('a header that a rule gives goes before that of the status', async () => {
  const rule = `  - { id: x, on: getFax, do: { respond: { status: 200, headers: { etag: '"own"' } } } }`;
  const { headers } = await worldWith(rule).live.get('/v2/faxes/1').expect(200);
  expect(headers['etag']).toBe('"own"');
});

test('a header may be a number without quotes', async () => {
  const rule = `  - id: x
    on: getFax
    do: { respond: { status: 503, headers: { Retry-After: 2, X-Share: 0.5, X-Text: "2" } } }
    expect: { honours_retry_after: true }`;
  const { headers } = await worldWith(rule).live.get('/v2/faxes/1').expect(503);
  expect(headers).toMatchObject({ 'retry-after': '2', 'x-share': '0.5', 'x-text': '2' });
});

test('a patch changes the answer that would have been given', async () => {
  const rule = `  - { id: x, on: getFax, do: { patch: { message: null, data: { status: strange, tags: { new: '1' } } } } }`;
  const { body } = await worldWith(rule).live.get('/v2/faxes/1').expect(200);
  expect(body).toMatchObject({ success: true, data: { id: 1, status: 'strange', tags: { case: '4711', new: '1' } } });
  expect(body).not.toHaveProperty('message');
});

test('a patch changes a refusal too', async () => {
  const rule = `  - { id: x, on: getFax, do: { patch: { message: null, code: 7 } } }`;
  const { headers, body } = await worldWith(rule).live.get('/v2/faxes/9').expect(404);
  expect(body).toEqual({ success: false, code: 7 });
  expect(headers['x-faxsim-rule']).toBe('given/x#1');
});

test.each([
  [204, undefined],
  [304, undefined],
  [205, '0'],
])('an answer of %s ends with its headers, which say nothing of a body', async (status, length) => {
  const { live } = worldWith(
    `  - { id: x, on: getFax, do: { respond: { status: ${status}, headers: { X-Tea: pot } } } }`,
  );
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
  const { live } = worldWith(`  - { id: x, on: getFax, do: { respond: { status: ${status} } } }`);
  expect((await live.get('/v2/faxes/1').expect(status)).body).toEqual({ success, message });
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
  const corrupt = `  - { id: x, on: '*', do: { file: corrupt } }`;

  test('is downloaded as it is', async () => {
    const { live } = worldWith(corrupt);
    const whole = await openSimulator({ faxes }).live.get('/v2.1/faxes/1/file').expect(200);
    const { body } = await live.get('/v2.1/faxes/1/file').expect(200);
    expect(body).toHaveLength(whole.body.length);
    expect(body).not.toEqual(whole.body);
  });

  test('is taken for a resend, which fails since it cannot be converted', async () => {
    const { live, clock } = worldWith(corrupt);
    const { body } = await live.post('/v2.1/faxes/1/resend').expect(200);
    await clock.runUntilIdle();
    const resent = await live.get(`/v2.1/faxes/${body.data.id}`).expect(200);
    expect(resent.body.data).toMatchObject({ status: 'failure', error_id: 4, error_type: 'documentConversionError' });
  });

  test('is no matter of a fax that is sent anew', async () => {
    const { live, clock } = worldWith(corrupt);
    const call = live.post('/v2/faxes').field({ to: '+12025550123' }).attach('file', Buffer.from('x'), 'a.txt');
    const { body } = await call.expect(200);
    await clock.runUntilIdle();
    expect((await live.get(`/v2/faxes/${body.data.id}`)).body.data).toMatchObject({ status: 'success' });
  });
});

describe('a request matches', () => {
  const firesFor = async (where: string, path: string, headers: Record<string, string> = {}) => {
    const { live } = worldWith(`  - { id: x, on: '*', where: ${where}, do: { fail: unavailable } }`);
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
    const { live } = worldWith(`  - { id: x, on: listFaxes, ${rule}, do: { fail: unavailable } }`);
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
    const { live } = worldWith(`  - { id: x, on: getFax, per: fax, times: 1, do: { fail: unavailable } }`);
    const seen: number[] = [];
    for (const id of [1, 1, 2, 2]) seen.push((await live.get(`/v2/faxes/${id}`)).status);
    expect(seen).toEqual([503, 200, 503, 200]);
  });

  test('in its window of time', async () => {
    const world = openSimulator({ faxes });
    await world.anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
    await world.live.get('/v2/faxes').expect(503);
    await world.clock.advance(2 * minute);
    await world.live.get('/v2/faxes').expect(200);
  });

  test('in its state, which goes on when a rule is used up', async () => {
    const { live } = worldWith(
      [
        `  - { id: first, on: listFaxes, times: 2, then: broken, do: { patch: { message: fine } } }`,
        `  - { id: second, on: listFaxes, state: broken, times: 1, then: healed, do: { fail: unavailable } }`,
      ].join('\n'),
    );
    const seen: number[] = [];
    for (let call = 0; call < 4; call++) seen.push((await live.get('/v2/faxes')).status);
    expect(seen).toEqual([200, 200, 503, 200]);
  });

  test('only one, of many at the same time, when it is the first', async () => {
    const { live } = worldWith(`  - { id: x, on: listFaxes, times: 1, do: { fail: unavailable } }`);
    const all = await Promise.all(Array.from({ length: 20 }, () => live.get('/v2/faxes')));
    expect(all.filter(({ status }) => status === 503)).toHaveLength(1);
  });
});

describe('a quota', () => {
  test('lets so many calls through in its window, then says when to come again', async () => {
    const world = openSimulator({ faxes });
    await world.anyone.post('/_faxsim/scenarios').send({ on: 'rate-limit-burst' }).expect(200);
    for (let call = 0; call < 5; call++) await world.live.get('/v2/faxes').expect(200);
    const { headers, body } = await world.live.get('/v2/faxes').expect(429);
    expect(headers['retry-after']).toBe('1');
    expect(body).toMatchObject({ success: false });
    await world.clock.advance(second);
    await world.live.get('/v2/faxes').expect(200);
  });

  test('can punish who comes too early', async () => {
    const rule = `  - { id: x, on: '*', do: { rate_limit: { limit: 1, window: 10s, punish_early_retry: true } } }`;
    const { live, clock } = worldWith(rule);
    await live.get('/v2/faxes').expect(200);
    await clock.advance(8 * second);
    expect((await live.get('/v2/faxes').expect(429)).headers['retry-after']).toBe('10');
    await clock.advance(8 * second);
    await live.get('/v2/faxes').expect(429);
  });
});

test('a delay is of the world’s time', async () => {
  const world = worldWith(`  - { id: x, on: listFaxes, do: { delay: { min: 2s, max: 4s } } }`);
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
  /** What a client sees of a request: an error's code, or the status, and the body as far as it came. */
  async function seen(rule: string, path = '/v2/faxes', method = 'GET') {
    const world = worldWith(`  - { id: x, on: '*', times: 1, ${rule} }`);
    const server = await world.simulator.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    const { key, secret } = defaultCredentials.live;
    const call = request({ port, path, method, auth: `${key}:${secret}` }).end();
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

describe('scenarios are switched', () => {
  test('on and off, and tell how often each rule has fired', async () => {
    const world = openSimulator({ faxes });
    await world.anyone.post('/_faxsim/scenarios').send({ on: 'revoked-credentials' }).expect(200);
    for (let call = 0; call < 3; call++) await world.live.get('/v2/faxes').expect(200);
    await world.live.get('/v2/faxes').expect(401);
    const { body } = await world.anyone.get('/_faxsim/scenarios').expect(200);
    expect(body.data).toEqual([{ scenario: 'revoked-credentials', rule: 'revoked', by: 'control', fired: 1 }]);
    await world.anyone.post('/_faxsim/scenarios').send({ off: 'revoked-credentials' }).expect(200);
    await world.live.get('/v2/faxes').expect(200);
  });

  test('on by nobody who does not know their names', async () => {
    const world = openSimulator({ faxes });
    const message = 'there is no scenario outrage; the nearest is outage';
    const { body } = await world.anyone.post('/_faxsim/scenarios').send({ on: 'outrage' }).expect(422);
    expect(body).toEqual({ success: false, message });
    await world.live.get('/v2/faxes').set('X-Faxsim-Scenario', 'outrage').expect(422, { success: false, message });
  });

  test('says what is wrong with a parameter that is a NUL', async () => {
    const { live } = openSimulator();
    const { body } = await live.get('/v2/faxes').set('X-Faxsim-Scenario', 'outage(lasts=%00)').expect(422);
    expect(body.message).toMatch(/must be a duration such as 60s or 5m/);
  });

  test('by a header for the faxes of a request too, but not for webhooks', async () => {
    const world = openSimulator();
    const send = (name: string) =>
      world.live
        .post('/v2/faxes')
        .set('X-Faxsim-Scenario', name)
        .type('form')
        .send({ to: '+12025550123', content_url: 'http://x/' });
    const { body } = await send('busy-line').expect(200);
    await world.clock.runUntilIdle();
    const fax = await world.live.get(`/v2/faxes/${body.data.id}`).expect(200);
    expect(fax.body.data).toMatchObject({ status: 'failure', error_id: 17 });
    const refused = await send('webhook-never').expect(422);
    expect(refused.body.message).toContain('is about webhooks');
  });

  test('by a header anew once they are switched off', async () => {
    const { live, anyone } = openSimulator({ faxes });
    const ask = () => live.get('/v2/faxes').set('X-Faxsim-Scenario', 'revoked-credentials');
    for (let call = 0; call < 3; call++) await ask().expect(200);
    await ask().expect(401);
    const { body } = await anyone.get('/_faxsim/scenarios').expect(200);
    expect(body.data).toMatchObject([{ by: 'header', fired: 1 }]);
    await anyone.post('/_faxsim/scenarios').send({ off: 'revoked-credentials' }).expect(200);
    await ask().expect(200);
  });

  test('by a header in the world that is there once it is found, after a reset', async () => {
    const { live, anyone, simulator } = openSimulator({
      faxes,
      findScenario: async (name) => {
        const scenario = await library.find(name);
        await simulator.worlds.first.reset();
        return scenario;
      },
    });
    const before = simulator.worlds.default;
    await live
      .get('/v2/faxes')
      .set('X-Faxsim-Scenario', 'outage')
      .expect(503)
      .expect('X-Faxsim-Rule', /^outage/);
    expect(before.scenarios.report()).toEqual([]);
    const { body } = await anyone.get('/_faxsim/scenarios').expect(200);
    expect(body.data).toContainEqual(expect.objectContaining({ scenario: 'outage', by: 'header', fired: 1 }));
  });

  test.each(['/v2/public/countries', '/v2/faxes'])(
    'by no header in a world that is deleted meanwhile: %s',
    async (path) => {
      const { anyone, simulator } = openSimulator({
        findScenario: async (name) => {
          const scenario = await library.find(name);
          await anyone.delete('/_faxsim/worlds/one').expect(200);
          return scenario;
        },
      });
      const made = await anyone.post('/_faxsim/worlds').send({ id: 'one', fixture: 'empty' }).expect(200);
      const { world } = simulator.worlds.get('one')!;
      const { key, secret } = made.body.data.credentials.live;
      const answer = anyone.get(`/w/one${path}`).auth(key, secret).set('X-Faxsim-Scenario', 'slow-p99');
      expect((await answer.expect(503)).body).toEqual({ success: false, message: 'The world one has been deleted' });
      expect(world.scenarios.report()).toEqual([]);
    },
  );

  test.each(['/etc/passwd', '../scenarios/outage', './outage.yaml', 'outage,slow-p99'])(
    'by a name, and never by a path such as %s',
    async (path) => {
      const { live, anyone } = openSimulator({ faxes });
      const message = expect.stringMatching(/^there is no scenario/);
      const byHeader = await live.get('/v2/faxes').set('X-Faxsim-Scenario', path).expect(422);
      const byCall = await anyone.post('/_faxsim/scenarios').send({ on: path }).expect(422);
      for (const { body } of [byHeader, byCall]) expect(body).toEqual({ success: false, message });
    },
  );

  test('with parameters, each by itself, by header and by call', async () => {
    const { live, anyone } = openSimulator({ faxes });
    const ask = (name: string) => live.get('/v2/faxes').set('X-Faxsim-Scenario', name);
    const once = 'revoked-credentials(calls=1)';
    await ask(once).expect(200);
    expect((await ask(once).expect(401)).headers['x-faxsim-rule']).toBe('revoked-credentials(calls=1)/revoked#1');
    await ask('revoked-credentials').expect(200);
    await ask('revoked-credentials( calls = 2 )').expect(200);
    const on = await anyone.post('/_faxsim/scenarios').send({ on: 'revoked-credentials(calls=0)' }).expect(200);
    expect(on.body.data.map(({ scenario, by }: { scenario: string; by: string }) => `${by} ${scenario}`)).toEqual([
      'control revoked-credentials(calls=0)',
      'header revoked-credentials(calls=1)',
      'header revoked-credentials',
      'header revoked-credentials(calls=2)',
    ]);
    await live.get('/v2/faxes').expect(401);
    const off = await anyone.post('/_faxsim/scenarios').send({ off: 'revoked-credentials(calls=0)' }).expect(200);
    expect(off.body.data).toHaveLength(3);
    await live.get('/v2/faxes').expect(200);
    const none = await anyone.post('/_faxsim/scenarios').send({ off: 'revoked-credentials' }).expect(200);
    expect(none.body.data).toEqual([]);
  });

  test.each([
    ['revoked-credentials(cals=1)', 'revoked-credentials has no parameter cals; the nearest is calls'],
    ['revoked-credentials(calls=many)', 'the parameter calls must be a number, got many'],
    ['revoked-credentials(1)', 'revoked-credentials(1) must be a name, or NAME(PARAM=VALUE,…)'],
    ['revoked-credentials(calls=%)', 'revoked-credentials(calls=%) has a bare %: a literal % must be written as %25'],
    ['slow-p99(share=1)', 'slow-p99 has no parameter share; it has none'],
  ])('by no wrong parameters: %s', async (name, message) => {
    const { anyone } = openSimulator();
    await anyone.post('/_faxsim/scenarios').send({ on: name }).expect(422, { success: false, message });
  });

  test('by parameters that no rule can have, with the line that says so', async () => {
    const { anyone } = openSimulator();
    const { body } = await anyone.post('/_faxsim/scenarios').send({ on: 'revoked-credentials(calls=-1)' }).expect(422);
    expect(body.message).toMatch(/revoked-credentials\.yaml:\d+: rule revoked: after must not be negative$/);
  });

  test.each([
    [{ off: 'outage' }, 'outage is not on'],
    [{ on: 'slow-p99', off: 'outage' }, 'outage is not on'],
    [{ onn: 'outage' }, 'onn is not known here; the nearest is on'],
    [{}, 'on, off or source is required'],
  ])('by what is known, and never in part: %j is refused', async (asked, message) => {
    const { anyone } = openSimulator({ faxes });
    const { body } = await anyone.post('/_faxsim/scenarios').send(asked).expect(422);
    expect(body).toEqual({ success: false, message });
    expect((await anyone.get('/_faxsim/scenarios').expect(200)).body.data).toEqual([]);
  });

  test('and explained, without being counted', async () => {
    const { anyone, live } = openSimulator({ faxes });
    const explain = async (query: object) =>
      (await anyone.get('/_faxsim/scenarios/explain').query(query).expect(200)).body.data;
    expect(await explain({ operation: 'listFaxes' })).toEqual([]);
    const scenario = 'revoked-credentials(calls=1)';
    await anyone.post('/_faxsim/scenarios').send({ on: scenario }).expect(200);
    const revoked = { scenario, rule: 'revoked' };
    for (let time = 0; time < 2; time++) {
      expect(await explain({ operation: 'listFaxes', version: 'v2.1' })).toEqual([
        { ...revoked, fires: false, why: 'skips the first match, and this is number 1' },
      ]);
    }
    await live.get('/v2/faxes').expect(200);
    const named = await explain({ operation: 'listFaxes', scenario: 'outage', 'params.per_page': ['1', '2'] });
    expect(named).toEqual([
      { scenario: 'outage', rule: 'down', fires: true, why: 'fail; as outage/down#1' },
      { ...revoked, fires: false, why: 'would fire, but outage/down goes before it' },
    ]);
    expect(await explain({ operation: 'listFaxes' })).toMatchObject([{ ...revoked, fires: true }]);
    await live.get('/v2/faxes').expect(401);
    const { body } = await anyone.get('/_faxsim/scenarios').expect(200);
    expect(body.data).toEqual([{ ...revoked, by: 'control', fired: 1 }]);
  });

  test.each([
    ['getFax', 'fax', { 'params.id': 1 }, { 'params.id': 2 }],
    ['sendFax', 'number', { 'params.to': '+12025550123' }, { 'params.to': '+12025550199' }],
  ])('and explained by the counts of real calls: %s per %s', async (operation, per, same, other) => {
    const rule = `  - { id: x, on: ${operation}, per: ${per}, times: 1, do: { fail: unavailable } }`;
    const { anyone, live } = worldWith(rule);
    const sent = { to: '+12025550123' };
    const call = per === 'fax' ? live.get('/v2.1/faxes/1') : live.post('/v2.1/faxes').type('form').send(sent);
    await call.expect(503);
    const explain = async (facts: object) =>
      (
        await anyone
          .get('/_faxsim/scenarios/explain')
          .query({ operation, ...facts })
          .expect(200)
      ).body.data;
    expect(await explain(same)).toMatchObject([{ fires: false, why: 'is used up: it has fired 1 time, of 1' }]);
    expect(await explain(other)).toMatchObject([{ fires: true }]);
  });

  test.each([
    [{}, 'operation is required'],
    [{ operation: 'getFaxes' }, 'there is no operation getFaxes; the nearest is getFax'],
    [{ operation: 'getFax', to: '1' }, 'to is known of faxes and webhooks only; of answers it is params.to'],
    [{ operation: 'getFax', 'fax.tgs.a': '1' }, 'fax.tgs.a is no field of a fax; the nearest is fax.tags'],
    [{ operation: 'getFax', scenario: 'outrage' }, 'there is no scenario outrage; the nearest is outage'],
  ])('and not explained by what there is not: %j', async (query, message) => {
    const { anyone } = openSimulator({ faxes });
    await anyone.get('/_faxsim/scenarios/explain').query(query).expect(422, { success: false, message });
  });

  test('and tell what clients have shown', async () => {
    const { anyone, live } = openSimulator({ faxes });
    await anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
    const ask = async () => (await anyone.get('/_faxsim/scenarios/verdicts').expect(200)).body.data;
    expect(await ask()).toEqual({
      verdicts: [
        {
          ...{ scenario: 'outage', rule: 'down', expectation: 'retries' },
          ...{ verdict: 'pending', because: 'no request was touched yet' },
        },
      ],
      never_fired: ['outage/down'],
    });
    for (let call = 0; call < 2; call++) await live.get('/v2/faxes').expect(503);
    expect(await ask()).toMatchObject({ verdicts: [{ verdict: 'passed' }], never_fired: [] });
  });

  test('and never touch the simulator’s own face', async () => {
    const world = openSimulator({ faxes });
    await world.anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
    await world.anyone.get('/_faxsim/livez').expect(200);
    const { body } = await world.anyone.get('/_faxsim/scenarios').expect(200);
    expect(body.data).toEqual([{ scenario: 'outage', rule: 'down', by: 'control', fired: 0 }]);
  });
});
