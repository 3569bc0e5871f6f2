import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { account, hour, phoneNumber, receivedFax, sentFax } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { dataOf, keyParams, openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const journalOf = ({ anyone }: World, path = '') => dataOf(anyone.get(`/_faxsim/requests${path}`));
const verify = ({ anyone }: World, expectation: object) =>
  dataOf(anyone.post('/_faxsim/requests/verify').send(expectation));
const latest = async (opened: World) => (await journalOf(opened, '?limit=1')).requests[0];
const send = (opened: World) => opened.send({ 'tag[case]': '7' }, { text: 'x' });

describe('the journal', () => {
  test('shows a request with what it asked for and what it was answered', async () => {
    const opened = openSimulator();
    const sent = await send(opened).set('User-Agent', 'a client').expect(200);
    const { id } = sent.body.data;
    const { took_ms: tookMs, ...shown } = await latest(opened);
    expect(tookMs).toBeGreaterThan(0);
    expect(shown).toEqual({
      ...{ id: 1, at: '2026-11-20T12:00:00.000Z', held_until: null, request_id: sent.headers['x-request-id'] },
      ...{ operation: 'sendFax', version: 'v2.1', method: 'POST', path: '/v2.1/faxes', query: '', key: 'live' },
      ...{ user_agent: 'a client', is_of_console: false },
      params: {
        to: '+12025550123',
        tag: { case: '7' },
        file: { file: 'a.txt', type: 'text/plain', size: 1, sha1: '11f6ad8ec52a2984abaafd7c3b516503785c2072' },
      },
      ...{ fax_id: id, new_fax_ids: [id], numbers: ['+12025550123'] },
      answer: {
        ...{ status: 200, message: 'Fax queued for sending', type: 'application/json; charset=utf-8' },
        ...{ bytes: sent.text.length, body: sent.text, body_is_cut: false, broken: null },
      },
      ...{ refused: null, rule: null, nearest_route: null, lint: [] },
    });
  });

  test.each([
    ['GET', '/v1/faxStatus?id=1001', { operation: 'getFax', version: 'v1', key: 'live', fax_id: 1001 }],
    ['GET', '/v2/faxes/1001/file', { operation: 'getFaxFile', version: 'v2', fax_id: 1001, answer: { body: null } }],
    ['HEAD', '/v2.1/faxes', { operation: 'listFaxes', method: 'HEAD' }],
    ['POST', '/v2/faxes/1001/file?_method=DELETE', { operation: 'deleteFaxFile', method: 'POST' }],
    ['GET', '/v2/public/countries', { operation: 'listCountries', key: null }],
  ] as const)('knows %s %s by its operation', async (method, path, expected) => {
    const opened = openSimulator({ faxes: [sentFax()] });
    const { live } = opened;
    const verb = method.toLowerCase() as 'get' | 'post' | 'head';
    await live[verb](path);
    expect(await latest(opened)).toMatchObject(expected);
  });

  test('finds a resend by the number of its fax in any notation, which the request does not name', async () => {
    const opened = openSimulator();
    const id = (await send(opened)).body.data.id;
    await opened.send({ to: '+12025550199' }, { text: 'x' }).expect(200);
    await opened.clock.advance(hour);
    await opened.live.post(`/v2.1/faxes/${id}/resend`).expect(200);
    await opened.live.post('/v2.1/faxes').field('to', '0').expect(422);
    expect(await latest(opened)).toMatchObject({ numbers: ['0'] });
    for (const number of ['+1 (202) 555-0123', '2025550123', '0123']) {
      const { requests } = await journalOf(opened, `?number=${encodeURIComponent(number)}`);
      expect(requests).toMatchObject([
        { operation: 'sendFax', numbers: ['+12025550123'] },
        { operation: 'resendFax', numbers: ['+12025550123'] },
      ]);
    }
  });

  test('finds what was refused, with any status', async () => {
    const opened = openSimulator({ faxes: [sentFax()] });
    await opened.live.get('/v2.1/faxes/1001').expect(200);
    await opened.anyone.get('/v2.1/account/status').expect(401);
    await opened.live.get('/v2.1/faxes/7').expect(404);
    await opened.live.get('/v1/faxStatus?id=7').expect(200);
    await opened.live.get('/v1/faxStatus?id=1001').expect(200);
    const { requests, total } = await journalOf(opened, '?status=refused');
    expect([total, requests.map(({ id }: { id: number }) => id)]).toEqual([3, [2, 3, 4]]);
    expect(await verify(opened, { status: 'refused', exactly: 3 })).toMatchObject({ passed: true });
  });

  test('says which key was used, and of a resend both faxes', async () => {
    const opened = openSimulator();
    const id = (await send(opened)).body.data.id;
    await opened.clock.advance(hour);
    const resent = await opened.test.post(`/v2.1/faxes/${id}/resend`).expect(200);
    expect(await latest(opened)).toMatchObject({ key: 'test', fax_id: id, new_fax_ids: [resent.body.data.id] });
    for (const [fax, total] of [
      [id, 2],
      [resent.body.data.id, 1],
    ]) {
      const { body } = await opened.anyone.get(`/_faxsim/requests?fax=${fax}`).expect(200);
      expect(body.data.total).toBe(total);
    }
  });

  test.each([
    ['get', '/v2/faxes?status=done', {}, 'status'],
    ['get', '/v2.1/faxes/one', {}, 'id'],
    ['get', '/v2.1/faxes?created_after=2026-11-20T09:30:00Z&created_before=2026-11-19T09:30:00Z', {}, 'created_after'],
    ['get', '/v2.1/faxes?tag[a][b]=1', {}, 'tag'],
    ['post', '/v2.1/faxes', { to: '+12025550123' }, 'file'],
    ['post', '/v2.1/faxes', { to: 'a friend', content_url: 'http://localhost/' }, 'to[0]'],
    [
      'post',
      '/v2.1/faxes',
      { to: '+12025550123', content_url: 'http://localhost/', caller_id: '+12025550124' },
      'caller_id',
    ],
    [
      'post',
      '/v2.1/faxes',
      { to: '+12025550123', content_url: 'http://localhost/', test_fail: 'lineError' },
      'test_fail',
    ],
    ['post', '/v2.1/faxes', { to: '+8825550123', content_url: 'http://localhost/' }, 'to'],
    ['post', '/v1/send', { to: '+12025550123' }, 'filename'],
    ['post', '/v2.1/phone_numbers', { country_code: 1 }, 'area_code'],
    ['post', '/v2.1/faxes?_method=READ', {}, '_method'],
    ['get', '/v2.1/faxes/9', {}, null],
    ['get', '/v2/faxs', {}, null],
  ] as const)('names the wrong parameter of %s %s %j', async (method, path, body, field) => {
    const opened = openSimulator();
    const { text } = await opened.live[method](path).send(body);
    expect((await latest(opened)).refused).toMatchObject({ field });
    expect(Object.keys(JSON.parse(text))).toEqual(['success', 'message']);
  });

  test.each([
    ['GET', '/v2.1/faxes/9', 'not_found', 'Not found', { operation: 'getFax', fax_id: 9 }],
    ['GET', '/v2/faxes?status=done', 'invalid', 'status must be one of', { operation: 'listFaxes', key: 'live' }],
    ['PUT', '/v2/faxes', 'wrong_method', 'PUT is not possible here', { operation: null, version: 'v2' }],
    ['GET', '/v2/faxs', 'unknown_route', 'Not found', { operation: null, version: 'v2' }],
    ['GET', '/', 'unknown_route', 'Not found', { operation: null, version: null }],
    ['GET', '/v2/faxes?to=%zz', 'malformed', '"•••" is not valid', { operation: 'listFaxes', params: null }],
  ] as const)('says why %s %s was refused', async (method, path, kind, reason, expected) => {
    const opened = openSimulator();
    const answer = await opened.live[method === 'GET' ? 'get' : 'put'](path);
    const shown = await latest(opened);
    expect(shown).toMatchObject({ ...expected, refused: { kind, reason: expect.stringContaining(reason) } });
    expect(shown.answer).toMatchObject({ status: answer.status, message: shown.refused.reason });
    expect(shown.request_id).toBe(answer.headers['x-request-id']);
  });

  test('notes a request without a known key in the default world, and others in the world of their path or key', async () => {
    const opened = openSimulator();
    const { anyone, simulator } = opened;
    const make = async (id: string) => (await anyone.post('/_faxsim/worlds').send({ id })).body.data.credentials.live;
    const { key, secret } = await make('one');
    await anyone.get('/v2.1/faxes').expect(401);
    await anyone.get('/w/one/v2.1/faxes').auth('no', 'no').expect(401);
    await anyone.get('/w/one/v2.1/fax').expect(404);
    await request(simulator.app).get('/v2.1/phone_number').auth(key, secret).expect(404);
    await request(simulator.app).get('/v2.1/phone_number').auth(key, 'wrong').expect(404);
    await request(simulator.app).get('/v2.1/faxes').auth(key, secret).expect(200);
    await anyone.get('/w/none/v2.1/faxes').expect(421);
    await anyone.get('/w/none/_faxsim/clock').expect(421);
    const pathsOf = async (world: string) =>
      (await dataOf(anyone.get(`${world}/_faxsim/requests`))).requests.map(({ path }: { path: string }) => path);
    expect(await pathsOf('')).toEqual(['/v2.1/faxes', '/v2.1/phone_number', '/w/none/v2.1/faxes']);
    expect(await pathsOf('/w/one')).toEqual(['/v2.1/faxes', '/v2.1/fax', '/v2.1/phone_number', '/v2.1/faxes']);
  });

  test('has no calls of the control surface, and forgets all at a reset', async () => {
    const opened = openSimulator();
    await opened.anyone.get('/_faxsim/livez').expect(200);
    await opened.anyone.get('/_faxsim/nothing').expect(404);
    expect(await journalOf(opened)).toEqual({ requests: [], total: 0, dropped: 0 });
    await send(opened);
    await opened.anyone.post('/_faxsim/reset').expect(200);
    expect(await journalOf(opened, '/count')).toEqual({ count: 0, dropped: 0 });
  });

  test('names the rule that touched a request, and how it broke the connection', async () => {
    const opened = openSimulator({ faxes: [sentFax()] });
    opened.switchOn(
      '{ id: cut, on: getFax, do: { wire: { truncate: 3 } } }',
      '{ id: reset, on: resendFax, do: { wire: reset } }',
      '{ id: own, on: listFaxes, do: { respond: { status: 502, headers: { content-type: text/plain }, body: Bad gateway } } }',
    );
    await expect(opened.live.get('/v2/faxes/1001')).rejects.toThrow();
    expect(await latest(opened)).toMatchObject({ rule: 'given/cut#1', answer: { status: 200, broken: 'truncate' } });
    await expect(opened.live.post('/v2/faxes/1001/resend')).rejects.toThrow();
    expect(await latest(opened)).toMatchObject({ rule: 'given/reset#1', answer: { status: null, broken: 'reset' } });
    await opened.live.get('/v2/faxes').expect(502);
    expect(await latest(opened)).toMatchObject({ rule: 'given/own#1', answer: { status: 502, body: 'Bad gateway' } });
    expect((await journalOf(opened, '?rule=given')).total).toBe(3);
    expect((await journalOf(opened, '?rule=given/cut')).total).toBe(1);
    expect((await journalOf(opened, '?rule=given/cu')).total).toBe(0);
  });

  test('keeps the beginning of long answers, and the measures of large requests', async () => {
    const faxes = Array.from({ length: 25 }, (_, at) => sentFax({ id: 1 + at }));
    const opened = openSimulator({ faxes });
    const { text } = await opened.live.get('/v2/faxes').expect(200);
    const { answer } = await latest(opened);
    expect(answer).toMatchObject({ body: text.slice(0, 4096), body_is_cut: true, bytes: text.length });
    expect(answer.message).toBe('Retrieved faxes successfully');
    const long = 'x'.repeat(5000);
    await opened.live.post('/v1/send').type('form').send({ to: '+12025550123', string_data: long }).expect(200);
    const { params } = await latest(opened);
    expect(params.string_data).toBe(`${'x'.repeat(1000)}… (5000 characters)`);
  });
});

describe('a query', () => {
  async function withRequests() {
    const opened = openSimulator({ faxes: [sentFax(), receivedFax()], phoneNumbers: [phoneNumber()] });
    await opened.live.get('/v2.1/faxes/1001').expect(200);
    await opened.test.get('/v2/faxes').query({ phone_number: '+12025550123', statu: 'success' }).expect(200);
    await opened.clock.advance(hour);
    await opened.live.get('/v1/faxStatus?id=2001').expect(200);
    await opened.live.get('/v2.1/faxes/7').expect(404);
    await opened.live.get('/v2.1/fax/7').expect(404);
    await opened.live.get('/v2.1/faxes').query({ 'tag[case]': '7' }).expect(200);
    return opened;
  }

  test.each([
    ['operation=getFax', [1, 3, 4]],
    ['version=v2.1', [1, 4, 5, 6]],
    ['method=get&operation=getFax&version=v1', [3]],
    ['path=/v2.1/faxes/*', [1, 4]],
    ['path=/v2.1/**', [1, 4, 5, 6]],
    ['status=404', [4, 5]],
    ['status=2xx', [1, 2, 3, 6]],
    ['key=test', [2]],
    ['fax=1001', [1]],
    ['fax=7', [4]],
    ['params[id]=2001', [3]],
    ['params[phone_number]=+12025550123', [2]],
    ['params[tag.case]=7', [6]],
    ['lint=any', [2, 3]],
    ['lint=unknown-parameter', [2]],
    ['lint=late', []],
    ['since=2026-11-20T12:30:00Z', [3, 4, 5, 6]],
    ['until=2026-11-20T12:30:00Z', [1, 2]],
    ['after=4', [5, 6]],
    ['limit=2', [5, 6]],
    ['limit=2&after=0', [1, 2]],
    ['limit=2&after=2', [3, 4]],
    ['after=99', []],
  ])('%s finds %j', async (query, expected) => {
    const { requests } = await journalOf(await withRequests(), `?${query}`);
    expect(requests.map(({ id }: { id: number }) => id)).toEqual(expected);
  });

  test('counts, takes comparisons, and tells how many match on all pages', async () => {
    const opened = await withRequests();
    expect(await journalOf(opened, '/count?operation=getFax')).toEqual({ count: 3, dropped: 0 });
    expect((await journalOf(opened, '?operation=getFax&limit=1')).total).toBe(3);
    const counted = await verify(opened, { params: { id: { in: [1001, '7'] } }, exactly: 2 });
    expect(counted.passed).toBe(true);
    expect((await verify(opened, { params: { statu: { exists: true } }, exactly: 1 })).passed).toBe(true);
  });

  test.each([
    ['?operation=getFaxs', 'words such as sendFax, receiveFax and listFaxes, got "getFaxs"; the nearest is getFax'],
    ['?operation=zzz', 'got "zzz"; known are sendFax, receiveFax, listFaxes, '],
    ['?operation=lisFaxes', 'got "lisFaxes"; the nearest is listFaxes'],
    ['?status=okay', 'status must be a status such as 422'],
    ['?param[to]=1', 'param is not known here; the nearest is params'],
    ['?params=1', 'params must be a group: params[NAME]=VALUE'],
    ['?limit=0', 'limit must be an integer from 1 to 1000'],
  ])('%s is refused', async (query, message) => {
    expect(await refusalOf(openSimulator().anyone.get(`/_faxsim/requests${query}`))).toContain(message);
  });

  test('by id shows one request, of those that are there', async () => {
    const opened = await withRequests();
    expect(await journalOf(opened, '/2')).toMatchObject({ id: 2, operation: 'listFaxes' });
    const missing = await refusalOf(opened.anyone.get('/_faxsim/requests/9'), 404);
    expect(missing).toBe('Not found: the journal has no request 9');
  });

  test('finds nothing any more once the journal is cleared, and ids go on', async () => {
    const opened = await withRequests();
    await opened.anyone.delete('/_faxsim/requests').expect(200);
    expect((await journalOf(opened)).total).toBe(0);
    await opened.live.get('/v2/faxes').expect(200);
    expect((await journalOf(opened, '?after=2')).requests).toMatchObject([{ id: 7 }]);
  });
});

describe('a verification', () => {
  async function resentTwice() {
    const opened = openSimulator({ account: account() });
    const id = (await send(opened)).body.data.id;
    await opened.clock.advance(hour);
    await opened.live.post(`/v2.1/faxes/${id}/resend`).expect(200);
    await opened.clock.advance(hour);
    await opened.live.post(`/v1/resendFax?id=${id}`).expect(200);
    return { opened, about: { operation: 'resendFax', fax: id }, id };
  }

  test.each([
    [{ exactly: 2 }, true],
    [{ exactly: 1 }, false],
    [{ at_least: 2 }, true],
    [{ at_least: 3 }, false],
    [{ at_most: 2 }, true],
    [{ at_most: 1 }, false],
    [{ at_least: 1, at_most: 2 }, true],
    [{}, true],
    [{ none_after: 2 }, false],
    [{ none_after: 3 }, true],
    [{ none_after: '2026-11-20T13:30:00Z' }, false],
    [{ none_after: '2026-11-20T14:00:00Z', exactly: 2 }, true],
    [{ none_after: 0, version: 'v2' }, true],
  ])('of %j passes: %s', async (expected, passed) => {
    const { opened, about } = await resentTwice();
    const result = await verify(opened, { ...about, ...expected });
    expect([result.passed, result.message]).toEqual([passed, expect.stringMatching(/^Expected .*operation=resendFax/)]);
  });

  test('tells which requests matter', async () => {
    const { opened, about, id } = await resentTwice();
    expect(await verify(opened, { ...about, exactly: 1 })).toMatchObject({
      message: `Expected exactly 1 request (operation=resendFax, fax=${id}), and there were 2`,
      ...{ count: 2, requests: [{ id: 2 }, { id: 3 }], nearest: [], dropped: 0 },
    });
    expect(await verify(opened, { ...about, none_after: 2 })).toMatchObject({
      message: `Expected any number of requests and none after request 2 (operation=resendFax, fax=${id}), and there were 2, 1 of them later`,
      requests: [{ id: 3 }],
    });
  });

  test('that finds too few lists the nearest requests, and what they missed', async () => {
    const { opened, id } = await resentTwice();
    const wanted = { operation: 'resendFax', fax: id, version: 'v2', params: { callback_url: 'http://a/' } };
    const { passed, nearest } = await verify(opened, wanted);
    expect(passed).toBe(false);
    expect(nearest).toMatchObject([
      { request: { id: 3 }, missed: ['version=v2', 'params[callback_url]=http://a/'] },
      { request: { id: 2 }, missed: ['version=v2', 'params[callback_url]=http://a/'] },
      { request: { id: 1 }, missed: ['operation=resendFax', 'version=v2', 'params[callback_url]=http://a/'] },
    ]);
  });

  test('says of each condition that a near request does not meet what was expected, and what it had', async () => {
    const opened = openSimulator({ faxes: [sentFax()] });
    await opened.live.get('/v1/faxStatus?id=1001').expect(200);
    const differences = async (wanted: object) => (await verify(opened, wanted)).nearest[0].differences;
    const since = '2026-11-20T13:00:00.000Z';
    expect(await differences({ operation: 'getFax', version: 'v2', key: 'test', method: 'post', since })).toEqual([
      { name: 'version', expected: 'v2', got: 'v1' },
      { name: 'method', expected: 'post', got: 'GET' },
      { name: 'key', expected: 'test', got: 'live' },
      { name: 'since', expected: since, got: '2026-11-20T12:00:00.000Z' },
    ]);
    expect(await differences({ fax: 1001, status: 404, rule: 'outage', path: '/v2/**', lint: 'late' })).toEqual([
      { name: 'status', expected: 404, got: 200 },
      { name: 'rule', expected: 'outage', got: null },
      { name: 'path', expected: '/v2/**', got: '/v1/faxStatus' },
      { name: 'lint', expected: 'late', got: ['basic-in-v1'] },
    ]);
    const params = { id: '7', to: { contains: '+1' } };
    expect(await differences({ version: 'v1', operation: 'sendFax', fax: 7, params, status: '4xx' })).toEqual([
      { name: 'operation', expected: 'sendFax', got: 'getFax' },
      { name: 'status', expected: '4xx', got: 200 },
      { name: 'fax', expected: 7, got: 1001 },
      { name: 'params[id]', expected: '7', got: '1001' },
      { name: 'params[to]', expected: { contains: '+1' }, got: null },
    ]);
  });

  test.each([
    [{ exactly: 1, at_least: 1 }, 'exactly excludes at_least and at_most'],
    [{ at_least: 2, at_most: 1 }, 'at_least must not be more than at_most'],
    [{ none_after: 'noon' }, 'none_after must be an RFC 3339 time, or the id of a request'],
  ])('of %j is refused', async (expectation, message) => {
    const call = openSimulator().anyone.post('/_faxsim/requests/verify').send(expectation);
    expect(await refusalOf(call)).toContain(message);
  });
});

describe('waiting', () => {
  const wait = ({ anyone }: World, query: object) => anyone.post('/_faxsim/requests/wait').send(query);

  test('ends at once when the request is there already, unless it is not to be', async () => {
    const opened = openSimulator({ faxes: [sentFax()] });
    await opened.live.get('/v2/faxes/1001').expect(200);
    const there = await wait(opened, { operation: 'getFax' }).expect(200);
    expect(there.body.data).toMatchObject({ request: { id: 1 }, nearest: [] });
    const late = await wait(opened, { operation: 'getFax', after: 1, timeout: '20ms' }).expect(200);
    expect(late.body.data).toEqual({ request: null, nearest: [] });
  });

  test('ends with the request that comes', async () => {
    const opened = openSimulator({ faxes: [sentFax()] });
    const waiting = wait(opened, { fax: 1001, status: 200 }).then(({ body }) => body.data);
    await opened.live.get('/v2/faxes/9').expect(404);
    await opened.live.get('/v2/faxes/1001').expect(200);
    expect(await waiting).toMatchObject({ request: { fax_id: 1001 } });
  });

  test('ends with the nearest requests when none comes in time', async () => {
    const opened = openSimulator();
    await opened.live.get('/v2/faxes/9').expect(404);
    const { body } = await wait(opened, { operation: 'getFax', status: 200, timeout: '20ms' }).expect(200);
    expect(body.data).toMatchObject({ request: null, nearest: [{ request: { id: 1 }, missed: ['status=200'] }] });
  });

  test('goes on through a reset of the world', async () => {
    const opened = openSimulator();
    const { worlds } = opened.simulator.parts;
    const waiting = wait(opened, { operation: 'getFax' }).then(({ body }) => body.data);
    while (worlds.default.journal.waiting === 0) await new Promise(setImmediate);
    await opened.anyone.post('/_faxsim/reset').expect(200);
    while (worlds.default.journal.waiting === 0) await new Promise(setImmediate);
    await opened.live.get('/v2/faxes/9').expect(404);
    expect(await waiting).toMatchObject({ request: { operation: 'getFax' } });
  });

  test('ends when the world does', async () => {
    const opened = openSimulator();
    const { journal } = opened.simulator.parts.worlds.default;
    const waiting = wait(opened, { operation: 'getFax' }).then(({ status, body }) => [status, body.message]);
    while (journal.waiting === 0) await new Promise(setImmediate);
    await opened.simulator.close();
    expect(await waiting).toEqual([503, 'The world ended while a request was waited for']);
  });

  test('ends when the client goes away', async () => {
    const { simulator, listen } = openSimulator();
    const { journal } = simulator.parts.worlds.default;
    const leaving = new AbortController();
    const url = `${await listen()}/_faxsim/requests/wait`;
    const waiting = fetch(url, { method: 'POST', signal: leaving.signal }).catch(() => 'gone');
    while (journal.waiting === 0) await new Promise(setImmediate);
    leaving.abort();
    expect(await waiting).toBe('gone');
    while (journal.waiting > 0) await new Promise(setImmediate);
    await simulator.close();
  });
});

test.each([
  ['GET', '/v2.1/fax/123', 'GET /v2.1/faxes/{id}'],
  ['POST', '/v2.1/faxes/123/resned', 'POST /v2.1/faxes/{id}/resend'],
  ['PATCH', '/v2/faxes/123', 'GET /v2/faxes/{id}'],
  ['GET', '/faxes', 'GET /v2.1/faxes'],
  ['POST', '/v1/faxSend', 'POST /v1/send'],
  ['GET', '/v2/phone_numbers/%2B12025550123/x', 'GET /v2/phone_numbers/{number}'],
  ['GET', '/v2.1/Faxes', 'GET /v2.1/faxes'],
])('%s %s, which has no route, gets the nearest route %s', async (method, path, nearest) => {
  const opened = openSimulator();
  const verb = method.toLowerCase() as 'get' | 'post' | 'patch';
  await opened.live[verb](path);
  await opened.live.get('/v2/faxes').expect(200);
  const { requests } = await journalOf(opened, '/unmatched');
  expect(requests).toMatchObject([{ method, path, nearest_route: nearest }]);
});

test.each([
  ['GET', '/'],
  ['GET', '/favicon.ico'],
  ['POST', '/v2.1/nothing/like/it'],
  ['GET', `/${'x'.repeat(5000)}`],
])('%s %s is unmatched, and like no route', async (method, path) => {
  const opened = openSimulator();
  await opened.live[method.toLowerCase() as 'get' | 'post'](path).expect(404);
  const { requests } = await journalOf(opened, '/unmatched');
  expect(requests).toMatchObject([{ method, nearest_route: null }]);
});

describe('the journals of all worlds', () => {
  const fill = async ({ live }: World, count: number, base = '') => {
    for (let at = 0; at < count; at++) await live.get(`${base}/v2/faxes`);
  };

  test('have one bound; what was dropped is said, also by what counts', async () => {
    const opened = openSimulator({ limits: { journalBytes: 20_000 } });
    await fill(opened, 40);
    const { requests, total, dropped } = await journalOf(opened, '?limit=1000');
    expect([total, requests.at(-1).id]).toEqual([40 - dropped, 40]);
    expect(total).toBeGreaterThan(5);
    expect(opened.simulator.parts.worlds.default.history.bytes).toBeLessThanOrEqual(20_000);
    expect(await journalOf(opened, '/count')).toEqual({ count: total, dropped });
    expect((await verify(opened, { exactly: 40 })).message).toContain(
      `there were ${total}; ${dropped} older requests were dropped, and are not counted`,
    );
  });

  test('cost a busy world its own requests, not those of a quiet one', async () => {
    const opened = openSimulator({ limits: { journalBytes: 20_000 } });
    await opened.anyone.post('/_faxsim/worlds').send({ id: 'quiet' }).expect(200);
    await fill(opened, 3, '/w/quiet');
    await fill(opened, 50);
    const { body } = await opened.anyone.get('/w/quiet/_faxsim/requests');
    expect(body.data).toMatchObject({ total: 3, dropped: 0 });
    await opened.anyone.delete('/_faxsim/worlds/quiet').expect(200);
    expect((await journalOf(opened)).dropped).toBeGreaterThan(30);
  });

  test('can be switched off, and waiting goes on', async () => {
    const opened = openSimulator({ limits: { journalBytes: 0 } });
    const { journal } = opened.simulator.parts.worlds.default;
    const waiting = opened.anyone.post('/_faxsim/requests/wait').then(({ body }) => body.data);
    while (journal.waiting === 0) await new Promise(setImmediate);
    await fill(opened, 1);
    expect(await waiting).toMatchObject({ request: { id: 1 } });
    expect(await journalOf(opened)).toMatchObject({ total: 0, dropped: 1 });
  });
});

test('credentials as parameters are hidden, whatever the version', async () => {
  const opened = openSimulator();
  await opened.anyone.post('/v1/faxList').type('form').send(keyParams).expect(200);
  expect((await latest(opened)).params).toEqual({ api_key: '•••', api_secret: '•••' });
});

test('secrets in answers are hidden, also where only the beginning of an answer is kept', async () => {
  const callbackUrl = 'http://user:hushhush@host/';
  const numbers = Array.from({ length: 30 }, (_, at) =>
    phoneNumber({ number: `+131426667${10 + at}`, callbackUrl, city: 'Zürich'.repeat(5) }),
  );
  const opened = openSimulator({ phoneNumbers: numbers });
  const ata = await opened.live.post('/v2.1/atas').type('form').send({ name: 'Desk' }).expect(200);
  const { password } = ata.body.data;
  expect(password).toMatch(/.{6}/);
  expect((await latest(opened)).answer.body).toContain('"password":"•••"');
  await opened.live.get('/v2.1/phone_numbers').expect(200);
  const { answer } = await latest(opened);
  expect(answer).toMatchObject({ body_is_cut: true, message: 'Retrieved user phone numbers successfully' });
  expect(answer.body).toContain('"callback_url":"http://•••@host/"');
  expect(JSON.stringify(await journalOf(opened))).not.toMatch(new RegExp(`hushhush|${password}`));
});

test('a path with many stars is looked for no longer than another', async () => {
  const opened = openSimulator();
  await opened.live.get('/v2.1/faxes').expect(200);
  await opened.live.get('/w/%64efault/v2.1/faxes/1').expect(404);
  const count = async (path: string): Promise<unknown> =>
    (await opened.anyone.get('/_faxsim/requests/count').query({ path }).expect(200)).body.data.count;
  expect(await count(`${'*'.repeat(99)}x`)).toBe(0);
  expect(await count('/v2.1/*')).toBe(1);
  expect(await count('/v2.1/**')).toBe(2);
  expect(await count('/*/faxes/*')).toBe(1);
});

describe('the explanation of a recorded request', () => {
  const source = `name: mine
description: Calls fail.
rules:
  - id: other
    on: sendFax
    do: { fail: invalid }
  - id: first
    on: listFaxes
    where: { params.status: failure, headers.user-agent: { contains: client } }
    times: 2
    do: { fail: unavailable }
  - id: later
    on: listFaxes
    do: { fail: server_error }`;

  const explained = async ({ anyone }: World, id: number) =>
    (await anyone.get(`/_faxsim/requests/${id}/explain`).expect(200)).body.data;

  test('names the rule that would fire now, and for each other rule why it would not', async () => {
    const opened = openSimulator();
    await opened.live.get('/v2.1/faxes?status=failure').set('User-Agent', 'my client').expect(200);
    await opened.anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    expect(await explained(opened, 1)).toEqual([
      { scenario: 'mine', rule: 'other', fires: false, why: 'listens to sendFax' },
      { scenario: 'mine', rule: 'first', fires: true, why: 'fail; as mine/first#1' },
      { scenario: 'mine', rule: 'later', fires: false, why: 'would fire, but mine/first goes before it' },
    ]);
  });

  test('counts nothing, and follows the counts of the world', async () => {
    const opened = openSimulator();
    await opened.anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    const ask = () => opened.live.get('/v2.1/faxes?status=failure').set('User-Agent', 'my client');
    await ask().expect(503);
    expect((await explained(opened, 1))[1]).toMatchObject({ fires: true });
    expect((await explained(opened, 1))[1]).toMatchObject({ fires: true });
    await ask().expect(503);
    expect((await explained(opened, 1))[1]).toMatchObject({
      fires: false,
      why: 'is used up: it has fired 2 times, of 2',
    });
  });

  test.each([
    ['is used up', 'times: 1', 'is used up: it has fired 1 time, of 1'],
    ['is over', 'during: { until: 1m }', 'is on from 0s until 1m, and the scenario has been on for 5m'],
    ['can still fire', 'times: 2', 'listens to webhook'],
    ['can still fire for another fax', 'per: fax, times: 1', 'listens to webhook'],
  ])('says of a rule on webhooks whether it %s', async (_state, limits, why) => {
    const opened = openSimulator({ faxes: [sentFax()], parts: { post: answering(200) } });
    const rules = `rules: [{ id: lost, on: webhook, ${limits}, do: { drop: true } }]`;
    await opened.anyone
      .post('/_faxsim/scenarios')
      .send({ source: `name: mine\ndescription: One.\n${rules}` })
      .expect(200);
    await opened.live.get('/v2.1/faxes/1001').expect(200);
    await opened.anyone.post('/_faxsim/webhooks').send({ fax: 1001, url: 'http://app.example/' }).expect(200);
    await opened.anyone.post('/_faxsim/clock').send({ advance: '5m' }).expect(200);
    expect((await opened.anyone.get('/_faxsim/webhooks/1')).body.data).toMatchObject({ state: 'failed' });
    expect(await explained(opened, 1)).toEqual([{ scenario: 'mine', rule: 'lost', fires: false, why }]);
  });

  test('exists only for recorded requests with a route', async () => {
    const opened = openSimulator();
    await opened.live.get('/v2.1/nothing').expect(404);
    const { body } = await opened.anyone.get('/_faxsim/requests/1/explain').expect(404);
    expect(body.message).toBe('Not found: request 1 has no route, and rules match only requests that have one');
    await opened.anyone.get('/_faxsim/requests/9/explain').expect(404);
  });

  test('shows no secret that a rule asks for', async () => {
    const opened = openSimulator();
    const asking = 'on: listFaxes\n    where: { params.api_secret: other }\n    do: { fail: invalid }';
    const scenario = `name: mine\ndescription: One.\nrules:\n  - id: one\n    ${asking}`;
    await opened.anyone.post('/_faxsim/scenarios').send({ source: scenario }).expect(200);
    await opened.anyone.get('/v2/faxes').query(keyParams).expect(200);
    const [{ why }] = await explained(opened, 1);
    expect(why).toBe('params.api_secret is "•••", but must be "other"');
  });
});
