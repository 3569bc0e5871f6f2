import { describe, expect, test } from '@jest/globals';
import { sentFax } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';

test('livez answers without credentials', async () => {
  await openSimulator().anyone.get('/_faxsim/livez').expect(200, { status: 'ok' });
});

describe('the clock', () => {
  test('is shown', async () => {
    const { body } = await openSimulator().anyone.get('/_faxsim/clock').expect(200);
    expect(body.data).toEqual({
      now: '2026-11-20T12:00:00.000Z',
      speed: 0,
      next_due: null,
      moving: null,
      open: [],
      held: [],
    });
  });

  test('shows a move that is under way, and answers both calls when it is stopped', async () => {
    const { anyone, sent, clock } = openSimulator({
      parts: {
        post: async (...call) => {
          await stop();
          return answering(200)(...call);
        },
      },
    });
    const stopped: unknown[] = [];
    const stop = async (): Promise<void> => {
      stopped.push((await anyone.get('/_faxsim/clock')).body.data);
      stopped.push((await anyone.post('/_faxsim/clock/stop').expect(200)).body.data);
    };
    for (const callback_url of ['http://127.0.0.1:9/fax', undefined])
      await sent({ ...(callback_url && { callback_url }) });
    const { body } = await anyone.post('/_faxsim/clock').send({ advance: '45m' }).expect(200);
    const now = '2026-11-20T12:00:00.300Z';
    const moving = { from: '2026-11-20T12:00:00.000Z', until: '2026-11-20T12:45:00.000Z', events: 12 };
    const open = [expect.objectContaining({ kind: 'webhook', subject: 1, at: now })];
    expect(stopped).toEqual(
      [false, true].map((stopping) => ({
        ...{ now, speed: 0, next_due: null, moving: { ...moving, stopping } },
        ...{ open, held: [] },
      })),
    );
    expect(body.data).toMatchObject({ now, stopped: true });
    expect(body.data.happened).toContainEqual(expect.objectContaining({ what: 'webhook', state: 'pending' }));
    expect(clock.move).toBeUndefined();
    const none = await anyone.post('/_faxsim/clock/stop').expect(200);
    expect(none.body.data).toMatchObject({ moving: null });
    const whole = await anyone.post('/_faxsim/clock').send({ advance: '1m' }).expect(200);
    expect(whole.body.data).toMatchObject({ now: '2026-11-20T12:01:00.300Z', stopped: false });
    const { body: after } = await anyone.get('/_faxsim/webhooks').expect(200);
    expect(after.data).toContainEqual(expect.objectContaining({ id: 1, state: 'delivered' }));
  });

  test('advances and tells all that happened on the way, webhooks included', async () => {
    const world = openSimulator();
    const id = await world.sent();
    const { body } = await world.anyone.post('/_faxsim/clock').type('form').send({ advance: '45m' }).expect(200);
    expect(body.data).toMatchObject({ now: '2026-11-20T12:45:00.000Z', speed: 0, next_due: null });
    expect(body.data.happened).toEqual([
      { at: '2026-11-20T12:00:00.050Z', what: 'fax', id, status: 'inprogress', step: 'converted' },
      { at: '2026-11-20T12:00:00.100Z', what: 'fax', id, status: 'inprogress', step: 'dialling' },
      { at: '2026-11-20T12:00:00.150Z', what: 'fax', id, status: 'inprogress', step: 'answered' },
      { at: '2026-11-20T12:00:00.200Z', what: 'fax', id, status: 'inprogress', step: 'hung up' },
      { at: '2026-11-20T12:00:00.300Z', what: 'fax', id, status: 'success' },
      {
        ...{ at: '2026-11-20T12:00:00.300Z', what: 'webhook', id: 1, fax_id: id },
        ...{ event: 'fax_completed', state: 'kept', attempts: 1, failure: null },
      },
    ]);
  });

  test('tells of what was due at the shown instant, whether it was done before the move or in it', async () => {
    const happenedAfter = async (isDone: boolean) => {
      const world = openSimulator({ pace: 'instant' });
      await world.sent();
      const [sent] = world.simulator.parts.worlds.default.store.faxes.values();
      if (isDone) await world.clock.advance(0);
      const move = () => world.anyone.post('/_faxsim/clock').send({ advance: '1s' }).expect(200);
      const [first, later] = [await move(), await move()];
      return { id: sent?.id, first: first.body.data.happened, later: later.body.data.happened };
    };
    const { id, first, later } = await happenedAfter(true);
    expect(first[0]).toEqual({
      at: '2026-11-20T12:00:00.000Z',
      what: 'fax',
      id,
      status: 'inprogress',
      step: 'converted',
    });
    expect(first).toMatchObject([{}, {}, {}, {}, { what: 'fax', status: 'success' }, { what: 'webhook', attempts: 1 }]);
    expect(later).toEqual([]);
    expect(await happenedAfter(false)).toEqual({ id, first, later });
  });

  test('tells those who follow which step a fax in progress has done', async () => {
    const world = openSimulator();
    await world.anyone.get('/_faxsim/clock/happened').expect(200);
    await world.sent();
    await world.anyone.post('/_faxsim/clock').send({ advance: '45m' }).expect(200);
    const { body } = await world.anyone.get('/_faxsim/clock/happened').expect(200);
    const summaries: string[] = body.data.map(({ summary }: { summary: string }) => summary);
    expect(summaries.flatMap((text) => /^Fax \d+ to \S+ (.*)/.exec(text)?.[1] ?? []).reverse()).toEqual([
      'is accepted',
      'is converted into 1 page',
      'dials',
      'is answered',
      'transmits 1 page and hangs up',
      'succeeds with 1 page',
    ]);
  });

  test('runs until nothing is due, or for so long at most', async () => {
    const world = openSimulator();
    await world.sent();
    const some = await world.anyone.post('/_faxsim/clock').send({ run_until_idle: '100ms' }).expect(200);
    expect(some.body.data).toMatchObject({ next_due: '2026-11-20T12:00:00.150Z' });
    const all = await world.anyone.post('/_faxsim/clock').send({ run_until_idle: '1d' }).expect(200);
    expect(all.body.data).toMatchObject({ next_due: null });
  });

  test.each([
    [{ advance: 'soon' }, 'advance must be a duration such as 60s or 5m, got "soon"'],
    [{ advance: '-1s' }, 'advance must be a duration'],
    [{ advance: '1s', run_until_idle: '1s' }, 'advance and run_until_idle exclude each other'],
    [{ advance: '999999999d', speed: 1 }, 'advance must not go beyond the beginning of the year 9000'],
    [{ set: '9000-01-01T00:00:01Z' }, 'from 1900 to the beginning of 9000, got "9000-01-01T00:00:01Z"'],
    [{ advance: 60 }, 'advance must be a duration such as 60s or 5m, got 60'],
    [{ speed: 'fast' }, 'speed must be real, manual or a number from 0 to 100000, got "fast"'],
    [{ pace: 2 }, 'pace must be speed'],
  ])('is not moved by %j', async (body, message) => {
    const answer = await openSimulator().anyone.post('/_faxsim/clock').send(body).expect(422);
    expect(answer.body).toEqual({ success: false, message: expect.stringContaining(message) });
  });

  test('stays where it is when nothing is due, however far it might run', async () => {
    const { anyone } = openSimulator();
    const { body } = await anyone.post('/_faxsim/clock').send({ run_until_idle: '999999999d' }).expect(200);
    expect(body.data).toMatchObject({ now: '2026-11-20T12:00:00.000Z' });
  });
});

describe('the inbox', () => {
  test('has every event, also without a URL, and is filtered by fax, event and state', async () => {
    const world = openSimulator();
    const [first, second] = [await world.sent(), await world.sent()];
    await world.clock.runUntilIdle();
    const { body } = await world.anyone.get('/_faxsim/webhooks').expect(200);
    expect(body.data).toMatchObject([
      { id: 1, event: 'fax_completed', fax_id: first, url: null, state: 'kept', due_at: null },
      { id: 2, fax_id: second },
    ]);
    const { fields, signature, answer, failure } = body.data[0].attempts[0];
    expect(JSON.parse(fields.fax)).toMatchObject({ id: first, status: 'success' });
    expect({ signature, answer, failure }).toEqual({ signature: null, answer: null, failure: null });
    const one = await world.anyone.get(`/_faxsim/webhooks?fax=${second}`).expect(200);
    expect(one.body.data).toHaveLength(1);
    const later = await world.anyone.get('/_faxsim/webhooks?after=1&state=kept&event=fax_completed').expect(200);
    expect(later.body.data).toHaveLength(1);
    await world.anyone.get('/_faxsim/webhooks?state=lost').expect(422);
  });
});

test('an unknown route of the simulator is refused in JSON', async () => {
  const { anyone } = openSimulator({ faxes: [sentFax()] });
  await anyone
    .get('/_faxsim/nothing')
    .expect(404, { success: false, message: 'Not found; the nearest route is GET /_faxsim/settings' });
});

test('the logs of requests and webhooks are paged back from an id, and counted', async () => {
  const world = openSimulator();
  for (let fax = 0; fax < 3; fax++) await world.sent();
  await world.clock.runUntilIdle();
  const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id);
  const requests = await world.anyone.get('/_faxsim/requests').query({ before: 3, limit: 1 }).expect(200);
  expect([idsOf(requests.body.data.requests), requests.body.data.total]).toEqual([[2], 3]);
  const webhooks = await world.anyone.get('/_faxsim/webhooks').query({ before: 3, limit: 1 }).expect(200);
  expect(idsOf(webhooks.body.data)).toEqual([2]);
  const count = await world.anyone.get('/_faxsim/webhooks/count').query({ state: 'kept' }).expect(200);
  expect(count.body.data).toEqual({ count: 3 });
});
