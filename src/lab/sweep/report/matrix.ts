import { capital } from '../../../model/shared/words.ts';
import type { ReportCell, ReportFact, ReportSection, ReportTable } from '../../report/form.ts';
import { shownName } from '../point-names.ts';
import { verdictNames, verdicts } from '../verdicts.ts';
import { firstOf } from './run-item.ts';
import type { RunResult, SweepFile } from './run-item.ts';

type NamedPoint = SweepFile['points'][number];
type NamedFault = SweepFile['faults'][number];
type UndoneRun = SweepFile['undone'][number];

type MatrixParts = Pick<SweepFile, 'points' | 'faults' | 'results'> & Partial<Pick<SweepFile, 'recoveries'>>;

/**
 * The matrix of the faults with the legend, and for each first fault a matrix of second faults. `undone` are runs that
 * were not done, but have a cell too.
 */
export function matrixSections(
  { points, faults, results, recoveries = [] }: MatrixParts,
  undone: readonly UndoneRun[] = [],
): ReportSection[] {
  const after = (first: string | null) => ({
    runs: results.filter((run) => firstOf(run) === first),
    undone: undone.filter((run) => firstOf(run) === first),
  });
  const second = recoveries.flatMap(({ after: first, points: reached, faults: tried }): ReportSection[] => {
    const own = after(first.name);
    const title = `While the program recovers from ${first.fault} at ${first.label}`;
    const isEmpty = own.runs.length + own.undone.length === 0;
    return isEmpty ? [] : [{ title, table: faultTable(reached, tried, own), isEvidence: true }];
  });
  if (results.length + undone.length === 0) return [];
  return [
    { title: 'Faults at points', table: faultTable(points, faults, after(null)), facts: legend(), isEvidence: true },
    ...second,
  ];
}

/** The signs of the verdicts, with their meanings. */
export const legend = (): ReportFact[] =>
  verdictNames.map((name) => {
    const { tone, sign, meaning } = verdicts[name];
    return { name, texts: [meaning], sign: { tone, sign, word: name } };
  });

/** The meaning of the dots in a matrix, of runs that are still to come or were left out. */
export const undoneText = 'A dot is a run that is not done.';

interface MatrixRuns {
  readonly runs: readonly RunResult[];
  readonly undone?: readonly UndoneRun[];
}

/** A row for each fault, and a column for each point, that a run has reached or should have reached. */
export function faultTable(
  points: readonly NamedPoint[],
  faults: readonly NamedFault[],
  { runs, undone = [] }: MatrixRuns,
): ReportTable {
  const all = [...undone, ...runs];
  const at = new Map(all.map((run) => [`${run.fault} ${run.point}`, run]));
  const tried = points.filter(({ point }) => all.some((run) => run.point === point));
  return {
    heads: tried.map(({ point, label }) => ({ text: label, about: shownName(point, label) })),
    rows: faults
      .filter(({ fault }) => all.some((run) => run.fault === fault))
      .map(({ fault, says }) => ({
        head: { text: fault, about: says },
        cells: tried.map(({ point }) => cellOf(at.get(`${fault} ${point}`), says)),
      })),
  };
}

function cellOf(run: RunResult | UndoneRun | undefined, says: string): ReportCell {
  if (run === undefined) return undefined;
  const place = `${shownName(run.point, run.label)}: ${says}`;
  if (!('verdict' in run)) return { tone: 'waiting', sign: '', word: 'not done', about: `not done: ${place}` };
  const { name, verdict, because } = run;
  const { tone, sign } = verdicts[verdict];
  return { tone, sign, word: verdict, about: [`${verdict}: ${place}`, ...because.map(capital)].join('. '), run: name };
}
