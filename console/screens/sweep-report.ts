import type { SweepFile } from '../../src/lab/sweep/report/run-item.ts';
import { ReportFiles } from './report-files.ts';

/** A finding for a person to examine, with the name of its run. */
type ReportedFinding = SweepFile['findings'][number];

/** The reports of sweeps. One that says it runs, and that stays as it is for long, has ended. */
export const sweeps = new ReportFiles<SweepFile>({
  format: 'faxsim sweep',
  version: 2,
  path: '/sweep',
  atAge: (report, ageMs) =>
    report.is_running && ageMs > longestSilence(report) ? { ...report, is_running: false } : report,
});

/**
 * Silence in ms after which a sweep counts as ended. A sweep that was killed leaves a report that says it runs; a run
 * can be repeated twice, and have a command before it.
 */
const longestSilence = ({ limit_ms: limitMs }: SweepFile): number => Math.max(30_000, 4 * limitMs);

/** The finding of a run; after a reload of the page, from the report of the directory. */
export async function findFinding(name: string, stop: AbortSignal): Promise<ReportedFinding | undefined> {
  const report = await sweeps.load(stop);
  return report?.findings.find((finding) => finding.name === name);
}
