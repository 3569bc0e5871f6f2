import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { outerUrls } from '../../src/cli/outer-urls.ts';
import { greeting } from '../../src/cli/start.ts';

const plain = { projectId: 'a-project', baseUrl: 'http://[::1]:80', https: undefined, data: undefined };
const test_ = { key: 'tk', secret: 'ts' };

test('the curl is quoted where a shell would read more into it than was meant', () => {
  const live = { key: 'k', secret: "it's$HOME" };
  expect(greeting({ ...plain, credentials: { live, test: test_ } })).toContain(
    `curl -u 'k:it'\\''s$HOME' 'http://[::1]:80/v2.1/faxes'`,
  );
});

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix.each([80, 120, 200])('the curl is one command for a shell as %d columns show it', (columns) => {
  const [key, secret] = ['f'.repeat(40), 'e'.repeat(40)];
  const text = greeting(
    { ...plain, baseUrl: 'http://127.0.0.1:8329', credentials: { live: { key, secret }, test: test_ } },
    columns,
  );
  expect(text.split('\n').filter(({ length }) => length > columns)).toEqual([]);
  const command = text.slice(text.indexOf('  curl '));
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], { encoding: 'utf8' });
  expect(words.trimEnd().split('\n').toSorted()).toEqual(
    ['-u', `${key}:${secret}`, 'http://127.0.0.1:8329/v2.1/faxes'].toSorted(),
  );
});

test('says of a data directory what it does not keep', () => {
  const credentials = { live: { key: 'k', secret: 's' }, test: test_ };
  expect(greeting({ ...plain, data: '/data', credentials })).toContain(
    '/data keeps all records; scenarios and their counts begin again at each start',
  );
  expect(greeting({ ...plain, credentials })).not.toContain('scenarios');
});

describe('a server on all addresses', () => {
  const address = (text: string, more: object = {}) => ({
    ...{ address: text, netmask: '255.255.255.0', mac: '02:00:00:00:00:01', cidr: null, internal: false },
    ...{ family: 'IPv4' as const, ...more },
  });
  const interfaces = {
    lo: [address('127.0.0.1', { internal: true })],
    eth0: [address('192.0.2.7'), address('fe80::1', { family: 'IPv6' })],
  };

  test.each(['0.0.0.0', '::'])('on %s is greeted with URLs that other machines can open', (host) => {
    const outer = outerUrls(host, 8329, interfaces);
    const credentials = { live: { key: 'k', secret: 's' }, test: test_ };
    expect(greeting({ ...plain, baseUrl: 'http://127.0.0.1:8329', outer, credentials })).toContain(
      'faxsim listens on http://127.0.0.1:8329\n               and http://192.0.2.7:8329, for other machines and containers\n',
    );
  });

  test.each(['127.0.0.1', 'localhost', '192.0.2.7'])('is not one on %s', (host) => {
    expect(outerUrls(host, 8329, interfaces)).toEqual([]);
  });
});
