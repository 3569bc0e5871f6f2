import { describe, expect, test } from '@jest/globals';
import { faceOf } from '../../../src/http/faces/faces.ts';
import { onlyReads, readOnlyAsk, unknownPath } from '../../../src/lab/verify/ask.ts';
import type { AskedCall, Send } from '../../../src/lab/verify/ask.ts';
import { phaxioVersions } from '../../../src/model/domain/operation.ts';
import { askingOf, keys } from './simulator.ts';

/** Writes down what would have been sent. */
function recorder() {
  const sent: { url: string; request: RequestInit }[] = [];
  const send: Send = (url, request) => {
    sent.push({ url, request });
    return Promise.resolve(new Response('{}'));
  };
  return { sent, ask: readOnlyAsk(askingOf('https://fax.example/', { send })) };
}

const rows = phaxioVersions.flatMap((version) => faceOf(version).routes.map((row) => ({ version, row })));
const callOf = ({ version, row }: (typeof rows)[number]): AskedCall => ({
  version,
  operation: row.operation,
  path: row.path,
  values: Object.fromEntries(Array.from(row.path.matchAll(/:(\w+)/g), ([, name]) => [name!, '1'])),
  credentials: 'right',
});
const title = ({ version, row }: (typeof rows)[number]) =>
  [`${version} ${row.operation}`, row.methods.join('|'), row.path] as const;

const reading = rows.filter(({ version, row }) => onlyReads(version, row));
const others = rows.filter(({ version, row }) => !onlyReads(version, row));

describe('nothing is sent for a call that could do more than read:', () => {
  test.each(others.map((one) => [...title(one), one] as const))(
    '%s, %s %s',
    async (_operation, _method, _path, one) => {
      const { sent, ask } = recorder();
      await expect(ask(callOf(one))).rejects.toThrow(/is not asked for/);
      expect(sent).toEqual([]);
    },
  );

  const getFax = { version: 'v2.1', operation: 'getFax', path: '/faxes/:id', credentials: 'right' } as const;
  test.each<[string, AskedCall]>([
    ['another method by parameter', { ...getFax, values: { id: '1' }, params: { _method: 'DELETE' } }],
    ['another method, spelled otherwise', { ...getFax, values: { id: '1' }, params: { X_METHOD: 'DELETE' } }],
    ['an empty id', { ...getFax, values: { id: '' } }],
    ['an id that leads elsewhere', { ...getFax, values: { id: '..' } }],
    ['no id', getFax],
    ['another operation’s name on a path that sends', { ...getFax, version: 'v1', operation: 'getFax', path: '/send' }],
    ['a path that only v1 has', { ...getFax, path: '/faxStatus' }],
    ['a real path as an unknown one', { ...getFax, operation: 'unknownRoute', path: '/faxes' }],
    ['v1’s sending as an unknown path', { ...getFax, version: 'v1', operation: 'unknownRoute', path: '/send' }],
    ['an id that has a path in it', { ...getFax, path: '/faxes/:id/file', operation: 'getFax', values: { id: '1' } }],
  ])('%s', async (_what, call) => {
    const { sent, ask } = recorder();
    await expect(ask(call)).rejects.toThrow(/is not asked for/);
    expect(sent).toEqual([]);
  });

  test('a path within a value stays one part of the path', async () => {
    const { sent, ask } = recorder();
    await ask({ ...getFax, values: { id: '1/cancel?_method=POST' } });
    expect(sent[0]?.url).toBe('https://fax.example/v2.1/faxes/1%2Fcancel%3F_method%3DPOST');
    expect(sent[0]?.request.method).toBe('GET');
  });
});

describe('a request that only reads is sent:', () => {
  test.each(reading.map((one) => [...title(one), one] as const))(
    '%s, %s %s',
    async (_operation, _method, _path, one) => {
      const { sent, ask } = recorder();
      await ask(callOf(one));
      expect(sent).toHaveLength(1);
      expect(sent[0]?.request).toMatchObject({ method: one.version === 'v1' ? 'POST' : 'GET', redirect: 'manual' });
    },
  );

  test('from v2 on, it is all that GET does; nothing is left out', () => {
    const later = rows.filter(({ version }) => version !== 'v1');
    const byGet = later.filter(({ row }) => row.methods.join() === 'GET').map((one) => title(one).join(' '));
    expect(later.filter(({ version, row }) => onlyReads(version, row)).map((one) => title(one).join(' '))).toEqual(
      byGet,
    );
  });

  test('in v1, it is what reads in later versions', () => {
    const later = new Set(reading.filter(({ version }) => version !== 'v1').map(({ row }) => row.operation));
    const read = reading.filter(({ version }) => version === 'v1').map(({ row }) => row.operation);
    expect(read.length).toBeGreaterThan(6);
    expect(read.filter((operation) => !later.has(operation))).toEqual([]);
  });

  test('a path that there is not', async () => {
    const { sent, ask } = recorder();
    await ask({ version: 'v1', operation: 'unknownRoute', path: unknownPath, credentials: 'none' });
    expect(sent).toMatchObject([{ url: `https://fax.example/v1${unknownPath}`, request: { method: 'GET' } }]);
  });
});

describe('the keys', () => {
  const status = { version: 'v2.1', operation: 'getAccountStatus', path: '/account/status' } as const;

  test('go in the header, in v1 in the body, and never in the URL', async () => {
    const { sent, ask } = recorder();
    await ask({ ...status, credentials: 'right' });
    await ask({ ...status, version: 'v1', path: '/accountStatus', credentials: 'right' });
    expect(new Headers(sent[0]?.request.headers).get('authorization')).toBe(
      `Basic ${Buffer.from(`${keys.key}:${keys.secret}`).toString('base64')}`,
    );
    expect(sent[1]?.request.body).toBe(`api_key=${keys.key}&api_secret=${keys.secret}`);
    for (const { url } of sent) expect(url).not.toContain(keys.key);
  });

  test.each(['wrong', 'none'] as const)('stay here where the credentials are to be %s', async (credentials) => {
    const { sent, ask } = recorder();
    await ask({ ...status, credentials });
    await ask({ ...status, version: 'v1', path: '/accountStatus', credentials });
    const text = JSON.stringify(sent.map(({ request }) => [request.headers, request.body]));
    expect(text).not.toContain(keys.key);
    expect(text).not.toContain(Buffer.from(keys.key).toString('base64').slice(0, 20));
  });
});
