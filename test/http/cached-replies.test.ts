import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { defaultCredentials } from '../../src/domain/credentials.ts';
import { blockingRule, day, noon, phoneNumber, sentFax } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const { live, test: testPair } = defaultCredentials;

const reads = [
  '/v2.1/faxes/1001',
  '/v2.1/faxes/1002',
  '/v2/faxes/1001',
  '/v1/faxStatus?id=1001',
  '/w/default/v2.1/faxes/1001',
  '/v2.1/faxes/9',
  '/v2.1/faxes/%31001',
  '/v2.1/faxes',
  '/v2.1/faxes?per_page=2&page=2',
  '/v2.1/faxes?status=success&direction=sent',
  `/v2/faxes?created_after=${new Date(noon - 300 * day).toISOString()}`,
  '/v1/faxList',
  '/v2.1/phone_numbers',
  '/v2.1/phone_numbers/+13142666714',
  '/v2.1/blocking_rules',
  '/v2.1/blocking_rules/1',
  '/v2.1/account/status',
  '/v2.1/public/countries?per_page=3',
  '/v2.1/faxes?page=none',
  `/v2/faxes/1001?api_key=${keyParams.api_key}&api_secret=${keyParams.api_secret}`,
  '/w/other/v2.1/faxes',
] as const;

const fax = '/_faxsim/faxes/1001';
const writes = [
  ['POST', '/v2.1/faxes/1001/resend'],
  ['POST', '/v2.1/faxes/1002/resend'],
  ['DELETE', '/v2.1/faxes/1002/file'],
  ['DELETE', '/v2.1/phone_numbers/+13142666714'],
  ['POST', '/_faxsim/clock', { advance: '2s' }],
  ['POST', '/_faxsim/clock', { advance: '1h' }],
  ['POST', '/_faxsim/clock', { advance: '8d' }],
  ['PATCH', fax, { cost: 21 }],
  ['PATCH', fax, { tags: { order: '7' } }],
  ['DELETE', fax],
  ['POST', '/_faxsim/faxes', { id: 1003, to: ['+12025550123'], status: 'success' }],
  ['PATCH', '/_faxsim/records/phone_numbers/+13142666714', { city: 'Elsewhere' }],
  ['DELETE', '/_faxsim/records/blocking_rules/1'],
  ['PATCH', '/_faxsim/settings', { rate_limit: '3/1m' }],
  ['PATCH', '/_faxsim/settings', { rate_limit: null }],
  ['POST', '/_faxsim/scenarios', { on: 'outage' }],
  ['POST', '/_faxsim/scenarios', { on: 'resend-without-file' }],
  ['POST', '/_faxsim/scenarios', { off: 'outage' }],
  ['PUT', '/_faxsim/snapshots/one'],
  ['POST', '/_faxsim/snapshots/one/restore'],
  ['POST', '/_faxsim/reset'],
  ['POST', '/_faxsim/worlds', { id: 'other', fixture: 'demo' }],
  ['DELETE', '/_faxsim/worlds/other'],
  ['POST', '/w/other/_faxsim/reset'],
] as const;

const keys = {
  live: [live.key, live.secret],
  test: [testPair.key, testPair.secret],
  wrong: [live.key, testPair.secret],
} as const;

const read = fc.record({
  path: fc.constantFrom(...reads),
  key: fc.constantFrom('live', 'live', 'live', 'test', 'wrong', null),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH'),
  header: fc.constantFrom({}, {}, {}, { 'X-Faxsim-Evidence': '1' }, { 'X-Faxsim-Scenario': 'outage' }),
});
type Read = typeof read extends fc.Arbitrary<infer R> ? R : never;
const write = fc.constantFrom(...writes);
const action = fc.oneof({ weight: 3, arbitrary: read }, { weight: 1, arbitrary: write });
type Action = Read | (typeof writes)[number];

/** All that a client can tell of a response but for the time of the machine. */
function seen({ status, headers, text }: Response): unknown {
  return { status, headers: Object.entries(headers as object).filter(([name]) => name !== 'date'), text };
}

async function play(actions: readonly Action[], maxCacheEntries: number | undefined): Promise<unknown[]> {
  const { anyone, live: owner } = openSimulator({
    ...(maxCacheEntries !== undefined && { maxCacheEntries }),
    faxes: [sentFax(), sentFax({ id: 1002, createdAt: noon - 200 * day, completedAt: noon - 200 * day + 3000 })],
    phoneNumbers: [phoneNumber({ number: '+13142666714' })],
    blockingRules: [blockingRule({ id: 1 })],
  });
  const answers: unknown[] = [];
  for (const one of actions) {
    if ('path' in one) {
      const { path, key, method, header } = one;
      // Twice: the second may be what was kept of the first.
      for (let times = 0; times < 2; times++) {
        const call =
          anyone[method === 'GET' ? 'get' : method === 'HEAD' ? 'head' : method === 'POST' ? 'post' : 'patch'](path);
        if (key !== null) void call.auth(...keys[key]);
        answers.push(seen(await call.set(header)));
      }
    } else {
      const [method, path, body] = one;
      const call =
        owner[method === 'POST' ? 'post' : method === 'PUT' ? 'put' : method === 'PATCH' ? 'patch' : 'delete'](path);
      const answer = await call.send(body);
      // The control API says when worlds were made, by the clock of the machine.
      answers.push(path.startsWith('/v') ? seen(answer) : answer.status);
    }
  }
  return answers;
}

test('no reply is stale: a session gets the same responses whether or not anything is kept between requests', async () => {
  const session = fc.array(action, { minLength: 4, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(session, async (actions) => {
      expect(await play(actions, undefined)).toEqual(await play(actions, 0));
    }),
    { numRuns: repeats(6, 1000) },
  );
});

test('of very many replies, only the latest are kept', async () => {
  const { live: owner } = openSimulator({ faxes: [sentFax()], maxCacheEntries: 2 });
  const paths = ['1', '2', '3', '4'].map((page) => `/v2.1/faxes?per_page=1&page=${page}`);
  for (const path of [...paths, ...paths]) expect((await owner.get(path)).status).toBe(200);
});
