import { isPlainObject } from '../../model/shared/objects.ts';
import { printableJsonLines } from '../../model/shared/words.ts';
import type { ReportMaking, ToolReport } from './form.ts';
import { pageOf } from './html.ts';

/** The names of the files of a report. */
export const reportNames = ['report.html', 'report.json'] as const;

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

/** Whether a text is the data of a report by this command, or by one of these commands. */
export function isReportOf(format: string | RegExp, text: string): boolean {
  try {
    const read: unknown = JSON.parse(text);
    if (!isPlainObject(read) || typeof read['format'] !== 'string') return false;
    return typeof format === 'string' ? read['format'] === format : format.test(read['format']);
  } catch {
    return false;
  }
}

/** Whether a text is the page of a report by this command. */
export const isPageOf = (name: string, text: string): boolean =>
  text.startsWith('<!doctype html>') && text.includes(`<title>${name}: `);
