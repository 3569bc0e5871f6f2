import { pageOf } from '../../report/html.ts';
import type { ReportMaking } from '../../report/page-frame.ts';
import type { TextLook } from '../../report/text-lines.ts';
import { textOf } from '../../report/text.ts';
import type { SweepResult } from '../sweep-result.ts';
import { sweepJson } from './json.ts';
import type { FindingFiles } from './json.ts';
import { sweepReport } from './sections.ts';

/** The report for a terminal. */
export const resultText = (result: SweepResult, files: FindingFiles, look?: TextLook): string =>
  textOf(sweepReport(sweepJson(result, files)), look);

/** The report as one page that needs no other file. */
export const sweepPage = (result: SweepResult, files: FindingFiles, making: ReportMaking): string =>
  pageOf(sweepReport(sweepJson(result, files)), making);
