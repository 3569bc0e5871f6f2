import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import Phaxio from 'phaxio-official';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { exchange } from '../support/socket.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The address of a simulator whose lists break so. */
async function broken(wire: string) {
  const { simulator, listen, switchOn } = openSimulator({ faxes: [sentFax({ id: 1 })] });
  switchOn(`{ id: x, on: listFaxes, do: { wire: ${wire} } }`);
  closing.push(() => simulator.close());
  return `${await listen()}/v2.1/faxes`;
}

const { key, secret } = defaultCredentials.live;

/** The error that fetch reports, and whether the head of the response came. Without `patienceMs` it waits for ever. */
async function fetched(url: string, patienceMs?: number) {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const signal = patienceMs === undefined ? null : AbortSignal.timeout(patienceMs);
  const codeOf = (error: unknown): string => {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return cause?.code ?? name;
  };
  try {
    const answer = await fetch(url, { headers: { authorization }, signal });
    return await answer.text().then(
      (text) => `whole: ${JSON.parse(text).success}`,
      (error: unknown) => `broken: ${codeOf(error)}`,
    );
  } catch (error) {
    return `no answer: ${codeOf(error)}`;
  }
}

describe('a broken wire is really broken', () => {
  test.each([
    ['reset', /^no answer: (ECONNRESET|UND_ERR_SOCKET)$/],
    ['empty', /^no answer: UND_ERR_SOCKET$/],
    ['garbage', /^no answer: HPE_INVALID_CONSTANT$/],
    ['bad-chunk', /^(broken|no answer): (HPE_INVALID_CHUNK_SIZE|UND_ERR_SOCKET|TypeError)$/],
    ['hang', /^no answer: TimeoutError$/],
    ['{ truncate: 20 }', /^broken: (UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/],
    ['{ dribble: { chunks: 5, over: 0 } }', /^whole: true$/],
  ])('for fetch: %s', async (wire, seen) => {
    // Only the wire that hangs needs the client's time limit: on a busy machine any other could run into it.
    expect(await fetched(await broken(wire), wire === 'hang' ? 500 : undefined)).toMatch(seen);
  });

  const hasCurl = spawnSync('curl', ['--version']).status === 0;

  /** curl's exit codes: 1 and 8 no HTTP, 18 partial file, 28 time-out, 52 empty reply, 56 failure in receiving. */
  (hasCurl ? test.each : test.skip.each)([
    ['reset', [56]],
    ['empty', [52]],
    ['garbage', [1, 8]],
    ['bad-chunk', [56]],
    ['hang', [28]],
    ['{ truncate: 20 }', [18]],
    ['{ dribble: { chunks: 5, over: 0 } }', [0]],
  ])('for curl: %s', async (wire, codes) => {
    const url = await broken(wire);
    const patience = wire === 'hang' ? ['--max-time', '1'] : [];
    const call = promisify(execFile)('curl', ['-sS', ...patience, '-u', `${key}:${secret}`, url]);
    const code = await call.then(
      () => 0,
      (error: unknown) => (error as { code: number }).code,
    );
    expect(codes).toContain(code);
  });
});

test.each(['bad-chunk', '{ truncate: 20 }', '{ dribble: { chunks: 5, over: 0 } }'])(
  'where an answer has a head, that says which rule broke it: %s',
  async (wire) => {
    const { port } = new URL(await broken(wire));
    const basic = Buffer.from(`${key}:${secret}`).toString('base64');
    const request = `GET /v2.1/faxes HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Basic ${basic}\r\n\r\n`;
    const [head = ''] = (await exchange(Number(port), request)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n(?:.+\r\n)*x-faxsim-rule: given\/x#1(?:\r\n|$)/i);
  },
);

test.each(['reset', 'empty', 'garbage', 'bad-chunk'])(
  '%s breaks a pipelined response after those before it',
  async (wire) => {
    const { port } = new URL(await broken(wire));
    const basic = Buffer.from(`${key}:${secret}`).toString('base64');
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${basic}\r\n\r\n`;
    const received = await exchange(Number(port), get('/v2.1/account/status') + get('/v2.1/faxes'));
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*"balance":/);
  },
);

test('nothing that goes with no HTTP can say which rule broke it, and so the journal does', async () => {
  const url = await broken('garbage');
  await fetched(url);
  const noted = await fetch(url.replace('/v2.1/faxes', '/_faxsim/requests'));
  expect(((await noted.json()) as { data: { requests: object[] } }).data.requests[0]).toMatchObject({
    rule: 'given/x#1',
  });
});

describe('the official Node client', () => {
  test.each([
    ['reset', /ECONNRESET|socket hang up/],
    ['empty', /socket hang up/],
    ['garbage', /Parse Error/],
    ['bad-chunk', /Parse Error|aborted/],
    ['{ truncate: 20 }', /aborted/],
  ])('fails on %s', async (wire, error) => {
    const url = await broken(wire);
    const phaxio = new Phaxio(key, secret);
    phaxio.faxes.url = url.replace(/\/faxes$/, '');
    await expect(phaxio.faxes.listFaxes()).rejects.toThrow(error);
  });

  test('hears nothing of hang', async () => {
    const phaxio = new Phaxio(key, secret);
    phaxio.faxes.url = (await broken('hang')).replace(/\/faxes$/, '');
    const call = phaxio.faxes.listFaxes().then(
      () => 'answered',
      () => 'ended',
    );
    expect(await Promise.race([call, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe('waits');
  });

  test('reads what comes drop by drop', async () => {
    const phaxio = new Phaxio(key, secret);
    phaxio.faxes.url = (await broken('{ dribble: { chunks: 5, over: 0 } }')).replace(/\/faxes$/, '');
    expect(await phaxio.faxes.listFaxes()).toMatchObject({ success: true, data: [{ id: 1 }] });
  });
});
