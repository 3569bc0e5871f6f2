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
