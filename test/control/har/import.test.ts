import * as v from 'valibot';
import { describe, expect, test } from '@jest/globals';
import { faultOfHar, harSchema } from '../../../src/control/har/har-document.ts';
import { readHar } from '../../../src/control/har/read-har.ts';
import { openSimulator } from '../../support/simulator.ts';

interface Given {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: object;
  readonly bodySize?: number;
  readonly status?: number;
  readonly content?: object;
  readonly at?: string;
}

const named = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const entry = ({
  url = 'https://api.phaxio.com/v2.1/faxes',
  method = 'GET',
  headers = { Authorization: 'Basic eDp5' },
  ...rest
}: Given) => ({
  startedDateTime: rest.at ?? '2026-03-02T09:00:00.000Z',
  time: 12.5,
  request: {
    method,
    url,
    headers: named(headers),
    bodySize: rest.bodySize ?? -1,
    ...(rest.post && { postData: rest.post }),
  },
  response: {
    status: rest.status ?? 200,
    headers: named({ 'Content-Type': 'application/json' }),
    content: rest.content ?? { size: 2, mimeType: 'application/json', text: '{}' },
  },
});

const har = (...entries: readonly object[]) => ({
  log: { version: '1.2', creator: { name: 'a browser', version: '1' }, entries },
});

const read = (hosts: readonly string[], ...entries: readonly object[]) =>
  readHar(v.parse(harSchema, har(...entries)), hosts);

/** Imports entries into the journal of a world, and shows its requests. */
async function imported(...entries: readonly object[]) {
  const { anyone, requests } = openHar();
  const answer = await anyone.post('/_faxsim/requests/import').send(har(...entries));
  expect(answer.status).toBe(200);
  return { answer: answer.body.data, requests: await requests() };
}

function openHar() {
  const { anyone } = openSimulator();
  return { anyone, requests: async () => (await anyone.get('/_faxsim/requests')).body.data.requests };
}

const multipart = { 'Content-Type': 'multipart/form-data; boundary=B', Authorization: 'Basic eDp5' };

describe('a request of a HAR', () => {
  test.each([
    [
      'text',
      {
        post: { mimeType: 'application/x-www-form-urlencoded', text: 'to=%2B12025550123&tag[a]=1' },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'base64',
      {
        post: { mimeType: 'application/json', text: btoa('{"to":"+12025550123","tag":{"a":"1"}}'), encoding: 'base64' },
        headers: { 'Content-Type': 'application/json' },
      },
    ],
    [
      'params',
      {
        post: {
          mimeType: 'application/x-www-form-urlencoded',
          params: [
            { name: 'to', value: '+12025550123' },
            { name: 'tag[a]', value: '1' },
          ],
        },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'params of a form with parts',
      {
        post: {
          mimeType: 'multipart/form-data',
          params: [
            { name: 'to', value: '+12025550123' },
            { name: 'tag[a]', value: '1' },
          ],
        },
        headers: multipart,
      },
    ],
    [
      'text of a form with parts',
      {
        post: {
          mimeType: multipart['Content-Type'],
          text: '--B\r\nContent-Disposition: form-data; name="to"\r\n\r\n+12025550123\r\n--B\r\nContent-Disposition: form-data; name="tag[a]"\r\n\r\n1\r\n--B--\r\n',
        },
        headers: multipart,
      },
    ],
  ])('has its parameters from a body as %s', async (_form, given) => {
    const { requests } = await imported(entry({ method: 'POST', ...given }));
    expect(requests[0]).toMatchObject({
      operation: 'sendFax',
      version: 'v2.1',
      params: { to: '+12025550123', tag: { a: '1' } },
    });
  });

  test('has its file, with the size and the digest of the bytes', async () => {
    const params = [
      { name: 'file', fileName: 'a.pdf', contentType: 'application/pdf', value: 'JVBERg==', _encoding: 'base64' },
    ];
    const { requests } = await imported(
      entry({ method: 'POST', post: { mimeType: 'multipart/form-data', params }, headers: multipart }),
    );
    expect(requests[0].params.file).toMatchObject({ file: 'a.pdf', size: 4, type: 'application/pdf' });
  });

  test('has its answer, time and fax, and the remarks of the journal', async () => {
    const content = {
      size: 90,
      mimeType: 'application/json',
      text: '{"success":true,"message":"Fax queued for sending","data":{"id":77001}}',
    };
    const { requests } = await imported(
      entry({
        method: 'POST',
        post: { mimeType: '', text: 'to=2025550123&too=1' },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        content,
      }),
      entry({ url: 'https://api.phaxio.com/v2.1/faxes/77001' }),
    );
    expect(requests[0]).toMatchObject({
      at: '2026-03-02T09:00:00.000Z',
      took_ms: 12.5,
      new_fax_ids: [77001],
      answer: { status: 200, message: 'Fax queued for sending' },
    });
    expect(requests[0].lint.map(({ rule }: { rule: string }) => rule)).toEqual(['unknown-parameter', 'not-e164']);
    expect(requests[1]).toMatchObject({ operation: 'getFax', fax_id: 77001 });
  });

  test('shows no secret of the file', async () => {
    const secrets = ['a-secret-key-of-the-account-1', 'a-secret-of-the-account-22222'];
    const { anyone, requests } = openHar();
    const document = har(
      entry({ headers: { Authorization: `Basic ${btoa(secrets.join(':'))}` } }),
      entry({ url: `https://api.phaxio.com/v1/faxList?api_key=${secrets[0]}&api_secret=${secrets[1]}` }),
    );
    await anyone.post('/_faxsim/requests/import').send(document);
    const texts = [
      JSON.stringify(await requests()),
      (await anyone.get('/_faxsim/requests/export')).text,
      (await anyone.get('/_faxsim/requests/1/raw')).text,
    ];
    for (const secret of [...secrets, btoa(secrets.join(':'))])
      for (const text of texts) expect(text).not.toContain(secret);
  });
});

const withoutHeader: readonly (readonly [string, object])[] = [
  ['a form', { mimeType: 'application/x-www-form-urlencoded', text: 'to=%2B12025550123' }],
  ['a form as parameters', { mimeType: '', params: [{ name: 'to', value: '+12025550123' }] }],
  ['JSON', { mimeType: 'application/json', text: '{"to":"+12025550123"}' }],
  ['JSON in base64', { mimeType: 'application/json', text: btoa('{"to":"+12025550123"}'), encoding: 'base64' }],
  ...['multipart/form-data; boundary=XX', 'multipart/form-data'].map(
    (mimeType) =>
      [
        mimeType,
        { mimeType, text: '--XX\r\nContent-Disposition: form-data; name="to"\r\n\r\n+12025550123\r\n--XX--\r\n' },
      ] as const,
  ),
];

test.each(withoutHeader)('a body is read by its mimeType where no header names its type: %s', async (_type, post) => {
  const { requests } = await imported(entry({ method: 'POST', post }));
  expect(requests[0]).toMatchObject({ operation: 'sendFax', params: { to: '+12025550123' }, lint: [] });
});

describe('the hosts', () => {
  test.each([
    ['https://api.phaxio.com/v2.1/faxes', '/v2.1/faxes'],
    ['https://fax.api.sinch.com/v3/projects/p/faxes?a=1', '/v3/projects/p/faxes?a=1'],
    ['https://eu1.fax.api.sinch.com/v3/projects/p/faxes', '/v3/projects/p/faxes'],
    ['https://auth.sinch.com/oauth2/token', '/oauth2/token'],
    ['http://localhost:8329/w/ci-7/v2/faxes', '/v2/faxes'],
    ['https://gateway.example/fax/v2.1/faxes', '/v2.1/faxes'],
    ['https://other.example:8443/v1/send', '/v1/send'],
  ])('%s is of the service', (url, target) => {
    const { exchanges, leftOut } = read(['gateway.example', 'other.example:8443'], entry({ url }));
    expect(exchanges.map((one) => one.url)).toEqual([target]);
    expect(leftOut).toEqual([]);
  });

  test('that are others are left out, by name and count', () => {
    const { exchanges, leftOut } = read(
      [],
      entry({ url: 'https://fonts.example/a.css' }),
      entry({ url: 'https://fonts.example/b.css' }),
      entry({ url: 'https://api.phaxio.com.evil.example/v2.1/faxes' }),
      entry({ url: 'http://127.0.0.1:8329/_faxsim/requests' }),
      entry({ url: 'data:text/css,a' }),
      entry({ url: 'wss://api.phaxio.com/v2.1/faxes' }),
      entry({}),
    );
    expect(exchanges).toHaveLength(1);
    expect(leftOut).toEqual([
      '6 entries of other hosts: fonts.example (2), api.phaxio.com.evil.example (1), 127.0.0.1:8329 (1), data: (1), wss://api.phaxio.com (1)',
    ]);
  });
});

describe('a HAR says what it lacks:', () => {
  test.each([
    ['a body', entry({ method: 'POST', bodySize: 40 }), 'the bodies of 1 request: the HAR lacks them'],
    [
      'the bytes of a file',
      entry({
        method: 'POST',
        headers: multipart,
        post: { mimeType: '', params: [{ name: 'file', fileName: 'a.pdf' }] },
      }),
      'the files in 1 request: the HAR lacks their bytes',
    ],
    [
      'the content of an answer',
      entry({ content: { size: 400, mimeType: 'application/json' } }),
      'the answers to 1 request: the HAR was saved without their content',
    ],
    ['credentials', entry({ headers: {} }), 'the credentials of 1 request: the HAR was saved without sensitive data'],
    ['an answer', entry({ status: 0, content: { size: 0 } }), 'the answers to 1 request, which were broken off'],
    ...['REDACTED', '', 'Basic [redacted]', 'Basic REDACTED', 'Basic ***', 'Bearer <redacted>', 'Bearer REDACTED'].map(
      (word): [string, object, string] => [
        `credentials but for ${JSON.stringify(word)}`,
        entry({ headers: { Authorization: word } }),
        'the credentials of 1 request: the HAR was saved without sensitive data',
      ],
    ),
    ['a response', { ...entry({}), response: null }, 'the answers to 1 request, which were broken off'],
    [
      'the time of an entry',
      { ...entry({}), startedDateTime: undefined },
      'the times of 1 request: startedDateTime is no time',
    ],
    ['a time', entry({ at: 'yesterday' }), 'the times of 1 request: startedDateTime is no time'],
    ['no question of a browser', entry({ method: 'OPTIONS' }), '1 question of a browser before requests (OPTIONS)'],
  ])('%s', (_what, given, text) => {
    expect(read([], given).leftOut).toEqual([text]);
  });
});

test('an entry that cannot be read is left out by its fault, and the others are read', async () => {
  const { answer, requests } = await imported(null as never, { request: { method: 'GET' } }, entry({}), entry({}));
  expect(requests).toHaveLength(2);
  expect(answer.left_out).toEqual([
    '2 faulty entries: log.entries.0 must be an object, got null, log.entries.1.request.url is required',
  ]);
});

test.each([
  ['1.1', []],
  ['1.2', []],
  ['', []],
  ['9.9', ['the parts that version "9.9" has and version 1.2 has not']],
])('a HAR of version %j is read, with a word about a later one', (version, leftOut) => {
  const { log } = har(entry({}));
  const read = readHar(v.parse(harSchema, { log: { ...log, version } }));
  expect([read.exchanges.length, read.leftOut]).toEqual([1, leftOut]);
});

describe('another file', () => {
  test.each([
    [{}, 'log is required'],
    [{ log: [] }, /^log/],
    [{ log: { entries: {} } }, /^log.entries must be a list, got an empty object$/],
    [{ log: { entries: { 0: {} } } }, /^log.entries must be a list, got an object with "0"$/],
    [har({ startedDateTime: '', request: {}, response: {} }), 'log.entries.0.request.method is required'],
    [{ log: { entries: [null] } }, /^log\.entries\.0 must be an object/],
    [7, /must be an object, got 7/],
  ])('is refused in one line: %j', (value, fault) => {
    expect(faultOfHar(value)).toMatch(fault);
  });

  test('is refused by the control API with 422', async () => {
    const { anyone } = openHar();
    const answer = await anyone.post('/_faxsim/requests/import').send({ log: { entries: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('log must be that of a HAR file: log.entries must be a list, got 1');
  });
});
