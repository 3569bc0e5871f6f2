import { trialTitle } from '../plan.ts';
import { pointName } from '../point-names.ts';
import type { SweepResult } from '../sweep-result.ts';
import type { TrialResult } from '../trial-run.ts';
import { isOpen } from './findings.ts';
import type { FaultFinding } from './findings.ts';
import { escapeHtml } from '../../report/page-frame.ts';

/** The runs as JUnit test cases: findings are failures, points that were not reached are skipped. */
export function junitReport({ results, undone, ms }: SweepResult, findings: readonly FaultFinding[]): string {
  const failures = new Map(findings.filter(isOpen).map((finding) => [finding.result, finding]));
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

function caseOf(trial: TrialResult['trial'], ms: number, body: string): string {
  const { point, fault, first } = trial;
  const name = first === undefined ? `${fault.id}: ${fault.says}` : trialTitle(trial);
  const names = `classname="${escapeXml(pointName(point))}" name="${escapeXml(name)}"`;
  return `<testcase ${names} time="${(ms / 1000).toFixed(3)}">${body}</testcase>`;
}

function bodyOf({ verdict, ending }: TrialResult, finding: FaultFinding | undefined): string {
  if (verdict === 'not reached') return '<skipped message="not reached"/>';
  if (finding === undefined) return '';
  return `<failure type="${verdict}" message="${escapeXml(finding.sentence)}">${escapeXml(ending.output)}</failure>`;
}

/** Escapes a text, and removes control characters: XML 1.0 has none, not even escaped. */
const escapeXml = (text: string): string => escapeHtml(text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, ''));
