import type { Mark } from '../../wire/evidence.ts';
import { linesSection } from '../report/form.ts';
import type { ToolReport } from '../report/form.ts';
import { findingSections, requestsText, verdictOn } from '../verify/report.ts';
import type { Drift, Findings } from '../verify/report.ts';

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

/** The report for people. */
export const recordReport = (report: RecordingReport): ToolReport => ({
  name: 'faxsim record',
  marks: [verdictOn(report, goodVerdict(report))],
  summary: `${report.to}: ${requestsText(report)}.`,
  sections: [...findingSections(report, meaningOf), ...linesSection('Not sent', report.refused)],
});

/** The report as JSON. Its form is separate from the types of the code, so that the file format stays stable. */
export const driftJson = ({ drifts, ...rest }: RecordingReport) => ({
  format: 'faxsim record',
  version: 1,
  ...rest,
  drifts: drifts.map((drift) => ({ ...drift, means: meaningOf(drift) })),
});
