import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compare } from '../../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import type { Bundle } from '../../../src/worlds/history/bundle.ts';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { startFrom } from '../../../src/index.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import type { Post } from '../../../src/service/webhooks/post.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { answering } from '../../support/posts.ts';

const freshDirectory = temporaryDirectories();

const key = (simulator: RunningSimulator) => simulator.credentials.live;

async function call(simulator: RunningSimulator, method: string, path: string, fields?: Record<string, string>) {
  const { key: user, secret } = key(simulator);
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const body = fields && new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (name === 'file') body?.append(name, new Blob([value]), 'a.txt');
    else body?.append(name, value);
  }
  return fetch(`${simulator.baseUrl}${path}`, { method, headers: { authorization }, ...(body && { body }) });
}

/** A session with what can happen in one, on a clock that stands still. */
async function session(simulator: RunningSimulator): Promise<Bundle> {
  const callback = 'http://localhost:1/hook';
  await simulator.settings.change({ webhook_token: 'the-token-of-the-account' });
  await simulator.scenarios.on('outage');
  await call(simulator, 'GET', '/v2.1/faxes');
  await simulator.scenarios.off('outage');
  await call(simulator, 'POST', '/v2.1/faxes', { to: '+12025550101', callback_url: callback, file: 'x'.repeat(9000) });
  await simulator.clock.advance('6m');
  await call(simulator, 'GET', '/v2.1/faxes?per_page=1000');
  await simulator.simulate.receive({ from: '+12025550199' });
  await call(simulator, 'GET', '/v2/account/status');
  await call(simulator, 'GET', '/v1/faxStatus?id=1');
  await simulator.settings.change({ rate_limit: '1/1h' });
  await call(simulator, 'GET', '/v2/account/status');
  await call(simulator, 'GET', '/v2/account/status');
  await simulator.settings.change({ rate_limit: null });
  await call(simulator, 'DELETE', '/v2.1/nowhere');
  await simulator.clock.advance('20m');
  await call(simulator, 'GET', '/v2.1/faxes?status=failure');
  return simulator.history.bundle();
}

const options = { port: 0, seed: 11, clock: 0, startTime: Date.parse('2026-03-01T09:00:00Z') } as const;

async function withSimulator<T>(post: Post, work: (s: RunningSimulator) => Promise<T>, scenarios: string[] = []) {
  const simulator = await startFrom({ ...options, scenarios }, { post });
  try {
    return await work(simulator);
  } finally {
    await simulator.close();
  }
}

test('a replay gives the same answers, webhooks and records, to the byte', async () => {
  const bundle = await withSimulator(answering(500, 'down'), session);
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  expect(again.skipped).toEqual([]);
  const findings = compare(bundle, again.bundle);
  expect(findings.filter(({ grade }) => grade !== 'same')).toEqual([]);
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['request', 'webhook', 'record']));
});

test('a replay with a webhook token that is a word sends the same requests, and gets the same answers', async () => {
  const bundle = await withSimulator(answering(200), async (simulator) => {
    await simulator.settings.change({ webhook_token: 'secret' });
    const { key: user, secret } = key(simulator);
    const fields = {
      api_key: user,
      api_secret: secret,
      to: '+12025550101',
      string_data: 'a secret',
      'tag[kind]': 'secret',
      'tag[secret]': '1',
    };
    const body = new URLSearchParams(fields);
    await fetch(`${simulator.baseUrl}/v1/send`, { method: 'POST', body });
    await fetch(
      `${simulator.baseUrl}/v1/faxList?${new URLSearchParams({ api_key: user, api_secret: 'other' }).toString()}`,
    );
    await call(simulator, 'POST', '/v2/faxes', {
      to: '+12025550102',
      'tag[kind]': 'secret',
      'tag[secret]': '1',
      file: 'secret',
    });
    await simulator.clock.advance('10m');
    await call(simulator, 'GET', '/v2/faxes');
    return simulator.history.bundle();
  });
  expect(JSON.stringify(bundle.steps)).toContain('the API secret is wrong');
  expect(JSON.stringify(bundle.steps)).toContain('name=\\"tag[secret]\\"');
  expect(JSON.stringify(bundle.steps)).not.toContain('webhook_token":"secret');
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  expect(compare(bundle, again.bundle).filter(({ grade }) => grade !== 'same')).toEqual([]);
});

test('a replay of a bundle with another answer says where it differs', async () => {
  const bundle = await withSimulator(answering(200), session);
  const changed = JSON.parse(JSON.stringify(bundle).replace('down for', 'up for')) as Bundle;
  const listed = changed.steps.find((step) => step.kind === 'request' && step.url.includes('per_page'));
  if (listed?.kind === 'request') listed.answer.status = 201;
  const limited = changed.steps.find((step) => step.kind === 'request' && step.answer.headers['retry-after']);
  if (limited?.kind === 'request') limited.answer.headers = { 'retry-after': '7' };
  const again = await withReplayHost(changed, (host) => replayBundle(changed, host));
  expect(compare(changed, again.bundle).filter(({ grade }) => grade === 'differs')).toEqual([
    {
      kind: 'request',
      what: 'GET /v2.1/faxes?per_page=1000',
      grade: 'differs',
      differences: ['status: 201, then 200'],
    },
    {
      kind: 'request',
      what: 'GET /v2/account/status #3',
      grade: 'differs',
      differences: ['headers.retry-after: "7", then "3600"'],
    },
  ]);
});

/** The lists of a world that got its faxes so much later. */
async function listsOf(length: number, later: '0s' | '1s'): Promise<Bundle> {
  return withSimulator(answering(200), async (simulator) => {
    await simulator.clock.advance(later);
    for (let count = 0; count < 20; count++) await simulator.simulate.receive();
    for (const version of ['v2.1', 'v2']) await call(simulator, 'GET', `/${version}/faxes?per_page=${length}`);
    return simulator.history.bundle();
  });
}

const requestGrades = (one: Bundle, other: Bundle) =>
  compare(one, other).flatMap(({ kind, grade }) => (kind === 'request' ? [grade] : []));

test.each([1, 20])('times that are a second off do not count in a list of %i, and other texts do', async (length) => {
  const [one, other] = [await listsOf(length, '0s'), await listsOf(length, '1s')];
  const tags = one.steps.flatMap((step) => (step.kind === 'request' ? [step.answer.tag] : []));
  expect(tags.map((tag) => tag !== null)).toEqual([length > 1, length > 1]);
  expect(requestGrades(one, other)).toEqual(['alike', 'alike']);
  const changed = JSON.parse(JSON.stringify(one).replaceAll('is_test', 'was_test')) as Bundle;
  expect(requestGrades(changed, other)).toEqual(['differs', 'differs']);
});

test('after a restore, a password of before and one of later have the same placeholders again', async () => {
  const bundle = await withSimulator(answering(200), async (simulator) => {
    for (const name of ['one', 'two']) await call(simulator, 'POST', '/v2.1/atas', { name });
    await simulator.snapshots.save({ name: 'two' });
    await call(simulator, 'POST', '/v2.1/atas', { name: 'lost' });
    await simulator.snapshots.restore({ name: 'two' });
    await call(simulator, 'POST', '/v2.1/atas', { name: 'three' });
    return simulator.history.bundle();
  });
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  const findings = compare(bundle, again.bundle);
  expect(findings.filter(({ grade }) => grade !== 'same')).toEqual([]);
  expect(findings.filter(({ what }) => what.includes('atas'))).toHaveLength(2);
});

/** The grades of a replay, apart from those that are the same. */
async function otherGrades(bundle: Bundle): Promise<string[]> {
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  return compare(bundle, again.bundle).flatMap(({ kind, grade }) => (grade === 'same' ? [] : [`${kind} ${grade}`]));
}

const scenario = (rules: readonly object[]): string => JSON.stringify({ name: 'mine', description: 'Mine.', rules });

test('a read that a rule holds back sees the same step of a fax in a replay', async () => {
  const bundle = await withSimulator(answering(200), async (simulator) => {
    await simulator.clock.move({ speed: 20 });
    const rules = [{ id: 'late', on: 'listFaxes', do: { delay: '1s' } }];
    await simulator.scenarios.switch({ source: scenario(rules) });
    for (let round = 0; round < 12; round++) {
      await call(simulator, 'POST', '/v2.1/faxes', { to: '+12025550101', content_url: 'https://example.com' });
      await call(simulator, 'GET', `/v2.1/faxes?per_page=${round + 1}`);
    }
    await simulator.clock.freeze();
    return simulator.history.bundle();
  });
  expect(await otherGrades(bundle)).not.toContain('request differs'); // on a clock that runs, times may be alike
});

test('a scenario of the start has its values in its name in a replay too', async () => {
  const file = join(await freshDirectory(), 'mine.yaml');
  const rules = [{ id: 'down', on: 'listFaxes', times: '${times}', do: { fail: 'unavailable' } }];
  await writeFile(file, JSON.stringify({ name: 'mine', description: 'Mine.', params: { times: 1 }, rules }));
  const work = async (simulator: RunningSimulator) => {
    for (let time = 0; time < 3; time++) await call(simulator, 'GET', '/v2.1/faxes');
    return simulator.history.bundle();
  };
  const bundle = await withSimulator(answering(200), work, [`${file}(times=2)`]);
  expect(bundle.start.scenarios).toMatchObject([{ name: 'mine(times=2)' }]);
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  expect(again.bundle.start.scenarios).toEqual([]); // it is switched on by the replay
  expect(JSON.stringify(again.bundle.steps)).toContain('mine(times=2)/down#2');
});

test('a replay sends a header that came twice so that the same rule fires', async () => {
  const bundle = await withSimulator(answering(200), async (simulator) => {
    const rules = [
      { id: 'second', on: 'listFaxes', where: { 'headers.x-dup': { contains: '2' } }, do: { fail: 'unavailable' } },
    ];
    await simulator.scenarios.switch({ source: scenario(rules) });
    const { key: user, secret } = key(simulator);
    const asking = get(`${simulator.baseUrl}/v2.1/faxes`, {
      auth: `${user}:${secret}`,
      headers: { 'x-dup': ['1', '2'] },
    });
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(503);
    return simulator.history.bundle();
  });
  expect(await otherGrades(bundle)).toEqual([]);
});

test.each([
  ['a page that stands for a URL', { content_url: 'https://files.example/a.pdf?signature=0123456789abcdef' }],
  [
    'a URL in a callback URL',
    { callback_url: 'http://localhost:1/hook?next=https%3A%2F%2Fx%3Fpassword%3Dhush-hush-8' },
  ],
])('a replay of a send with a secret in %s differs in its request id, and in the page alone', async (_what, fields) => {
  const bundle = await withSimulator(answering(200), async (simulator) => {
    const { key: user, secret } = key(simulator);
    const headers = { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
    const body = new URLSearchParams({ to: '+12025550101', content_url: 'https://example.com', ...fields });
    await fetch(`${simulator.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    await simulator.clock.advance('10m');
    return simulator.history.bundle();
  });
  const isPage = 'content_url' in fields;
  expect(await otherGrades(bundle)).toEqual(['request alike', ...(isPage ? ['record alike'] : [])]);
});

test('the words of the example in an advice are a secret in the URL of a request', async () => {
  const bundle = await withSimulator(answering(401), async (simulator) => {
    const callback = 'http://user:password@localhost:1/hook';
    await call(simulator, 'POST', '/v2.1/faxes', { to: '+12025550101', callback_url: callback, file: 'x' });
    await simulator.clock.advance('6m');
    return simulator.history.bundle();
  });
  const text = JSON.stringify(bundle);
  expect(text).toContain('@localhost:1/hook');
  expect(text).not.toContain('user:password@localhost');
});
