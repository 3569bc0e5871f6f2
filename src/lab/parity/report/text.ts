import { pluralize } from '../../../model/shared/words.ts';
import type { RecordedRequest } from '../../achievements/run-record.ts';
import { outputLine } from '../../sweep/report/output-line.ts';
import { seconds } from '../../sweep/report/text.ts';
import { runsMax } from '../confirm.ts';
import type { WorseFault } from '../faults.ts';
import type { Finding } from '../finding.ts';
import { achievedRows, callText, notComparedText, shownFindings } from './summary.ts';
import type { ParityReport } from './summary.ts';

/** The achievements of both programs in numbers, what is left out, and the findings. */
export function parityText(report: ParityReport): string {
  const { findings, remarks, noise, runs, ms, faults } = report;
  const lines = [
    ...table(report),
    '',
    ...noise.map((what) => `Left out, since the runs of the old program differ: ${what}.`),
    ...shownFindings(findings).flatMap(({ finding, number, more }) => [
      ...findingLines(finding, number, report),
      ...(more === 0 ? [] : [`   … and ${more} more of this kind, see the reports`, '']),
    ]),
    ...remarks.map(({ kind, sentence }) => `Look at: ${kind}: ${sentence}`),
    findings.length === 0
      ? 'The new program achieves what the old one does.'
      : `${pluralize(findings.length, 'finding')}.`,
    ...faultLines(faults),
    `The old program ran ${times(runs.old)}, the new one ${times(runs.new)}${why(report)}: ${seconds(ms)}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Says why the programs ran more often than the comparison needs. */
function why({ findings, runs: { old, new: now } }: ParityReport): string {
  if (findings.length > 0) return ', as a finding needs';
  if (now > 1) return ', which took a finding back';
  return old > 2 ? `, as its runs differ (at most ${runsMax.old} runs)` : '';
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

const table = (report: ParityReport): string[] =>
  [['', 'old', 'new'] as const, ...achievedRows(report)].map(([name, one, other]) =>
    `${name.padEnd(24)}${one.padEnd(12)}${other}`.trimEnd(),
  );

function findingLines(finding: Finding, number: number, { new: now }: ParityReport): string[] {
  const output = finding.kind === 'not finished' ? outputLine(now) : undefined;
  return [
    `${number}. ${finding.kind}: ${finding.sentence}`,
    ...followLines(finding),
    ...callLines('old', finding.old),
    ...callLines('new', finding.new),
    ...(output === undefined ? [] : [`   output: ${output}`]),
    '',
  ];
}

const followsMax = 5;

function followLines({ follows = [] }: Finding): string[] {
  const more = follows.length > followsMax ? [`   … and ${follows.length - followsMax} more, see the reports`] : [];
  return [...follows.slice(0, followsMax).map(({ kind, sentence }) => `   so ${kind}: ${sentence}`), ...more];
}

const callsMax = 4;

function callLines(side: string, calls: readonly RecordedRequest[]): string[] {
  const shown = calls.slice(0, callsMax).map(callText);
  const more = calls.length > callsMax ? [`and ${calls.length - callsMax} more`] : [];
  const lines = shown.length === 0 ? ['no request'] : [...shown, ...more];
  return lines.map((line) => `   ${side}:    ${line}`);
}

function faultLines(faults: ParityReport['faults']): string[] {
  if (faults === undefined) return [];
  const { worse, notCompared, runs } = faults;
  return [
    `Faults: ${pluralize(runs.old, 'run')} of the old program, ${runs.new} of the new one.`,
    ...(notCompared === 0 ? [] : [notComparedText(notCompared)]),
    ...worse.flatMap(worseLines),
    worse.length === 0
      ? `The new program copes with all ${notCompared === 0 ? 'of them' : 'others'} as well as the old one does.`
      : `\nThe new program copes worse with ${pluralize(worse.length, 'fault')}.`,
  ];
}

const worseLines = ({ name, fault, says, point, verdict, because, old }: WorseFault): string[] => [
  '',
  `${verdict}: ${fault} at ${point}: ${says}`,
  ...because.map((reason) => `   ${reason}`),
  `   the old program: ${old ?? 'makes no such request'}`,
  `   again: npx faxsim sweep --only ${name}, with the new program`,
];
