import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  diagnoseSignature,
  hexOf,
  hmacSha1,
  sha1,
  signatureOf,
  signedString,
} from '../../console/screens/signature.ts';
import { sign } from '../../src/service/webhooks/signing.ts';

test('SHA-1 and HMAC-SHA1 are those of node, for bytes and keys of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(hexOf(sha1(bytes))).toBe(createHash('sha1').update(bytes).digest('hex'));
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 150 }), fc.string({ maxLength: 300 }), (key, text) => {
      expect(hexOf(hmacSha1(key, text))).toBe(createHmac('sha1', key).update(text).digest('hex'));
    }),
  );
});

const parts = {
  url: 'http://localhost:3000/hook?from=fax',
  fields: { success: 'true', is_test: 'false', fax: '{"id":7}' },
  files: [{ name: 'file', sha1: '11f6ad8ec52a2984abaafd7c3b516503785c2072' }],
};
const token = 'secret';

test('the signed string and the signature are those of webhooks', () => {
  const { value, signed } = sign(token, parts);
  expect(signedString(parts)).toBe(signed);
  expect(signatureOf(token, signed)).toBe(value);
});

describe('a pasted signature', () => {
  const { value, signed } = sign(token, parts);
  const hmac = (text: string, key = token) => createHmac('sha1', key).update(text).digest('hex');

  test.each([value, ` ${value}\n`, `X-Phaxio-Signature: ${value}`, `sha1=${value}`])('is right: %j', (pasted) => {
    expect(diagnoseSignature(pasted, token, parts)).toEqual({ isRight: true, text: 'The signature is right.' });
  });

  test.each([
    [value.toUpperCase(), 'lower case'],
    [createHmac('sha1', token).update(signed).digest('base64'), 'Base64'],
    [createHmac('sha256', token).update(signed).digest('hex'), 'SHA-256'],
    ['hello', '40 hex digits'],
    [hmac(signed.slice(parts.url.length)), 'leaves out the URL'],
    [hmac(signed.replace('/hook?from=fax', '/hook?from=fax/')), 'final slash'],
    [hmac(signed.replace('?from=fax', '')), 'leaves out the query'],
    [hmac(signed.replace('http://localhost:3000', '')), 'path alone'],
    [hmac(signed.replace('http:', 'https:')), 'other scheme'],
    [hmac(`${parts.url}successtrueis_testfalsefax{"id":7}file${parts.files[0]?.sha1}`), 'sort the fields'],
    [hmac(`${parts.url}fax{"id":7}is_testfalsesuccesstrue`), 'leaves out the files'],
    [hmac(parts.url), 'URL alone'],
    [hmac(token, signed), 'swaps the token'],
    [createHash('sha1').update(signed).digest('hex'), 'without the token'],
    [hmac(signed, ''), 'empty token'],
    [hmac(signed, 'other'), 'No known mistake'],
    [hmac(signed, 'the secret'), 'signs with the API secret'],
    [hmac(`${parts.url}fax={"id":7}&is_test=false&success=truefile${parts.files[0]?.sha1}`), 'puts = and & between'],
    [createHmac('sha1', 'the secret').update(signed).digest('base64url'), /Base64.*signs with the API secret/],
    [hmac(`${parts.url}successtrueis_testfalsefax{"id":7}`), /Two mistakes: .*sort the fields.*leaves out the files/],
    [hmac(signed.replace('http:', 'https:'), 'the secret'), /Two mistakes: .*other scheme.*signs with the API secret/],
  ])('%s is wrong, since: %s', (pasted: string, text: string | RegExp) => {
    const others = [{ name: 'the API secret', value: 'the secret' }];
    const found = diagnoseSignature(pasted, token, { ...parts, others });
    expect(found.isRight).toBe(false);
    expect(found.text).toMatch(text);
  });
});
