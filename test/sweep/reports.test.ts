import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shellText } from '../../src/sweep/report/find.ts';
import { githubText } from '../../src/sweep/report/github.ts';
import { htmlReport } from '../../src/sweep/report/html.ts';
import { jsonReport } from '../../src/sweep/report/json.ts';
import { junitReport } from '../../src/sweep/report/junit.ts';
import { resultText } from '../../src/sweep/report/text.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { shownOf, sweepResult, trialOf, trialResult } from '../support/sweep-report.ts';

const resultOf = (to: string, output: string) =>
  sweepResult(
    [
      trialResult({
        ...{ to, output, fault: 'lost-answer', verdict: 'wrong' },
        because: [`2 faxes to ${to} in place of 1: 1, 2`],
      }),
    ],
    [trialOf({ to, fault: 'late-error' })],
  );

test('the text shows the matrix, each find with its files and command, and the runs that were not done', () => {
  const result = resultOf('+12025550123', '');
  const text = resultText(result, shownOf(result));
  expect(text).toMatch(/^lost-answer +W$/m);
  expect(text).toContain(
    'sendFax(to=+12025550123)#1: the connection breaks after the work was done. 2 faxes to +12025550123 in place of 1: 1, 2.',
  );
  expect(text).toContain('scenario: out/a.yaml');
  expect(text).toContain('again:    npx faxsim exec -- npm test');
  expect(text).toContain('Not done, since the budget is used up: 1 run.');
});

test('no text of a program breaks the page, the XML or the annotations', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (to, output) => {
      const result = resultOf(`<script>${to}`, `]]></failure><script>"${output}`);
      const shown = shownOf(result);
      expect(htmlReport(result, shown)).not.toContain('<script>');
      const xml = junitReport(result, shown.finds);
      expect(xml.match(/<\w+/g)).toEqual([
        '<testsuites',
        '<testsuite',
        '<testcase',
        '<failure',
        '<testcase',
        '<skipped',
      ]);
      expect(xml).not.toMatch(/[^\P{Cc}\n\r\t]/u);
      expect(githubText(shown.finds)).toMatch(/^::error [^\n]*\n$/);
    }),
  );
});

test('the JSON has the scenario of each find, whole', () => {
  const result = resultOf('+12025550123', '');
  const [find] = jsonReport(result, shownOf(result)).finds;
  const { name, rules } = loadScenario('report.json', find!.scenario_text);
  expect(name).toBe(find!.name);
  expect(rules.map(({ id }) => id)).toEqual(['lost-answer']);
});

test('a command is written so that a shell reads the same words', () => {
  expect(shellText(['npm', 'test', '--', "it's", 'a b'])).toBe(`npm test -- 'it'\\''s' 'a b'`);
});

test('of many runs that were not done, the text shows ten and the number of the others', () => {
  const undone = Array.from({ length: 13 }, () => trialOf({ to: '+12025550123', fault: 'late-error' }));
  const result = sweepResult([], undone);
  const lines = resultText(result, shownOf(result)).trimEnd().split('\n');
  expect(lines.slice(-12)).toEqual([
    'Not done, since the budget is used up: 13 runs.',
    ...Array(10).fill(expect.stringContaining('sendFax(to=+12025550123)#1')),
    '  and 3 more',
  ]);
});
