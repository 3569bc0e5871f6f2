import { signal } from '@preact/signals';
import type { jsonReport } from '../../src/tools/sweep/report/json.ts';
import type { Tone } from '../ui/badge.tsx';

/** The tones of the verdicts, the worst first. */
export const verdicts = {
  wrong: 'bad',
  broken: 'mixed',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
} as const satisfies Readonly<Record<string, Tone>>;

/** The report as `report.json` has it. */
export type SweepReport = ReturnType<typeof jsonReport>;

/** One run of a sweep: a fault at a point. */
export type RunResult = SweepReport['results'][number];

/** A finding for a person to examine, with the name of its run. */
export type ReportedFinding = SweepReport['findings'][number];

const key = 'faxsim-sweep';

/** The report as its file has it. Throws an Error for any other text. */
export function readReport(name: string, text: string): SweepReport {
  try {
    const read: unknown = JSON.parse(text);
    if (isReport(read)) return read;
  } catch {
    // It is no JSON.
  }
  throw new Error(`${name} must be a report of faxsim sweep`);
}

const isReport = (read: unknown): read is SweepReport =>
  typeof read === 'object' &&
  read !== null &&
  'format' in read &&
  read.format === 'faxsim sweep' &&
  'version' in read &&
  read.version === 2;

/** The report that the tab shows, also after a reload. */
export const report = signal<SweepReport | undefined>(storedReport());

function storedReport(): SweepReport | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : readReport(key, text);
}

/** Shows a report; undefined: none. */
export function showReport(shown: SweepReport | undefined): void {
  report.value = shown;
  sessionStorage.removeItem(key);
  try {
    if (shown !== undefined) sessionStorage.setItem(key, JSON.stringify(shown));
  } catch {
    // It is too large for the browser's storage: it stays until the next reload of the page.
  }
}

export const findingOf = (name: string): ReportedFinding | undefined =>
  report.value?.findings.find((finding) => finding.name === name);
