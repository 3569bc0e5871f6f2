import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hexOf, hmacSha1, md5, sha1, sha256 } from '../../src/model/shared/digests.ts';
import { diagnoseSignature } from '../../src/model/shared/signature-diagnosis.ts';
import { signaturesIn } from '../../src/model/shared/signatures-in.ts';
import { shareTexts, verdictsOn } from '../../src/model/shared/signature-verdicts.ts';
import { differenceOf, signatureOf, signedString } from '../../src/model/shared/signed-string.ts';
import { rawBody } from '../../src/model/shared/signature-mistakes.ts';
import { urlsIn } from '../../src/model/shared/signature-urls.ts';
import { writeMultipart } from '../../src/wire/webhook-message.ts';
import { sign } from '../../src/service/webhooks/signing.ts';

test('SHA-1, SHA-256, MD5 and HMAC-SHA1 are those of node, for bytes and keys of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const [name, digest] of Object.entries({ sha1, sha256, md5 }))
        expect(hexOf(digest(bytes))).toBe(createHash(name).update(bytes).digest('hex'));
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

test('the signatures in the answer of a program are found, and no other numbers', () => {
  const digest = 'A50ca0f8c9d3fafd31c083df97608303740abcde';
  expect(signaturesIn(`{"error":"Invalid signature","expected":"${digest}","got":"${digest}"}`)).toEqual([digest]);
  expect(signaturesIn(`${digest}00 ${digest.slice(1)}`)).toEqual([]);
  const requestId = '{"error":"signature_mismatch","trace":"0af7651916cd43dd8448eb211c80319c","at":1768473000}';
  expect(signaturesIn(requestId)).toEqual([]);
});

describe('a signature in the answer of a program', () => {
  const { value, signed } = sign(token, parts);
  const signing = { parts, token, confusable: { keys: [], urls: [] } };
  const hmac = (algorithm: string, encoding: 'hex' | 'base64' | 'base64url', text = signed) =>
    createHmac(algorithm, token).update(text).digest(encoding);
  const wrong = `${signed}\n`;
  const forms = [
    value.toUpperCase(),
    `sha1=${value}`,
    `"${value}"`,
    `'${value}'`,
    hmac('sha1', 'base64'),
    hmac('sha1', 'base64url'),
    hmac('sha1', 'base64', wrong),
    hmac('sha1', 'hex', wrong),
    `sha1=${hmac('sha1', 'hex', wrong)}`,
    ...['md5', 'sha224', 'sha256', 'sha384', 'sha512'].map((algorithm) => hmac(algorithm, 'hex')),
    `sha256=${hmac('sha256', 'hex')}`,
    hmac('sha256', 'base64'),
    hmac('sha256', 'base64url'),
    '0123456789abcdef0123456789',
  ];

  test.each(forms)('is found in JSON, PHP and prose, and explained as if it was pasted: %s', (form) => {
    const json = JSON.stringify({ error: 'Invalid signature', expected: form });
    const bodies = [json, json.replaceAll('/', '\\/'), ...(/["']/.test(form) ? [] : [`expected signature: ${form}`])];
    const { text } = diagnoseSignature(form, token, parts);
    for (const body of bodies) {
      const attempt = { answer: { status: 401, body }, signature: { value } };
      const explained = form === `sha1=${value}` ? 'The digest is right, but the header has no sha1= before it.' : text;
      expect(verdictsOn(attempt, signing)).toEqual([{ digest: form, text: explained }]);
    }
  });
});

describe('the signature of the header in the answer of a program', () => {
  const { value, signed } = sign(token, parts);
  const other = createHmac('sha1', token).update(`${signed}\n`).digest('hex');
  const textsFor = (body: unknown, status = 401) => {
    const attempt = { answer: { status, body: JSON.stringify(body) }, signature: { value } };
    return verdictsOn(attempt, { parts, token, confusable: { keys: [], urls: [] } }).map(({ text }) => text);
  };
  const refused = /^Your program computed the right signature and still refused: /;

  test.each([
    { error: 'Invalid signature', expected: value },
    { expected: value, got: null },
    { expected: value, got: value },
    { computed: value, 'X-Phaxio-Signature': other },
  ])('is right when the program computed it: %j', (body) => {
    expect(textsFor(body)).toEqual([expect.stringMatching(refused)]);
  });

  test('tells nothing when the answer accepts the webhook', () => {
    expect(textsFor({ expected: value }, 200)).toEqual([]);
  });

  test('is not taken for that of the program when the answer repeats what came', () => {
    expect(textsFor({ error: 'Invalid signature', got: value })).toEqual([]);
    expect(textsFor({ expected: other, got: value })).toEqual([expect.stringContaining('line break')]);
    expect(textsFor({ expected: value, computed: other })).toEqual([expect.stringContaining('line break')]);
  });
});

test('digests of an answer with the same text are named together, and one with a text of its own apart', () => {
  const [one, other, third] = [
    '0123456789abcdef0123456789',
    'fedcba98765432100123456789',
    'aaaabbbbccccdddd0123456789',
  ];
  const verdicts = [one, other, third].map((digest) => ({ digest, text: 'unknown' }));
  expect(shareTexts(verdicts, (digest) => digest === other)).toEqual([
    { digests: [one, third], text: 'unknown' },
    { digests: [other], text: 'unknown' },
  ]);
});

test('a question ends with its own sign', () => {
  const { signed } = sign(token, parts);
  const { text } = diagnoseSignature(createHmac('sha1', '').update(signed).digest('hex'), token, parts);
  expect(text).toMatch(/read\?$/);
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
    [createHash('md5').update(signed).digest('hex'), 'MD5'],
    [createHmac('sha512', token).update(signed).digest('hex'), 'SHA-512'],
    [`sha256=${createHmac('sha256', token).update(signed).digest('hex')}`, 'no sha256='],
    [`"${value}"`, 'in quotes'],
    [
      createHash('sha1')
        .update(signed + token)
        .digest('hex'),
      'string and token',
    ],
    [hmac(signed.replace('{"id":7}', '[object Object]')), '[object Object]'],
    [hmac(signed.replace('is_testfalse', 'is_testFalse').replace('successtrue', 'successTrue')), 'True and False'],
    [hmac(signed.replace('is_testfalse', 'is_test').replace('successtrue', 'success1')), '1 and nothing'],
    [hmac(signed.replace('{"id":7}', encodeURIComponent('{"id":7}'))), 'as in a URL'],
    [hmac(signed.replace('is_test', '\nis_test').replace('success', '\nsuccess')), 'line breaks'],
    [hmac(signed, 'undefined'), 'the word undefined'],
    [hmac(signed, `"${token}"`), 'quotes around the token'],
    [hmac(signed, `${token} `), 'space beside the token'],
    [hmac(signed, ''), 'is the setting read?'],
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
    [hmac(signed, 'other'), 'The cause may be a wrong webhook token, another URL, other separators'],
    [
      hmac(`${parts.url}&fax={"id":7}&is_test=false&success=truefile${parts.files[0]?.sha1}`),
      'puts & before each field',
    ],
    [hmac(signed.replace('{"id":7}', '{"id": 7}')), 'as Python does'],
    [hmac(`${signed}\n`), 'signs a line break after the string'],
    [hmac(`${signed}\r\n`), 'signs a line break after the string'],
    [hmac(`${signed.replace('/hook', '/hook/')}\n`), 'Two mistakes'],
    [hmac(signed, 'the secret'), 'signs with the API secret'],
    [hmac(`${parts.url}fax={"id":7}&is_test=false&success=truefile${parts.files[0]?.sha1}`), 'puts = and & between'],
    [createHmac('sha1', 'the secret').update(signed).digest('base64url'), /Base64.*signs with the API secret/],
    [hmac(`${parts.url}successtrueis_testfalsefax{"id":7}`), /Two mistakes: .*sort the fields.*leaves out the files/],
    [hmac(signed.replace('http:', 'https:'), 'the secret'), /Two mistakes: .*other scheme.*signs with the API secret/],
  ])('%s is wrong, since: %s', (pasted: string, text: string | RegExp) => {
    const keys = [{ name: 'the API secret', value: 'the secret' }];
    const found = diagnoseSignature(pasted, token, { ...parts, keys });
    expect(found.isRight).toBe(false);
    expect(found.text).toMatch(text);
  });
});

test('JSON without its nulls is named', () => {
  const withNull = { ...parts, fields: { ...parts.fields, fax: '{"id":7,"tags":null,"pages":[null,1]}' } };
  const signed = sign(token, withNull).signed.replace('"tags":null,', '');
  const { text } = diagnoseSignature(createHmac('sha1', token).update(signed).digest('hex'), token, withNull);
  expect(text).toContain('prints JSON again, as JSON.stringify does, without its nulls');
});

describe('a signature behind a tunnel', () => {
  const outer = 'https://abc.tunnel.example/hook?from=fax';
  const inner = 'http://localhost:3000/hook?from=fax';
  const hmac = (url: string) =>
    createHmac('sha1', token)
      .update(sign(token, { ...parts, url }).signed)
      .digest('hex');
  const textOf = (signed: string, configured: string, urls: readonly string[] = []) =>
    diagnoseSignature(hmac(signed), token, { ...parts, url: configured, urls }).text;

  test.each([
    ['http://localhost:8080', 'localhost:8080'],
    ['https://127.0.0.1', '127.0.0.1'],
    ['http://host.docker.internal:5000', 'host.docker.internal:5000'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('is explained by the inner host %s', (origin, host) => {
    const text = textOf(`${origin}/hook?from=fax`, outer);
    expect(text).toContain(`signs the host ${host} in place of abc.tunnel.example, as behind a tunnel`);
  });

  test('is explained by an outer host that the answer or a setting names', () => {
    expect(textOf(outer, inner)).toMatch(/^No known mistake/);
    const urls = urlsIn(String.raw`{"error":"bad signature for https:\/\/abc.tunnel.example\/other."}`);
    expect(urls).toEqual(['https://abc.tunnel.example/other']);
    expect(textOf(outer, inner, urls)).toContain('signs the host abc.tunnel.example in place of localhost:3000');
  });

  test.each([
    [`${inner}&skip=1`, [`${inner}&skip=1`], 'adds &skip=1 to the URL'],
    [`${inner}?from=fax`, [], 'adds the query a second time'],
    [outer, [outer.replace('hook', 'other'), outer], 'signs the host abc.tunnel.example'],
    ['http://elsewhere.example/x', ['http://elsewhere.example/x'], 'signs another URL, http://elsewhere.example/x'],
  ])('is explained by the URL %s', (signed, urls, text) => {
    expect(textOf(signed, inner, urls)).toContain(text);
  });

  test.each([
    ['http://host/hook?a=1&b=c d', 'http://host/hook?a=1&b=c%20d'],
    ['http://host/hook?n=\u00e4', 'http://host/hook?n=%C3%A4'],
    ['http://LOCALHOST:3982/Hook', 'http://localhost:3982/Hook'],
    ['http://host:80/a b#part', 'http://host/a%20b'],
  ])('of the URL %s is explained by its form in the request', (configured, received) => {
    expect(textOf(received, configured)).toBe(
      `Your code signs the URL as the request has it, ${received}: use the URL as configured, ${configured}.`,
    );
    expect(textOf(received.replace('http:', 'https:'), configured)).toContain('it also has the other scheme');
    const inner = received.replace(/\/\/[^/]+/, '//127.0.0.1:5000');
    expect(textOf(inner, configured)).toContain('signs the host 127.0.0.1:5000 in place of');
  });

  test('is explained by the URL as a parser writes it', () => {
    const configured = 'http://user:password@host/a b';
    expect(textOf(new URL(configured).href, configured)).toContain('as a parser of URLs writes it');
  });

  test('is explained by a question mark without a query', () => {
    expect(textOf('http://localhost:3000/hook?', 'http://localhost:3000/hook')).toContain('adds a question mark');
  });
});

describe('a pasted signature of a webhook with a file', () => {
  const content = Buffer.from('%PDF-1.7 \u00ff\u0100', 'latin1');
  const hash = (name: string, bytes: Uint8Array = content) => createHash(name).update(bytes).digest('hex');
  const file = { name: 'file', filename: 'fax.pdf', type: 'application/pdf', sha1: hash('sha1') };
  const fields = { event: 'fax_completed', fax: '{"id":7,"caller_name":"Caf\u00e9"}', success: 'true' };
  const whole = {
    url: 'http://127.0.0.1:3000/hook/?a=b',
    fields,
    files: [{ ...file, content: new Uint8Array(content) }],
  };
  const hexToken = 'faced0fa70ce40000000000000000000000011fe';
  const hmac = (text: string | Buffer, key: string | Buffer = hexToken) =>
    createHmac('sha1', key).update(text).digest('hex');
  const { url } = whole;
  const texts = `eventfax_completedfax${fields.fax}successtrue`;
  const sum = `file${file.sha1}`;
  const withFax = (fax: string) => `${url}${texts.replace(fields.fax, () => fax)}${sum}`;
  const raw = Buffer.concat(writeMultipart({ fields, files: [{ ...file, bytes: content }] }).chunks);

  test('has the raw body that is sent', () => {
    expect(Buffer.from(rawBody(whole)!).equals(raw)).toBe(true);
  });

  test.each([
    ['raw body', hmac(raw)],
    ['URL and the raw body', hmac(Buffer.concat([Buffer.from(url), raw]))],
    ['host of the request, localhost:3000', hmac(url.replace('127.0.0.1', 'localhost') + texts + sum)],
    ['leaves out the port', hmac(url.replace(':3000', '') + texts + sum)],
    ['slash before its query', hmac(url.replace('/?', '?') + texts + sum)],
    ['as Python does', hmac(`${url}${texts.replace(fields.fax, '{"id": 7, "caller_name": "Caf\\u00e9"}')}${sum}`)],
    [
      'over several lines',
      hmac(`${url}${texts.replace(fields.fax, JSON.stringify(JSON.parse(fields.fax), null, 2))}${sum}`),
    ],
    ['in ASCII', hmac(`${url}${texts.replace('\u00e9', '\\u00e9')}${sum}`)],
    ['as Python does, with its keys sorted', hmac(withFax('{"caller_name": "Caf\\u00e9", "id": 7}'))],
    ['in ASCII, with its keys sorted', hmac(withFax('{"caller_name":"Caf\\u00e9","id":7}'))],
    [
      'with spaces after commas and colons, with its keys sorted',
      hmac(withFax('{"caller_name": "Caf\u00e9", "id": 7}')),
    ],
    ['signs the files before the fields', hmac(url + sum + texts)],
    ['content of files as text', hmac(`${url}${texts}file${content.toString('utf8')}`)],
    ['content of files as text', hmac(`${url}${texts}file${content.toString('latin1')}`)],
    ['Latin-1', hmac(Buffer.from(url + texts + sum, 'latin1'))],
    ['decodes the token from hex', hmac(url + texts + sum, Buffer.from(hexToken, 'hex'))],
    ['sorts the fields backwards', hmac(`${url}successtruefax${fields.fax}eventfax_completed${sum}`)],
    ['leaves out the names of the fields', hmac(`${url}fax_completed${fields.fax}true${sum}`)],
    ['leaves out the field success', hmac(`${url}eventfax_completedfax${fields.fax}${sum}`)],
    ['bytes of files themselves', hmac(Buffer.concat([Buffer.from(`${url}${texts}file`), content]))],
    ['MD5 of files', hmac(`${url}${texts}file${hash('md5')}`)],
    ['SHA-256 of files', hmac(`${url}${texts}file${hash('sha256')}`)],
    ['names of the files', hmac(`${url}${texts}fax.pdf${file.sha1}`)],
    ['names of the parts of files, but no SHA-1', hmac(`${url}${texts}file`)],
    ['another URL, other separators between the fields, another form of the files, or JSON', hmac('else')],
    ['upper case', hmac(`${url}${texts}file${file.sha1.toUpperCase()}`)],
    ['sorts files among the fields', hmac(`${url}eventfax_completedfax${fields.fax}${sum}successtrue`)],
    ['as text in UTF-8', hmac(`${url}${texts}file${hash('sha1', Buffer.from(content.toString('utf8')))}`)],
  ])('names the mistake: %s', (mistake, pasted) => {
    expect(diagnoseSignature(pasted, hexToken, whole).text).toContain(mistake);
  });

  test('a pasted string has its first wrong byte marked, with the part that it lies in', () => {
    expect(differenceOf(`${signedString(whole)}\n`, whole)).toBe(undefined);
    const wrong = signedString(whole).replace('Caf\u00e9', 'Caf\\u00e9');
    expect(differenceOf(wrong, whole)).toEqual({
      at: Buffer.byteLength(`${url}eventfax_completedfax{"id":7,"caller_name":"Caf`),
      ...{ place: 'in the field fax', before: 'dfax{"id":7,"caller_name":"Caf'.slice(-24) },
      ...{ expected: '\u00e9"}successtr', given: '\\u00e9"}succ' },
    });
    expect(differenceOf('http://localhost', whole)).toMatchObject({ at: 7, place: 'in the URL', given: 'localhost' });
    expect(differenceOf(`${signedString(whole)}x`, whole)).toMatchObject({
      place: 'after the file file, which is the end',
      expected: '',
      given: 'x',
    });
  });

  test.each([
    ['an added query', (text: string) => text.replace('?a=b', '?a=b&c=d'), 'after the URL, which goes on in yours'],
    ['line breaks', (text: string) => text.replace(url, `${url}\n`), 'after the URL, which goes on in yours'],
    ['another query and other fields', () => `${url}&c=d`, 'after the URL, which goes on in yours'],
    [
      'a field too few',
      () => `${url}eventfax_completedsuccesstrue${sum}`,
      'where the field fax stands; yours has the field success there',
    ],
    ['other fields', () => `${url}nothing`, 'in the field event'],
    ['a longer value', () => `${url}${texts}!${sum}`, 'after the field success, which goes on in yours'],
    ['no files', () => url + texts, 'in the file file'],
    ['nothing', () => 'x', 'in the URL'],
  ])('a pasted string with %s has the place of its difference', (_what, change, place) => {
    expect(differenceOf(change(signedString(whole)), whole)).toMatchObject({ place });
  });
});
