import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accountKeys, openRecording } from './stand-in.ts';
import type { Recording } from './stand-in.ts';

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const json = { 'content-type': 'application/json' };

describe('a send with two sets of credentials', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await openRecording();
  });
  afterAll(() => recording.close());

  const encode = encodeURIComponent;
  const escapeAll = (text: string) => text.replaceAll(/[^]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const inJson = (text: string) => text.replaceAll(/[^]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  interface Pair {
    readonly key: string;
    readonly secret: string;
  }
  const asForm = ({ key, secret }: Pair) => `api_key=${encode(key)}&api_secret=${encode(secret)}`;
  const asFields = ({ key, secret }: Pair) => `"api_key":${JSON.stringify(key)},"api_secret":${JSON.stringify(secret)}`;
  const asParts = ({ key, secret }: Pair) =>
    `--XX\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${key}\r\n` +
    `--XX\r\nContent-Disposition: form-data; name="api_secret"\r\n\r\n${secret}\r\n`;
  const basic = ({ key, secret }: Pair) => `Basic ${btoa(`${key}:${secret}`)}`;
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const partsType = { 'content-type': 'multipart/form-data; boundary=XX' };

  type Request = readonly [query: string, body: string | undefined, headers: Record<string, string>];
  const places: Readonly<Record<string, (test: Pair, other: Pair) => Request>> = {
    'the query and a form': (one, other) => [asForm(one), asForm(other), formType],
    'the query twice': (one, other) => [`${asForm(one)}&${asForm(other)}`, undefined, {}],
    'the query, with semicolons': (one, other) => [`${asForm(one)};${asForm(other).replace('&', ';')}`, undefined, {}],
    'the query with escaped names': (one, other) => [
      `${asForm(one)}&${asForm(other).replaceAll('api_', 'api%5F')}`,
      undefined,
      {},
    ],
    'the query, as PHP reads names': (one, other) => [
      `${asForm(one)}&${asForm(other).replaceAll('api_', '+api.')}`,
      undefined,
      {},
    ],
    'a form twice': (one, other) => ['', `${asForm(one)}&${asForm(other)}`, formType],
    'a form and a list of it': (one, other) => [
      '',
      `${asForm(one)}&${asForm(other).replaceAll(/(api_\w+)=/g, '$1[]=')}`,
      formType,
    ],
    'a JSON body twice': (one, other) => ['', `{${asFields(one)},${asFields(other)}}`, json],
    'the query and JSON': (one, other) => [asForm(one), `{${asFields(other)}}`, json],
    'JSON with escapes': (one, other) => [
      '',
      `{${asFields(one)},${asFields(other).replaceAll('api_', 'a\\u0070i_')}}`,
      json,
    ],
    'a multipart body twice': (one, other) => ['', `${asParts(one)}${asParts(other)}--XX--\r\n`, partsType],
    'the query and a multipart body': (one, other) => [asForm(one), `${asParts(other)}--XX--\r\n`, partsType],
    'Basic and the query': (one, other) => [asForm(other), undefined, { authorization: basic(one) }],
    'Basic and a form': (one, other) => ['', asForm(other), { ...formType, authorization: basic(one) }],
    'Basic and JSON': (one, other) => ['', `{${asFields(other)}}`, { ...json, authorization: basic(one) }],
    'one Basic header twice': (one, other) => ['', undefined, { authorization: `${basic(one)}, ${basic(other)}` }],
  };

  const cases = Object.keys(places).flatMap((place) =>
    ['live first', 'test first', 'a real live key', 'the same pair twice'].map((which) => [place, which] as const),
  );
  test.each(cases)('is not sent: %s, %s', async (place, which) => {
    const { credentials } = recording.simulator;
    const { live, test: tests } = credentials;
    const pairs: Readonly<Record<string, readonly [Pair, Pair]>> = {
      'live first': [live, tests],
      'test first': [tests, live],
      'a real live key': [tests, accountKeys.live],
      'the same pair twice': [tests, tests],
    };
    const [query, body, headers] = places[place]!(...pairs[which]!);
    for (const path of ['/v1/send', '/v2.1/faxes']) {
      const before = recording.standIn.lines.length;
      const { status } = await recording.call(`POST ${path}?to=2025550123&string_data=x&${query}`, body, {
        as: 'none',
        headers,
      });
      expect([status, recording.standIn.lines.length]).toEqual([403, before]);
    }
  });

  test.each([
    ['a tag', (word: string) => `tag[a]=${encode(word)}`],
    ['a tag with escapes', (word: string) => `tag[a]=${escapeAll(word)}`],
    ['a tag with double escapes', (word: string) => `tag[a]=${encode(escapeAll(word))}`],
    ['a text of JSON', (word: string) => `{"a":"${inJson(word)}"}`],
  ])('is not sent with the live key in %s', async (_place, write) => {
    const before = recording.standIn.lines.length;
    for (const { key, secret } of [recording.simulator.credentials.live, accountKeys.live])
      for (const word of [key, secret]) {
        const { status } = await recording.call('POST /v2.1/faxes', write(word), { headers: formType });
        expect([word, status, recording.standIn.lines.length]).toEqual([word, 403, before]);
      }
  });

  test('is not sent with a compressed body, or with other keys beside the word of the test key', async () => {
    const { test: tests } = recording.simulator.credentials;
    const before = recording.standIn.lines.length;
    const zipped = await recording.call('POST /v2.1/faxes', 'to=1', {
      headers: { ...formType, 'content-encoding': 'gzip' },
    });
    const hidden = await recording.call(
      `POST /v1/send?api_key=other-key&api_secret=other&tag[a]=${tests.key}`,
      undefined,
      { as: 'none' },
    );
    expect([zipped.status, hidden.status, recording.standIn.lines.length]).toEqual([403, 403, before]);
  });

  test('is sent with one pair, wherever it is', async () => {
    const { test: tests } = recording.simulator.credentials;
    const fields = 'to=2025550123&string_data=x&string_data_type=text&callback_url=https://example.com/?api_key=of-it';
    const one = { to: '+12025550123', content_url: 'https://example.com' };
    const requests: readonly (readonly [string, string | undefined, Record<string, string>])[] = [
      [`GET /v1/send?${fields}&${asForm(tests)}`, undefined, {}],
      [`POST /v1/send?${fields}`, asForm(tests), formType],
      [`POST /v1/send?${fields}`, `${asParts(tests)}--XX--\r\n`, partsType],
      ['POST /v2.1/faxes', `{${asFields(tests)},${JSON.stringify(one).slice(1)}`, json],
      ['POST /v2.1/faxes', String(form(one)), { ...formType, authorization: basic(tests) }],
    ];
    for (const [line, body, headers] of requests) {
      const { status, text } = await recording.call(line, body, { as: 'none', headers });
      expect([line, status, text]).toEqual([line, 200, expect.stringContaining('true')]);
    }
  });
});

test.each([
  ['GET /v2.1/faxes/{id}', 'live'],
  ['GET /v2/faxes/{id}', 'test'],
  ['GET /v2.1/faxes?created_after=2010-01-01T00:00:00Z', 'live'],
  ['POST /v1/faxStatus?id={id}', 'live'],
] as const)(
  'a fax of the test key that %s with the %s key shows as no test ends the use of that key',
  async (line, as) => {
    const recording = await openRecording({
      plan: (asked, answer) => {
        if (!/^POST \/v2\.1\/faxes$/.test(asked))
          answer.body = answer.body.replaceAll(/"is_test": ?true/g, '"is_test":false');
      },
    });
    const letter = form({ to: '+12025550123', content_url: 'https://example.com' });
    const sent = await recording.call('POST /v2.1/faxes', letter);
    await recording.call('GET /v2.1/account/status');
    expect((await recording.call(line.replace('{id}', sent.json.data.id), undefined, { as })).status).toBe(200);
    const before = recording.standIn.lines.length;
    const again = await recording.call('POST /v2.1/faxes', letter);
    const byGet = await recording.call('GET /v1/send?to=2025550123&string_data=x');
    expect([again.status, byGet.status, recording.standIn.lines.length]).toEqual([403, 403, before]);
    await recording.close();
  },
);

test('a live fax of others in a list leaves the test key as it is', async () => {
  const recording = await openRecording();
  const letter = form({ to: '+12025550123', content_url: 'https://example.com' });
  await recording.call('GET /v2.1/faxes?created_after=2010-01-01T00:00:00Z', undefined, { as: 'live' });
  expect((await recording.call('POST /v2.1/faxes', letter)).status).toBe(200);
  await recording.close();
});
