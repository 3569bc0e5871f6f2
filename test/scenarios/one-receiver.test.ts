import { expect, test } from '@jest/globals';
import type { Post } from '../../src/service/webhooks/post.ts';
import { minute } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { worldWith } from './world.ts';

const archive = 'http://localhost:3001/archive?key=1';
const other = 'http://localhost:3000/hook';

/** The same event to two receivers, with a rule on the first: what each got, and after how many ms of the world. */
async function deliverToBoth(effects: string, where = "{ url: { contains: '/archive' } }", more = '') {
  const received: { url: string; afterMs: number; signature: string | undefined }[] = [];
  const start = { at: 0 };
  const post: Post = (request, signal) => {
    const { url, headers } = request;
    received.push({ url, afterMs: clock.now() - start.at, signature: headers['X-Phaxio-Signature'] });
    return answering(200)(request, signal);
  };
  const rule = `{ id: x, on: webhook, where: ${where}, do: { ${effects} }${more} }`;
  const { clock, anyone, fired } = worldWith(rule, { parts: { post } });
  start.at = clock.now();
  for (const url of [archive, other]) await anyone.post('/_faxsim/webhooks').send({ fax: 1, url }).expect(200);
  await clock.advance(5 * minute);
  const at = (url: string) => received.filter((each) => each.url === url);
  return { ofArchive: at(archive), ofOther: at(other), fired: fired() };
}

test('a delay meets one receiver alone', async () => {
  const { ofArchive, ofOther, fired } = await deliverToBoth('delay: 60s');
  expect(ofArchive.map(({ afterMs }) => afterMs)).toEqual([minute]);
  expect(ofOther.map(({ afterMs }) => afterMs)).toEqual([0]);
  expect(fired).toEqual(['x 1']);
});

test.each([
  ['drop: true', 0],
  ['receiver: 204', 0],
  ['duplicate: { times: 3, gap: 1s }', 3],
])('%s meets one receiver alone', async (effects, posts) => {
  const { ofArchive, ofOther } = await deliverToBoth(effects, "{ url: { matches: '/archive[?]' } }");
  expect(ofArchive).toHaveLength(posts);
  expect(ofOther).toHaveLength(1);
});

test('a bad signature meets one receiver alone, which the whole URL names', async () => {
  const { ofArchive, ofOther } = await deliverToBoth('sign: none', `{ url: '${archive}' }`);
  expect(ofArchive.map(({ signature }) => signature)).toEqual([undefined]);
  expect(ofOther.map(({ signature }) => signature)).toEqual([expect.any(String)]);
});

test('one event has the same draws for each receiver', async () => {
  const { fired } = await deliverToBoth('drop: true', '{ attempt: 1 }', ', chance: 0.5');
  expect(['x 0', 'x 2']).toContain(fired[0]);
});
