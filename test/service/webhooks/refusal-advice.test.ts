import { describe, expect, test } from '@jest/globals';
import { webhookFormats } from '../../../src/model/domain/webhook.ts';
import { adviceFor } from '../../../src/service/webhooks/refusal-advice.ts';
import type { RefusedWebhook } from '../../../src/service/webhooks/refusal-advice.ts';

const refused = (status: number, body = '', form: Partial<RefusedWebhook> = {}) =>
  adviceFor({ status, body, format: 'v2.1', expected: null, isSigned: false, hasCredentials: false, ...form });

const multipart = { format: 'v3 multipart' } as const;
const json = { format: 'v3 json' } as const;

describe('a program that refuses a webhook of v3', () => {
  test.each([
    [401, 'missing X-Sinch-Signature', multipart],
    [403, '', json],
    [500, 'Error: invalid signature', multipart],
    [400, 'hmac mismatch', json],
  ] as const)('with %d "%s" learns that there is no signature, and where a secret can be', (status, body, form) => {
    expect(refused(status, body, form)).toContain(
      'v3 sends no signature and no header of its own, so a secret can only be in the URL, as in https://user:password@host/path',
    );
  });

  test.each([
    [415, ''],
    [500, 'SyntaxError: Unexpected token - in JSON at position 0'],
    [400, '{"error":"Unexpected token \'-\', \\"--faxsim-\\"... is not valid JSON"}'],
    [500, 'json.decoder.JSONDecodeError: Expecting value'],
    [500, "TypeError: Cannot destructure property 'event' of 'req.body' as it is undefined."],
    [500, "KeyError: 'faxId'"],
  ])('with %d "%s" at multipart learns of the two settings that make JSON', (status, body) => {
    const advice = refused(status, body, multipart);
    expect(advice).toContain('callbackUrlContentType application/json of the send');
    expect(advice).toContain('webhookContentType of the service');
  });

  test.each([400, 422])('with %d learns where the fields are', (status) => {
    expect(refused(status, 'faxId is missing', json)).toContain('whose fields are within fax');
  });

  test.each([multipart, json])('for a CSRF token learns to exempt its route', (form) => {
    expect(refused(403, '{"error":"CSRF token missing"}', form)).toContain('exempt its webhook route from the CSRF');
  });

  test('with 413 learns that each webhook has the PDF', () => {
    expect(refused(413, '', json)).toContain('v3 sends the PDF in each webhook');
  });
});

test.each([500, 503])('a program that fails with %d is sent to its log', (status) => {
  expect(refused(status)).toContain("the receiver's log should say why");
});

test.each(webhookFormats)(
  'a program that refuses the credentials of the URL is not told to write some into it: %s',
  (format) => {
    for (const [status, body] of [
      [401, ''],
      [403, 'bad signature'],
      [400, 'wrong secret'],
    ] as const) {
      for (const isSigned of [true, false])
        expect(refused(status, body, { format, isSigned, hasCredentials: true }) ?? '').not.toContain('user:password');
    }
    const advice = refused(401, '', { format, isSigned: true, hasCredentials: true });
    expect(advice).toContain('brings the credentials of its URL as Basic authentication: compare them');
    expect(refused(401, '', { format, isSigned: true })).toContain('user:password');
  },
);

describe('a program that refuses a webhook of v2.1', () => {
  test('at an error of its own learns of the form of v1, where v1 sent the fax', () => {
    const form = { expected: 'v1' } as const;
    for (const status of [400, 422, 500]) {
      expect(refused(status, 'KeyError', form)).toContain('--webhook-version v1 makes it that of v1');
      expect(refused(status, 'KeyError', { ...form, format: 'v1' }) ?? '').not.toMatch('--webhook-version');
      expect(refused(status, 'KeyError') ?? '').not.toMatch('--webhook-version');
    }
    expect(refused(405, '', form)).toBe('the receiver must take POST there');
  });

  test('for want of a signature learns how there is one', () => {
    expect(refused(401, 'no signature')).toContain('no X-Phaxio-Signature, since no token is set: --webhook-token');
    expect(refused(403, 'bad signature', { isSigned: true })).toContain('compare the string that it signs');
  });

  test('for want of the signature that a rule left out learns of the rule', () => {
    const advice = refused(401, 'no signature', { unsignedBy: 'webhook-forged/unsigned#1' });
    expect(advice).toContain('no X-Phaxio-Signature, because the scenario rule webhook-forged/unsigned#1 left it out');
    expect(advice).not.toContain('no token is set');
  });

  test('as it reads JSON alone learns that there is none', () => {
    expect(refused(400, 'Unexpected token - in JSON')).toContain('multipart/form-data, never JSON');
    expect(refused(415)).toBe('the receiver must take multipart/form-data');
  });
});

describe.each(webhookFormats)('a 404 at %s', (format) => {
  test.each(['{"error":"unknown fax"}', ' {"detail":"Fax 7 not found"}'])('with %s is about the fax', (body) => {
    expect(refused(404, body, { format })).toContain('its route does not know this fax');
  });

  test.each([
    '',
    'Not Found',
    '<pre>Cannot POST /hook</pre>',
    '{"detail":"Not Found"}',
    '{"message":"Cannot POST /x"}',
  ])('with "%s" is about the path', (body) => {
    expect(refused(404, body, { format })).toContain('the receiver has no such route');
  });
});
