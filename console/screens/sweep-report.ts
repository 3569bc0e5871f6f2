import { computed, signal } from '@preact/signals';
import type { jsonReport } from '../../src/tools/sweep/report/json.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import type { Tone } from '../ui/badge.tsx';

/** The tones of the verdicts, the worst first: findings are red. */
export const verdicts = {
  wrong: 'bad',
  broken: 'broken',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
} as const satisfies Readonly<Record<string, Tone>>;

/** The report as `report.json` has it. */
export type SweepReport = ReturnType<typeof jsonReport>;

/** A run of a sweep: a fault at a point. */
export type RunResult = SweepReport['results'][number];

/** A finding for a person to examine, with the name of its run. */
export type ReportedFinding = SweepReport['findings'][number];

type SweepState = AnswerOf<'server', 'sweep'>;

/** Findings with one reason at one operation, by the names of their runs; the smallest scenario first. */
export type Cause = SweepReport['causes'][number];

const key = 'faxsim-sweep';

/** The report as its file has it. Throws an Error for any other text. */
export function readReport(name: string, text: string): SweepReport {
  try {
    const read: unknown = JSON.parse(text);
    if (isReport(read)) return read;
  } catch {
    // The text is no JSON.
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

/** The report of a file, which the tab keeps, also after a reload. */
const opened = signal<SweepReport | undefined>(storedReport());
/** The report in the directory of the simulator. */
const latest = signal<SweepReport | undefined>(undefined);
const isLatestClosed = signal(false);

export const report = computed(() => opened.value ?? (isLatestClosed.value ? undefined : latest.value));

/** Shows the report of the directory after it was closed; undefined if there is none. */
export const reopen = computed(() =>
  latest.value === undefined
    ? undefined
    : () => {
        isLatestClosed.value = false;
      },
);

function storedReport(): SweepReport | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : readReport(key, text);
}

/** Shows the report of a file. */
export function openReport(file: SweepReport): void {
  opened.value = file;
  sessionStorage.removeItem(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(file));
  } catch {
    // The report is too large for the browser's storage: it stays until the next reload of the page.
  }
}

export function closeReport(): void {
  opened.value = undefined;
  isLatestClosed.value = true;
  sessionStorage.removeItem(key);
}

const betweenMs = 1000;

/** Reads the report of the directory now and then, until the function that this returns is called. A hidden tab does not. */
export function followLatest(): () => void {
  const stop = new AbortController();
  let changedAt: string | undefined;
  const read = async (): Promise<void> => {
    const input = { changed_at: changedAt };
    const state = await ask<SweepState>('/sweep', { input, of: null, signal: stop.signal });
    changedAt = state.changed_at ?? undefined;
    const { report: read, age_ms: ageMs } = state;
    if (changedAt === undefined) latest.value = undefined;
    else if (isReport(read)) latest.value = read;
    if (latest.value?.is_running === true && (ageMs ?? 0) > longestSilence(latest.value))
      latest.value = { ...latest.value, is_running: false };
  };
  const repeat = (): void => {
    const reading = document.visibilityState === 'hidden' ? Promise.resolve() : read().catch(() => undefined); // the header says that the simulator is gone
    void reading.then(() => {
      if (!stop.signal.aborted) setTimeout(repeat, betweenMs);
    });
  };
  repeat();
  return () => stop.abort();
}

/**
 * Silence in ms after which a sweep counts as ended. A sweep that was killed leaves a report that says it runs; a run
 * can be repeated twice, and have a command before it.
 */
const longestSilence = ({ limit_ms: limitMs }: SweepReport): number => Math.max(30_000, 4 * limitMs);

/** The finding of a run; after a reload of the page, from the report of the directory. */
export async function findFinding(name: string, stop: AbortSignal): Promise<ReportedFinding | undefined> {
  if (report.value === undefined) {
    const { report: read } = await ask<SweepState>('/sweep', { of: null, signal: stop });
    if (isReport(read)) latest.value = read;
  }
  return report.value?.findings.find((finding) => finding.name === name);
}
