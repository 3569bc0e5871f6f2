import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faults } from '../../../src/lab/sweep/faults.ts';
import { readReport, sinceThen } from '../../../src/lab/sweep/report/findings.ts';
import { outputLine } from '../../../src/lab/sweep/report/output-line.ts';
import { githubText, sweepJson } from '../../../src/lab/sweep/report/json.ts';
import { junitReport } from '../../../src/lab/sweep/report/junit.ts';
import { loadScenario } from '../../../src/scenarios/load.ts';
import { pointOf } from './observations.ts';
import { making } from '../../support/report-making.ts';
import { shownOf, sweepPage, sweepResult, sweepText, trialOf, trialResult } from '../../support/sweep-report.ts';

const resultOf = (to: string, output: string) =>
  sweepResult(
    [
      trialResult({
        ...{ to, output, fault: 'lost-answer', verdict: 'wrong' },
        because: [`2 faxes to ${to} in place of 1 (1, 2)`],
      }),
    ],
    [trialOf({ to, fault: 'late-error' })],
  );

test('the text shows the matrix, each finding with its files and command, and the runs that were not done', () => {
  const result = resultOf('+12025550123', '');
  const text = sweepText(result, shownOf(result));
  expect(text).toMatch(/^ {13}sendFax to=\+12025550123\nlost-answer +W$/m);
  expect(text).toContain(
    'sendFax(to=+12025550123)#1: the service carries out the request, but its response is lost. 2 faxes to +12025550123 in place of 1 (1, 2).',
  );
  expect(text).toContain('scenario: out/a.yaml');
  expect(text).toContain('again:    npx faxsim exec -- npm test');
  expect(text).toContain('Not done, since the budget is used up: 1 run, about 1.0 s');
});

test('each form of the report says before a command which secrets it reads from variables', () => {
  const result = resultOf('+12025550123', '');
  const files = { ...shownOf(result), secretVariables: ['FAXSIM_WEBHOOK_TOKEN'] };
  const first = 'export FAXSIM_WEBHOOK_TOKEN=… (the secret that you gave)';
  expect(sweepText(result, files)).toMatch(
    /^ {3}first: +export FAXSIM_WEBHOOK_TOKEN=… \(the secret that you gave\)\n {3}again: +npx /m,
  );
  expect(sweepPage(result, files, making)).toContain(`<dt>First</dt><dd><code>${first}</code></dd><dt>Again</dt>`);
  expect(sweepText(result, shownOf(result))).not.toContain('first:');
});

test.each([
  [['unaffected', 'unaffected'], 'The program copes with every fault. 2 runs in'],
  [['unaffected'], 'The program copes with this fault. 1 run in'],
  [['degraded'], 'No finding: the program fails with 1 fault at which it may fail. 1 run in'],
  [
    ['unaffected', 'degraded', 'degraded', 'not reached'],
    'No finding: the program passes with 1 fault, fails with 2 faults at which it may fail and does not reach 1 fault. 4 runs',
  ],
  [[], 'No fault was tried. 0 runs'],
] as const)('the headline of runs that end as %j agrees with their table', (verdicts, headline) => {
  const result = sweepResult(verdicts.map((verdict) => trialResult({ fault: 'busy', to: '+1', verdict, because: [] })));
  expect(sweepText(result, shownOf(result))).toContain(`. ${headline}`);
});

test('the headline of a sweep with --only says how many faults it tried', () => {
  const runs = ['+1', '+2'].map((to) => trialResult({ fault: 'busy', to, verdict: 'unaffected', because: [] }));
  const result = sweepResult(runs);
  const chosen = { ...result, plan: { ...result.plan, only: 'fax-busy' } };
  expect(sweepText(chosen, shownOf(chosen))).toContain(
    '. The program copes with the 2 faults that were tried (--only fax-busy). 2 runs in',
  );
});

const duplicate = (fault: string, to: string, verdict: 'wrong' | 'broken' = 'wrong') =>
  trialResult({ fault, to, verdict, because: [`2 faxes to ${to} in place of 1 (1, 2)`] });

test('findings with one reason at one operation are one cause, worst first, with the smallest scenario', () => {
  const lost = { fault: 'hang', to: '+12025550101', verdict: 'broken' as const };
  const endless = trialResult({
    ...lost,
    because: ['the program still runs after 12.3 s'],
    output: 'start\nError: no fax\nend',
  });
  const findings = [
    endless,
    duplicate('lost-answer', '+12025550123'),
    duplicate('garbage', '+1'),
    duplicate('garbage', '+12025550124'),
  ];
  const result = sweepResult(findings);
  const text = sweepText(result, shownOf(result));
  expect(text).toContain(
    '1. wrong: 2 faxes to +1 in place of 1: garbage at sendFax to=+1\n   One cause, 2 faults, 3 findings.\n   sendFax(to=+1)#1:',
  );
  expect(text).toContain('   also:     lost-answer at sendFax to=+12025550123\n');
  expect(text).toContain('2. broken: The program still runs after 12.3 s: hang at sendFax to=+12025550101\n');
  expect(text).toContain('   output:   Error: no fax\n');
  expect(sweepJson(result, shownOf(result)).causes.map((cause) => cause.findings.length)).toEqual([3, 1]);
});

test('a program that waits for ever and one that sends for ever are two causes', () => {
  const stuck = { fault: 'hang', verdict: 'broken' as const };
  const still = (seconds: string, end = '') => [`the program still runs after ${seconds} s${end}`];
  const loop = ', and sends sendFax again and again';
  const result = sweepResult([
    trialResult({ ...stuck, to: '+1', because: still('12.3') }),
    trialResult({ ...stuck, to: '+2', because: still('14.0') }),
    trialResult({ ...stuck, to: '+3', because: [...still('12.3', loop), 'it sends sendFax 900 times in place of 1'] }),
  ]);
  expect(sweepJson(result, shownOf(result)).causes).toEqual([
    { title: still('12.3').join(), findings: ['sweep-001-send-fax-hang', 'sweep-001-send-fax-hang'] },
    { title: still('12.3', loop).join(), findings: ['sweep-001-send-fax-hang'] },
  ]);
});

test('reports name a point without the project that all its requests share', () => {
  const where = { version: 'v3', 'params.projectId': '7f0c0f4e-8d3b-4f0e-9a6e-2f1c2f1c2f1c', 'params.to': '+1' };
  const found = trialResult({ fault: 'busy', verdict: 'wrong', because: ['no fax'] });
  const shared = pointOf({ where, needed: { 'params.to': '+1' } });
  const result = sweepResult([{ ...found, trial: { ...found.trial, point: shared } }]);
  const report = sweepJson(result, shownOf(result));
  expect(report.points[0]!.point).toContain('projectId=');
  expect(report.findings[0]!.sentence).toMatch(/^sendFax\(v3, to=\+1\)#1: /);
  expect(sweepText(result, shownOf(result))).not.toContain('projectId');
  const several = pointOf({ where, needed: where });
  const other = sweepResult([{ ...found, trial: { ...found.trial, point: several } }]);
  expect(sweepText(other, shownOf(other))).toContain('projectId=7f0c0f4e');
});

test.each<[string, 'passed' | 'failed', string | undefined]>([
  ['ok 1\nError: no fax\n# duration_ms 12', 'passed', 'Error: no fax'],
  ['sent\nno more', 'failed', 'no more'],
  ['ok 1\n# duration_ms 12', 'passed', undefined],
])('of the output %j of a program that %s, the report shows %j', (output, how, line) => {
  const result = duplicate('lost-answer', '+1');
  expect(outputLine({ ...result, ending: { ...result.ending, how, output } })).toBe(line);
});

test('a report since an earlier one says what is mended, new, still there, and not tried', () => {
  const earlier = ['lost-answer', 'garbage', 'reset', 'down'].map((fault) => ({
    name: `sweep-001-send-fax-${fault}`,
    verdict: 'wrong',
    sentence: '',
  }));
  const mended = trialResult({ fault: 'reset', to: '+1', verdict: 'unaffected', because: [] });
  const result = sweepResult([
    duplicate('lost-answer', '+1'),
    duplicate('late-error', '+1'),
    duplicate('garbage', '+1'),
    mended,
  ]);
  const { findings } = shownOf(result);
  const since = sinceThen(result, findings, { format: 'faxsim sweep', findings: earlier });
  expect(sweepText(result, { ...shownOf(result), since })).toContain(
    [
      'Since then',
      '1 mended, 1 new, 2 still there, 1 not tried',
      '  mended: sweep-001-send-fax-reset',
      '  new: sweep-001-send-fax-late-error',
      '  not tried: sweep-001-send-fax-down\n',
    ].join('\n'),
  );
});

test('a finding whose fault the earlier sweep had left undone is not called new', () => {
  const result = sweepResult([duplicate('lost-answer', '+1'), duplicate('late-error', '+1')]);
  const { findings } = shownOf(result);
  const undone = [{ name: 'sweep-001-send-fax-late-error' }];
  const since = sinceThen(result, findings, { format: 'faxsim sweep', findings: [], undone });
  expect(sweepText(result, { ...shownOf(result), since })).toContain(
    [
      '0 mended, 1 new, 1 first tried now, 0 still there, 0 not tried',
      '  new: sweep-001-send-fax-lost-answer',
      '  first tried now: sweep-001-send-fax-late-error\n',
    ].join('\n'),
  );
});

test('the report of an earlier sweep must be one', async () => {
  await expect(readReport('/no/such/file')).rejects.toThrow(
    '--since must be a file that can be read, got "/no/such/file": there is no such file or directory',
  );
  await expect(readReport('package.json')).rejects.toThrow(
    '--since must be the report.json of a sweep, got "package.json"',
  );
});

test('each report has a legend of its verdicts', () => {
  const result = resultOf('+12025550123', '');
  const shown = shownOf(result);
  const meaning = 'the program crashes, or is not finished at the limit';
  expect(sweepText(result, shown)).toContain(`B  broken       ${meaning}`);
  expect(sweepPage(result, shown, making)).toContain(`B</span> broken</dt><dd>${meaning}</dd>`);
  expect(sweepJson(result, shown).legend.broken).toBe(meaning);
});

test('colours stand on the verdicts alone: in the counts, at the findings, in the matrix and its legend', () => {
  const result = resultOf('+12025550123', '1. wrong: W');
  const styled: string[] = [];
  const look = { paint: (style: string, text: string) => (styled.push(`${style} ${text}`), text) };
  expect(sweepText(result, shownOf(result), look)).toBe(sweepText(result, shownOf(result)));
  const counts = ['bad 1', 'bad wrong', 'waiting 0', 'waiting broken'];
  expect(styled).toEqual(expect.arrayContaining([...counts, 'bad W', 'broken B', 'busy degraded', 'good unaffected']));
  expect(styled.filter((text) => /^(?!title|waiting)\w+ \d/.test(text))).toEqual(['bad 1']);
});

test('the page says when, by which version, by which command and where it was made', () => {
  const result = resultOf('+12025550123', '');
  const page = sweepPage(result, shownOf(result), { ...making, directory: '/home/<me>' });
  expect(page).toContain(
    '<time datetime="2026-01-05T09:30:15.000Z">2026-01-05 09:30 UTC</time>, faxsim 1.2.3: <code>npx faxsim command -- npm test</code> in <code>/home/&lt;me&gt;</code>',
  );
});

test('no text of a program breaks the page, the XML or the annotations', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (to, output) => {
      const result = resultOf(`<script>${to}`, `]]></failure><script>"${output}`);
      const shown = shownOf(result);
      expect(sweepPage(result, shown, making)).not.toContain('<script>');
      const xml = junitReport(result, shown.findings);
      expect(xml.match(/<\w+/g)).toEqual([
        '<testsuites',
        '<testsuite',
        '<testcase',
        '<failure',
        '<testcase',
        '<skipped',
      ]);
      expect(xml).not.toMatch(/[^\P{Cc}\n\r\t]/u);
      expect(githubText(shown.findings)).toMatch(/^::error [^\n]*\n$/);
    }),
  );
});

test('the JSON has the scenario of each finding, whole', () => {
  const result = resultOf('+12025550123', '');
  const [finding] = sweepJson(result, shownOf(result)).findings;
  const { name, rules } = loadScenario('report.json', finding!.scenario_text);
  expect(name).toBe(finding!.name);
  expect(rules.map(({ id }) => id)).toEqual(['lost-answer']);
});

test('of many runs that were not done, the text shows ten and the number of the others', () => {
  const undone = [...faults.slice(0, 13), ...faults.slice(0, 2)].map(({ id }) =>
    trialOf({ to: '+12025550123', fault: id }),
  );
  const result = sweepResult([], undone);
  const lines = sweepText(result, shownOf(result)).trimEnd().split('\n');
  expect(lines[0]).toContain('. No finding so far. 0 runs');
  expect(lines.slice(2)).toEqual([
    'Not done, since the budget is used up: 15 runs, about 15 s',
    'further places of the same faults: 2',
    '  never tried: lost-answer at sendFax to=+12025550123',
    ...Array(9).fill(expect.stringMatching(/^ {2}never tried: .* at sendFax to=\+12025550123$/)),
    '  and 3 more',
  ]);
});
