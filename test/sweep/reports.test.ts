import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faults } from '../../src/sweep/faults.ts';
import type { Point } from '../../src/sweep/point.ts';
import { findsOf, shellText } from '../../src/sweep/report/find.ts';
import { githubText } from '../../src/sweep/report/github.ts';
import { htmlReport } from '../../src/sweep/report/html.ts';
import { junitReport } from '../../src/sweep/report/junit.ts';
import { resultText } from '../../src/sweep/report/text.ts';
import type { SweepResult, TrialResult } from '../../src/sweep/sweep.ts';

const [fault, otherFault] = faults;

function resultOf(to: string, output: string): SweepResult {
  const point: Point = {
    kind: 'call',
    on: 'sendFax',
    where: { to },
    nth: 1,
    shape: '',
    hasSeveralRecipients: false,
    isRepeated: false,
  };
  const trial = { point, fault: fault!, name: 'sweep-001-send-fax-lost-answer' };
  const ending = { how: 'passed', detail: 'exit code 0', ms: 12, output } as const;
  const found: TrialResult = {
    trial,
    ending,
    verdict: 'wrong',
    because: [`2 faxes to ${to} in place of 1: 1, 2`],
    kept: undefined,
  };
  const undone = [{ point, fault: otherFault!, name: 'sweep-002-send-fax-late-error' }];
  const planned = {
    trials: [trial, ...undone],
    possible: 7,
    differences: [],
    runMs: 1,
    limitMs: 1,
    estimateMs: 1,
    isSigned: true,
  };
  return { planned, results: [found], undone, stoppedBy: 'budget', ms: 100 };
}

const shownOf = (result: SweepResult) => ({
  finds: findsOf(result, () => undefined),
  again: () => 'npx faxsim exec -- npm test',
  scenarioFile: () => 'out/a.yaml',
});

test('the text shows the matrix, each find with its files and command, and the runs that were not done', () => {
  const result = resultOf('+12025550123', '');
  const text = resultText(result, shownOf(result));
  expect(text).toMatch(/^lost-answer +W$/m);
  expect(text).toContain(
    'sendFax(to=+12025550123)#1: the connection breaks after the work was done. 2 faxes to +12025550123 in place of 1: 1, 2.',
  );
  expect(text).toContain('scenario: out/a.yaml');
  expect(text).toContain('again:    npx faxsim exec -- npm test');
  expect(text).toContain('Not done, since the budget is used up: 1 runs.');
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

test('a command is written so that a shell reads the same words', () => {
  expect(shellText(['npm', 'test', '--', "it's", 'a b'])).toBe(`npm test -- 'it'\\''s' 'a b'`);
});
