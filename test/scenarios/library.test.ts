import { describe, expect, test } from '@jest/globals';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import type { Account } from '../../src/model/domain/account.ts';
import { account, day, hour, minute, portOrderParams, second, sentFax } from '../support/examples.ts';
import { dataOf, idOf, ids, openSimulator, refusalOf } from '../support/simulator.ts';

const library = new ScenarioLibrary(scenarioFolder);

/** A world with the account that worlds have by default, and a scenario of the library on; its faxes name a callback_url. */
async function worldWith(name: string, own: Partial<Account> = {}) {
  const told: { at: number; event: string; signature: string | undefined; body: string }[] = [];
  let answer = 200;
  const post: Post = ({ chunks, headers }) => {
    const body = Buffer.concat(chunks).toString();
    const [, event = ''] = /name="event_type"\r\n\r\n(\w+)/.exec(body) ?? [];
    told.push({ at: world.clock.now(), event, signature: headers['X-Phaxio-Signature'], body });
    const failure = answer === 200 ? null : `answered ${answer}`;
    return Promise.resolve({ answer: { status: answer, body: '' }, failure, isRefused: false, tookMs: 0 });
  };
  const world = openSimulator({
    faxes: [sentFax({ id: 1, documentPages: 40 }), sentFax({ id: 2 })],
    account: account(own),
    parts: { post },
  });
  world.simulator.parts.worlds.default.scenarios.switchOn(await library.find(name));
  const send = (to: string | string[] = '+12025550123') =>
    world.sent({ 'to[]': to, callback_url: 'http://localhost:3000/' });
  const port = async (): Promise<() => Promise<Record<string, unknown>>> => {
    const id = await idOf(world.live.post('/v2.1/port_orders').type('form').send(portOrderParams));
    return () => dataOf(world.live.get(`/v2.1/port_orders/${id}`));
  };
  return { ...world, told, send, port, answerWith: (status: number) => (answer = status) };
}

type World = Awaited<ReturnType<typeof worldWith>>;

/** The webhooks of a fax that an application refuses the first of. */
async function refusedOnce({ send, clock, told, answerWith }: World) {
  answerWith(403);
  await send();
  await clock.advance(minute);
  answerWith(200);
  await clock.runUntilIdle();
  return told.filter(({ event }) => event === 'fax_completed');
}

/** Each scenario of the library, suffered by a client. */
const suffered: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'resend-without-file': async ({ live }) => {
    await live.post('/v2.1/faxes/1/resend').expect(422);
    await live.get('/v2.1/faxes/1/file').expect(404);
  },
  'number-out-of-stock': async ({ live, v1 }) => {
    const message = 'The area code you chose is invalid or has no numbers at this time.';
    const params = { country_code: 1, area_code: 212 };
    for (const version of ['v2', 'v2.1']) {
      expect(await refusalOf(live.post(`/${version}/phone_numbers`).type('form').send(params))).toBe(message);
    }
    expect(await refusalOf(v1('provisionNumber', { area_code: 212 }), 200)).toBe(message);
    expect(await dataOf(live.get('/v2/phone_numbers'))).toEqual([]);
  },
  'rate-limit-burst': async ({ live }) => {
    for (let call = 0; call < 5; call++) await live.get('/v2/faxes').expect(200);
    expect((await live.get('/v2/faxes').expect(429)).headers['retry-after']).toBe('1');
  },
  'slow-p99': async ({ live, clock }) => {
    const answer = live.get('/v2/faxes').then(({ status }) => status);
    while (clock.nextDue === undefined) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(10 * second);
    expect(await answer).toBe(200);
  },
  outage: async ({ live, clock }) => {
    await live.get('/v2/faxes').expect(503);
    await clock.advance(2 * minute);
    await live.get('/v2/faxes').expect(200);
  },
  'lost-answer-on-send': async ({ live, send }) => {
    await expect(send()).rejects.toThrow();
    expect(ids(await live.get('/v2/faxes'))).toHaveLength(3);
    await send();
  },
  'lost-answer-on-resend': async ({ live }) => {
    await expect(live.post('/v2/faxes/1/resend')).rejects.toThrow();
    expect(ids(await live.get('/v2/faxes'))).toHaveLength(3);
    await live.post('/v2/faxes/1/resend').expect(200);
    await expect(live.post('/v2/faxes/2/resend')).rejects.toThrow();
  },
  'revoked-credentials': async ({ live }) => {
    for (let call = 0; call < 3; call++) await live.get('/v2/faxes').expect(200);
    await live.get('/v2/faxes').expect(401);
  },
  'cancel-too-late': async ({ live, send }) => {
    const message = await refusalOf(live.post(`/v2/faxes/${await send()}/cancel`));
    expect(message).toBe("Can't cancel the fax, it's already complete!");
  },
  'malformed-json': async ({ live }) => {
    await live.get('/v2/faxes').expect(200);
    await live.get('/v2/faxes').expect(200);
    await expect(live.get('/v2/faxes')).rejects.toThrow(/JSON/);
  },
  'truncated-download': async ({ live }) => {
    await expect(live.get('/v2/faxes/1/file')).rejects.toThrow();
    await live.get('/v2/faxes/1/file').expect(200);
  },
  'flaky-network': async ({ live }) => {
    const calls = Array.from({ length: 100 }, () =>
      live.get('/v2/faxes').then(
        () => true,
        () => false,
      ),
    );
    const lost = (await Promise.all(calls)).filter((arrived) => !arrived).length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(20);
  },
  'busy-line': async ({ send, fax, clock }) => {
    const id = await send();
    await clock.advance(100);
    expect(await fax(id)).toMatchObject({
      status: 'inprogress',
      num_pages: 1,
      recipients: [{ status: 'callactive' }],
    });
    await clock.advance(second);
    expect(await fax(id)).toMatchObject({ status: 'failure', error_id: 17, error_message: 'Busy', cost: 0 });
  },
  'no-answer': async ({ send, fax, clock }) => {
    const id = await send();
    await clock.advance(second);
    expect(await fax(id)).toMatchObject({ status: 'failure', error_id: 112 });
  },
  'call-breaks': async ({ send, fax, clock }) => {
    const id = await send();
    await clock.runUntilIdle();
    expect(await fax(id)).toMatchObject({ status: 'failure', error_type: 'faxError', error_id: 8, cost: 0 });
  },
  'conversion-failure': async ({ send, fax, clock }) => {
    const id = await send();
    await clock.advance(second);
    expect(await fax(id)).toMatchObject({ status: 'failure', error_id: 4 });
  },
  'empty-balance': async ({ send, fax, clock }) => {
    const id = await send();
    await clock.runUntilIdle();
    expect(await fax(id)).toMatchObject({ status: 'failure', error_type: 'generalError', error_id: 5, cost: 0 });
  },
  'dropped-call': async ({ send, fax, clock }) => {
    const id = await send();
    await clock.advance(second);
    expect(await fax(id)).toMatchObject({
      status: 'inprogress',
      recipients: [{ status: 'willretry', retry_count: 1 }],
    });
    await clock.runUntilIdle();
    const failed = { status: 'failure', error_id: 11, num_pages: 1, cost: 0, recipients: [{ retry_count: 2 }] };
    expect(await fax(id)).toMatchObject(failed);
  },
  'slow-progress': async ({ send, fax }) => {
    const id = await send();
    const seen = [];
    for (let call = 0; call < 6; call++) seen.push((await fax(id)).status);
    expect(seen).toEqual(['queued', 'inprogress', 'inprogress', 'inprogress', 'success', 'success']);
  },
  'list-shifts': async ({ live }) => {
    const page = async (number: number) => ids(await live.get(`/v2/faxes?per_page=1&page=${number}`).expect(200));
    const [first, second] = [await page(1), await page(2)];
    expect(second).toEqual(first);
    expect(ids(await live.get('/v2/faxes?direction=received'))).toHaveLength(1);
    const [arrived] = ids(await live.get('/v2/faxes?direction=received'));
    const { body } = await live.get(`/v2/faxes/${String(arrived)}/file`).expect(200);
    expect(body.toString()).toMatch(/^Fax/);
  },
  'busy-then-answered': async ({ send, fax, clock }) => {
    const statusOf = async (to: string) => {
      const id = await send(to);
      await clock.runUntilIdle();
      const { status, error_id: error } = await fax(id);
      return [status, error];
    };
    for (const to of ['+12025550123', '+12025550124']) {
      expect([await statusOf(to), await statusOf(to), await statusOf(to)]).toEqual([
        ['failure', 17],
        ['failure', 17],
        ['success', null],
      ]);
    }
  },
  'unavailable-then-ok': async ({ live, clock }) => {
    for (let call = 0; call < 2; call++) {
      await live.get('/v2/faxes').expect(503).expect('Retry-After', '30');
      await clock.advance(30 * second);
    }
    await live.get('/v2/faxes').expect(200);
  },
  'webhook-receiver-down': async ({ send, clock, told, anyone }) => {
    await send();
    await clock.runUntilIdle();
    expect(told.filter(({ event }) => event === 'fax_completed')).toHaveLength(1);
    const scripted = { answer: { status: 503 }, rule: expect.any(String) };
    expect(await dataOf(anyone.get('/_faxsim/webhooks?event=fax_completed'))).toMatchObject([
      { state: 'delivered', attempts: [scripted, scripted, { answer: { status: 200 }, rule: null }] },
    ]);
  },
  'partial-success': async ({ send, fax, clock }) => {
    const id = await send(['+12025550123', '+12025550199']);
    await clock.runUntilIdle();
    expect(await fax(id)).toMatchObject({
      status: 'partialsuccess',
      cost: 7,
      recipients: [
        { status: 'success', bitrate: 14400 },
        { status: 'failure', error_id: 17 },
      ],
    });
  },
  'storage-disabled': async ({ live, send, clock }) => {
    const id = await send();
    await clock.runUntilIdle();
    await live.get(`/v2/faxes/${id}/file`).expect(404);
    await live.post(`/v2/faxes/${id}/resend`).expect(422);
    await live.delete(`/v2/faxes/${id}/file`).expect(404);
  },
  'stuck-in-progress': async ({ send, fax, clock, live }) => {
    const id = await send();
    await clock.runUntilIdle();
    await clock.advance(day);
    expect(await fax(id)).toMatchObject({ status: 'inprogress' });
    await live.post(`/v2/faxes/${id}/cancel`).expect(200);
    await clock.advance(0);
    expect(await fax(id)).toMatchObject({ status: 'failure', error_id: 75 });
  },
  'port-order-rejected': async ({ port, clock, live }) => {
    const order = await port();
    await clock.advance(second);
    expect(await order()).toMatchObject({ status: 'submitted' });
    await clock.advance(second);
    expect(await order()).toMatchObject({
      status: 'rejected',
      completed_at: null,
      port_numbers: [{ status: 'rejected' }],
    });
    expect(await dataOf(live.get('/v2.1/port_numbers/3154/notes'))).toMatchObject([
      { note: 'Submitted to the losing carrier' },
      { note: 'The name on the account is not that of the losing carrier' },
    ]);
    await clock.runUntilIdle();
    expect(await dataOf(live.get('/v2.1/phone_numbers'))).toEqual([]);
    await port();
  },
  'port-order-slow': async ({ port, clock, live }) => {
    const order = await port();
    const seen: unknown[] = [];
    for (let week = 0; week < 7; week++) {
      await clock.advance(7 * day);
      seen.push((await order())['status']);
    }
    const expected = ['submitted', 'submitted', 'submitted', 'submitted', 'scheduled', 'scheduled', 'completed'];
    expect(seen).toEqual(expected);
    expect(await order()).toMatchObject({ completed_at: '2027-01-08T06:00:00.000-06:00' });
    const notes: { note: string }[] = await dataOf(live.get('/v2.1/port_numbers/3154/notes'));
    expect(notes.map(({ note }) => note)).toContain('Asked the losing carrier for an answer');
    expect(await dataOf(live.get('/v2.1/phone_numbers'))).toMatchObject([{ phone_number: '+15558675309' }]);
  },
  'webhook-duplicated': async ({ send, clock, told, anyone }) => {
    await send();
    await clock.runUntilIdle();
    const done = told.filter(({ event }) => event === 'fax_completed');
    expect(done).toHaveLength(2);
    expect((done[1]?.at ?? 0) - (done[0]?.at ?? 0)).toBe(10 * second);
    expect(done[1]?.body.length).toBe(done[0]?.body.length);
    const deliveries = await dataOf(anyone.get('/_faxsim/webhooks?event=fax_completed'));
    const rule = expect.stringMatching(/^webhook-duplicated\/twice#/);
    expect(deliveries).toMatchObject([{ attempts: [{ rule }] }, { attempts: [{ rule }] }]);
    expect(deliveries[1].attempts[0].rule).toBe(deliveries[0].attempts[0].rule);
  },
  'webhook-late': async ({ send, clock, told }) => {
    await send();
    await clock.advance(59 * minute);
    expect(told).toEqual([]);
    await clock.advance(3 * hour);
    expect(told.length).toBeGreaterThan(0);
  },
  'webhook-never': async ({ send, clock, told, anyone }) => {
    await send();
    await clock.runUntilIdle();
    expect(told).toEqual([]);
    expect(await dataOf(anyone.get('/_faxsim/webhooks?event=fax_completed'))).toMatchObject([
      { state: 'failed', attempts: [{ rule: expect.stringMatching(/^webhook-never\/never#\d+$/) }] },
    ]);
  },
  'webhook-out-of-order': async ({ send, clock, told }) => {
    const faxes = [await send(), await send(), await send()];
    await clock.runUntilIdle();
    const order = told.map(({ event, body }) => `${event} ${/"id":(\d+)/.exec(body)?.[1] ?? ''}`);
    const [first, second, third] = faxes.map((id) => `fax_completed ${id}`);
    expect(order).toEqual([second, first, third]);
  },
  'webhook-badly-signed': async (world) => {
    const done = await refusedOnce(world);
    expect(done).toHaveLength(2);
    expect(done[0]?.body.replace(/--\S+/g, '')).toBe(done[1]?.body.replace(/--\S+/g, ''));
    expect(done[0]?.signature).not.toBe(done[1]?.signature);
  },
  'webhook-tampered': async (world) => {
    const [tampered, right] = await refusedOnce(world);
    expect(tampered?.signature).toBe(right?.signature);
    expect(tampered?.body).toContain('name="success"\r\n\r\nfalse');
    expect(right?.body).toContain('name="success"\r\n\r\ntrue');
  },
};

describe('a client suffers', () => {
  test.each(Object.entries(suffered))('%s', async (name, suffer) => {
    const world = await worldWith(name);
    await suffer(world);
    const scenario = await library.find(name);
    const certain = scenario.rules.filter(({ chance }) => chance === 1).map(({ id }) => `${name}/${id}`);
    const { neverFired } = world.simulator.parts.worlds.default.scenarios.verdicts();
    expect(neverFired.filter((rule) => certain.includes(rule))).toEqual([]);
  });

  test('every scenario of the library', () => {
    expect(Object.keys(suffered).sort()).toEqual(library.names());
  });
});

test('of a fax on its way webhooks out of order tell after its end, where such events are sent', async () => {
  const { send, clock, told } = await worldWith('webhook-out-of-order', { inflightWebhooks: true });
  await send();
  await clock.runUntilIdle();
  expect(told.map(({ event }) => event)).toEqual(['fax_completed', 'transmitting_page']);
});

test('a tampered webhook keeps the signature of what it said before', async () => {
  const { send, clock, told } = await worldWith('webhook-tampered', { webhookToken: 'secret' });
  await send();
  await clock.runUntilIdle();
  expect(told[0]?.signature).toMatch(/^[0-9a-f]{40}$/);
  expect(told[0]?.body).toContain('name="success"\r\n\r\nfalse');
});

describe('with parameters', () => {
  test.each([
    ['webhook-never(skip=1,times=1)', 2],
    ['webhook-never(address=localhost)', 0],
    ['webhook-never(address=example.com)', 3],
    ['webhook-never(event=fax_completed)', 0],
    ['webhook-never(event=transmitting_page)', 3],
    ['webhook-never(fax=999999999)', 3],
    ['webhook-never(fax=3)', 3], // each id contains a 3
    ['webhook-never(fax=.*)', 0],
    ['webhook-never(address=localhost,fax=,event=)', 0],
  ])('%s lets %d of three webhooks through', async (name, count) => {
    const { send, clock, told } = await worldWith(name);
    for (let faxes = 0; faxes < 3; faxes++) {
      await send();
      await clock.runUntilIdle();
    }
    expect(told).toHaveLength(count);
  });

  test('only one number is busy, as often as is wanted', async () => {
    const { send, fax, clock } = await worldWith('busy-then-answered(number=+12025550124,times=1)');
    const statuses = [];
    for (const to of ['+12025550123', '+12025550124', '+12025550124']) {
      const id = await send(to);
      await clock.runUntilIdle();
      statuses.push((await fax(id)).status);
    }
    expect(statuses).toEqual(['success', 'failure', 'success']);
  });

  test('the service is unavailable as often, and for as long, as is wanted', async () => {
    const { live } = await worldWith('unavailable-then-ok(times=1,retry_after=90s)');
    await live.get('/v2/faxes').expect(503).expect('Retry-After', '90');
    await live.get('/v2/faxes').expect(200);
  });
});

test('unavailable-then-ok passes only a client that waits and comes back each time', async () => {
  const { live, clock, simulator } = await worldWith('unavailable-then-ok');
  const verdicts = () => simulator.parts.worlds.default.scenarios.verdicts().verdicts.map(({ verdict }) => verdict);
  for (let call = 0; call < 2; call++) {
    await live.get('/v2/faxes').expect(503);
    await clock.advance(30 * second);
    expect(verdicts()).toContain('pending');
  }
  await live.get('/v2/faxes').expect(200);
  expect(verdicts()).toEqual(['passed', 'passed']);
});

test('every scenario has the name of its file and a line that describes it', async () => {
  for (const name of library.names()) {
    const scenario = await library.find(name);
    expect(scenario.name).toBe(name);
    expect(scenario.description).toMatch(/^[A-Z].{20,150}\.$/);
  }
});

test('each parameter that narrows a scenario is empty by default', async () => {
  const params = (await library.entries()).flatMap((entry) => entry.params);
  const texts = params.filter(({ meaning }) => meaning?.startsWith('only '));
  expect(texts.length).toBeGreaterThanOrEqual(5);
  expect(texts.filter((param) => param.default !== '')).toEqual([]);
});
