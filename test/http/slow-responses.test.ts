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
