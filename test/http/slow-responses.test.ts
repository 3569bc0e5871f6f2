import { describe, expect, test } from '@jest/globals';
import { second } from '../support/examples.ts';
import { ids, openSimulator } from '../support/simulator.ts';

/** A world in which a rule of these effects fires for each send, and a send under way. */
async function slowSend(effects: string, fields: Record<string, string> = {}) {
  const world = openSimulator({ pace: 'instant' });
  world.switchOn(`{ id: slow, on: sendFax, do: ${effects} }`);
  const answer = world.send(fields).then(({ status, body }) => ({ status, body: body as { data?: { id: number } } }));
  while (world.clock.nextDue === undefined) await new Promise((resolve) => setImmediate(resolve));
  return { ...world, answer };
}

describe('a delay of a response', () => {
  test('holds the answer back, and not the work', async () => {
    const { live, clock, answer } = await slowSend('{ delay: 3s }');
    const found = ids(await live.get('/v2.1/faxes'));
    expect(found).toHaveLength(1);
    await clock.advance(3 * second);
    expect(await answer).toMatchObject({ status: 200, body: { data: { id: found[0] } } });
  });

  test.each([
    ['a success that is patched', '{ delay: 3s, patch: { message: Hello } }', 200, 1],
    ['a success', '{ delay: 3s, commit: true }', 200, 1],
    ['a failure after the work', '{ delay: 3s, commit: true, fail: unavailable }', 503, 1],
    ['a failure in place of the work', '{ delay: 3s, fail: unavailable }', 503, 0],
    ['an answer in place of the work', '{ delay: 3s, respond: { status: 418 } }', 418, 0],
  ])('holds back %s', async (_what, effects, status, made) => {
    const { live, clock, answer } = await slowSend(effects);
    expect(ids(await live.get('/v2.1/faxes'))).toHaveLength(made);
    await clock.advance(3 * second);
    expect(await answer).toMatchObject({ status });
  });

  test('holds back a refusal of the service too', async () => {
    const { clock, answer } = await slowSend('{ delay: 3s }', { to: 'no number' });
    let isAnswered = false;
    void answer.then(() => (isAnswered = true));
    await clock.advance(3 * second - 1);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    expect(await answer).toMatchObject({ status: 422 });
  });
});

describe('a response that waits for a clock that stands', () => {
  const dataAt = async (world: Awaited<ReturnType<typeof slowSend>>, path: string) =>
    (await world.anyone.get(`/_faxsim/${path}`).expect(200)).body.data;
  const due = '2026-11-20T12:00:03.000Z';

  test('is in the journal, the agenda, the clock and the bundle', async () => {
    const world = await slowSend('{ delay: 3s }');
    const [request] = (await dataAt(world, 'requests')).requests;
    expect(request).toMatchObject({ id: 1, operation: 'sendFax', held_until: due, answer: { status: null } });
    const held = { at: due, kind: 'request', subject: 1, fax_id: request.fax_id };
    expect(await dataAt(world, 'clock/agenda')).toContainEqual(expect.objectContaining(held));
    expect(await dataAt(world, 'clock')).toMatchObject({ held: [held], open: [] });
    expect((await dataAt(world, 'bundle')).steps[0]).toMatchObject({
      kind: 'request',
      id: 1,
      answer: { status: null },
    });
    await world.clock.advance(3 * second);
    await world.answer;
    const { requests } = await dataAt(world, 'requests');
    expect(requests).toEqual([expect.objectContaining({ id: 1, held_until: null, new_fax_ids: [request.fax_id] })]);
    expect(requests[0].answer.status).toBe(200);
    expect(await dataAt(world, 'clock')).toMatchObject({ held: [] });
    const { steps } = await dataAt(world, 'bundle');
    expect(steps.filter(({ kind }: { kind: string }) => kind === 'request')).toMatchObject([
      { answer: { status: 200 } },
    ]);
  });

  test('is found by a wait when it comes, and by its status when it is answered', async () => {
    const world = await slowSend('{ delay: 3s }');
    const wait = async (query: object) => (await world.anyone.post('/_faxsim/requests/wait').send(query)).body.data;
    expect((await wait({ operation: 'sendFax' })).request).toMatchObject({ id: 1, held_until: due });
    const answered = wait({ operation: 'sendFax', status: 200 });
    await world.clock.advance(3 * second);
    expect((await answered).request).toMatchObject({ id: 1, held_until: null });
  });

  test.each([
    ['delay', '{ id: slow, on: sendFax, do: { delay: 3s } }', 0, true],
    ['dribble', "{ id: slow, on: '*', do: { wire: { dribble: { chunks: 2, over: 1s } } } }", 0, true],
    ['no delay', '{ id: slow, on: sendFax, do: { delay: 0s } }', 0, false],
    ['a delay of webhooks', '{ id: slow, on: webhook, do: { delay: 3s } }', 0, false],
    ['delay on a clock that runs', '{ id: slow, on: sendFax, do: { delay: 3s } }', 1, false],
  ])('is warned of at the switch: %s', async (_what, rule, speed, isWarned) => {
    const world = openSimulator();
    world.clock.speed = speed;
    const source = `name: a\ndescription: b\nrules:\n  - ${rule}\n`;
    const { body } = await world.anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    const warnings: string[] = body.data[0].warnings;
    expect(warnings.some((text) => text.includes('clock that stands'))).toBe(isWarned);
  });
});
