import type { ReportCell, ReportFact, ReportSection, ReportTable } from '../../report/form.ts';
import { verdictNames, verdicts } from '../verdicts.ts';
import { firstOf } from './run-item.ts';
import type { RunResult, SweepFile } from './run-item.ts';

/** The matrix of the faults with the legend, and one of the second faults for each first fault. */
export function matrixSections({ points, faults, results, recoveries = [] }: SweepFile): ReportSection[] {
  const second = recoveries.flatMap(({ after, points: own, faults: ownFaults }): ReportSection[] => {
    const runs = results.filter((run) => run.after === after.name);
    const title = `While the program recovers from ${after.fault} at ${after.label}`;
    return runs.length === 0 ? [] : [{ title, table: faultTable(own, ownFaults, runs), isEvidence: true }];
  });
  const first = results.filter((run) => firstOf(run) === null);
  if (results.length === 0) return [];
  return [
    { title: 'Faults at points', table: faultTable(points, faults, first), facts: legend(), isEvidence: true },
    ...second,
  ];
}

const legend = (): ReportFact[] =>
  verdictNames.map((name) => {
    const { tone, sign, meaning } = verdicts[name];
    return { name, texts: [meaning], sign: { tone, sign, word: name } };
  });

/** A row for each fault, and a column for each point, that a run has reached or should have. */
export function faultTable(
  points: SweepFile['points'],
  faults: SweepFile['faults'],
  runs: readonly RunResult[],
): ReportTable {
  const at = new Map(runs.map((run) => [`${run.fault} ${run.point}`, run]));
  const tried = points.filter(({ point }) => runs.some((run) => run.point === point));
  return {
    heads: tried.map(({ point, label }) => ({ text: label, about: point })),
    rows: faults
      .filter(({ fault }) => runs.some((run) => run.fault === fault))
      .map(({ fault, says }) => ({
        head: { text: fault, about: says },
        cells: tried.map(({ point }) => cellOf(at.get(`${fault} ${point}`), says)),
      })),
  };
}

function cellOf(run: RunResult | undefined, says: string): ReportCell {
  if (run === undefined) return undefined;
  const { verdict, point, because } = run;
  const { tone, sign } = verdicts[verdict];
  return { tone, sign, word: verdict, about: [`${verdict}: ${point}: ${says}`, ...because].join('. ') };
}
