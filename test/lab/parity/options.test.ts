import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator, WorldOrder } from '../../../src/index.ts';
import { comparePrograms } from '../../../src/lab/parity/parity.ts';
import { findingsOf } from './compared-runs.ts';
import { shuffled, sourceOf } from './random-program.ts';
import type { Sent } from './sides.ts';

describe('two programs whose faxes have the same documents', () => {
  const page = 'A page with four words';
  const runsOf = (letters: readonly Sent[]) => Array.from({ length: 8 }, () => letters);
  const found = (olds: readonly Sent[], news: readonly Sent[]) =>
    findingsOf({ olds: runsOf(olds), news: runsOf(news) });
  const to = '+12025550101';

  test.each<readonly [difference: string, olds: readonly Sent[], news: readonly Sent[], sentence: string]>([
    [
      'a tag is left out',
      [{ to, text: page, tags: { case: '7' } }],
      [{ to, text: page }],
      `the old program tags the fax to ${to} with case=7, the new one labels it with nothing`,
    ],
    [
      'a tag has another name',
      [{ to, text: page, tags: { case: '7' } }],
      [{ to, text: page, tags: { Case: '7', by: 'new' } }],
      `the old program tags the fax to ${to} with case=7, the new one labels it with Case=7 and by=new`,
    ],
    [
      'a tag has another value',
      [{ to, text: page, tags: { case: '7' } }],
      [{ to, text: page, tags: { case: '8' } }],
      `the old program tags the fax to ${to} with case=7, the new one labels it with case=8`,
    ],
    [
      'the tags of several faxes are left out',
      ['1', '2'].map((nth) => ({ to: `${to.slice(0, -1)}${nth}`, text: page, tags: { case: nth } })),
      ['1', '2'].map((nth) => ({ to: `${to.slice(0, -1)}${nth}`, text: page })),
      'the old program tags 2 faxes to +12025550101 and +12025550102 with case=…, the new one labels them with nothing; for example, the old program tags the fax to +12025550101 with case=1, the new one labels it with nothing',
    ],
  ])('differ if %s', async (_difference, olds, news, sentence) => {
    expect(await found(olds, news)).toEqual([`other options: ${sentence}`]);
  });

  test('differ in the tag of a fax as well as in its document', async () => {
    const old: Sent = { to, text: 'Invoice 17 of our office', tags: { case: '17' } };
    expect(await found([old], [{ to, text: 'Invoice 71 of our office' }])).toEqual([
      expect.stringMatching(/^other document: /),
      `other options: the old program tags the fax to ${to} with case=17, the new one labels it with nothing`,
    ]);
    expect(await found([old], [{ ...old, text: 'A letter about something else' }])).toEqual([
      expect.stringMatching(/^other document: /),
    ]);
  });

  test('do not differ in tags if several other documents go to a number with the same tags', async () => {
    const letters = ['1', '2', '3'].map((part) => ({ to, text: `${page} ${part}`, tags: { part } }));
    const others = letters.map(({ tags }) => ({ to, text: `Words of another letter ${tags.part}`, tags }));
    const kinds = (await found(letters, others.toReversed())).map((finding) => finding.split(':', 1).join(''));
    expect(kinds).not.toContain('other options');
  });

  test('do not differ if a value varies, or if the new one tags more', async () => {
    const tagged = (value: string, more = {}): readonly Sent[] => [{ to, text: page, tags: { case: value, ...more } }];
    const values = Array.from({ length: 8 }, (_none, nth) => tagged(`case of run ${nth}`));
    const news = runsOf(tagged('another', { by: 'new' }));
    expect(await findingsOf({ olds: values, news })).toEqual([]);
  });

  test('do not differ if the same document goes to a number with several values, in another order', async () => {
    const letters = ['1', '2', '3'].map((value) => ({ to, text: page, tags: { part: value } }));
    expect(await found(letters, letters.toReversed())).toEqual([]);
  });

  test('a lost document is a finding, but not its tags', async () => {
    const letters = [
      { to, text: page, tags: { case: '7' } },
      { to: '+12025550102', text: page, tags: { case: '7' } },
    ];
    expect(await found(letters, letters.slice(0, 1))).toEqual([expect.stringMatching(/^lost: /)]);
  });
});

test('two runs of the same program have no finding, in any order of its faxes', async () => {
  const letter = fc.record({
    to: fc.constantFrom('+12025550101', '+12025550102', '+12025550103'),
    text: fc.constantFrom('A page with four words', 'Another page of some other office', 'One more'),
    tags: fc.dictionary(fc.constantFrom('case', 'part', 'by'), fc.constantFrom('1', '2', 'at 10:30'), { maxKeys: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(letter, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1 }),
      async (letters, seed) => {
        const draw = sourceOf(seed);
        const runs = () => Array.from({ length: 8 }, () => shuffled(draw, letters));
        expect(await findingsOf({ olds: runs(), news: runs() })).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});

describe('a program of v3 beside its former self', () => {
  let simulator: RunningSimulator;
  beforeAll(async () => {
    simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
  });
  afterAll(() => simulator.close());

  type Fields = Readonly<Record<string, string>>;

  /** A program that sends one fax with these fields. */
  const sending = (pathOf: (world: OwnWorld) => string, fields: Fields) => async (world: OwnWorld) => {
    const { key, secret } = world.credentials.live;
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob(['A letter'], { type: 'text/plain' }), 'letter.txt');
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const { ok } = await fetch(`${world.baseUrl}${pathOf(world)}`, { method: 'POST', headers, body });
    expect(ok).toBe(true);
    return { how: 'passed', detail: 'exit code 0', output: '', ms: 1 } as const;
  };
  const busy = '+15555551017';
  const ownNumbers = async (): Promise<readonly string[]> => {
    const world = await simulator.world({ fixture: 'demo' });
    const numbers = await world.records.list({ collection: 'phone_numbers' });
    return numbers.map(({ number }) => String(number));
  };

  const compared = async (old: Fields, now: Fields, order: WorldOrder = {}) => {
    const { findings, remarks } = await comparePrograms({
      ...{ simulator, skipsWaits: true, signal: new AbortController().signal, runsMax: { old: 2, new: 2 } },
      order,
      old: sending(() => '/v2.1/faxes', old),
      new: sending(({ projectId }) => `/v3/projects/${projectId}/faxes`, now),
    });
    return {
      findings: findings.map(({ kind, sentence }) => `${kind}: ${sentence}`),
      remarks: remarks.map(({ kind, sentence }) => `${kind}: ${sentence}`),
    };
  };
  const clean = { findings: [], remarks: [] };
  const to = '+12025550101';

  test.each<readonly [option: string, old: Fields, now: Fields]>([
    ['tags', { to, 'tag[case]': '7', 'tag[by]': 'us' }, { to, 'labels[case]': '7', 'labels[by]': 'us' }],
    ['header line', { to, header_text: 'Office' }, { to, headerText: 'Office' }],
    ['retries', { to: busy }, { to: busy, maxRetries: '0' }],
  ])('has no finding with the same %s', async (_option, old, now) => {
    expect(await compared(old, now)).toEqual(clean);
  });

  test.each<readonly [option: string, old: Fields, now: Fields, said: string]>([
    [
      'a tag',
      { to, 'tag[case]': '7' },
      { to },
      `other options: the old program tags the fax to ${to} with case=7, the new one labels it with nothing`,
    ],
    [
      'the header line',
      { to, header_text: 'Office' },
      { to },
      `other options: the old program sends the fax to ${to} with the header line “Office”, the new one with no headerText`,
    ],
  ])('has a finding without %s', async (_option, old, now, said) => {
    expect(await compared(old, now)).toEqual({ ...clean, findings: [said] });
  });

  test('has only the finding about the old name of a tag, which says the same', async () => {
    const { findings } = await compared({ to, 'tag[case]': '7' }, { to, 'tag[case]': '7' });
    expect(findings).toEqual([expect.stringMatching(/^mistaken request: .*labels in v3$/)]);
  });

  test('is remarked on without maxRetries where a call fails, because it may as well wait longer', async () => {
    expect(await compared({ to: busy }, { to: busy })).toEqual({
      findings: [],
      remarks: [
        `other retries: the failed call to ${busy} is repeated 3 times, in place of never: maxRetries of a send says how often`,
      ],
    });
    expect(await compared({ to }, { to })).toEqual(clean);
  });

  test('has a finding with another caller id, but not without the one that v3 takes by itself', async () => {
    const [first = '', second = ''] = await ownNumbers();
    const order = { fixture: 'demo' } as const;
    expect(await compared({ to, caller_id: first }, { to }, order)).toEqual(clean);
    expect(await compared({ to, caller_id: second }, { to }, order)).toEqual({
      ...clean,
      findings: [
        `other options: the old program sends the fax to ${to} with the caller id ${second}, the new one with ${first}`,
      ],
    });
  });
});
