import { expect, test } from '@jest/globals';
import { account } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';

/** A world with a received fax of three hours ago, a failed one of two, and another of one, whose webhook is refused. */
async function busyWorld() {
  const simulator = openSimulator({
    account: account({ receiveCallbackUrl: 'http://127.0.0.1:9/fax' }),
    parts: { post: answering(500) },
  });
  const { anyone, clock } = simulator;
  await anyone.post('/_faxsim/faxes').send({ direction: 'received', ago: '3h' }).expect(200);
  await anyone.post('/_faxsim/faxes').send({ to: '+12025550122', status: 'failure', error: 17, ago: '2h' }).expect(200);
  await anyone.post('/_faxsim/receive').send({ pages: 1 }).expect(200);
  await clock.advance(1000);
  const count = (query: object, status = 200) => anyone.get('/_faxsim/activity').query(query).expect(status);
  const at = (hours: number): string => new Date(clock.now() + hours * 3_600_000).toISOString();
  return { ...simulator, count, at };
}

test('counts the faxes and webhooks of a span in parts of equal length', async () => {
  const { count, at } = await busyWorld();
  const { body } = await count({ since: at(-3.5), until: at(0.5), parts: 4 });
  const none = { sent: 0, received: 0, failed: 0, webhooks: 0, webhooks_failing: 0 };
  expect(body.data).toEqual([
    { from: at(-3.5), until: at(-2.5), ...none, received: 1 },
    { from: at(-2.5), until: at(-1.5), ...none, sent: 1, failed: 1 },
    { from: at(-1.5), until: at(-0.5), ...none },
    { from: at(-0.5), until: at(0.5), ...none, received: 1, webhooks: 1, webhooks_failing: 1 },
  ]);
  const whole = await count({ since: at(-3.5), until: at(0.5) });
  expect(whole.body.data).toMatchObject([{ sent: 1, received: 2, failed: 1, webhooks: 1 }]);
});

test('refuses a span that ends before it begins', async () => {
  const { count, at } = await busyWorld();
  const { body } = await count({ since: at(1), until: at(0) }, 422);
  expect(body.message).toBe('until must be after since');
});

test('webhooks are listed and counted by their time, and by whether the latest attempt failed', async () => {
  const { anyone, at } = await busyWorld();
  const counted = async (query: object) =>
    (await anyone.get('/_faxsim/webhooks/count').query(query).expect(200)).body.data.count as number;
  expect([
    await counted({ failing: true }),
    await counted({ failing: false }),
    await counted({ since: at(-1) }),
    await counted({ since: at(1) }),
    await counted({ until: at(-1) }),
  ]).toEqual([1, 0, 1, 0, 0]);
});
