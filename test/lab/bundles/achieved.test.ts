import { expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { achievementDifferences } from '../../../src/lab/bundles/achieved.ts';
import { replayReport } from '../../../src/lab/bundles/report.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import type { Bundle } from '../../../src/worlds/history/bundle.ts';
import { answering } from '../../support/posts.ts';
import { openSimulator } from '../../support/simulator.ts';
import { projectIn } from '../../support/sinch.ts';

interface Session {
  readonly to?: string;
  /** The path of the file that the program reads; null: it reads none. */
  readonly file?: 'v1' | 'v2.1' | 'v3' | 'thumbnail' | null;
  readonly webhookStatus?: number;
  readonly deletes?: boolean;
  readonly text?: string;
}

/** Sends a fax, fetches a received one, and deletes the file of the first. */
async function session({ text = 'Hello', ...parts }: Session = {}) {
  const { to = '+12025550101', file = 'v2.1', webhookStatus = 200, deletes = true } = parts;
  const { anyone, live, simulator } = openSimulator({ parts: { post: answering(webhookStatus) } });
  const callback = 'http://localhost:1/hook';
  const sending = live.post('/v2.1/faxes').field({ to, callback_url: callback });
  const { body: sent } = await sending.attach('file', Buffer.from(text), 'a.txt').expect(200);
  const { body: received } = await anyone.post('/_faxsim/receive').send({ from: '+12025550199' }).expect(200);
  await anyone.post('/_faxsim/clock').send({ advance: '1h' }).expect(200);
  const { id, v3_ids: [ulid] = [] } = received.data.fax;
  const paths = {
    v1: `/v1/faxFile?id=${id}`,
    'v2.1': `/v2.1/faxes/${id}/file`,
    v3: `${projectIn({ simulator, live }).base}/faxes/${ulid}/file`,
    thumbnail: `/v2.1/faxes/${id}/file?thumbnail=s`,
  };
  if (file !== null) await live.get(paths[file]).expect(200);
  if (deletes) await live.delete(`/v2.1/faxes/${sent.data.id}/file`).expect(200);
  const { body } = (await anyone.get('/_faxsim/bundle').expect(200)) as { body: { data: Bundle } };
  await simulator.close();
  return body.data;
}

test.each<[string, Session, unknown[]]>([
  [
    'another end of a fax',
    { to: '+15555551017' },
    [
      'only the first: the fax to +12025550101 ends with success',
      'only the first: the file of the fax to +12025550101 is deleted',
      'only the first: the notification of the fax to +12025550101 is accepted',
      expect.stringMatching(/^only the second: the fax to \+15555551017 ends with failure \(.*\)$/),
      'only the second: the file of the fax to +15555551017 is deleted',
      'only the second: the notification of the fax to +15555551017 is accepted',
    ],
  ],
  ['no fetch', { file: null }, ['only the first: the document of the fax from +12025550199 is fetched']],
  ['a thumbnail', { file: 'thumbnail' }, ['only the first: the document of the fax from +12025550199 is fetched']],
  ['no deletion', { deletes: false }, ['only the first: the file of the fax to +12025550101 is deleted']],
  [
    'a webhook that is not accepted',
    { webhookStatus: 500 },
    ['only the first: the notification of the fax to +12025550101 is accepted'],
  ],
  ['the same requests of v1', { file: 'v1' }, []],
  ['the same requests of v3', { file: 'v3' }, []],
])('a session with %s differs so in the words of a fax', async (_what, other, sentences) => {
  expect(achievementDifferences(await session(), await session(other))).toEqual(sentences);
});

test('another document to the same number is the first line of a report', async () => {
  const [first, second] = await Promise.all([
    session({ deletes: false, text: 'Letter C' }),
    session({ deletes: false, text: 'Letter D' }),
  ]);
  expect(achievementDifferences(first, second)).toEqual(['the fax to +12025550101 has another document']);
});

test('a bundle does not know a document whose file was deleted', async () => {
  const [first, second] = await Promise.all([session({ text: 'Letter C' }), session({ text: 'Letter D' })]);
  expect(achievementDifferences(first, second)).toEqual([]);
});

test('a replay achieves the same', async () => {
  const bundle = await session({ to: '+15555551017' });
  const { bundle: again } = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  expect(achievementDifferences(bundle, again)).toEqual([]);
});

test('a report begins with what was achieved otherwise', () => {
  const achieved = ['only the first: the fax to +12025550101 ends with success'];
  const finding = {
    kind: 'record',
    what: 'faxes 1',
    grade: 'differs',
    differences: ['status: "success", then "failure"'],
  } as const;
  expect(textOf(replayReport({ achieved, findings: [finding], skipped: [] }))).toBe(
    [
      '0 the same, 0 the same but for headers or times, 1 different. Different: 1 of 1 record.',
      '',
      'Achieved otherwise',
      ...achieved.map((line) => `  ${line}`),
      '',
      'Differences',
      'differs: record faxes 1',
      '   status: "success", then "failure"',
      '',
    ].join('\n'),
  );
});
