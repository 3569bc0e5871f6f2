import { expect, test } from '@jest/globals';
import { blockingRule, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

const open = () => openSimulator({ faxes: [sentFax()], blockingRules: [blockingRule()] });

test.each([
  ['GET /v2.1/faxes/1001', 'recorded; message=recorded; parameters=recorded:1; fields=recorded:30,client:5'],
  ['GET /v2.1/faxes/1001/file', 'recorded; parameters=recorded:1,client:1'],
  [
    'GET /v2.1/blocking_rules/34567',
    'documented; message=assumed; parameters=documented:1; fields=recorded:3,documented:5',
  ],
  [
    'POST /v1/resendFax?id=1001',
    'client; message=client; parameters=client:1,assumed:1; fields=documented:4; assumed=callback_url',
  ],
  ['GET /v2.1/faxes/7', 'status=client; message=assumed'],
  ['POST /v2.1/faxes/1001/cancel', 'status=client; message=assumed'],
  ['GET /v1/faxStatus?id=7', 'status=third-party; message=third-party'],
  ['GET /v2.1/nothing', 'status=recorded; message=recorded'],
  ['GET /v2/phax_codes', 'status=assumed; message=assumed'],
  ['GET /v2.1/phone_numbers/%zz', 'status=assumed; message=assumed'],
])('%s tells on request how sure the answer is', async (line, evidence) => {
  const [method = '', path = ''] = line.split(' ');
  const { live } = open();
  const call = live[method.toLowerCase() as 'get' | 'post'](path);
  expect((await call.set('X-Faxsim-Evidence', '1')).headers['x-faxsim-evidence']).toBe(evidence);
});

test('no response has it without the request header', async () => {
  const { live } = open();
  for (const path of ['/v2.1/faxes/1001', '/v2.1/faxes/7', '/v2.1/nothing']) {
    expect((await live.get(path)).headers).not.toHaveProperty('x-faxsim-evidence');
  }
});

const recorded = 'recorded; message=recorded; parameters=recorded:1; fields=recorded:30,client:5';

test.each([
  ['respond: { status: 200, message: hi }', 'scripted'],
  ['respond: { status: 418 }', 'scripted'],
  ['patch: { message: hi }', 'scripted'],
  ['wire: { dribble: { chunks: 2, over: 0ms } }', 'scripted'],
  ['fail: not_found', 'status=scripted; message=scripted'],
  ['rate_limit: { limit: 1, window: 1h }', recorded, 'status=scripted; message=scripted'],
  ['delay: 0ms', recorded],
  ['arrivals: 1', recorded],
])('an answer that a scenario has changed is no evidence: %s', async (effect, ...evidence) => {
  const { live, switchOn } = open();
  switchOn(`{ id: one, on: getFax, do: { ${effect} } }`);
  for (const expected of evidence) {
    const { headers } = await live.get('/v2.1/faxes/1001').set('X-Faxsim-Evidence', '1');
    expect(headers['x-faxsim-evidence']).toBe(expected);
  }
});

test.each([
  ['missing', 'status=scripted; message=scripted'],
  ['corrupt', 'scripted'],
])('a file that a scenario has %s is no evidence', async (file, evidence) => {
  const { live, switchOn } = open();
  switchOn(`{ id: one, on: getFaxFile, do: { file: ${file} } }`);
  const { headers } = await live.get('/v2.1/faxes/1001/file').set('X-Faxsim-Evidence', '1');
  expect(headers['x-faxsim-evidence']).toBe(evidence);
});

test('a refusal that a rule changes is no evidence, and one that it only delays is', async () => {
  const { live, switchOn } = open();
  const told = async (effect: string) => {
    switchOn(`{ id: one, on: getFax, times: 1, do: { ${effect} } }`);
    return (await live.get('/v2.1/faxes/7').set('X-Faxsim-Evidence', '1')).headers['x-faxsim-evidence'] ?? '';
  };
  expect(await told('patch: { message: hi }')).toBe('status=scripted; message=scripted');
  expect(await told('delay: 0ms')).toBe('status=client; message=assumed');
});
