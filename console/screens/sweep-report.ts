import type { sweepJson } from '../../src/lab/sweep/report/json.ts';
import type { Tone } from '../ui/badge.tsx';
import { ReportFiles } from './report-files.ts';

/** The tones of the verdicts, the worst first: findings are red. */
export const verdicts = {
  wrong: 'bad',
  broken: 'broken',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
} as const satisfies Readonly<Record<string, Tone>>;

/** The report as `report.json` has it. */
export type SweepReport = ReturnType<typeof sweepJson>;

/** A run of a sweep: a fault at a point. */
export type RunResult = SweepReport['results'][number];

/** `unavailable at listFaxes`, after the first fault if the run has two. */
export function placeText({ results }: Pick<SweepReport, 'results'>, { fault, label, after }: PlacedRun): string {
  const first = results.find(({ name }) => name === after);
  return `${first === undefined ? '' : `${first.fault} at ${first.label}, then `}${fault} at ${label}`;
}

type PlacedRun = Pick<RunResult, 'fault' | 'label' | 'after'>;

/** A finding for a person to examine, with the name of its run. */
export type ReportedFinding = SweepReport['findings'][number];

/** Findings with one reason at one operation, by the names of their runs; the smallest scenario first. */
export type Cause = SweepReport['causes'][number];

/** The reports of sweeps. One that says it runs, and that stays as it is for long, has ended. */
export const sweeps = new ReportFiles<SweepReport>({
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
const longestSilence = ({ limit_ms: limitMs }: SweepReport): number => Math.max(30_000, 4 * limitMs);

/** The finding of a run; after a reload of the page, from the report of the directory. */
export async function findFinding(name: string, stop: AbortSignal): Promise<ReportedFinding | undefined> {
  const report = await sweeps.load(stop);
  return report?.findings.find((finding) => finding.name === name);
}
