import { describe, expect, test } from '@jest/globals';
import { defaultCredentials } from '../../../src/model/domain/account.ts';
import { openSimulator } from '../../support/simulator.ts';

type Opened = ReturnType<typeof openSimulator>;

/** The latest request as it came, and as the list shows it. */
async function latest({ anyone }: Opened) {
  const { body } = await anyone.get('/_faxsim/requests?limit=1').expect(200);
  const [request] = body.data.requests;
  const raw = await anyone.get(`/_faxsim/requests/${request.id}/raw`).expect(200);
  return { request, raw: raw.body.data };
}

/** The value of a header of the latest request. */
const headerIn = (raw: { headers: { name: string; value: string }[] }, sought: string) =>
  raw.headers.find(({ name }) => name.toLowerCase() === sought)?.value;

describe('a request as it came', () => {
  test('has its query and its headers, without secrets', async () => {
    const opened = openSimulator();
    await opened.live
      .get('/v2.1/faxes?statu=failure&api_secret=hush')
      .set('Cookie', 'a=b')
      .set('X-Trace', '7')
      .expect(200);
    const { request, raw } = await latest(opened);
    expect(request.query).toBe('statu=failure&api_secret=•••');
    expect(headerIn(raw, 'authorization')).toBe('Basic •••');
    expect(headerIn(raw, 'cookie')).toBe('•••');
    expect(headerIn(raw, 'x-trace')).toBe('7');
    expect(raw).toMatchObject({ body: '', body_bytes: 0, body_is_cut: false, parts: [] });
  });

  test.each([
    ['UTF-8', Buffer.from('Büroé').toString('latin1')],
    ['Latin-1', 'Büroé'],
  ])('has a header that came as %s', async (_encoding, sent) => {
    const opened = openSimulator();
    await opened.live.get('/v2.1/faxes').set('User-Agent', sent).expect(200);
    expect(headerIn((await latest(opened)).raw, 'user-agent')).toBe('Büroé');
  });

  test.each([
    ['no route matches', '/v2.1/faxs', 404],
    ['authentication fails', '/v2.1/faxes', 401],
    ['the world is not known', '/w/nowhere/v2.1/faxes', 421],
  ])('has its body and its parameters where %s', async (_reason, path, status) => {
    const opened = openSimulator();
    const sent = opened.anyone.post(path).auth('stranger', 'knows').type('form');
    await sent.send('to=%2B12025550123&api_secret=hush').expect(status);
    const { request, raw } = await latest(opened);
    expect(raw).toMatchObject({ body: 'to=%2B12025550123&api_secret=•••', body_bytes: 33, body_is_cut: false });
    expect(request.params).toEqual({ to: '+12025550123', api_secret: '•••' });
  });

  test('has a body that cannot be read', async () => {
    const opened = openSimulator();
    const sent = opened.live.post('/v2.1/faxes').set('Content-Type', 'application/json');
    await sent.send('{ "to": "+12025550123", "password": "hush", "pin_code": 7, "api_secret": 1234').expect(400);
    const { request, raw } = await latest(opened);
    expect(request.params).toBeNull();
    expect(raw.body).toBe('{ "to": "+12025550123", "password": "•••", "pin_code": 7, "api_secret": "•••"');
  });

  test('has no secret in the name of a file', async () => {
    const opened = openSimulator();
    const { secret } = defaultCredentials.live;
    const sent = opened.live.post('/v2.1/faxes').field({ to: '+12025550123' });
    await sent.attach('file', Buffer.from('a page'), `${secret}.txt`);
    const { raw } = await latest(opened);
    expect(JSON.stringify(raw)).not.toContain(secret);
    expect(raw.parts[1].filename).toBe('•••.txt');
  });

  test.each(['/v2.1/faxes', '/v2.1/faxs'])('has the parts of a form to %s, whose files can be read', async (path) => {
    const opened = openSimulator();
    const file = Buffer.concat([Buffer.from([0, 255]), Buffer.alloc(20_000, 'x')]);
    await opened.live.post(path).field({ to: '+12025550123', api_secret: 'hush' }).attach('file', file, 'a.tiff');
    const { request, raw } = await latest(opened);
    const text = { filename: null, type: null, is_cut: false };
    expect(raw.parts).toEqual([
      { ...text, name: 'to', bytes: 12, text: '+12025550123' },
      { ...text, name: 'api_secret', bytes: 4, text: '•••' },
      { name: 'file', filename: 'a.tiff', type: 'image/tiff', bytes: 20_002, text: null, is_cut: false },
    ]);
    expect(raw.body).toContain('filename="a.tiff"');
    expect(raw.body).toContain('(20,002 bytes)');
    expect(raw.body).not.toContain('hush');
    const read = await opened.anyone.get(`/_faxsim/requests/${request.id}/parts/3`).expect(200);
    expect(Buffer.compare(read.body, file)).toBe(0);
    expect(read.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-disposition': 'attachment' });
    await opened.anyone.get(`/_faxsim/requests/${request.id}/parts/1`).expect(404);
  });

  test('has the beginning of a long body without a route, and all files of one that the history keeps', async () => {
    const opened = openSimulator();
    const file = Buffer.alloc(80_000, 'x');
    await opened.live.post('/v2.1/faxs').attach('file', file, 'a.txt').expect(404);
    const refused = await latest(opened);
    expect(refused.raw).toMatchObject({ body_is_cut: true, parts: [{ filename: 'a.txt', is_cut: true }] });
    await opened.anyone.get(`/_faxsim/requests/${refused.request.id}/parts/1`).expect(404);

    await opened.live.post('/v2.1/faxes').field('to', '+12025550123').attach('file', file, 'a.txt').expect(200);
    const { request, raw } = await latest(opened);
    expect(raw.body.length).toBeLessThanOrEqual(65_536);
    expect(raw).toMatchObject({ body_is_cut: true, parts: [{}, { bytes: 80_000, is_cut: false }] });
    await opened.anyone.get(`/_faxsim/requests/${request.id}/parts/2`).expect(200);
  });
});

describe('a request as it came shows no secret', () => {
  const { secret } = defaultCredentials.live;
  const escaped = `\\u0066${secret.slice(1)}`;
  const multipart = 'multipart/form-data; boundary=Z';
  const part = (name: string, value: string): string =>
    `--Z\nContent-Disposition: form-data; name="${name}"\n\n${value}\n--Z--\n`;
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

  const secondOfTwo = crlf(part('to', '1').replace('--Z--\n', '') + part('api_secret', 'short3'));

  const shown = async (body: string, type: string): Promise<string> => {
    const opened = openSimulator();
    await opened.live.post('/v2.1/faxes').set('Content-Type', type).send(body);
    const { raw, request } = await latest(opened);
    expect(JSON.stringify([raw, request])).not.toMatch(new RegExp(`${secret.slice(1)}|short3`));
    return raw.body;
  };

  test.each([
    ['as a word where a string is meant', `{"to": ${secret}}`, '{"to": •••}'],
    ['as a short word behind the name of a secret', '{"api_secret": short3, "to": 1', '{"api_secret": "•••", "to": 1'],
    ['behind escapes', `{"to": "${escaped}", "from": "a\\/b"}`, '{"to": "•••", "from": "a\\/b"}'],
    ['behind escapes of escapes', JSON.stringify({ to: `{"a":"${escaped}"}` }), '{"to":"{\\"a\\":\\"•••\\"}"}'],
    ['behind escapes in what is broken', `{"to": ${escaped}`, '{"to": •••'],
    ['under an escaped name', '{"api_\\u0073ecret":"short3","to":"1"}', '{"api_\\u0073ecret":"•••","to":"1"}'],
    ['as a name', `{"${secret}": 1}`, '{"•••": 1}'],
    ['in a list', `{"a": ["${escaped}", "http://u:short3@h/"]}`, '{"a": ["•••", "http://•••@h/"]}'],
    ['as a list', '{"api_secret": ["short3", ["}"]], "to": "1"}', '{"api_secret": "•••", "to": "1"}'],
    ['in the objects of a list', '[{"token": {"a": "short3"}, "b": "\\n"}]', '[{"token": "•••", "b": "\\n"}]'],
  ])('in JSON, %s', async (_how, body, expected) => {
    expect(await shown(body, 'application/json')).toBe(expected);
  });

  test.each([
    ['with the line ends of Unix', part('to', secret), multipart],
    ['with the line ends of Unix, under its name', part('api_secret', 'short3'), multipart],
    ['without a head', `--Z\r\n${secret}\r\n--Z--\r\n`, multipart],
    ['with another boundary than it says', secondOfTwo, 'multipart/form-data; boundary=Y'],
    ['without a boundary in its type', secondOfTwo, 'multipart/form-data'],
    ['that says that it is JSON', secondOfTwo, 'application/json'],
    ['in the name of a part', crlf(part(`x${secret}`, '1')), multipart],
    ['in the type of a file', crlf(part(`f"; filename="a"\nContent-Type: "${secret}`, '1')), multipart],
    ['in its boundary', crlf(part('to', '1').replaceAll('Z', secret)), `multipart/form-data; boundary=${secret}`],
  ])('in a multipart body %s', async (_how, body, type) => {
    expect(await shown(body, type)).toContain('•••');
  });

  test('in the name of a header, nor in place of a scheme', async () => {
    const opened = openSimulator();
    await opened.live.get('/v2.1/faxes').set(`X-${secret}`, '1').set('X-Token', `${secret} 1`).expect(200);
    const { raw } = await latest(opened);
    expect(JSON.stringify(raw)).not.toContain(secret);
    expect([headerIn(raw, 'x-•••'), headerIn(raw, 'x-token')]).toEqual(['1', '••• •••']);
  });

  test('where an answer has it as a name', async () => {
    const opened = openSimulator();
    const fields = { to: '+12025550123', content_url: 'http://127.0.0.1:1/', [`tag[${secret}]`]: '1' };
    const { body } = await opened.live.post('/v2.1/faxes').type('form').send(fields).expect(200);
    await opened.live.get(`/v2.1/faxes/${body.data.id}`).expect(200);
    expect((await latest(opened)).request.answer.body).toContain('"tags":{"•••":"1"}');
  });
});
