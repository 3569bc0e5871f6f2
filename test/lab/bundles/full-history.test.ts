import { expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { compare } from '../../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import type { Bundle } from '../../../src/worlds/history/bundle.ts';
import { account } from '../../support/examples.ts';
import { answering } from '../../support/posts.ts';
import { openSimulator } from '../../support/simulator.ts';

/** A session with traffic that is more than its history has room for. */
async function session(moves: number, journalBytes: number): Promise<Bundle> {
  const traffic = { faxes: 600, windowMs: 3_600_000 };
  const { anyone, live, simulator } = openSimulator({
    account: account({
      balanceCents: 100_000,
      inflightWebhooks: true,
      sendCallbackUrl: 'http://localhost:1/',
      traffic,
    }),
    limits: { journalBytes },
    parts: { post: answering(200) },
  });
  for (let count = 0; count < moves; count++) {
    await live.get('/v2.1/faxes').expect(200);
    await anyone.post('/_faxsim/clock').send({ advance: '30s' }).expect(200);
  }
  await anyone.post('/_faxsim/clock').send({ advance: '1m' }).expect(200);
  await live.get('/v2.1/faxes').expect(200);
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  await simulator.close();
  return body.data;
}

test.each([
  ['between two requests', 8, 100_000],
  ['with a webhook under way', 1, 30_000],
])('where a history that was full begins %s, its traffic is the same again', async (_where, moves, journalBytes) => {
  const bundle = await session(moves, journalBytes);
  expect(bundle.left_out).toEqual([expect.stringContaining('older step')]);
  const { bundle: again } = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  const findings = compare(bundle, again);
  expect(findings.filter(({ grade }) => grade === 'differs')).toEqual([]);
  expect(findings.length).toBeGreaterThan(0);
});
