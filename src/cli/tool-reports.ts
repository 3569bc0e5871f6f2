import { join } from 'node:path';
import type { ToolReport } from '../lab/report/form.ts';
import type { ToolResult } from '../lab/report/report-files.ts';
import { textOf } from '../lab/report/text.ts';
import { writeWholeFile } from '../model/shared/whole-file.ts';
import { printable } from '../model/shared/words.ts';
import { fitLines } from './columns.ts';
import type { FlagValues } from './flags.ts';
import { print } from './table-output.ts';
import { widthOf } from './output-width.ts';
import { hasColours, paint } from './terminal.ts';

const styles = {
  good: 'green',
  bad: 'red',
  broken: 'magenta',
  busy: 'yellow',
  waiting: 'dim',
  title: 'bold',
} as const;

/** The report on this stdout: as wide as its terminal, in colours where those are shown. */
function printableReport(report: ToolReport): string {
  const isColoured = hasColours();
  return textOf(report, { width: widthOf(), paint: (style, text) => paint(styles[style], text, isColoured) });
}

/** Prints a report, or its data as JSON. Returns the exit code. */
export const printReport = (
  { report, data }: ToolResult,
  { json }: Pick<FlagValues, 'json'>,
  exitCode: number,
): number => print(data, { json }, { text: printableReport(report), isPainted: true, isFitted: true, exitCode });

/** Writes a file of a report into its directory. Replaces a link or a pipe of that name. */
export const writeReportFile = (out: string, name: string, text: string): Promise<void> =>
  writeWholeFile(join(out, name), text, join(out, `.${name}`));

interface WrittenReport {
  readonly report: ToolReport;
  /** The texts of the report's files, by name. */
  readonly files: Readonly<Record<'report.html' | 'report.json', string>>;
}

interface ReportPlace {
  readonly out: string;
  readonly json: boolean;
  /** The word before the paths of the files. */
  readonly label?: 'Reports' | 'Written';
}

/** Writes a report into its existing directory, and prints it with the paths of its files, or as JSON. */
export async function writeReport(
  { report, files }: WrittenReport,
  { out, json, label = 'Reports' }: ReportPlace,
): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => writeReportFile(out, name, text)));
  const places = placesText(
    Object.keys(files).map((name) => join(out, name)),
    label,
  );
  process.stdout.write(json ? files['report.json'] : `${printableReport(report)}\n${places}`);
}

/** The line with the paths of the written files: `Reports: report.html, report.json`. */
export const placesText = (paths: readonly string[], label: ReportPlace['label'] = 'Reports'): string =>
  fitLines(`${label}: ${paths.map(printable).join(', ')}\n`, widthOf());
