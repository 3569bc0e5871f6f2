import { readFileSync, readdirSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

// The files that npm run build made: dist/src/ and the console beside it.
const built = new URL('../../dist/console/', import.meta.url);
const html = 'text/html,application/xhtml+xml';

test('the files are there, and any path without an extension is the page', async () => {
  const { anyone } = openSimulator();
  const pages = await Promise.all(
    ['', '/', '/w/default/faxes/7', '/w/my.world/requests?status=4xx'].map((path) => anyone.get(`/_faxsim/ui${path}`)),
  );
  for (const { status, text, headers } of pages) {
    expect(status).toBe(200);
    expect(text).toMatch(/^<!doctype html>/);
    expect(headers['cache-control']).toBe('no-cache');
  }
  const [, script = ''] = /src="([^"]+\.js)"/.exec(pages[0]!.text) ?? [];
  const { headers, text } = await anyone.get(script).set('Accept-Encoding', 'gzip').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const plain = await anyone.get(script).set('Accept-Encoding', 'identity').expect(200);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.text).toBe(text);
  expect(plain.text.length).toBeGreaterThan(2000);
  await anyone.get('/_faxsim/ui/icon.svg').expect(200).expect('Content-Type', 'image/svg+xml');
  await anyone.get('/_faxsim/ui/other.js').expect(404);
  await anyone.get('/_faxsim/ui/..%2f..%2fpackage.json').expect(404);
});

test('the page runs its own scripts alone, in no frame, and has no script or style in itself', async () => {
  const { text, headers } = await openSimulator().anyone.get('/_faxsim/ui/').expect(200);
  const policy = headers['content-security-policy'];
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toMatch(/unsafe|data:|https?:/);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(text).not.toMatch(/<style|<script(?![^>]* src=)| on\w+=| style=|https?:\/\//);
});

test.each([
  ['localhost:8329', 'same-origin'],
  ['127.0.0.1:8329', 'same-origin'],
  ['[::1]:8329', 'same-origin'],
  ['fax.localhost', 'same-origin'],
  ['192.168.0.7:8329', undefined],
  ['fax.internal:8329', undefined],
])('the page opened at %s is kept apart from its opener by %s, where browsers heed that', async (host, policy) => {
  const { headers } = await openSimulator().anyone.get('/_faxsim/ui/').set('Host', host).expect(200);
  expect(headers['cross-origin-opener-policy']).toBe(policy);
});

test('the first load has at most 75 kB in gzip, and the page names all of its files', async () => {
  const { text } = await openSimulator().anyone.get('/_faxsim/ui/').expect(200);
  const first = [...text.matchAll(/\/_faxsim\/ui\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name!);
  const bytes = first.reduce((sum, name) => sum + statSync(new URL(`${name}.gz`, built)).size, 0);
  expect(bytes).toBeLessThan(75_000);

  const scripts = first.filter((name) => name.endsWith('.js'));
  const imported = scripts.flatMap((name) => {
    const script = gunzipSync(readFileSync(new URL(`${name}.gz`, built))).toString();
    return [...script.matchAll(/(?:from|import)\s*"\.\/([\w.-]+)"/g)].map(([, file]) => file!);
  });
  expect(imported.filter((name) => !first.includes(name))).toEqual([]);
  expect(readdirSync(built).filter((name) => name.endsWith('.js.gz')).length).toBeGreaterThan(scripts.length);
});

describe('a browser', () => {
  test('that opens the root of the simulator or of a world lands in its console', async () => {
    const { anyone } = openSimulator();
    const open = (path: string) => anyone.get(path).set('Accept', html).expect(302);
    expect((await open('/')).headers['location']).toBe('/_faxsim/ui/w/default/overview');
    expect((await open('/?x=1')).headers['location']).toBe('/_faxsim/ui/w/default/overview');
    expect((await open('/w/default/')).headers['location']).toBe('/_faxsim/ui/w/default/overview');
    expect((await open('/w/one')).headers['location']).toBe('/_faxsim/ui/w/one/overview');
  });

  test.each([
    ['GET', '/', '*/*'],
    ['GET', '/', 'application/json'],
    ['POST', '/', html],
    ['GET', '/v1', html],
    ['GET', '/nothing', html],
  ] as const)(
    'or client that sends %s %s with Accept: %s gets the answer of the service',
    async (method, path, accept) => {
      const { anyone } = openSimulator();
      const send = method === 'GET' ? anyone.get(path) : anyone.post(path);
      await send.set('Accept', accept).expect(404).expect('Content-Type', /json/);
    },
  );

  test('changes something only with a header that a form cannot send', async () => {
    const { anyone } = openSimulator();
    for (const [name, value] of [
      ['Sec-Fetch-Site', 'same-origin'],
      ['Sec-Fetch-Site', 'none'],
      ['Origin', 'http://localhost:8329'],
    ] as const) {
      const change = () => anyone.post('/_faxsim/reset').set('Host', 'localhost:8329').set(name, value);
      const { body } = await change().expect(403);
      expect(body.message).toBe(
        'A page that changes something must send the header X-Faxsim-Client, got none: add X-Faxsim-Client: console',
      );
      await change().set('X-Faxsim-Client', 'console').expect(200);
      await anyone.get('/_faxsim/world').set('Host', 'localhost:8329').set(name, value).expect(200);
    }
    await anyone.post('/_faxsim/reset').expect(200);
  });

  test('gets the page under no foreign name, unless a token guards the data', async () => {
    await openSimulator().anyone.get('/_faxsim/ui/').set('Host', 'evil.example.com').expect(403);
    const guarded = openSimulator({ access: { controlToken: 'open-sesame' } }).anyone;
    await guarded.get('/_faxsim/ui/').set('Host', 'fax.example.com').expect(200);
    await guarded.get('/_faxsim/world').set('Host', 'fax.example.com').expect(403);
  });
});
