import { expect, test } from '@jest/globals';
import { labels } from '../../src/store/memory/labels.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import { account } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';
import { sendFax } from '../../src/service/operations/send-fax.ts';

const count = repeats(100, 10_000);

test('many faxes in flight at once finish in order, each with exactly one webhook', async () => {
  const told: number[] = [];
  const post: Post = ({ chunks }) => {
    const [, id] = /name="fax"\r\n\r\n{"id":(\d+)/.exec(Buffer.concat(chunks).toString()) ?? [];
    told.push(Number(id));
    return Promise.resolve({ answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 });
  };
  const callback = account({ balanceCents: 1_000_000, sendCallbackUrl: 'http://localhost:3000/hook' });
  const { simulator, clock } = openSimulator({ account: callback, parts: { post } });
  const { default: world } = simulator.parts.worlds;
  const sent: number[] = [];
  const fax = { avoidsCollisions: false, tags: {}, isTest: false };
  for (let index = 0; index < count; index++) {
    const to = [`+1202555${String(index).padStart(4, '0')}`];
    const { id } = await sendFax(world, { ...fax, to, contents: [{ kind: 'text', text: 'a page' }] });
    sent.push(id);
  }
  expect(world.store.faxes.find({ labels: [labels.status('queued')] }).total).toBe(count);
  await clock.runUntilIdle();
  expect(world.store.faxes.find({ labels: [labels.status('success')] }).total).toBe(count);
  expect(told).toEqual(sent);
  expect(world.store.account.balanceCents).toBe(1_000_000 - 7 * count);
});
