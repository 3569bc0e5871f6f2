import { pageOf } from '../report/html.ts';
import type { ReportMaking } from '../report/page-frame.ts';
import type { TextLook } from '../report/text-lines.ts';
import { textOf } from '../report/text.ts';
import type { MigrationReport } from './report.ts';
import { migrationReport } from './sections.ts';

/** The report for a terminal. */
export const migrationText = (report: MigrationReport, look?: TextLook): string =>
  textOf(migrationReport(report), look);

/** The report as one page that needs no other file. */
export const migrationPage = (report: MigrationReport, making: ReportMaking): string =>
  pageOf(migrationReport(report), making);
