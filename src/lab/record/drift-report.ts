import { pluralize } from '../../model/shared/words.ts';
import { escapeHtml, htmlPage } from '../report/page-frame.ts';
import type { Mark } from '../../wire/evidence.ts';
import type { Drift, Findings } from '../verify/report.ts';
import { report } from '../verify/report.ts';

/** A recording in words that every form of its report has. */
export interface RecordingReport extends Findings {
  /** Answers that were compared. */
  readonly compared: number;
  /** Base URL of the service. */
  readonly to: string;
  /** Requests that were not sent, each with the reason. */
  readonly refused: readonly string[];
}

/** The meaning of a difference, by the evidence that the simulator had. */
const meanings: Readonly<Record<Mark, string>> = {
  recorded: 'the service did so once: it has changed, or this account is another kind of account',
  documented: 'the documentation says so: it is wrong here, or the service has changed',
  client: 'an official client expects it: the client is wrong here, or the service has changed',
  'third-party': 'code of others showed it: it was wrong, or the service has changed',
  assumed: 'the simulator only assumed it: the assumption is wrong',
};

const meaningOf = ({ evidence }: Drift): string => meanings[evidence.mark];

/** The verdict of a recording without differences. */
const goodVerdict = ({ compared }: Pick<RecordingReport, 'compared'>): string =>
  compared === 0 ? 'nothing was compared' : 'all as expected';

/** The report as text. */
export function textReport({ to, refused, ...findings }: RecordingReport): string {
  const meant = new Set(findings.drifts.map(({ evidence }) => evidence.mark));
  const legend = [...meant].map((mark) => `  ${mark}: ${meanings[mark]}.`);
  return [
    report(findings, to, goodVerdict(findings)).trimEnd(),
    ...(legend.length > 0 ? ['', 'Sure by:', ...legend] : []),
    ...(refused.length > 0 ? ['', 'Not sent:', ...refused.map((line) => `  ${line}`)] : []),
    '',
  ].join('\n');
}

/** The report as JSON, a form of its own so that the code can change and the file cannot. */
export const driftJson = ({ drifts, ...rest }: RecordingReport) => ({
  format: 'faxsim record',
  version: 1,
  ...rest,
  drifts: drifts.map((drift) => ({ ...drift, means: meaningOf(drift) })),
});

/** The report as one page that needs no other file. */
export function driftPage({ to, compared, drifts, learnt, skipped, refused, requests }: RecordingReport): string {
  const summary = `${to}: ${drifts.length === 0 ? goodVerdict({ compared }) : pluralize(drifts.length, 'difference')} in ${pluralize(requests, 'request')}`;
  const section = (title: string, items: readonly string[]): string =>
    items.length === 0
      ? ''
      : `<h2>${title}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  const main = [
    ...drifts.map(driftCard),
    section(
      'Assumed so far, and what the service says',
      learnt.map(({ version, operation, field, seen }) => `${version} ${operation}: ${field} ${seen}`),
    ),
    section(
      'Not compared',
      skipped.map(({ version, operation, reason }) => `${version} ${operation}: ${reason}`),
    ),
    section('Not sent', refused),
  ];
  return htmlPage({ title: `faxsim record: ${summary}`, heading: 'faxsim record', summary, main: main.join('\n') });
}

function driftCard(drift: Drift): string {
  const { version, operation, field, expected, seen, evidence } = drift;
  const rows = { expected, seen, 'sure by': `${evidence.mark}: ${evidence.source}`, so: meaningOf(drift) };
  const list = Object.entries(rows).map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`);
  const tone = evidence.mark === 'assumed' ? 'waiting' : 'bad';
  return `<article class="card"><h3><span class="pill ${tone}">${evidence.mark}</span> ${escapeHtml(`${version} ${operation} ${field}`)}</h3><dl>${list.join('')}</dl></article>`;
}
