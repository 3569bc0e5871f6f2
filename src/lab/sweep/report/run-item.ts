import { capital } from '../../../model/shared/words.ts';
import { codesOf, factsOf, reproduction, seconds } from '../../report/form.ts';
import type { ReportItem } from '../../report/form.ts';
import { shownName } from '../point-names.ts';
import { verdicts } from '../verdicts.ts';
import type { sweepJson } from './json.ts';

type WholeFile = ReturnType<typeof sweepJson>;
type LaterPart =
  'recoveries' | 'left_out' | 'is_shuffled' | 'since' | 'classes' | 'spared' | 'secret_variables' | 'made' | 'only';

/** The content of `report.json`. Earlier files lack second faults, and some other parts. */
export type SweepFile = Partial<Pick<WholeFile, LaterPart>> & Omit<WholeFile, LaterPart>;

/** A run of a sweep: a fault at a point. */
export type RunResult = SweepFile['results'][number];

/** The name of the first fault of a run; null without one. Earlier files lack it. */
export const firstOf = (run: Partial<Pick<RunResult, 'after'>>): string | null => run.after ?? null;

/** `unavailable at listFaxes`, with the first fault before it: `lost-answer at sendFax, then unavailable at listFaxes`. */
export function placeText(
  { results }: Pick<SweepFile, 'results'>,
  { fault, label, after }: Pick<RunResult, 'fault' | 'label' | 'after'>,
): string {
  const first = results.find(({ name }) => name === after);
  return `${first === undefined ? '' : `${first.fault} at ${first.label}, then `}${fault} at ${label}`;
}

/** Whether an id is the name of a run, though the report may have no such run. */
export const isRunName = (id: string): boolean => /^sweep-\d+-[a-z]/.test(id);

/** A run with its verdict. For a finding, also the way to reproduce it. */
export function runItem(file: SweepFile, name: string): ReportItem {
  const run = file.results.find((one) => one.name === name);
  if (run === undefined) return { title: name };
  const { verdict, point, label, because, ended, took_ms: ms } = run;
  const title = placeText(file, run);
  const program = factsOf({ program: `${ended} after ${seconds(ms)}` });
  const mark = { tone: verdicts[verdict].tone, word: verdict };
  const finding = file.findings.find((one) => one.name === name);
  if (finding === undefined)
    return {
      id: name,
      mark,
      title,
      paragraphs: [[`${shownName(point, label)}: ${saysOf(file, run)}`, ...because.map(capital)].join('. ')],
      facts: program,
    };
  const { accepted, sentence, requests, departure, output_line: line, scenario, bundle, again, output } = finding;
  return {
    id: name,
    mark: accepted === null ? mark : { tone: 'waiting', word: `${verdict}, accepted` },
    title,
    paragraphs: [sentence],
    facts: [
      ...factsOf({ accepted, by: requests, differs: departure }),
      ...codesOf({ output: line?.slice(0, lineCharactersMax) }),
      ...program,
      ...codesOf({ scenario, bundle }),
    ],
    ...reproduction(again, file.secret_variables),
    ...(output.trim() !== '' && { output: output.trim() }),
  };
}

/** The fault in words. */
const saysOf = ({ faults, recoveries = [] }: SweepFile, { fault }: RunResult): string =>
  [...faults, ...recoveries.flatMap((one) => one.faults)].find((one) => one.fault === fault)?.says ?? fault;

const lineCharactersMax = 200;
