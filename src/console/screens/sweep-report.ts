import { signal } from '@preact/signals';
import type { Tone } from '../ui/badge.tsx';

/** The tones of the verdicts, the worst first. */
export const verdicts = {
  wrong: 'bad',
  broken: 'mixed',
  degraded: 'busy',
  unaffected: 'good',
  'not reached': 'waiting',
} as const satisfies Readonly<Record<string, Tone>>;

/** One run of a sweep: a fault at a point. */
export interface Run {
  /** The name of its scenario. */
  readonly name: string;
  readonly point: string;
  readonly fault: string;
  readonly verdict: keyof typeof verdicts;
  readonly because: readonly string[];
  /** How the program ended: `exit code 1`. */
  readonly ended: string;
  readonly took_ms: number;
}

/** What a person has to look at, with the name of its run. */
export interface Find {
  readonly name: string;
  readonly sentence: string;
  readonly accepted: string | null;
  readonly scenario: string;
  readonly scenario_text: string;
  readonly bundle: string | null;
  readonly again: string;
  readonly output: string;
}

/** The parts of `report.json` that are shown. */
export interface SweepReport {
  readonly possible: number;
  readonly took_ms: number;
  readonly differences: readonly string[];
  readonly results: readonly Run[];
  readonly undone: readonly Pick<Run, 'point' | 'fault'>[];
  readonly finds: readonly Find[];
}

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
  typeof read === 'object' && read !== null && 'format' in read && read.format === 'faxsim sweep';

/** The report that the tab shows, also after a reload. */
export const report = signal<SweepReport | undefined>(kept());

function kept(): SweepReport | undefined {
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
    // It is larger than what a browser keeps: it is there until the page is loaded again.
  }
}

export const findOf = (name: string): Find | undefined => report.value?.finds.find((find) => find.name === name);
