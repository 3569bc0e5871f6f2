import { pageOf } from '../../report/html.ts';
import type { ReportMaking } from '../../report/page-frame.ts';
import { textOf } from '../../report/text.ts';
import type { TextLook } from '../../report/text-lines.ts';
import { outputLine } from '../../sweep/report/output-line.ts';
import { parityJson } from './json.ts';
import { parityReport } from './sections.ts';
import type { ParityReport } from './summary.ts';

/** The making of a comparison, with the commands of its programs. */
export interface ParityMaking extends ReportMaking {
  readonly old: string;
  readonly new: string;
}

/** The report for a terminal. */
export const parityText = (report: ParityReport, look?: TextLook): string =>
  textOf(parityReport(parityJson(report), { output: outputLine(report.new) }), look);

/** The report as one page that needs no other file. */
export const parityPage = (report: ParityReport, making: ParityMaking): string =>
  pageOf(parityReport(parityJson(report), { output: outputLine(report.new), programs: making }), making);
