import { expect, test } from '@jest/globals';
import { account } from '../../support/examples.ts';
import { keyParams, openSimulator } from '../../support/simulator.ts';
import type { Bundle } from '../../../src/worlds/history/bundle.ts';
import { compare } from '../../../src/lab/bundles/compare.ts';
import { answering } from '../../support/posts.ts';

async function bundleOf({ anyone }: Pick<ReturnType<typeof openSimulator>, 'anyone'>): Promise<Bundle> {
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  return body.data;
}

const callback = 'http://app.example/hook';

test('a bundle has requests, control calls and webhooks in order, with their answers', async () => {
  const world = openSimulator({ parts: { post: answering(200, 'thanks') } });
  await world.live
    .post('/v2.1/faxes')
    .field({ to: '+12025550101', callback_url: callback })
    .attach('file', 'README.md');
  await world.anyone.post('/_faxsim/clock').send({ advance: '10m' });
  await world.live.get('/v2.1/faxes').query({ a: 'b' });
  const { steps: all, files, left_out: leftOut } = await bundleOf(world);
  const steps = all.filter(({ kind }) => kind !== 'progress');
  expect(steps).toMatchObject([
    { kind: 'request', id: 1, method: 'POST', url: '/v2.1/faxes', answer: { status: 200 } },
    { kind: 'control', call: 'POST /clock', input: { advance: '10m' }, error: null },
    {
      kind: 'webhook',
      delivery: 1,
      attempt: 1,
      url: callback,
      signature: 'none',
      answer: { status: 200, body: 'thanks' },
    },
    { kind: 'request', id: 2, url: '/v2.1/faxes?a=b', body: null, answer: { status: 200, broken: null } },
  ]);
  expect([Object.keys(files).length, leftOut]).toEqual([1, []]);
  const names = all.flatMap((step) => (step.kind === 'progress' ? [step.name.split(' ')[0]] : []));
  expect(new Set(names)).toEqual(new Set(['faxes', 'deliveries']));
});

test('a bundle leaves out a request to a world that was not there, which no world can repeat', async () => {
  const world = openSimulator();
  await world.live.get('/w/nowhere/v2.1/faxes').expect(421);
  await world.live.get('/v2.1/faxes').expect(200);
  const { steps, left_out: leftOut } = await bundleOf(world);
  expect(steps).toMatchObject([{ kind: 'request', id: 2, url: '/v2.1/faxes' }]);
  expect(leftOut).toEqual(['1 requests to worlds that were not there']);
});

test('a bundle has each file once, and the body that it came in to the byte', async () => {
  const world = openSimulator();
  const file = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7) % 256));
  for (const to of ['+12025550101', '+12025550102'])
    await world.live.post('/v2.1/faxes').field({ to }).attach('file', file, 'a.bin');
  const { steps, files } = await bundleOf(world);
  const [name = ''] = Object.keys(files);
  expect([Object.keys(files).length, Buffer.from(files[name] ?? '', 'base64').equals(file)]).toEqual([1, true]);
  const bodies = steps.map((step) => (step.kind === 'request' ? step.body : null));
  expect(bodies).toEqual(Array(2).fill([expect.stringContaining('name="to"'), { file: name }, expect.any(String)]));
});

test('keys and secrets of other worlds stand in no bundle, wherever a request had them', async () => {
  const world = openSimulator();
  const live = { key: 'a-key-of-another-world-0001', secret: 'a-secret-of-another-world-0001' };
  await world.anyone.put('/_faxsim/worlds/other').send({ fixture: 'empty', live }).expect(200);
  await world.live.get(`/v2.1/${live.secret}/x`);
  await world.live.get(`/v2.1/faxes?note=${live.key}`).set('X-Note', live.secret);
  await world.live.post('/v2.1/faxes').send(`to=${live.secret}`);
  const text = JSON.stringify(await bundleOf(world));
  for (const secret of Object.values(live)) expect(text).not.toContain(secret);
  expect(text).toMatch(/"\/v2\.1\/faxsim-secret-\d+\/x"/);
});

test('secrets stand in a bundle as the same words everywhere, and nowhere as they are', async () => {
  const token = 'a-token-that-no-file-may-show';
  const world = openSimulator({
    account: account({ webhookToken: token }),
    parts: { post: answering(200, `I know ${token}`) },
  });
  const { simulator } = world;
  const { live } = simulator.parts.worlds.first.credentials;
  await world.live
    .post('/v2.1/faxes')
    .field({ to: '+12025550101', callback_url: 'http://me:hunter222@app.example/' })
    .attach('file', 'README.md');
  await world.anyone.get('/v2/faxes').query({ ...keyParams, token: 'hunter222' });
  await world.anyone.patch('/_faxsim/settings').send({ webhook_token: 'another-token' });
  await world.anyone.post('/_faxsim/clock').send({ advance: '10m' });
  const bundle = await bundleOf(world);
  const text = JSON.stringify(bundle);
  for (const secret of [token, 'another-token', 'hunter222', live.key, live.secret]) expect(text).not.toContain(secret);
  const [sent, listed] = bundle.steps;
  expect(sent).toMatchObject({ headers: { authorization: 'Basic faxsim-live-key:faxsim-live-secret' } });
  const [, word = ''] = /token=([\w-]+)/.exec(listed?.kind === 'request' ? listed.url : '') ?? [];
  expect(bundle.records).toMatchObject({
    account: { account: { webhookToken: expect.stringMatching(/^faxsim-secret-/) } },
  });
  expect(word).toMatch(/^faxsim-secret-\d$/);
  expect(JSON.stringify(sent)).toMatch(/http:\/\/faxsim-secret-\d@app/);
});

test('a history without room is bundled as the world is now, and says what is left out', async () => {
  const world = openSimulator({ limits: { journalBytes: 0 } });
  await world.live.get('/v2.1/faxes');
  const bundle = await bundleOf(world);
  expect(bundle).toMatchObject({ steps: [], left_out: [expect.stringContaining('2 older steps and changes')] });
  expect(bundle.start.world).toMatchObject({ contents: { faxes: [] } });
});

test('the bundles of two sessions are alike if a program listens on another port of loopback in each', async () => {
  const gradesOf = async (...urls: readonly string[]) => {
    const [one, other] = await Promise.all(
      urls.map(async (url) => {
        const world = openSimulator({ parts: { post: answering(200) } });
        await world.live
          .post('/v2.1/faxes')
          .field({ to: '+12025550101', callback_url: url })
          .attach('file', 'README.md');
        await world.anyone.post('/_faxsim/clock').send({ advance: '10m' });
        return bundleOf(world);
      }),
    );
    return new Set(compare(one!, other!).map(({ grade }) => grade));
  };
  const own = await gradesOf('http://127.0.0.1:4001/a', 'http://127.0.0.1:4002/a');
  expect(own).not.toContain('differs');
  expect(own).toContain('alike');
  expect(await gradesOf('http://127.0.0.1:4001/a', 'http://127.0.0.1:4001/b')).toContain('differs');
});
