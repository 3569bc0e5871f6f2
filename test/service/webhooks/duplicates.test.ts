import { expect, test } from '@jest/globals';
import type { Post } from '../../../src/service/webhooks/post.ts';
import { worldWith } from '../../scenarios/world.ts';
import { second } from '../../support/examples.ts';
import { dataOf } from '../../support/simulator.ts';

/** Delivers a webhook that a rule duplicates, and collects what the application receives. */
async function deliver(
  effects: string,
  { status = 200, expectation = '', times = 'times: 1', forMs = 10 * second } = {},
) {
  const received: { at: number; signature: string | undefined; fields: string }[] = [];
  const post: Post = ({ headers, chunks }) => {
    // The boundary differs from message to message.
    const fields = Buffer.concat(chunks)
      .toString()
      .replace(/--[\w-]+/g, '');
    received.push({ at: clock.now(), signature: headers['X-Phaxio-Signature'], fields });
    const failure = status === 200 ? null : `answered ${status}`;
    return Promise.resolve({ answer: { status, body: '' }, failure, isRefused: false, tookMs: 0 });
  };
  const rule = `{ id: x, on: webhook, ${times}, do: { duplicate: { times: 3, gap: 1s }, ${effects} }${expectation} }`;
  const { clock, anyone, verdicts } = worldWith(rule, { parts: { post } });
  await anyone.post('/_faxsim/webhooks').send({ fax: 1 }).expect(200);
  await clock.advance(forMs);
  return { received, deliveries: await dataOf(anyone.get('/_faxsim/webhooks')), verdicts };
}

test.each([
  'sign: none',
  'sign: wrong-token',
  'sign: other-url',
  'sign: tampered-body',
  'body: empty',
  'patch: { fax: { status: DONE, num_pages: 9 } }',
  'patch: { success: null, further: 1 }',
  'body: truncated',
  'body: extra-fields',
  'sign: wrong-token, body: truncated',
  'delay: 2s, sign: none',
])('each copy of a webhook has the faults of the first: %s', async (effects) => {
  const { received } = await deliver(effects);
  const [first] = received;
  expect(received.map(({ signature, fields }) => ({ signature, fields }))).toEqual(
    Array.from({ length: 3 }, () => ({ signature: first?.signature, fields: first?.fields })),
  );
  expect(received.map(({ at }) => at - (first?.at ?? 0))).toEqual([0, second, 2 * second]);
  const right = (await deliver('delay: 1s')).received[0];
  expect([first?.signature, first?.fields]).not.toEqual([right?.signature, right?.fields]);
});

test('the scripted response of a receiver stands for each copy, and nothing is posted', async () => {
  const { received, deliveries } = await deliver('receiver: 204');
  expect(received).toEqual([]);
  expect(deliveries).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'delivered', attempts: [{ answer: { status: 204 } }] })),
  );
});

test('each badly signed copy counts in the verdict on the application', async () => {
  const { verdicts } = await deliver('sign: none', { status: 403, expectation: ', expect: { rejects_webhook: true }' });
  expect(verdicts()).toEqual(['passed: all forged webhooks were refused (3)']);
});

test.each(['where: { event: fax_completed }', 'where: { attempt: 2 }'])(
  'copies are not copied again while the receiver is down: %s',
  async (times) => {
    const { deliveries } = await deliver('sign: none', { status: 500, times, forMs: 2 * 3_600_000 });
    const copies = deliveries.slice(1);
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.length).toBeLessThanOrEqual(2 * deliveries[0].attempts.length);
  },
);
