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

test('nobody who did not ask is told', async () => {
  const { live } = open();
  for (const path of ['/v2.1/faxes/1001', '/v2.1/faxes/7', '/v2.1/nothing']) {
    expect((await live.get(path)).headers).not.toHaveProperty('x-faxsim-evidence');
  }
});
