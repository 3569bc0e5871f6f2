import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { evidenceOfHar } from '../../../src/lab/har/har-evidence.ts';
import { readHarDocument } from '../../../src/lab/har/har-file.ts';
import { reportOf } from '../../../src/lab/migrate/report.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { recordingOutputs } from '../../../src/lab/record/outputs.ts';
import { SecretTexts } from '../../../src/lab/record/secret-texts.ts';
import { upstreamOf } from '../../../src/lab/record/upstream.ts';
import { accountKeys, callMuch, openRecording } from './stand-in.ts';
import type { Recording } from './stand-in.ts';
import { making } from '../../support/report-making.ts';

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const json = { 'content-type': 'application/json' };

describe('a request that may cost money, or that no one meant, is not sent:', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await openRecording();
  });
  afterAll(() => recording.close());

  const letter = { to: '+12025550123', content_url: 'https://example.com' };
  test.each<[string, string, URLSearchParams | string | undefined, Parameters<Recording['call']>[2]]>([
    ['a live fax', 'POST /v2.1/faxes', form(letter), { as: 'live' }],
    ['a live fax of v2', 'POST /v2/faxes', form(letter), { as: 'live' }],
    ['a live resend', 'POST /v2.1/faxes/1/resend', undefined, { as: 'live' }],
    ['a number', 'POST /v2.1/phone_numbers', form({ country_code: '1', area_code: '202' }), { as: 'test' }],
    ['a port order', 'POST /v2.1/port_orders', form({ 'port_numbers[]': '+12025550123' }), { as: 'test' }],
    ['a send of v1', 'POST /v1/send', form({ ...letter, api_key: 'live' }), { as: 'none' }],
    ['a send of v1 by GET', 'GET /v1/send?to=2025550123', undefined, { as: 'live' }],
    ['a batch of v1', 'POST /v1/fireBatch', form({ batch_id: '1' }), { as: 'live' }],
    [
      'a fax of v3',
      'POST {project}/faxes',
      JSON.stringify({ to: '+12025550123', contentUrl: 'https://example.com' }),
      { as: 'live', headers: json },
    ],
    [
      'a fax of v3 to two numbers',
      'POST {project}/faxes',
      JSON.stringify({ to: ['+19898989898', '+12025550123'] }),
      { as: 'live', headers: json },
    ],
    [
      'a fax of v3 whose number comes twice',
      'POST {project}/faxes',
      '{"to":"+12025550123","to":"+19898989898"}',
      { as: 'live', headers: json },
    ],
    [
      'a fax of v3 with a number in the query',
      'POST {project}/faxes?to=%2B12025550123',
      JSON.stringify({ to: '+19898989898' }),
      { as: 'live', headers: json },
    ],
    ['an unknown POST', 'POST /v2.1/faxes.json', form(letter), { as: 'test' }],
    ['a path that no face has', 'GET /send?to=1', undefined, { as: 'test' }],
    ['an unknown path of v1', 'GET /v1/sendFax?to=1', undefined, { as: 'test' }],
    [
      'keys of no named file',
      'GET /v2.1/faxes',
      undefined,
      { as: 'none', headers: { authorization: `Basic ${btoa('other:keys')}` } },
    ],
    [
      'a token of no recording',
      'GET {project}/faxes',
      undefined,
      { as: 'none', headers: { authorization: 'Bearer a-token-from-elsewhere' } },
    ],
    ['a control call', 'POST /_faxsim/reset', undefined, { as: 'none' }],
  ])('%s', async (_what, line, body, options) => {
    const before = [recording.standIn.lines.length, recording.refused.length];
    const { status, json: answer } = await recording.call(line.replace('{project}', recording.project), body, options);
    expect([status, recording.standIn.lines.length, recording.refused.length]).toEqual([
      403,
      before[0],
      before[1]! + 1,
    ]);
    expect(JSON.stringify(answer)).toMatch(/faxsim record: |Forbidden/);
  });

  test.each(['//v2.1/faxes', '/V2.1/Faxes', '/x/../faxes', '/_faxsim/info'])(
    '%s, by the path that came',
    async (path) => {
      const raw = connect(Number(new URL(recording.baseUrl).port), '127.0.0.1');
      raw.end(`POST ${path}?api_key=a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(await text(raw)).toMatch(/^HTTP\/1\.1 403 /);
      expect(recording.refused.at(-1)).toMatch(`POST ${path}: not sent, since `);
    },
  );

  test('a test fax, and one to the test number of v3, are sent', async () => {
    const { lines } = recording.standIn;
    const first = await recording.call('POST /v2.1/faxes', form(letter));
    await recording.call(`POST ${recording.project}/faxes`, JSON.stringify({ to: '+19898989898' }), {
      as: 'live',
      headers: json,
    });
    expect(first.status).toBe(200);
    expect(lines.slice(-2)).toEqual(['POST /v2.1/faxes', 'POST /v3/projects/project-of-the-account/faxes']);
  });
});

test('with leave, a live fax is sent', async () => {
  const recording = await openRecording({ mayCost: true });
  const { status } = await recording.call(
    'POST /v2.1/faxes',
    form({ to: '+12025550123', content_url: 'https://example.com' }),
    { as: 'live' },
  );
  expect([status, recording.standIn.lines]).toEqual([200, ['POST /v2.1/faxes']]);
  await recording.close();
});

test('after a fax of a test key that is no test, nothing more is sent with the key', async () => {
  const { live } = accountKeys;
  const recording = await openRecording({ keys: { test: live } });
  const sent = await recording.call(
    'POST /v2.1/faxes',
    form({ to: '+12025550123', content_url: 'https://example.com' }),
  );
  await recording.call(`GET /v2.1/faxes/${sent.json.data.id}`);
  const again = await recording.call(
    'POST /v2.1/faxes',
    form({ to: '+12025550123', content_url: 'https://example.com' }),
  );
  expect([again.status, recording.standIn.lines.length]).toEqual([403, 2]);
  await recording.close();
});

describe('--to', () => {
  test.each([
    'https://api.phaxio.com',
    'https://fax.api.sinch.com',
    'https://eu1.fax.api.sinch.com/',
    'http://127.0.0.1:8329',
    'https://proxy.example/',
  ])('may name %s', (url) => {
    expect(upstreamOf(url, ['proxy.example']).base.href).toContain(new URL(url).host);
  });

  test.each([
    ['https://api.phaxio.com.evil.example', /is no host of the service.*--trust-host/],
    ['http://api.phaxio.com', /must begin with https:/],
    ['https://other.example', /is no host of the service/],
    ['phaxio', /must be a URL/],
    ['localhost:8329', /must be a URL/],
    ['http://127.0.0.1:8329/v1', /--to must have no path: .* http:\/\/127\.0\.0\.1:8329$/],
    ['https://api.phaxio.com/v2.1/', /--to must have no path/],
    ['https://api.phaxio.com/?a=1', /--to must have no query/],
    ['https://api.phaxio.com?', /--to must have no query/],
    ['https://api.phaxio.com/#a', /--to must have no fragment/],
    ['https://name:secret-4720@api.phaxio.com', /--to must have no name or password: (?!.*4720)/],
    ['https://name:secret-4720@api.phaxio.com:99999', /^--to must be a URL (?!.*4720)/],
  ])('may not name %s', (url, message) => {
    expect(() => upstreamOf(url, ['proxy.example'])).toThrow(message);
  });

  test('sends requests for tokens to the host of tokens', () => {
    const { originFor } = upstreamOf('https://fax.api.sinch.com', []);
    expect([originFor('/oauth2/token'), originFor('/v3/projects/1/faxes')]).toEqual([
      'https://auth.sinch.com',
      'https://fax.api.sinch.com',
    ]);
  });
});

describe('a secret', () => {
  const secret = fc.string({
    minLength: 12,
    maxLength: 60,
    unit: fc.constantFrom(...'abcXYZ0189-_+/=&%@"\\ü'.split('')),
  });
  const around = fc.string({ maxLength: 20 });

  test('is in no form in a text that was cleaned', () => {
    const escape = (text: string) => JSON.stringify(text).slice(1, -1);
    const forms: ((text: string) => string)[] = [
      (text) => text,
      (text) => encodeURIComponent(text),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => new URLSearchParams({ a: text }).toString().slice(2),
      escape,
      (text) => Buffer.from(text).toString('base64'),
      (text) => Buffer.from(text).toString('base64url'),
      (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
    ];
    fc.assert(
      fc.property(
        secret,
        secret,
        around,
        around,
        fc.integer({ min: 0, max: forms.length - 1 }),
        (key, value, before, after, at) => {
          const texts = new SecretTexts();
          for (const one of [`${key}:${value}`, key, value]) texts.add(one);
          const write = forms[at]!;
          for (const text of [key, value, `${key}:${value}`]) {
            expect(texts.clean(`${before}|${write(text)}|${after}`).slice(before.length)).not.toContain(write(text));
          }
        },
      ),
    );
  });

  test('is in no output of a recording', async () => {
    const recording = await openRecording({
      keys: {
        ...accountKeys,
        sinch: { ...accountKeys.live, project: 'project-of-the-account' },
        webhookToken: 'token-of-webhooks-4713',
      },
    });
    await callMuch(recording);
    const url = 'https://user-4714:password-4715@example.com/hook?token=token-of-webhooks-4713&api_key=query-key-4716';
    await recording.call(
      'POST /v2.1/faxes',
      form({ to: '+12025550123', content_url: 'https://example.com', callback_url: url }),
    );
    const token = await recording.call('POST /oauth2/token', form({ grant_type: 'client_credentials' }), {
      as: 'live',
    });
    const bearer = { authorization: `Bearer ${token.json.access_token}` };
    expect(
      (await recording.call(`GET ${recording.project}/faxes`, undefined, { as: 'none', headers: bearer })).status,
    ).toBe(200);
    const findings = await recording.finish();
    const { report, files } = await recordingOutputs(
      recording,
      { ...findings, to: 'https://api.phaxio.com', refused: recording.refused },
      { keep: [], making: { ...making, command: `npx faxsim record --to https://${accountKeys.live.secret}` } },
    );
    const { live, test: tests } = accountKeys;
    const words = [
      live.key,
      live.secret,
      tests.key,
      tests.secret,
      token.json.access_token,
      'password-4715',
      'token-of-webhooks-4713',
      'query-key-4716',
      'project-of-the-account',
    ];
    const pairs = [`${live.key}:${live.secret}`, `${tests.key}:${tests.secret}`];
    const forms = [...words, ...pairs].flatMap((word) => [
      word,
      encodeURIComponent(word),
      Buffer.from(word).toString('base64'),
      JSON.stringify(word).slice(1, -1),
    ]);
    for (const [name, text] of Object.entries({ ...files, stdout: textOf(report) }))
      for (const form of forms) expect([name, text.includes(form)]).toEqual([name, false]);
    expect(Object.keys(files)).toEqual(['report.html', 'report.json', 'traffic.har', 'evidence.yaml', 'fixture.yaml']);
    const { log } = readHarDocument(JSON.parse(files['traffic.har']), 'traffic.har');
    expect(log.entries.length).toBeGreaterThan(30);
    for (const entry of log.entries)
      expect(entry).toMatchObject({ request: { url: expect.stringMatching(/^https:\/\/api\.phaxio\.com\//) } });
    expect(log._faxsim).toBeUndefined();
    const { evidence } = await evidenceOfHar({ log }, await recording.simulator.world({ fixture: 'empty' }), []);
    const { calls } = reportOf([evidence]);
    expect(evidence.requests.filter(({ version }) => version === 'v3')).toHaveLength(7);
    expect(calls.length).toBeGreaterThan(10);
    await recording.close();
  });
});
