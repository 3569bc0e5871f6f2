import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sign, writeSigned } from '../../../src/service/webhooks/signing.ts';
import { sha1Of } from '../../../src/model/shared/sha1.ts';
import type { WebhookMessage } from '../../../src/wire/webhook-message.ts';
import type { EditForm } from '../../../src/wire/webhook-message.ts';

describe('the signature', () => {
  test.each([
    ['test-webhook-token', '64a735ef0c47a0ae671e381c046648f0966deb29'],
    ['1234567890', '15adeecb7eca79676ece07ee4bc1bbba2c69eddd'],
  ])('with the token %s is that of the official clients', (token, value) => {
    const signature = sign(token, { url: 'example.com', fields: { test: 'true' }, files: [] });
    expect(signature).toEqual({ value, signed: 'example.comtesttrue' });
  });

  test('covers the SHA-1 of a file', () => {
    const signature = sign('test-webhook-token', {
      url: 'https://example.com/hook',
      fields: { event_type: 'fax_completed', fax: '{"id":1}' },
      files: [{ name: 'file', sha1: sha1Of(Buffer.from('%PDF-1.4 test\n')) }],
    });
    expect(signature).toEqual({
      value: '6bef4f05278110234e6aba571008f107b69bb42e',
      signed: 'https://example.com/hookevent_typefax_completedfax{"id":1}file14fde200915b833a773c49698cd9c2281218cf46',
    });
  });

  const named = <T>(value: fc.Arbitrary<T>) =>
    fc.uniqueArray(
      fc.tuple(
        fc.string().filter((name) => name !== '__proto__'),
        value,
      ),
      { selector: ([name]) => name },
    );

  test('does not depend on the order of fields and files', () => {
    const shuffled = <T>(pairs: fc.Arbitrary<T[]>) =>
      pairs.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(
        shuffled(named(fc.string({ unit: 'grapheme' }))),
        shuffled(named(fc.uint8Array())),
        ([fields, otherFields], [files, otherFiles]) => {
          const signed = (texts: [string, string][], hashed: [string, Uint8Array][]) =>
            sign('token', {
              url: 'http://localhost/',
              fields: Object.fromEntries(texts),
              files: hashed.map(([name, bytes]) => ({ name, sha1: sha1Of(bytes) })),
            });
          expect(signed(otherFields, otherFiles)).toEqual(signed(fields, files));
        },
      ),
    );
  });

  test('depends on every value, the URL and the token', () => {
    const message = { url: 'http://localhost/', fields: { a: '1' }, files: [{ name: 'file', sha1: 'ff' }] };
    const others = [
      sign('token', message),
      sign('other', message),
      sign('token', { ...message, url: 'http://localhost' }),
      sign('token', { ...message, fields: { a: '2' } }),
      sign('token', { ...message, files: [{ name: 'file', sha1: 'fe' }] }),
    ];
    expect(new Set(others.map(({ value }) => value)).size).toBe(5);
  });
});

describe('a format with a JSON body and no signature', () => {
  const write = (edit: EditForm): WebhookMessage => {
    const { fields } = edit({ fields: { event: 'FAX_COMPLETED', fax: '{"id":1}' }, files: [] });
    const encode = () => ({ type: 'application/json', chunks: [Buffer.from(JSON.stringify(fields))] });
    return { shown: { fields, files: [] }, signable: null, encode };
  };

  test.each(['none', 'wrong-token', 'tampered-body'] as const)('is sent unsigned, with the fault %s', (fault) => {
    const { message, signature } = writeSigned(write, { url: 'http://localhost/', token: 'token' }, { sign: fault });
    const sent = { event: 'FAX_COMPLETED', fax: '{"id":1}', ...(fault === 'tampered-body' && { success: 'true' }) };
    expect(signature).toBeNull();
    expect(JSON.parse(Buffer.concat(message.encode().chunks).toString())).toEqual(sent);
    expect(message.shown.fields).toEqual(sent);
  });
});
