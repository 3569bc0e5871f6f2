import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/service/network/address-policy.ts';
import { pageFetcher } from '../../../src/service/network/page-fetcher.ts';
import { portOf } from '../../support/port.ts';

let asked: string[] = [];
let base = '';
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const path = request.url ?? '';
  const to = /^\/to\?(.*)$/.exec(path)?.[1];
  if (to !== undefined) response.writeHead(302, { Location: decodeURIComponent(to) }).end();
  else if (path === '/loop') response.writeHead(301, { Location: '/loop' }).end();
  else if (path === '/gone') response.writeHead(404).end('no');
  else if (path === '/hang') response.writeHead(200);
  else if (path === '/large') response.writeHead(200).end('x'.repeat(2000));
  else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>a page</p>');
});

beforeEach(async () => {
  asked = [];
  lookedUp = [];
  base = `http://127.0.0.1:${await portOf(server)}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

let lookedUp: string[] = [];
const lookUp = (name: string) => {
  lookedUp.push(name);
  return name === 'nowhere.test' ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve([loopback]);
};
const loopback = { address: '127.0.0.1', family: 4 };

const fetcher = (isStrict = false, allowed: string[] = [], timeoutMs = 60_000) => {
  const fetchPage = pageFetcher({ policy: addressPolicy(allowed), lookUp, isStrict, timeoutMs, bytesMax: 1000 });
  return (url: string, signal = new AbortController().signal) => fetchPage({ url, faxId: 1 }, signal);
};

test('a page on this machine is fetched, with its type and the name in its path', async () => {
  const page = await fetcher()(`${base}/letters/first.html?x=1`);
  expect(page).toEqual({
    kind: 'file',
    filename: 'first.html',
    type: 'text/html',
    bytes: Buffer.from('<p>a page</p>'),
  });
});

test.each(['0.0.0.0', '[::ffff:127.0.0.1]'])('a page at %s is fetched from this machine', async (host) => {
  const { port } = new URL(base);
  expect(await fetcher(true)(`http://${host}:${port}/first.html`)).toMatchObject({ kind: 'file' });
});

test('a page is fetched from the address of a name that answers', async () => {
  const severalAddresses = () => Promise.resolve([{ address: '127.0.0.2', family: 4 }, loopback]);
  const fetchPage = pageFetcher({ policy: addressPolicy(), lookUp: severalAddresses, isStrict: false });
  const page = await fetchPage(
    { url: `${base.replace('127.0.0.1', 'app.test')}/a.txt`, faxId: 1 },
    new AbortController().signal,
  );
  expect(page).toMatchObject({ kind: 'file', filename: 'a.txt' });
});

test('a redirect is followed, a few at most', async () => {
  expect(await fetcher()(`${base}/to?${encodeURIComponent('/end.txt')}`)).toMatchObject({ filename: 'end.txt' });
  expect(await fetcher()(`${base}/loop`)).toEqual({ errorId: 54, reason: 'more than 5 redirects' });
  expect(asked.filter((path) => path === '/loop')).toHaveLength(6);
});

test.each([
  ['/gone', 'answered 404'],
  ['/hang', 'no whole answer within 0.3 s'],
  ['/large', 'more than 1000 bytes'],
])('a page that cannot be had (%s) fails the fax with a reason', async (path, reason) => {
  const page = await fetcher(false, [], path === '/hang' ? 300 : undefined)(base + path);
  expect(page).toEqual({ errorId: 54, reason });
});

test('a refused connection fails the fax', async () => {
  expect(await fetcher()('http://127.0.0.1:1/x')).toEqual({ errorId: 54, reason: 'ECONNREFUSED' });
});

test.each(['http://203.0.113.7/page', 'https://[2001:db8::1]/', 'http://example.com/', 'http://nowhere.test/'])(
  'a page elsewhere (%s) is not called, but stands for one that names it, or fails a strict one',
  async (url) => {
    expect(await fetcher()(url)).toEqual({ kind: 'url', url });
    expect(await fetcher(true)(url)).toEqual({ errorId: 54, reason: expect.stringMatching(/ is not allowed$/) });
  },
);

test('a redirect elsewhere is not followed either', async () => {
  const url = `${base}/to?${encodeURIComponent('http://203.0.113.7/page')}`;
  expect(await fetcher()(url)).toEqual({ kind: 'url', url });
  expect(await fetcher(true)(url)).toEqual({ errorId: 54, reason: '203.0.113.7 is not allowed' });
});

test('a public name is not even looked up, unless it is allowed', async () => {
  const { port } = new URL(base);
  const url = `http://example.com:${port}/page`;
  await fetcher()(url);
  expect(lookedUp).toEqual([]);
  expect(await fetcher(false, ['example.com'])(url)).toMatchObject({ kind: 'file' });
  expect(await fetcher()(`http://app.test:${port}/page`)).toMatchObject({ kind: 'file' });
  expect(lookedUp).toEqual(['example.com', 'app.test']);
});

test('an aborted fetch of a page is no failure of the page', async () => {
  const leaving = new AbortController();
  const fetching = fetcher()(`${base}/hang`, leaving.signal);
  await once(server, 'request');
  leaving.abort(new Error('the world ended'));
  await expect(fetching).rejects.toThrow('the world ended');
});
