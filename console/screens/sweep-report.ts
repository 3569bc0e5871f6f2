import type { SweepFile } from '../../src/lab/sweep/report/run-item.ts';
import { sweepReport } from '../../src/lab/sweep/report/sections.ts';
import { ReportFiles } from './report-files.ts';

/** A finding for a person to examine, with the name of its run. */
type ReportedFinding = SweepFile['findings'][number];

/** The reports of sweeps. A sweep that seems to run, but has not changed for long, counts as ended. */
const reportsOf = (isAgain: boolean): ReportFiles<SweepFile> =>
  new ReportFiles<SweepFile>({
    format: 'faxsim sweep',
    version: 2,
    parts: ['points', 'faults', 'results', 'causes', 'findings'],
    path: '/sweep',
    isAgain,
    show: sweepReport,
    atAge: (report, ageMs) =>
      report.is_running && ageMs > longestSilence(report) ? { ...report, is_running: false } : report,
  });

export const sweeps = reportsOf(false);

/** The report of the latest run with `--only`, which tries a part of a sweep again. */
export const repeats = reportsOf(true);

/** The report of a run with `--only` that is later than that of the whole sweep; undefined if the reader looks at a file. */
export function laterRepeat(): SweepFile | undefined {
  const [again, whole] = [repeats.report.value, sweeps.report.value];
  const isHidden = sweeps.isReading.value || sweeps.opened.value !== undefined || sweeps.isClosed.value;
  return !isHidden && (again?.made?.at ?? '') > (whole?.made?.at ?? '') ? again : undefined;
}

/**
 * A sweep without a change for this many ms counts as ended, because a killed sweep leaves a report that says it runs.
 * Long enough for a run that is repeated twice, with the command of `--before`.
 */
const longestSilence = ({ limit_ms: limitMs }: SweepFile): number => Math.max(30_000, 4 * limitMs);

/** The finding of a run. After a reload of the page, it is read from the report of the directory. */
export async function findFinding(name: string, stop: AbortSignal): Promise<ReportedFinding | undefined> {
  const named = (report: SweepFile | undefined): ReportedFinding | undefined =>
    report?.findings.find((finding) => finding.name === name);
  return named(await sweeps.load(stop)) ?? named(await repeats.load(stop));
}
