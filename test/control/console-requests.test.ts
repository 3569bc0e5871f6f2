import { expect, test } from '@jest/globals';
import { second } from '../support/examples.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';
import { worldWith } from '../scenarios/world.ts';

/** The header of the console, on any request. */
const ofConsole = { 'X-Faxsim-Client': 'console' };

test('the journal marks the requests of the console, and lists them with the others', async () => {
  const { live, anyone } = openSimulator();
  await live.get('/v2.1/faxes').set(ofConsole).expect(200);
  await live.get('/v2.1/faxes').set('User-Agent', 'Mozilla/5.0').expect(200);
  const { requests } = await dataOf(anyone.get('/_faxsim/requests'));
  expect(requests.map((one: Record<string, unknown>) => one['is_of_console'])).toEqual([true, false]);
  const { steps } = await dataOf(anyone.get('/_faxsim/bundle'));
  expect(steps.map((one: { headers: object }) => 'x-faxsim-client' in one.headers)).toEqual([true, false]);
});

test('a check of requests counts those of programs alone, and says so', async () => {
  const { live, anyone } = openSimulator();
  const verify = (expected: object) => dataOf(anyone.post('/_faxsim/requests/verify').send(expected));
  for (const headers of [ofConsole, ofConsole, {}]) await live.get('/v2.1/faxes').set(headers).expect(200);
  expect(await verify({ operation: 'listFaxes', exactly: 1 })).toMatchObject({
    ...{ passed: true, count: 1 },
    message: expect.stringMatching(/and there was 1; 2 requests of the console are not counted$/),
    requests: [{ id: 3 }],
  });
  expect(await verify({ operation: 'listFaxes', at_least: 2 })).toMatchObject({ passed: false });
  const wait = { operation: 'listFaxes', timeout: '1s' };
  expect(await dataOf(anyone.post('/_faxsim/requests/wait').send(wait))).toMatchObject({ request: { id: 3 } });
});

test.each([
  ['retries', '{ id: x, on: getFax, do: { fail: unavailable }, expect: { retries: 1 } }'],
  ['firings', '{ id: x, on: getFax, do: { fail: unavailable }, expect: { fired: 2 } }'],
])('a verdict on %s neither begins nor changes with a request of the console', async (_name, rule) => {
  const { live, verdicts } = worldWith(rule);
  await live.get('/v2/faxes/1').set(ofConsole).expect(503);
  expect(verdicts()).toEqual([expect.stringMatching(/^pending/)]);
  await live.get('/v2/faxes/1').expect(503);
  const before = verdicts();
  await live.get('/v2/faxes/1').set(ofConsole).expect(503);
  expect(verdicts()).toEqual(before);
  await live.get('/v2/faxes/1').expect(503);
  expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
});

test('a request of the console within a Retry-After is no offence of the program', async () => {
  const rule =
    '{ id: x, on: getFax, times: 1, do: { fail: rate_limited, retry_after: 10s }, expect: { honours_retry_after: true } }';
  const { live, clock, verdicts } = worldWith(rule);
  await live.get('/v2/faxes/1').expect(429);
  await clock.advance(second);
  await live.get('/v2/faxes/1').set(ofConsole).expect(200);
  expect(verdicts()).toEqual([expect.stringMatching(/^pending/)]);
});

test.each([
  ['the program', 'the console', ofConsole, {}],
  ['the console', 'the program', {}, ofConsole],
])('a fax that %s sends is no repetition of one of %s', async (_one, _other, first, second) => {
  const lost =
    '{ id: x, on: sendFax, times: 1, do: { commit: true, fail: server_error }, expect: { no_duplicate_fax: true } }';
  const { send, verdicts } = worldWith(lost);
  await send().set(first).expect(500);
  await send().set(second).expect(200);
  expect(verdicts()).toEqual([expect.stringMatching(/^(?:passed|pending)/)]);
});

test('nor is one that the console resends while its file cannot be read', async () => {
  const rules = [
    '{ id: lost, on: sendFax, times: 1, do: { commit: true, fail: server_error }, expect: { no_duplicate_fax: true } }',
    '{ id: corrupt, on: resendFax, do: { file: corrupt } }',
  ];
  const { live, send, anyone, clock, verdicts } = worldWith(rules);
  await send().expect(500);
  await clock.advance(3600 * second);
  const { faxes } = await dataOf(anyone.get('/_faxsim/faxes?limit=1'));
  await live.post(`/v2/faxes/${faxes[0].id}/resend`).set(ofConsole).expect(200);
  expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
});

test('the course of a fax that the console sends counts for no verdict', async () => {
  const { send, verdicts } = worldWith(
    '{ id: x, on: fax, do: { course: [{ after: 0, status: failure, error: 17 }] }, expect: { fired: 1 } }',
  );
  await send().set(ofConsole).expect(200);
  expect(verdicts()).toEqual([expect.stringMatching(/^pending/)]);
  await send({ to: '+12025550199' }).expect(200);
  expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
});
