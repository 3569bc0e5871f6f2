import { describe, expect, test } from '@jest/globals';
import { parityJson } from '../../../src/lab/parity/report/json.ts';
import { idsIn } from '../../../src/lab/report/form.ts';
import { isParityId, parityReport } from '../../../src/lab/parity/report/sections.ts';
import type { ParityFile } from '../../../src/lab/parity/report/sections.ts';
import { findingKinds } from '../../../src/lab/parity/finding.ts';
import type { FindingKind } from '../../../src/lab/parity/finding.ts';
import { pageOf } from '../../../src/lab/report/html.ts';
import { textOf } from '../../../src/lab/report/text.ts';
import { making } from '../../support/report-making.ts';
import { commands, sideThatSends } from './sides.ts';

const letter = { to: '+12025550101', text: 'Invoice 17' };

interface Found {
  readonly kind: FindingKind;
  readonly sentence: string;
  readonly old: [];
  readonly new: [];
  readonly outputLine?: string;
}

const lost = (sentence: string): Found => ({ kind: 'lost', sentence, old: [], new: [] });

/** A finding of a file, with one that follows from it. */
const found = (kind: FindingKind, follows?: FindingKind) => ({
  ...{ kind, meaning: findingKinds[kind], sentence: `It is ${kind}`, old: [], new: [], output_line: null },
  follows: follows === undefined ? [] : [{ kind: follows, sentence: 'A fax is lost' }],
});

const fileOf = (findings: readonly Found[]) =>
  parityJson(
    {
      ...{ findings, remarks: [], noise: [], runs: { old: 2, new: 1 }, ms: 1200, faults: undefined },
      old: sideThatSends([letter, { ...letter, to: '+12025550102' }]),
      new: sideThatSends(findings.length > 0 ? [letter] : [letter, { ...letter, to: '+12025550102' }]),
    },
    commands,
  );

const reportOf = (findings: readonly Found[]) => parityReport(fileOf(findings));

test('the page names its making, and has a verdict', () => {
  const page = pageOf(reportOf([]), making);
  expect(page).toContain('2026-01-05 09:30 UTC</time>, faxsim 1.2.3');
  expect(page).toContain('<span class="pill good">✓ no finding</span>');
  expect(page).not.toContain('differs');
});

test('a verdict without a finding counts the remarks, says the first, and does not praise the new program', () => {
  const file = { ...fileOf([]), remarks: [found('no receiver')], skipped_ms: 1865 * 60_000 };
  const text = textOf(parityReport(file));
  expect(text).toMatch(/^No finding, but 1 thing to look at\. It is no receiver\. The old program ran twice/);
  expect(text).toContain('over 1 d 7 h in which the new program waited or a webhook was tried again');
  expect(text).not.toContain('achieves what');
});

test('only a finding says that the new program made no request', () => {
  const file = { ...fileOf([lost('A fax is lost')]), remarks: [found('no receiver')] };
  const text = textOf(parityReport(file));
  expect(text).toContain('no receiver');
  expect(text.match(/new: +no request/gi)).toHaveLength(1);
});

test('the page of a program that loses a fax counts the findings, and marks the rows that differ', () => {
  const report = reportOf([lost('A fax is lost')]);
  const page = pageOf(report, making);
  expect(page).toContain('<span class="pill bad">✗ 1 finding</span>');
  const [id = ''] = idsIn(report.sections);
  expect(page).toContain(
    `<th scope="row"><span>faxes</span></th><td>2</td><td>1</td><td><a class="pill bad" href="#${id}">differs</a></td>`,
  );
  expect(page).toContain('<th scope="row"><span>files deleted</span></th><td>0</td><td>0</td><td></td>');
});

test.each([
  ['a finding from which it follows', { findings: [found('mistaken request', 'lost')] }, 'bad', true],
  ['a remark', { remarks: [found('doubled')] }, 'busy', true],
  ['no finding about something else', { findings: [found('done twice')] }, 'waiting', false],
])('a difference leads to %s, and is red only with a finding', (_what, more, tone, item) => {
  const { sections } = parityReport({ ...fileOf([lost('A fax is lost')]), findings: [], ...more });
  const { table } = sections.find(({ title }) => title === 'Old and new in numbers')!;
  const mark = table!.rows.find(({ head }) => head.text === 'faxes')!.cells[2];
  const [id] = idsIn(sections);
  expect(mark).toEqual({ tone, word: 'differs', ...(item && { item: id }) });
});

test('the text begins with the verdict, then has the findings, then what both programs achieve', () => {
  const lines = textOf(reportOf([lost('A fax is lost')])).split('\n');
  expect(lines.slice(0, 9)).toEqual([
    '1 finding. The old program ran twice, the new one once, as a finding needs: 1.2 s.',
    '',
    'Findings',
    '1. lost: A fax is lost',
    '   old: no request',
    '   new: no request',
    '',
    'again: npx faxsim parity',
    '',
  ]);
  expect(lines).toContain('faxes                   2         1         differs');
});

test('the file has the line in which the new program said what went wrong, and so has each report', () => {
  const died: Found = { kind: 'not finished', sentence: 'It fails', old: [], new: [], outputLine: 'Error: no fax' };
  const file = fileOf([died]);
  expect(file.findings).toMatchObject([{ output_line: 'Error: no fax' }]);
  expect(textOf(parityReport(file))).toContain('   output: Error: no fax\n');
});

test('a finding has the same id in each report that has it, whatever comes before it', () => {
  const idsOf = (...sentences: string[]) => idsIn(reportOf(sentences.map(lost)).sections);
  const [id = ''] = idsOf('A fax is lost');
  expect(id).toMatch(/^lost-[a-z\d]+$/);
  expect(idsOf('Another fax is lost', 'A fax is lost')[1]).toBe(id);
  expect(new Set(idsOf('one', 'two', 'three', 'four', 'five')).size).toBe(5);
  expect([id, 'other-price-1x', 'worse-send-fax-busy', 'no-such', 'trap-cost'].map(isParityId)).toEqual([
    ...[true, true, true, false, false],
  ]);
});

describe('findings of one kind', () => {
  const five = ['one', 'two', 'three', 'four', 'five'].map(lost);

  test('mostly have one cause, so the fourth and the fifth stand behind the third', () => {
    const text = textOf(reportOf([...five, { ...lost('six'), kind: 'doubled' }]));
    expect(text).toContain('3. lost: three\n   old:  no request\n   new:  no request\n   also: four\n   also: five\n');
    expect(text).toContain('4. doubled: six');
    const page = pageOf(reportOf(five), making);
    expect(page).toContain('<summary>2 more of this kind</summary><article class="card" id="lost-');
  });

  test('are all in the report', () => {
    const [{ items = [] } = {}] = reportOf(five).sections;
    expect(items.flatMap((item) => [item, ...(item.others?.items ?? [])]).map(({ title }) => title)).toEqual(
      five.map(({ sentence }) => sentence),
    );
  });
});

test('a file of an earlier version, without remarks and consequences, is a report too', () => {
  const later = ['again', 'remarks', 'follows', 'output_line', 'not_compared'];
  const text = JSON.stringify(fileOf([lost('A fax is lost')]), (key, value: unknown) =>
    later.includes(key) ? undefined : value,
  );
  const { sections } = parityReport(JSON.parse(text));
  expect(sections.map(({ title }) => title)).toEqual(['Findings', 'Old and new in numbers']);
});

const swept = (worse: NonNullable<ParityFile['faults']>['worse']) =>
  parityReport({ ...fileOf([]), faults: { runs: { old: 2, new: 2 }, not_compared: 0, worse } });

test('without a fault with which the new program copes worse, no heading says that there is one', () => {
  const text = textOf(swept([]));
  expect(text).toContain('\nFaults in both programs\n2 runs of the old program, 2 of the new one.');
  expect(text).not.toContain('worse');
});

test('a broken verdict of the new program has another mark than a wrong one, and a row of tags needs tags', () => {
  const worse = (['wrong', 'broken'] as const).map((verdict) => ({
    name: `send-fax-${verdict}`,
    fault: 'hang',
    says: 'no answer',
    point: 'sendFax',
    verdict,
    because: [],
    old: null,
  }));
  const page = pageOf(swept(worse), making);
  expect(page).toContain('<span class="pill bad">✗ wrong</span> hang at sendFax');
  expect(page).toContain('<span class="pill broken">▲ broken</span> hang at sendFax');
  expect(page).toContain('different documents');
  expect(page).not.toContain('faxes with tags');
});
