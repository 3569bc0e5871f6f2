import { codesOf, factsOf, seconds } from '../../report/form.ts';
import type { ReportItem } from '../../report/form.ts';
import { verdicts } from '../verdicts.ts';
import type { sweepJson } from './json.ts';

type WholeFile = ReturnType<typeof sweepJson>;
type LaterPart = 'recoveries' | 'left_out' | 'is_shuffled' | 'since' | 'classes' | 'spared';

/** `report.json`. Earlier ones have neither second faults nor some other parts. */
export type SweepFile = Partial<Pick<WholeFile, LaterPart>> & Omit<WholeFile, LaterPart>;

/** A run of a sweep: a fault at a point. */
export type RunResult = SweepFile['results'][number];

/** `unavailable at listFaxes`, with the first fault before it: `lost-answer at sendFax, then unavailable at listFaxes`. */
export function placeText(
  { results }: Pick<SweepFile, 'results'>,
  { fault, label, after }: Pick<RunResult, 'fault' | 'label' | 'after'>,
): string {
  const first = results.find(({ name }) => name === after);
  return `${first === undefined ? '' : `${first.fault} at ${first.label}, then `}${fault} at ${label}`;
}

/** A run with its verdict; that of a finding with the way to see it again. */
export function runItem(file: SweepFile, name: string): ReportItem {
  const run = file.results.find((one) => one.name === name);
  if (run === undefined) return { title: name };
  const { verdict, point, because, ended, took_ms: ms } = run;
  const finding = file.findings.find((one) => one.name === name);
  const { accepted = null, output = '' } = finding ?? {};
  const { tone } = verdicts[verdict];
  return {
    mark: accepted === null ? { tone, word: verdict } : { tone: 'waiting', word: `${verdict}, accepted` },
    title: placeText(file, run),
    paragraphs: [finding?.sentence ?? [point, ...because].join('. ')],
    facts: [
      ...factsOf({ accepted, by: finding?.requests, differs: finding?.departure }),
      ...codesOf({ output: finding?.output_line?.slice(0, lineCharactersMax) }),
      ...factsOf({ program: `${ended} after ${seconds(ms)}` }),
      ...codesOf({ scenario: finding?.scenario, bundle: finding?.bundle }),
    ],
    ...(finding !== undefined && { again: { command: finding.again } }),
    ...(output.trim() !== '' && { output: output.trim() }),
  };
}

const lineCharactersMax = 200;
