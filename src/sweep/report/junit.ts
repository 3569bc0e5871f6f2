import { nameOf } from '../point.ts';
import type { SweepResult, TrialResult } from '../sweep.ts';
import type { Find } from './find.ts';

/** The runs as JUnit test cases: finds are failures, points that were not reached are skipped. */
export function junitReport({ results, undone, ms }: SweepResult, finds: readonly Find[]): string {
  const failures = new Map(finds.filter(({ accepted }) => accepted === undefined).map((find) => [find.result, find]));
  const skipped = results.filter(({ verdict }) => verdict === 'not reached').length + undone.length;
  const counts = `tests="${results.length + undone.length}" failures="${failures.size}" skipped="${skipped}"`;
  const cases = [
    ...results.map((result) => caseOf(result.trial, result.ending.ms, bodyOf(result, failures.get(result)))),
    ...undone.map((trial) => caseOf(trial, 0, '<skipped message="not done"/>')),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="faxsim sweep" ${counts} time="${(ms / 1000).toFixed(3)}">
${cases.join('\n')}
</testsuite>
</testsuites>
`;
}

function caseOf({ point, fault }: TrialResult['trial'], ms: number, body: string): string {
  const names = `classname="${escapeXml(nameOf(point))}" name="${escapeXml(`${fault.id}: ${fault.says}`)}"`;
  return `<testcase ${names} time="${(ms / 1000).toFixed(3)}">${body}</testcase>`;
}

function bodyOf({ verdict, ending }: TrialResult, find: Find | undefined): string {
  if (verdict === 'not reached') return '<skipped message="not reached"/>';
  if (find === undefined) return '';
  return `<failure type="${verdict}" message="${escapeXml(find.sentence)}">${escapeXml(ending.output)}</failure>`;
}

/** XML 1.0 has no control characters, not even escaped. */
const escapeXml = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
