import { expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { startFrom } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { compareReplay, replayBundle } from '../../../src/lab/bundles/replay.ts';
import { answering } from '../../support/posts.ts';

type Pair = OwnWorld['credentials']['live'];

/** The answers of a session with a world, and how far its replay is from them. */
async function repeated(
  options: { readonly strictAuth?: boolean; readonly trustedProxies?: readonly string[] },
  session: (world: OwnWorld, simulator: RunningSimulator) => Promise<unknown>,
) {
  const start = { port: 0, seed: 3, clock: 0, startTime: Date.parse('2026-03-01T09:00:00Z'), ...options } as const;
  const simulator = await startFrom(start, { post: answering(200) });
  try {
    const world = await simulator.world({});
    await session(world, simulator);
    const bundle = await world.history.bundle();
    const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
    const answers = bundle.steps.flatMap((step) => (step.kind === 'request' ? step.answer : []));
    const other = compareReplay(bundle, again.bundle).filter(({ grade }) => grade !== 'same');
    return { bundle, answers, other };
  } finally {
    await simulator.close();
  }
}

const call = (url: string, { key, secret }: Pair, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}`, ...headers } });

test.each([false, true])(
  'a replay refuses the keys of other worlds as the session did, strictAuth: %s',
  async (strictAuth) => {
    const { bundle, answers, other } = await repeated(
      { strictAuth },
      async ({ baseUrl, credentials: own }, simulator) => {
        const [second, third] = [await simulator.world({}), await simulator.world({})];
        const url = `${baseUrl}/v2.1/faxes`;
        const { live } = second.credentials;
        for (const pair of [
          own.live,
          live,
          second.credentials.test,
          third.credentials.live,
          simulator.credentials.live,
        ])
          await call(url, pair);
        for (const pair of [
          { ...live, secret: 'a secret of no world' },
          { ...live, secret: own.live.secret },
          { ...live, secret: third.credentials.live.secret },
          { key: live.secret, secret: live.key },
          { ...live, key: 'a key of no world' },
        ])
          await call(url, pair);
        await fetch(`${baseUrl}/v1/faxList?api_key=${live.key}&api_secret=${live.secret}`);
        await call(`${baseUrl}/v3/projects/${simulator.projectId}/faxes`, live);
      },
    );
    expect(answers.map(({ status }) => status)).toEqual([200, ...Array<number>(11).fill(401)]);
    expect(JSON.stringify(bundle)).not.toContain('faced0fa');
    expect(other).toEqual([]);
  },
);

test.each(['a/b', 'user@host', 'fax.example:99999', ''])(
  'a replay refuses the header X-Forwarded-Host of a trusted proxy as the session did: %p',
  async (host) => {
    const { answers, other } = await repeated({ trustedProxies: ['127.0.0.1'] }, ({ baseUrl, credentials }) =>
      call(`${baseUrl}/v2.1/faxes`, credentials.live, { 'x-forwarded-host': host }),
    );
    expect(answers).toMatchObject([{ status: host === '' ? 200 : 400 }]);
    expect(other).toEqual([]);
  },
);

test('a replay of a session without a trusted proxy leaves X-Forwarded-Host alone, as the session did', async () => {
  const { answers, other } = await repeated({}, async (world) => {
    await world.scenarios.on('outage');
    await call(`${world.baseUrl}/v2.1/faxes`, world.credentials.live, { 'x-forwarded-host': 'a/b' });
  });
  expect(answers).toMatchObject([{ status: 503 }]);
  expect(other).toEqual([]);
});
