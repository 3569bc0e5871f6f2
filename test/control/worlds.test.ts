import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { controlRoutes } from '../../src/control/control-routes.ts';
import type { SystemClock } from '../../src/model/domain/system-clock.ts';
import { standstill } from '../support/clock.ts';
import { sentFax } from '../support/examples.ts';
import { dataOf, openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

interface Made {
  readonly id: string;
  readonly base_url: string;
  readonly credentials: Readonly<Record<'live' | 'test', { key: string; secret: string }>>;
}

const make = ({ anyone }: World, order: object = {}): Promise<Made> =>
  dataOf(anyone.post('/_faxsim/worlds').send(order));

/** Calls with a world's own live key, at its own base URL unless another is given. */
function callerOf({ simulator }: World, { id, credentials: { live } }: Made, base = `/w/${id}`) {
  const agent = request.agent(simulator.app).auth(live.key, live.secret);
  return {
    get: (path: string) => agent.get(`${base}${path}`),
    post: (path: string) => agent.post(`${base}${path}`),
    put: (path: string) => agent.put(`${base}${path}`),
    patch: (path: string) => agent.patch(`${base}${path}`),
    delete: (path: string) => agent.delete(`${base}${path}`),
  };
}

type Caller = ReturnType<typeof callerOf>;

const send = (caller: Caller) =>
  caller.post('/v2.1/faxes').field({ to: '+12025550123' }).attach('file', Buffer.from('x'), 'a.txt').expect(200);

const total = async (caller: Caller): Promise<unknown> =>
  (await caller.get('/v2.1/faxes').expect(200)).headers['x-total'];

describe('a world of its own', () => {
  test('has its base URL, and its API keys lead to it at the root too', async () => {
    const simulator = openSimulator({ faxes: [sentFax()] });
    const made = await make(simulator, { id: 'mine', fixture: 'empty' });
    expect(made).toMatchObject({ id: 'mine', base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/w\/mine$/) });
    expect(made.credentials.live.key).toMatch(/^[0-9a-f]{40}$/);
    await send(callerOf(simulator, made));
    expect(await total(callerOf(simulator, made))).toBe('1');
    expect(await total(callerOf(simulator, made, ''))).toBe('1');
  });

  test('has the failed expectation of a scenario, or else the message of a failed test, until its reset', async () => {
    const simulator = openSimulator({ faxes: [sentFax()] });
    const made = await make(simulator, { fixture: 'empty', clock: 'manual', scenarios: ['outage'] });
    const caller = callerOf(simulator, made);
    await caller.get('/v2.1/faxes').expect(503);
    const failureOf = async (): Promise<unknown> => (await caller.get('/_faxsim/world').expect(200)).body.data.failure;
    expect(await failureOf()).toBe(null); // the outage is not over, so the request may still come again
    await caller.post('/_faxsim/clock').send({ advance: '2m' }).expect(200);
    expect(await failureOf()).toMatch(/^Scenario outage, rule down: GET .* has not come again; expected: 1 or more$/);
    await caller.post('/_faxsim/failure').send({ message: 'expected 2, was 1' }).expect(200);
    expect(await failureOf()).toBe('expected 2, was 1');
    await caller.post('/_faxsim/reset').expect(200);
    expect(await failureOf()).toBe(null);
  });

  test('is listed with its contents, its clock and its last use, which the default world lacks', async () => {
    const simulator = openSimulator({ faxes: [sentFax()] });
    const made = await make(simulator, { fixture: 'empty', clock: '60' });
    const caller = callerOf(simulator, made);
    await send(caller);
    await caller.put('/_faxsim/snapshots/one').expect(200);
    const { body } = await simulator.anyone.get('/_faxsim/worlds').expect(200);
    expect(body.data).toMatchObject([
      { id: 'default', faxes: 1, webhooks: 0, requests: 0, snapshots: 0, last_used_at: null },
      { id: made.id, speed: 60, faxes: 1, requests: 1, snapshots: 1, last_used_at: expect.stringContaining('T') },
    ]);
  });

  test('sees nothing of another, and nothing of it is seen there', async () => {
    const simulator = openSimulator();
    const [one, other] = [await make(simulator, { fixture: 'empty' }), await make(simulator, { fixture: 'empty' })];
    await send(callerOf(simulator, one));
    expect(await total(callerOf(simulator, other))).toBe('0');
    await callerOf(simulator, one, `/w/${other.id}`).get('/v2.1/faxes').expect(401);
  });

  test('has the fixture, the clock, the scenarios, the settings and the keys that it is asked for with', async () => {
    const simulator = openSimulator();
    const live = { key: 'my-key', secret: 'my-secret' };
    const made = await make(simulator, {
      ...{ name: 'Checkout', fixture: 'demo', seed: 3, start_time: '2020-02-29T12:00:00Z', clock: 0 },
      ...{ live, scenarios: ['outage'], settings: { balance_cents: 123, webhook_token: 'secret' } },
    });
    expect(made).toMatchObject({ name: 'Checkout', seed: 3, now: '2020-02-29T12:00:00.000Z', faxes: 250 });
    expect(made.credentials.live).toEqual(live);
    const { body } = await simulator.anyone.get(`/w/${made.id}/_faxsim/settings`).expect(200);
    expect(body).toMatchObject({ data: { balance_cents: 123, webhook_token: 'secret', file_storage: true } });
    await callerOf(simulator, made)
      .get('/v2.1/faxes')
      .expect(503)
      .expect('X-Faxsim-Rule', /^outage/);
  });

  test.each([
    [{ id: 'default' }, 'There is a world default already'],
    [{ id: 'a/b' }, 'id must be 1 to 64 letters, digits, dots, dashes and underscores, and not dots alone, got "a/b"'],
    [{ id: '.' }, 'not dots alone'], // in a URL it would lead to another world
    [{ id: '..' }, 'not dots alone'],
    [{ fixtur: 'demo' }, 'fixtur is not known here; the nearest is fixture'],
    [
      { fixture: 'demon' },
      'fixture must be demo, empty, large or the text of a fixture file, got "demon"; the nearest',
    ],
    [{ fixture_size: 0 }, 'fixture_size must be an integer from 1 to 1000000, got 0'],
    [{ start_time: '9999-12-31T23:59:59Z' }, 'from 1900 to the beginning of 9000, got "9999-12-31T23:59:59Z"'],
    [{ settings: 'x' }, 'settings must be a group of parameters: file_storage, balance_cents, '],
    [{ settings: { balance_cents: 'much' } }, 'settings[balance_cents] must be an integer from 0 to 1000000000, got'],
    [{ settings: { balance: 1 } }, 'settings[balance] is not known here; the nearest is balance_cents'],
    [{ settings: { fax_retry_delay: 60 } }, 'a duration such as 60s or 5m, up to 1d, got 60'],
    [{ settings: { rate_limit: { limit: 1 } } }, 'such as 1/1s or 100/5m, or off, got an object with limit'],
    [{ settings: { webhook_token: 'two words' } }, 'must be visible ASCII characters, got something else'],
    [{ settings: { fax_retry_delay_ms: 1 } }, 'is not known here; the nearest is fax_retry_delay'],
    [{ file_storage: false }, 'file_storage must be settings.file_storage'],
    [{ webhookToken: 'a' }, 'webhookToken must be settings.webhook_token'],
    [{ scenarios: ['outrage'] }, 'there is no scenario outrage; the nearest is outage'],
    [{ live: { key: 'a', secret: 'b' }, test: { key: 'a', secret: 'c' } }, 'An API key must lead to one world'],
    [{ live: { key: 'a:b', secret: 'b' } }, 'live[key] must be visible ASCII'],
  ])('is not made of %j', async (order, message) => {
    const { anyone } = openSimulator();
    expect(await refusalOf(anyone.post('/_faxsim/worlds').send(order))).toContain(message);
    expect(await dataOf(anyone.get('/_faxsim/worlds'))).toHaveLength(1);
  });

  test.each(['12:00:00', '12:29:59', '12:59:59'])('made with demo data at %s has faxes on their way', async (time) => {
    const now = Date.parse(`2026-01-31T${time}.000Z`);
    const { anyone } = openSimulator({ newWorldsAt: null, parts: { systemClock: { ...standstill, now: () => now } } });
    await anyone.post('/_faxsim/worlds').send({ id: 'made', fixture: 'demo' }).expect(200);
    const steps: { at: string; kind: string }[] = await dataOf(anyone.get('/w/made/_faxsim/clock/agenda'));
    const ofFaxes = steps.filter(({ kind }) => kind === 'fax');
    expect(ofFaxes).toHaveLength(9);
    expect(ofFaxes.filter(({ at }) => Date.parse(at) < now + 60_000)).toEqual([]);
  });

  test('goes by one call, and its keys with it; the default one stays', async () => {
    const simulator = openSimulator();
    const made = await make(simulator, { id: 'short-lived' });
    await simulator.anyone.delete('/_faxsim/worlds/short-lived').expect(200);
    await simulator.anyone.delete('/_faxsim/worlds/short-lived').expect(404);
    await callerOf(simulator, made, '').get('/v2.1/faxes').expect(401);
    await callerOf(simulator, made).get('/v2.1/faxes').expect(421);
    await simulator.anyone.delete('/_faxsim/worlds/default').expect(422);
    await make(simulator, { id: 'short-lived' });
  });

  test('stays gone when it was being reset meanwhile', async () => {
    const simulator = openSimulator();
    await make(simulator, { id: 'one' });
    const hosted = simulator.simulator.parts.worlds.get('one');
    const resetting = hosted?.reset();
    await simulator.anyone.delete('/_faxsim/worlds/one').expect(200);
    await resetting;
    expect(hosted?.world.clock.isStopped).toBe(true);
    await expect(hosted?.reset()).rejects.toThrow('The world one has been deleted');
  });

  test('may begin before 1970, and be exported from there', async () => {
    const simulator = openSimulator();
    const old = callerOf(simulator, await make(simulator, { start_time: '1950-01-01T00:00:00Z' }));
    const { body } = await old.get('/_faxsim/export').expect(200);
    await old
      .post('/_faxsim/import')
      .send(body as object)
      .expect(200);
    const clock = await old.get('/_faxsim/clock').expect(200);
    expect(clock.body).toMatchObject({ data: { now: '1950-01-01T00:00:00.000Z' } });
  });
});

describe('a clock that is being moved', () => {
  /** Until what is due on the way is let go. */
  async function moving(opened: World) {
    const { clock } = opened.simulator.parts.worlds.first.world;
    const begun: (() => void)[] = [];
    clock.schedule(clock.now() + 1, () => new Promise<void>((resolve) => begun.push(resolve)));
    const answer = opened.anyone
      .post('/_faxsim/clock')
      .send({ advance: '5ms' })
      .then(({ status, body }) => ({ status, body }));
    while (begun.length === 0) await new Promise(setImmediate);
    return { answer, letGo: () => begun[0]?.() };
  }

  test('is not moved by another meanwhile, nor does that change its speed', async () => {
    const opened = openSimulator();
    const { answer, letGo } = await moving(opened);
    const { body } = await opened.anyone.post('/_faxsim/clock').send({ advance: '5ms', speed: 60 }).expect(422);
    expect(body).toMatchObject({
      message: 'The clock is being moved already: wait until that is over, or stop it',
    });
    letGo();
    expect(await answer).toMatchObject({ status: 200, body: { data: { stopped: false } } });
    expect((await opened.anyone.get('/_faxsim/clock').expect(200)).body).toMatchObject({ data: { speed: 0 } });
  });

  test('stands still for ever once its world is reset, and a call that moves it is stopped', async () => {
    const opened = openSimulator();
    const { clock } = opened.simulator.parts.worlds.first.world;
    const before = clock.now();
    const { answer, letGo } = await moving(opened);
    await opened.anyone.post('/_faxsim/reset').expect(200);
    letGo();
    expect(await answer).toMatchObject({ status: 200, body: { data: { stopped: true } } });
    expect(clock.now()).toBe(before + 1);
  });
});

describe('a reset', () => {
  const acts = {
    send: (caller: Caller) => send(caller),
    list: (caller: Caller) => caller.get('/v2.1/faxes?per_page=1'),
    block: (caller: Caller) =>
      caller.post('/v2.1/blocking_rules/send').type('form').send({ to: '+12025550111', from: '*' }),
    advance: (caller: Caller) => caller.post('/_faxsim/clock').send({ advance: '7s' }),
    scenario: (caller: Caller) => caller.post('/_faxsim/scenarios').send({ on: 'storage-disabled' }),
    settings: (caller: Caller) => caller.patch('/_faxsim/settings').send({ balance_cents: 5 }),
    save: (caller: Caller) => caller.put('/_faxsim/snapshots/one'),
  };

  test('makes a world that cannot be told from a new one', async () => {
    const act = fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), fc.array(act, { maxLength: 4 }), async (before, after) => {
        const simulator = openSimulator();
        const order = { fixture: 'demo', seed: 9, id: 'one' };
        const used = callerOf(simulator, await make(simulator, order));
        for (const name of before) await acts[name](used);
        await used.post('/_faxsim/reset').expect(200);
        const other = openSimulator();
        const fresh = callerOf(other, await make(other, order));
        for (const name of after) expect(await shown(acts[name](used))).toEqual(await shown(acts[name](fresh)));
        for (const path of ['/v2.1/faxes?per_page=1000', '/_faxsim/webhooks', '/_faxsim/scenarios', '/_faxsim/clock']) {
          expect(await shown(used.get(path))).toEqual(await shown(fresh.get(path)));
        }
      }),
      { numRuns: repeats(3, 200) },
    );
  });

  test('answers what a scenario delays, for a clock that stands still would never', async () => {
    const simulator = openSimulator();
    const { world } = simulator.simulator.parts.worlds.first;
    simulator.switchOn('{ id: all, on: "*", do: { delay: 1h } }');
    const waiting = simulator.live.get('/v2.1/faxes').then(({ status }) => status);
    while (world.clock.nextDue === undefined) await new Promise(setImmediate);
    await simulator.anyone.post('/_faxsim/reset').expect(200);
    expect(await waiting).toBe(200);
  });

  test('finishes work that was still under way, and does not let it touch the new world', async () => {
    const simulator = openSimulator();
    const hosted = simulator.simulator.parts.worlds.first;
    const { store } = hosted.world;
    await hosted.reset();
    await store.commit(() => store.faxes.put(sentFax()));
    expect([store.faxes.size, hosted.world.store.faxes.size]).toEqual([1, 0]);
  });
});

async function shown(answer: PromiseLike<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  return { status, body };
}

describe('a snapshot', () => {
  test('brings records, files, clock and scenarios back, however often', async () => {
    const simulator = openSimulator();
    const caller = callerOf(simulator, await make(simulator, { fixture: 'empty', start_time: '2026-01-01T00:00:00Z' }));
    const sent = await send(caller);
    const { id } = (sent.body as { data: { id: number } }).data;
    await caller.post('/_faxsim/clock').send({ advance: '1h' }).expect(200);
    await caller.post('/_faxsim/scenarios').send({ on: 'cancel-too-late' }).expect(200);
    await caller.put('/_faxsim/snapshots/sent').expect(200);
    for (const round of [1, 2]) {
      await caller.delete(`/v2.1/faxes/${id}/file`).expect(200);
      await send(caller);
      await caller
        .post('/_faxsim/clock')
        .send({ advance: `${round}d` })
        .expect(200);
      await caller.post('/_faxsim/scenarios').send({ off: 'cancel-too-late' }).expect(200);
      await caller.post('/_faxsim/snapshots/sent/restore').expect(200);
      expect(await total(caller)).toBe('1');
      await caller.get(`/v2.1/faxes/${id}/file`).expect(200).expect('Content-Type', 'application/pdf');
      const clock = await caller.get('/_faxsim/clock').expect(200);
      expect(clock.body).toMatchObject({ data: { now: '2026-01-01T01:00:00.000Z' } });
      const on = await caller.get('/_faxsim/scenarios').expect(200);
      expect(on.body).toMatchObject({ data: [{ scenario: 'cancel-too-late' }] });
    }
    const { body } = await caller.get('/_faxsim/snapshots').expect(200);
    expect(body).toMatchObject({ data: [{ name: 'sent', now: '2026-01-01T01:00:00.000Z', faxes: 1 }] });
  });

  test('outlives a reset of its world, as the summary of the reset says', async () => {
    const simulator = openSimulator();
    const caller = callerOf(simulator, await make(simulator, { fixture: 'empty' }));
    await send(caller);
    await caller.put('/_faxsim/snapshots/sent').expect(200);
    await caller.post('/_faxsim/reset').expect(200);
    expect(await total(caller)).toBe('0');
    await caller.post('/_faxsim/snapshots/sent/restore').expect(200);
    expect(await total(caller)).toBe('1');
    expect(controlRoutes.worlds.reset.summary).toContain('snapshots stay');
  });

  test('is not found under another name, nor once it is forgotten', async () => {
    const { anyone } = openSimulator();
    await anyone.put('/_faxsim/snapshots/good').expect(200);
    const { body } = await anyone.post('/_faxsim/snapshots/bad/restore').expect(404);
    expect(body).toEqual({ success: false, message: 'Not found: there is no snapshot bad; there are good' });
    await anyone.delete('/_faxsim/snapshots/good').expect(200);
    await anyone.post('/_faxsim/snapshots/good/restore').expect(404);
  });

  test('is not saved, and no world is made, under a name that cannot stand in a path', async () => {
    const { anyone } = openSimulator();
    const rule = 'must be 1 to 64 letters, digits, dots, dashes and underscores, and not dots alone';
    const snapshot = await anyone.put('/_faxsim/snapshots/..%2Fx').expect(422);
    expect(snapshot.body.message).toBe(`name ${rule}, got "../x"`);
    const world = await anyone.put('/_faxsim/worlds/suite%207').expect(422);
    expect(world.body.message).toBe(`id ${rule}, got "suite 7"`);
    await anyone.put('/_faxsim/records/faxs/7').expect(422);
    await anyone.delete('/_faxsim/worlds/suite%207').expect(422);
  });
});

test('the creation and the deletion of a world cost the same with any number of others', async () => {
  let looks = 0;
  const systemClock: SystemClock = {
    now: () => {
      looks++;
      return 0;
    },
    wake: () => () => undefined,
  };
  const { anyone } = openSimulator({ parts: { systemClock } });
  const looksFor = async (work: () => PromiseLike<unknown>): Promise<number> => {
    const before = looks;
    await work();
    return looks - before;
  };
  const create = (id: string) =>
    looksFor(() => anyone.put(`/_faxsim/worlds/${id}`).send({ fixture: 'empty' }).expect(200));
  const remove = (id: string) => looksFor(() => anyone.delete(`/_faxsim/worlds/${id}`).expect(200));
  await create('first'); // begins the timer for idle worlds
  const alone = [await create('a'), await remove('a')];
  for (let made = 0; made < 50; made++) await create(`other${made}`);
  expect([await create('a'), await remove('a')]).toEqual(alone);
});
