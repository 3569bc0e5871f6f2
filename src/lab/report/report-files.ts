import * as v from 'valibot';
import { printableJsonLines } from '../../model/shared/words.ts';
import type { ReportMaking, ToolReport } from './form.ts';
import { pageOf } from './html.ts';

/** A report for people, and the same content as data for programs. */
export interface ToolResult {
  readonly report: ToolReport;
  /** The data of `--json` and of `report.json`. */
  readonly data: unknown;
}

/** The two files of every report by their names. */
export const reportFiles = ({ report, data }: ToolResult, making: ReportMaking) => ({
  'report.html': pageOf(report, making),
  'report.json': printableJsonLines(data),
});

/** Whether a text is the data of a report by this command. */
export const isReportOf = (format: string, text: string): boolean =>
  v.is(v.pipe(v.string(), v.parseJson(), v.object({ format: v.literal(format) })), text);
