import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unreachable } from '../../../src/lab/verify/ask.ts';
import type { Send } from '../../../src/lab/verify/ask.ts';
import { verifyReport } from '../../../src/lab/verify/report.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { UnknownKeysError, verifyServer } from '../../../src/lab/verify/verify.ts';
import type { PhaxioVersion } from '../../../src/model/domain/operation.ts';
import { askingOf, drifting, keys, listen, withJson } from './simulator.ts';
import type { Json } from './simulator.ts';

// `verify` only reads, as a test below proves, so that all tests share the server.
let server: Awaited<ReturnType<typeof listen>>;
let url: string;
beforeAll(async () => {
  server = await listen();
  ({ url } = server);
});
afterAll(() => server.close());

async function driftsOf(send: Send, version: PhaxioVersion) {
  const { drifts } = await verifyServer(askingOf(url, { send }), [version]);
  return drifts.map(({ operation, field, expected, seen, evidence }) => ({
    what: `${operation} ${field}`,
    expected,
    seen,
    mark: evidence.mark,
  }));
}

describe('the simulator itself', () => {
  test('is as it believes the service to be, in all versions, and nothing is left out', async () => {
    const { drifts, skipped, requests } = await verifyServer(askingOf(url));
    expect(drifts).toEqual([]);
    expect(skipped).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  });

  test('is not changed by it', async () => {
    const { store } = server.simulator.parts.worlds.default;
    const snapshot = () => JSON.stringify(store.snapshot().contents());
    const before = snapshot();
    await verifyServer(askingOf(url));
    expect(snapshot()).toBe(before);
    expect(before.length).toBeGreaterThan(10_000);
  });

  test('with nothing in it tells what could not be looked at', async () => {
    const empty = await listen({});
    const { drifts, skipped } = await verifyServer(askingOf(empty.url), ['v2.1']);
    await empty.close();
    expect(drifts).toEqual([]);
    expect(skipped.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
      'getFax: listFaxes shows nothing that could be asked for',
      'getFaxFile: listFaxes shows nothing that could be asked for',
      'getPhoneNumber: listPhoneNumbers shows nothing that could be asked for',
      'getAta: listAtas shows nothing that could be asked for',
      'getPortOrder: listPortOrders shows nothing that could be asked for',
      'getPortNumber: listPortOrders shows nothing that could be asked for',
      'listPortNumberNotes: listPortOrders shows nothing that could be asked for',
      'getBlockingRule: listBlockingRules shows nothing that could be asked for',
    ]);
  });

  test('tells the texts that are only assumed', async () => {
    const { learnt } = await verifyServer(askingOf(url), ['v2.1']);
    expect(learnt).toContainEqual({
      version: 'v2.1',
      operation: 'authentication',
      field: 'with wrong credentials: message',
      seen: '"The API key or the API secret is wrong"',
    });
  });
});

describe('a drift is found', () => {
  const faxes = /\/faxes\?/;
  const first = (change: (fax: Json) => unknown) =>
    withJson((body) => ({ ...body, data: body.data.map((fax: unknown) => change(fax)) }));

  test.each<readonly [string, RegExp, Parameters<typeof drifting>[1], object]>([
    [
      'a type',
      faxes,
      first((fax) => ({ ...fax, cost: '7' })),
      { what: 'listFaxes data[].cost', expected: 'integer', seen: '"7"', mark: 'recorded' },
    ],
    [
      'a value that is not among the known ones',
      faxes,
      first((fax) => ({ ...fax, status: 'cancelled' })),
      {
        what: 'listFaxes data[].status',
        expected: expect.stringContaining('"queued" or'),
        seen: '"cancelled"',
        mark: 'recorded',
      },
    ],
    [
      'the form of a time',
      /\/faxes\/\d+$/,
      withJson((body) => ({ ...body, data: { ...body.data, created_at: '2026-11-20T12:00:00Z' } })),
      { what: 'getFax data.created_at', seen: '"2026-11-20T12:00:00Z"', mark: 'recorded' },
    ],
    [
      'a field that is missing',
      faxes,
      first((fax) => ({ ...fax, is_test: undefined })),
      { what: 'listFaxes data[].is_test', expected: 'boolean', seen: 'no such field', mark: 'recorded' },
    ],
    [
      'a field that is new',
      /\/phone_numbers\?/,
      first((number) => ({ ...number, nickname: 'x' })),
      { what: 'listPhoneNumbers data[].nickname', expected: 'no such field', seen: '"x"', mark: 'assumed' },
    ],
    [
      'the order of fields',
      faxes,
      first(({ id, ...fax }) => ({ ...fax, id })),
      { what: 'listFaxes data[].id', expected: 'to stand first', seen: 'direction there', mark: 'recorded' },
    ],
    [
      'the order of the envelope',
      faxes,
      withJson(({ data, paging, ...body }) => ({ ...body, paging, data })),
      { what: 'listFaxes data', expected: 'to stand after message', seen: 'paging there', mark: 'recorded' },
    ],
    [
      'a text',
      /\/account\/status/,
      withJson((body) => ({ ...body, message: 'Account status' })),
      {
        what: 'getAccountStatus message',
        expected: '"Account status retrieved successfully"',
        seen: '"Account status"',
        mark: 'recorded',
      },
    ],
    [
      'a header that is missing',
      /\/atas$/,
      ({ headers }) => (headers.delete('x-total'), { headers }),
      { what: 'listAtas header x-total', expected: 'a number', seen: 'no such header', mark: 'recorded' },
    ],
    [
      'the ETag',
      /\/account\/status/,
      ({ headers }) => (headers.set('etag', '"1"'), { headers }),
      { what: 'getAccountStatus header etag', seen: '"1"', mark: 'recorded' },
    ],
    [
      'the id of a request',
      /\/account\/status/,
      ({ headers }) => (headers.set('x-request-id', '1'), { headers }),
      { what: 'getAccountStatus header x-request-id', expected: 'a UUID', seen: '1', mark: 'recorded' },
    ],
    [
      'a header that says something else than the body',
      /\/atas$/,
      ({ headers }) => (headers.set('x-total', '99'), { headers }),
      { what: 'listAtas header x-total', seen: '99', mark: 'recorded' },
    ],
    [
      'the type of an answer',
      /\/account\/status/,
      ({ headers }) => (headers.set('content-type', 'text/json'), { headers }),
      { what: 'getAccountStatus header content-type', expected: 'application/json; charset=utf-8', seen: 'text/json' },
    ],
    [
      'the status of a success',
      /\/blocking_rules$/,
      () => ({ status: 201 }),
      { what: 'listBlockingRules status', expected: '200', seen: '201', mark: 'documented' },
    ],
    [
      'a refusal in place of a success',
      /\/blocking_rules$/,
      () => ({ status: 500, body: Buffer.from('sorry') }),
      { what: 'listBlockingRules status', expected: '200', seen: '500: "sorry"' },
    ],
    [
      'what is no JSON',
      /\/blocking_rules$/,
      () => ({ body: Buffer.from('sorry') }),
      { what: 'listBlockingRules body', expected: 'a JSON object', seen: '"sorry"' },
    ],
    [
      'the status of an unknown record',
      /\/faxes\/2147483647$/,
      () => ({ status: 410 }),
      { what: 'getFax not_found: status', expected: '404', mark: 'client' },
    ],
    [
      'the text of an unknown route',
      /not_there/,
      () => ({ body: Buffer.from('{"success":false,"message":"No"}') }),
      { what: 'unknownRoute unknown_route: message', expected: '"Not found"', seen: '"No"', mark: 'recorded' },
    ],
    [
      'the form of a refusal',
      /not_there/,
      () => ({ body: Buffer.from('{"success":false,"message":"Not found","code":1}') }),
      { what: 'unknownRoute unknown_route: code', expected: 'no such field', seen: '1' },
    ],
    [
      'the page that was asked for',
      /per_page=1&|per_page=1$/,
      withJson((body) => ({ ...body, paging: { ...body.paging, per_page: 25 } })),
      { what: 'listFaxes paging.per_page', expected: '1', seen: '25', mark: 'documented' },
    ],
    [
      'a filter that is not heeded',
      /direction=/,
      first((fax) => ({ ...fax, direction: fax.direction === 'sent' ? 'received' : 'sent' })),
      {
        what: expect.stringMatching(/^listFaxes data with direction=/),
        expected: 'records that fit',
        mark: 'documented',
      },
    ],
    [
      'the order of a list',
      /created_after=[^&]*$/,
      withJson((body) => ({ ...body, data: body.data.toReversed() })),
      { what: 'listFaxes data', expected: 'newest first', mark: 'documented' },
    ],
    [
      'what is no file',
      /\/faxes\/\d+\/file$/,
      ({ status }) => (status === 200 ? { body: Buffer.from('sorry') } : {}),
      { what: 'getFaxFile body', expected: 'a file of application/pdf' },
    ],
    [
      'the type of a thumbnail',
      /thumbnail=l/,
      ({ headers }) => (headers.set('content-type', 'image/png'), { headers }),
      { what: 'getFaxFile header content-type', expected: 'image/jpeg', seen: 'image/png' },
    ],
  ])('in %s', async (_what, path, change, drift) => {
    expect(await driftsOf(drifting(path, change), 'v2.1')).toContainEqual(expect.objectContaining(drift));
  });

  test('in v1, where all is asked by POST', async () => {
    const send = drifting(
      /\/v1\/faxList/,
      withJson((body) => ({ ...body, data: body.data.map((fax: object) => ({ ...fax, requested_at: 'now' })) })),
    );
    expect(await driftsOf(send, 'v1')).toContainEqual(
      expect.objectContaining({ what: 'listFaxes data[].requested_at', expected: 'integer', mark: 'documented' }),
    );
  });

  test('once, however many records show it, and of the operation that shows it alone', async () => {
    const send = drifting(
      /\/faxes\/\d+$/,
      withJson((body) => ({ ...body, data: { ...body.data, cost: null } })),
    );
    expect(await driftsOf(send, 'v2')).toEqual([
      { what: 'getFax data.cost', expected: 'integer', seen: 'null', mark: 'recorded' },
    ]);
  });

  test('when the keys are not taken in one of the versions', async () => {
    const send = drifting(/\/v1\//, () => ({ status: 401, body: Buffer.from('{"success":false,"message":"No"}') }));
    const { drifts, skipped } = await verifyServer(askingOf(url, { send }));
    expect(drifts).toMatchObject([{ version: 'v1', operation: 'getAccountStatus', field: 'status', seen: '401' }]);
    expect(skipped).toMatchObject([{ version: 'v1', reason: 'all else: the keys are not taken in this version' }]);
  });
});

describe('it ends', () => {
  test('when the server does not know the keys', async () => {
    const wrong = { key: keys.key, secret: 'wrong' };
    await expect(verifyServer(askingOf(url, { keys: wrong }))).rejects.toThrow(UnknownKeysError);
  });

  test.each([
    [
      'cannot be reached',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
      /v1 getAccountStatus: ECONNREFUSED/,
    ],
    ['asks for patience', () => Promise.resolve(new Response('', { status: 429 })), /429/],
  ])('when the server %s', async (_what, send, message) => {
    const verified = verifyServer(askingOf('http://127.0.0.1:9', { send }));
    await expect(verified).rejects.toThrow(Unreachable);
    await expect(verified).rejects.toThrow(message);
  });

  test('after so many requests, and tells that not all was looked at', async () => {
    const { requests, skipped } = await verifyServer(askingOf(url, { requestsMax: 10 }), ['v2.1']);
    expect(requests).toBe(10);
    expect(skipped).toMatchObject([{ reason: 'all that was left: no more than 10 requests are made' }]);
  });
});

test('requests follow each other no sooner than was asked for', async () => {
  const waits: number[] = [];
  const sleep = (ms: number) => Promise.resolve(void waits.push(ms));
  await verifyServer(askingOf(url, { intervalMs: 60_000, requestsMax: 4, sleep }), ['v2']);
  expect(waits).toHaveLength(3);
  for (const ms of waits) expect(ms).toBeGreaterThan(30_000);
});

describe('the report', () => {
  test('shows no keys, even where the server repeats them', async () => {
    const send = drifting(
      /account\/status/,
      withJson((body) => ({ ...body, message: `${keys.key} ${keys.secret}` })),
    );
    const findings = await verifyServer(askingOf(url, { send }), ['v2']);
    const text = textOf(verifyReport(findings, url)) + JSON.stringify(findings);
    expect(text).toContain('(hidden)');
    expect(text).not.toContain(keys.key);
    expect(text).not.toContain(keys.secret);
    expect(text).not.toContain(keys.secret.slice(0, 12));
  });

  test('has lines of 80 characters at most', async () => {
    const send = drifting(
      /faxes\?/,
      withJson((body) => ({ ...body, ['x'.repeat(200)]: 'a '.repeat(100) })),
    );
    const text = textOf(verifyReport(await verifyServer(askingOf(url, { send })), url), { width: 80 });
    expect(text).toMatch(/^\w+: v2 listFaxes/m);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('says of each drift what was expected, what was seen, and how sure it is', () => {
    const drift = {
      version: 'v2',
      operation: 'getFax',
      field: 'data.cost',
      expected: 'integer',
      evidence: { mark: 'recorded', source: 'v2 traffic of 2017' },
      seen: 'null',
    } as const;
    expect(textOf(verifyReport({ requests: 3, drifts: [drift], learnt: [], skipped: [] }, 'http://fax'))).toBe(
      [
        '1 drift. http://fax: 3 requests, 0 not looked at.',
        '',
        'Drifts',
        'recorded: v2 getFax data.cost',
        '   expected: integer',
        '   seen:     null',
        '   sure by:  v2 traffic of 2017',
        '',
      ].join('\n'),
    );
  });
});
