import { describe, expect, test } from '@jest/globals';
import { openSimulator, refusalOf } from '../support/simulator.ts';

/** A world in which a fax to a busy number has ended. */
async function withBusyFax() {
  const { live, anyone, clock } = openSimulator();
  await anyone.post('/_faxsim/scenarios').send({ on: 'busy-line' }).expect(200);
  const order = { to: '+12025550123', content_url: 'https://example.com', 'tag[case]': '7' };
  const { body } = await live.post('/v2.1/faxes').type('form').send(order).expect(200);
  await clock.runUntilIdle();
  const check = async (wanted: object) =>
    (
      await anyone
        .post('/_faxsim/faxes/verify')
        .send({ fax: body.data.id, ...wanted })
        .expect(200)
    ).body.data;
  return { id: body.data.id as number, live, anyone, clock, check };
}

describe('a fax is checked', () => {
  test.each([
    { status: 'failure' },
    { error: 17 },
    { error: 'Busy' },
    { error: 'lineError', number: '+1 202 555 0123', direction: 'sent' },
    { tags: { case: '7' }, pages: 1 },
    { tags: { case: { not: '8' } } },
    {},
  ])('and is as %j says', async (wanted) => {
    const { check } = await withBusyFax();
    expect(await check(wanted)).toMatchObject({ passed: true, explanation: '', missed: [], differences: [] });
  });

  test.each([
    [{ pages: 3 }, 'it has 1 page'],
    [{ number: '+12025550199' }, 'its number is +12025550123'],
    [{ error: 34 }, 'it has error 17, Busy'],
    [{ direction: 'received' }, 'its direction is "sent"'],
  ])('and is not as %j says: %s', async (wanted, found) => {
    const { check } = await withBusyFax();
    expect((await check(wanted)).message).toMatch(`, and ${found}`);
  });

  test('and is not: the explanation has the reason, the history and the address in the console', async () => {
    const { check, id } = await withBusyFax();
    const verdict = await check({ status: 'success', tags: { case: '8' } });
    const message = `Expected fax ${id} with status=success, tags[case]=8, and its status is "failure", its tags[case] is "7": error 17, Busy`;
    expect(verdict).toMatchObject({ passed: false, message, missed: ['status=success', 'tags[case]=8'] });
    expect(verdict.differences[0]).toEqual({ name: 'status', expected: 'success', got: 'failure' });
    const [first, history] = verdict.explanation.split('\n\n');
    expect(first).toBe(message);
    expect(history).toMatch(
      new RegExp(`^fax ${id}: failure, no page got through\\n[^]*Busy[^]*/_faxsim/ui/w/default/faxes/${id}$`),
    );
  });

  test('of which there is none, and of a condition that no fax can have', async () => {
    const { anyone } = await withBusyFax();
    expect(await refusalOf(anyone.post('/_faxsim/faxes/verify').send({ fax: 1 }), 404)).toContain('there is no fax 1');
    await anyone.post('/_faxsim/faxes/verify').send({ fax: 1, status: 'COMPLETED' }).expect(422);
  });
});

test('a webhook of the sought fax is nearer than a later one of another fax that misses as much', async () => {
  const { live, anyone, clock, id } = await withBusyFax();
  const order = { to: '+12025550124', content_url: 'https://example.com' };
  await live.post('/v2.1/faxes').type('form').send(order).expect(200);
  await clock.runUntilIdle();
  const { body: all } = await anyone.get('/_faxsim/webhooks').expect(200);
  const since = all.data
    .map(({ created_at: at }: { created_at: string }) => at)
    .sort()
    .at(-1);
  const { body } = await anyone.post('/_faxsim/webhooks/verify').send({ fax: id, since }).expect(200);
  expect(body.data.nearest).toMatchObject([
    { missed: [`since=${since}`], webhook: { fax_id: id } },
    { missed: [`fax=${id}`] },
  ]);
});

test('the checks of requests and webhooks explain what is missing, with the nearest one and the fax that it is about', async () => {
  const { anyone, id } = await withBusyFax();
  const webhooks = await anyone.post('/_faxsim/webhooks/verify').send({ fax: id, state: 'delivered' }).expect(200);
  const { explanation } = webhooks.body.data;
  expect(explanation).toContain('Expected at least 1 webhook');
  expect(explanation).toMatch(
    /Nearest: webhook 1, fax_completed of fax \d+, kept, without a URL\n +http\S+\/webhooks\/1\n +state: expected "delivered", got "kept"/,
  );
  expect(explanation).toContain(`fax ${id}: failure`);
  const requests = await anyone.post('/_faxsim/requests/verify').send({ operation: 'sendFax', exactly: 2 }).expect(200);
  expect(requests.body.data.explanation).toMatch(
    /request 1, POST \/v2\.1\/faxes, answered 200\n +http\S+\/requests\/1/,
  );
  const met = await anyone.post('/_faxsim/requests/verify').send({ operation: 'sendFax' }).expect(200);
  expect(met.body.data).toMatchObject({ passed: true, explanation: '' });
});
