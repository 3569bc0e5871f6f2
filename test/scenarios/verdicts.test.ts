import { describe, expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import { minute, second, sentFax } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';
import { worldWith } from './world.ts';

describe('retries', () => {
  const rule =
    '{ id: down, on: getFax, per: fax, times: 1, do: { fail: unavailable }, expect: { retries: { min: 1, max: 2 } } }';

  test('are judged for each request that the rule has touched', async () => {
    const { live, anyone, verdicts } = worldWith(rule);
    expect(verdicts()).toEqual([
      'pending: the rule has not hit a request of a program yet; calls of the console do not count',
    ]);
    await live.get('/v2/faxes/1').expect(503);
    expect(verdicts()).toEqual([
      'failed: GET /v2/faxes/1, hit at 2026-11-20T12:00:00.000Z, has not come again; expected: 1 to 2',
    ]);
    await live.get('/v2/faxes/2').expect(503);
    await live.get('/v2/faxes/1').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: GET \/v2\/faxes\/2.*has not come again/)]);
    await anyone.get('/v2/faxes/2').query(keyParams).expect(200); // the credentials come another way
    expect(verdicts()).toEqual(['passed: each of 2 requests came again once, as expected']);
    for (let call = 0; call < 2; call++) await live.get('/v2/faxes/2').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: GET \/v2\/faxes\/2.*came again 3 times/)]);
  });

  const outage =
    '{ id: down, on: listFaxes, during: { until: 2m }, do: { fail: unavailable }, expect: { retries: { min: 1 } } }';

  test('wait while the window of the rule is open, and have failed when it closes', async () => {
    const { live, clock, verdicts, scenarios } = worldWith(outage);
    const changes: string[] = [];
    scenarios.watch((change) => {
      if (change.action === 'verdict') changes.push(`${change.verdict.verdict} at ${clock.now()}`);
    });
    await live.get('/v2/faxes').expect(503);
    const hit = clock.now();
    const text = 'GET /v2/faxes, hit at 2026-11-20T12:00:00.000Z, has not come again';
    expect(verdicts()).toEqual([`waiting: ${text} yet; expected: 1 or more`]);
    expect(scenarios.verdicts(Infinity).verdicts).toMatchObject([{ verdict: 'failed' }]);
    await clock.advance(2 * minute - 1);
    expect(verdicts()).toEqual([`waiting: ${text} yet; expected: 1 or more`]);
    await clock.advance(2);
    expect(verdicts()).toEqual([`failed: ${text}; expected: 1 or more`]);
    expect(changes).toEqual([`waiting at ${hit}`, `failed at ${hit + 2 * minute}`]);
    await live.get('/v2/faxes').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^passed: the request came again once/)]);
  });

  test('say how many more requests were not repeated', async () => {
    const { live, clock, verdicts } = worldWith(outage);
    for (const page of [1, 2, 3]) await live.get(`/v2/faxes?page=${page}`).expect(503);
    expect(verdicts()).toEqual([expect.stringMatching(/1 or more; 2 more requests were not repeated yet$/)]);
    await clock.advance(2 * minute);
    await live.get('/v2/faxes?page=2').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/1 or more; 1 more request was not repeated$/)]);
  });

  test('wait until twice the Retry-After has passed', async () => {
    const { live, clock, verdicts } = worldWith(
      '{ id: x, on: getFax, times: 1, do: { fail: unavailable, retry_after: 30s }, expect: { retries: { min: 1 } } }',
    );
    await live.get('/v2/faxes/1').expect(503);
    await clock.advance(minute - 1);
    expect(verdicts()).toEqual([expect.stringMatching(/^waiting: /)]);
    await clock.advance(1);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: /)]);
  });

  test('have failed as soon as a request comes too often, though the window is open', async () => {
    const { live, verdicts } = worldWith(outage.replace('{ min: 1 }', '0'));
    await live.get('/v2/faxes').expect(503);
    expect(verdicts()).toEqual([expect.stringMatching(/^passed: /)]);
    await live.get('/v2/faxes').expect(503);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: .*came again once; expected: 0$/)]);
  });

  test('too few firings wait while the window is open', async () => {
    const { live, clock, verdicts } = worldWith(outage.replace('retries: { min: 1 }', 'fired: 2'));
    await live.get('/v2/faxes').expect(503);
    expect(verdicts()).toEqual(['waiting: it fired once so far; expected: 2']);
    await clock.advance(2 * minute);
    expect(verdicts()).toEqual(['failed: it fired once; expected: 2']);
  });

  test('are in the history as failures, and as passes only after one, at their times', async () => {
    const { live, clock, anyone } = worldWith(outage);
    const entries = async (): Promise<{ kind: string }[]> => {
      const { body } = await anyone.get('/_faxsim/activity/entries').expect(200);
      return body.data.entries.filter(({ kind }: { kind: string }) => kind === 'scenario');
    };
    for (const page of [1, 1, 2]) await live.get(`/v2/faxes?page=${page}`).expect(503);
    expect(await entries()).toEqual([]);
    await clock.advance(5 * minute);
    const rule = 'given/down';
    const failed = { action: 'verdict', status: 'failed', tone: 'bad', rule, subject: 'given' };
    const at = '2026-11-20T12:02:00.000Z';
    const because = 'GET /v2/faxes?page=2, hit at 2026-11-20T12:00:00.000Z, has not come again; expected: 1 or more';
    const summary = `Scenario given, rule down: retries failed, ${because}`;
    expect(await entries()).toMatchObject([{ ...failed, at, summary, reason: because }]);
    await live.get('/v2/faxes?page=2').expect(200);
    expect(await entries()).toMatchObject([failed, { status: 'passed', tone: 'good', reason: null }]);
  });

  test('are shown without the secrets in the URL, and in a URL in the URL', async () => {
    const { anyone, verdicts } = worldWith(rule);
    const callback = 'https://bob:hunter2pw@host/h?token=abc';
    const query = { ...keyParams, page: 1, p_wd: 'x', authToken: 'hush', callback_url: callback };
    await anyone.get('/v2/faxes/1').query(query).expect(503);
    const shown = '?page=1&p_wd=x&authToken=•••&callback_url=https://•••@host/h?token=•••, hit at';
    expect(verdicts()).toEqual([expect.stringContaining(shown)]);
  });

  test('are those of the same request alone', async () => {
    const { live, verdicts } = worldWith(rule);
    await live.get('/v2/faxes/1').expect(503);
    await live.get('/v2/faxes/1/file').expect(200);
    await live.get('/v2/faxes').expect(200);
    expect(verdicts()).toEqual([expect.stringContaining('has not come again')]);
  });

  test('are followed for the first thousand requests, so that memory is bounded', () => {
    const { scenarios, verdicts } = worldWith(
      '{ id: down, on: getFax, do: { fail: unavailable }, expect: { retries: 0 } }',
    );
    for (let call = 0; call < 3000; call++) {
      const identity = () => String(call);
      scenarios.ask({ on: 'getFax', fact: () => undefined, fax: '1', number: undefined, identity, label: () => 'GET' });
    }
    expect(verdicts()).toEqual(['passed: none of 1000 requests came again, as expected']);
  });
});

describe('Retry-After is honoured', () => {
  const rules =
    '{ id: quota, on: "*", do: { rate_limit: { limit: 1, window: 10s } }, expect: { honours_retry_after: true } }';

  test('by who comes back when it has passed', async () => {
    const { live, clock, verdicts } = worldWith(rules);
    await live.get('/v2/faxes').expect(200);
    expect(verdicts()).toEqual(['pending: no response has had a Retry-After yet']);
    await live.get('/v2/faxes').expect(429);
    await clock.advance(10 * second);
    await live.get('/v2/faxes').expect(200);
    expect(verdicts()).toEqual(['passed: no client came before its Retry-After had passed (once)']);
  });

  test('and no verdict shows a secret', async () => {
    const { anyone, verdicts } = worldWith(rules);
    const ask = (id: number) => anyone.get('/v1/faxStatus').query({ ...keyParams, id, a: 1 });
    for (const status of [200, 429, 429]) await ask(1).expect(status);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: GET \/v1\/faxStatus\?id=1&a=1 came/)]);
  });

  test('not by who asks the same before', async () => {
    const { live, clock, verdicts } = worldWith(rules);
    for (const status of [200, 429]) await live.get('/v2/faxes').expect(status);
    await clock.advance(9 * second);
    await live.get('/v2/faxes').expect(429);
    expect(verdicts()).toEqual([
      'failed: GET /v2/faxes came at 2026-11-20T12:00:09.000Z, after 9 s of the 10 s of Retry-After',
    ]);
  });

  test('by others of the operation too, unless they were on their way already', async () => {
    const { live, clock, verdicts } = worldWith(rules);
    await Promise.all([1, 2, 3].map((id) => live.get(`/v2/faxes/${id}`)));
    expect(verdicts()).toEqual([expect.stringMatching(/^pending/)]);
    await clock.advance(second);
    await live.get('/v2/phone_numbers').expect(429);
    expect(verdicts()).toEqual([expect.stringMatching(/^pending/)]);
    await live.get('/v2.1/faxes/2').expect(429);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: GET \/v2.1\/faxes\/2 came at/)]);
  });

  test('passes only once a request of the operation comes after each Retry-After', async () => {
    const { live, clock, verdicts } = worldWith(rules);
    const pending =
      'pending: no request has come since the Retry-After of GET /v2/faxes/1, which ends at 2026-11-20T12:00:10.000Z';
    for (const status of [200, 429]) await live.get('/v2/faxes/1').expect(status);
    expect(verdicts()).toEqual([pending]);
    await clock.advance(10 * second);
    expect(verdicts()).toEqual([pending]);
    await live.get('/v2/phone_numbers').expect(200);
    expect(verdicts()).toEqual([pending]);
    await live.get('/v2/faxes/1').expect(429);
    expect(verdicts()).toEqual([expect.stringMatching(/^pending: .* which ends at 2026-11-20T12:00:20.000Z$/)]);
    await clock.advance(10 * second);
    await live.get('/v2/faxes/2').expect(200);
    expect(verdicts()).toEqual(['passed: no client came before its Retry-After had passed (2 times)']);
  });

  test('becomes an event when its verdict changes', async () => {
    const { live, clock, scenarios } = worldWith(rules);
    const changes: string[] = [];
    scenarios.watch((change) => {
      if (change.action === 'verdict') changes.push(change.verdict.verdict);
    });
    for (const status of [200, 429]) await live.get('/v2/faxes/1').expect(status);
    expect(changes).toEqual([]);
    await clock.advance(10 * second);
    await live.get('/v2/faxes/1').expect(200);
    expect(changes).toEqual(['passed']);
  });

  const answering503 = (retryAfter: string) =>
    worldWith(
      `{ id: x, on: getFax, times: 1, do: { respond: { status: 503, headers: { Retry-After: '${retryAfter}' } } }, expect: { honours_retry_after: true } }`,
    );

  test.each([
    'Fri, 20 Nov 2026 12:00:00 GMT',
    'Thu, 19 Nov 2026 12:00:00 GMT',
    'Friday, 20-Nov-26 11:00:00 GMT',
    'Fri Nov 20 11:00:00 2026',
  ])('without a time to wait in %s, which is past on the world’s clock', async (value) => {
    const { live, verdicts } = answering503(value);
    await live.get('/v2/faxes/1').expect(503);
    await live.get('/v2/faxes/1').expect(200);
    expect(verdicts()).toEqual(['pending: no response has had a Retry-After yet']);
  });

  test('where it says more than any date can', async () => {
    const { live, verdicts } = answering503('9'.repeat(400));
    await live.get('/v2/faxes/1').expect(503);
    await live.get('/v2/faxes/1').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^failed: .*, after 0 s of the 3162240000 s of Retry-After$/)]);
  });

  test.each(['7', 'Fri, 20 Nov 2026 12:00:07 GMT', 'Friday, 20-Nov-26 12:00:07 GMT', 'Fri Nov 20 12:00:07 2026'])(
    'where an answer of the rule’s own says %s',
    async (value) => {
      const { live, clock, verdicts } = answering503(value);
      await live.get('/v2/faxes/1').expect(503);
      await clock.advance(7 * second - 1);
      expect(verdicts()).toEqual([expect.stringMatching(/^pending: .* which ends at 2026-11-20T12:00:07.000Z$/)]);
      await live.get('/v2/faxes/1').expect(200);
      expect(verdicts()).toEqual([expect.stringMatching(/^failed/)]);
    },
  );
});

describe('no fax is sent twice', () => {
  const rules = (on: string) =>
    `{ id: lost, on: ${on}, times: 1, do: { commit: true, fail: server_error }, expect: { no_duplicate_fax: true } }`;

  test('by a client that looks before it sends again', async () => {
    const { live, send, verdicts } = worldWith(rules('sendFax'));
    expect(verdicts()).toEqual(['pending: no response to a send was lost yet']);
    await send().expect(500);
    await live.get('/v2/faxes').expect(200);
    await send({}, { text: 'another document' }).expect(200);
    await send({ to: '+12025550199' }).expect(200);
    expect(verdicts()).toEqual(['passed: no fax was sent twice (1 whose response was lost)']);
  });

  test('but it is by one that just sends again', async () => {
    const { send, verdicts } = worldWith(rules('sendFax'));
    await send().expect(500);
    await send().expect(200);
    expect(verdicts()).toEqual([
      expect.stringMatching(
        /^failed: fax \d+, made at 2026-\S+, repeats fax \d+, whose response was lost at 2026-\S+$/,
      ),
    ]);
  });

  test('nor resent twice', async () => {
    const { live, verdicts } = worldWith(rules('resendFax'));
    await live.post('/v2/faxes/1/resend').expect(500);
    await live.post('/v2/faxes/2/resend').expect(200);
    expect(verdicts()).toEqual([expect.stringMatching(/^passed/)]);
    await live.post('/v2/faxes/1/resend').expect(200);
    expect(verdicts()).toEqual([
      expect.stringMatching(/^failed: fax \d+, .* repeats fax \d+, whose response was lost/),
    ]);
  });
});

describe('a badly signed webhook', () => {
  const rules =
    '{ id: forged, on: webhook, where: { attempt: 1 }, do: { sign: wrong-token }, expect: { rejects_webhook: true } }';

  const answeringInTurn = (statuses: readonly number[]) => {
    const [last = 200, ...others] = statuses.toReversed();
    return worldWith(rules, { parts: { post: (...order) => answering(others.pop() ?? last)(...order) } });
  };

  test.each([
    [[403, 200], 'passed: all forged webhooks were refused (1)'],
    [
      [200],
      expect.stringMatching(
        /^failed: attempt 1 of fax_completed for fax \d+, delivered at 2026-\S+, was answered with 200$/,
      ),
    ],
    [
      [403, 401],
      expect.stringMatching(
        /^pending: all forged webhooks were refused \(1\), but so was a genuine one: attempt 2 of fax_completed for fax \d+, delivered at 2026-\S+, was answered with 401$/,
      ),
    ],
    [[403, 401, 200], 'passed: all forged webhooks were refused (1)'],
  ])('and the genuine ones after it are answered with %j', async (statuses, verdict) => {
    const { send, clock, verdicts } = answeringInTurn(statuses);
    expect(verdicts()).toEqual(['pending: no forged webhook was answered yet']);
    await send().expect(200);
    await clock.advance(60 * minute);
    expect(verdicts()).toEqual([verdict]);
  });

  test('is no merit of an application that refused the genuine ones before', async () => {
    const { send, clock, verdicts, scenarios } = answeringInTurn([401, 401, 401]);
    const [forging] = scenarios.running;
    scenarios.switchOff(forging?.scenario.name ?? '');
    await send().expect(200);
    await clock.advance(2 * second);
    if (forging !== undefined) scenarios.switchOn(forging.scenario);
    await send().expect(200);
    await clock.advance(2 * second);
    expect(verdicts()).toEqual([expect.stringMatching(/^pending: .* but so was a genuine one: attempt 1 of /)]);
  });
});

test('a badly signed webhook without an answer leaves the verdict open, whatever others were answered', () => {
  const { scenarios, verdicts } = worldWith(
    '{ id: forged, on: webhook, do: { sign: none }, expect: { rejects_webhook: true } }',
  );
  const attempt = (number: number) => {
    const fired = scenarios.ask({
      ...{ on: 'webhook', fact: () => undefined, fax: String(number), number: undefined },
      ...{ identity: () => String(number), label: () => `fax ${number}` },
    });
    return (status: number | null) =>
      fired?.monitor?.notify((expectation) => expectation.delivered?.({ url: '', label: 'one', at: 0, status }));
  };
  const [first, second, third] = [attempt(1), attempt(2), attempt(3)];
  first(401);
  expect(verdicts()).toEqual(['pending: no answer yet: 2 of 3 forged webhooks']);
  second(null);
  expect(verdicts()).toEqual(['pending: no answer yet: 1 of 2 forged webhooks']);
  third(401);
  expect(verdicts()).toEqual(['passed: all forged webhooks were refused (2)']);
});

test.each([
  ['0', [503], 'the request did not come again, as expected'],
  ['1', [503, 503], 'the request came again once, first after 0 s, as expected'],
  ['{ min: 1 }', [503, 503, 503], 'the request came again 2 times, first after 0 s, as expected'],
  ['{ max: 2 }', [503, 503], 'the request came again once, first after 0 s, as expected'],
])('a passed verdict on retries says how often a request came again: %s', async (range, statuses, because) => {
  const { live, verdicts } = worldWith(
    `{ id: down, on: getFax, do: { fail: unavailable }, expect: { retries: ${range} } }`,
  );
  for (const status of statuses) await live.get('/v2/faxes/1').expect(status);
  expect(verdicts()).toEqual([`passed: ${because}`]);
});

describe('how often a rule fires', () => {
  test('is judged, and a rule that never fired is listed', async () => {
    const { live, verdicts, neverFired } = worldWith([
      '{ id: twice, on: getFax, do: { fail: unavailable }, expect: { fired: 2 } }',
      '{ id: never, on: listFaxes, do: { fail: unavailable }, expect: { fired: 0 } }',
      '{ id: other, on: cancelFax, do: { fail: unavailable } }',
    ]);
    const untouched = 'passed: it fired 0 times, as expected';
    expect(verdicts()).toEqual(['pending: it has not fired yet', untouched]);
    expect(neverFired()).toEqual(['given/twice', 'given/other']);
    await live.get('/v2/faxes/1').expect(503);
    expect(verdicts()).toEqual(['failed: it fired once; expected: 2', untouched]);
    await live.get('/v2/faxes/1').expect(503);
    expect(verdicts()).toEqual(['passed: it fired 2 times, as expected', untouched]);
    expect(neverFired()).toEqual(['given/other']);
  });

  test('is nothing to judge where its chance switches it off', async () => {
    const { live, verdicts, neverFired } = worldWith(
      '{ id: off, on: getFax, chance: 0, do: { fail: unavailable }, expect: { retries: 1 } }',
    );
    await live.get('/v2/faxes/1').expect(200);
    expect([verdicts(), neverFired()]).toEqual([[], []]);
  });

  test('is forgotten when the scenario is switched off', () => {
    const { scenarios, verdicts } = worldWith('{ id: x, on: getFax, do: { fail: unavailable }, expect: { fired: 1 } }');
    expect(scenarios.switchOff('given')).toBe(true);
    expect(scenarios.switchOff('given')).toBe(false);
    expect(verdicts()).toEqual([]);
    expect(scenarios.isIdle).toBe(true);
  });
});

test('a scenario that requests name is watched in all requests', async () => {
  const world = openSimulator({ faxes: [sentFax({ id: 1 })] });
  const { scenarios } = world.simulator.parts.worlds.default;
  const named = { 'X-Faxsim-Scenario': 'lost-answer-on-resend' };
  await expect(world.live.post('/v2/faxes/1/resend').set(named)).rejects.toThrow();
  await world.live.post('/v2/faxes/1/resend').expect(200);
  expect(scenarios.verdicts().verdicts).toMatchObject([
    { scenario: 'lost-answer-on-resend', rule: 'answer-lost', expectation: 'no_duplicate_fax', verdict: 'failed' },
  ]);
});

test('the most specific scenario goes first: that of the header, the world, the control API, the start', async () => {
  const world = openSimulator({ faxes: [sentFax({ id: 1 })] });
  const { scenarios } = world.simulator.parts.worlds.default;
  const scenario = (name: string) =>
    loadScenario(
      'a',
      `name: ${name}\ndescription: a test\nrules: [{ id: x, on: getFax, times: 1, do: { fail: invalid } }]`,
    );
  scenarios.switchOn(scenario('called-first'), 'control');
  scenarios.switchOn(scenario('worlds-own'), 'world');
  scenarios.switchOn(scenario('started'), 'start');
  scenarios.switchOn(scenario('called-last'), 'control');
  const named = { 'X-Faxsim-Scenario': 'outage' };
  const first = await world.live.get('/v2/faxes/1').set(named).expect(503);
  expect(first.headers['x-faxsim-rule']).toBe('outage/down#1');
  const seen: unknown[] = [];
  for (let call = 0; call < 4; call++) {
    const { headers } = await world.live.get('/v2/faxes/1').expect(422);
    seen.push(headers['x-faxsim-rule']);
  }
  expect(seen).toEqual(['worlds-own/x#1', 'called-last/x#1', 'called-first/x#1', 'started/x#1']);
  await world.live.get('/v2/faxes/1').expect(200);
  const by = scenarios.report().map(({ scenario: name, by: who }) => `${name} by ${who}`);
  expect(by).toEqual([
    'worlds-own by world',
    'called-last by control',
    'called-first by control',
    'started by start',
    'outage by header',
  ]);
});
