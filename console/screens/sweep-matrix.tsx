import { firstOf } from '../../src/lab/sweep/report/run-item.ts';
import type { RunResult, SweepFile } from '../../src/lab/sweep/report/run-item.ts';
import { verdicts } from '../../src/lab/sweep/verdicts.ts';
import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';

type MatrixParts = Pick<SweepFile, 'points' | 'faults' | 'results' | 'undone'> & Partial<Pick<SweepFile, 'recoveries'>>;

interface SweepMatrixProps {
  readonly report: MatrixParts;
  /** The selected verdict; other runs are pale. */
  readonly verdict?: string | undefined;
}

/** The matrix of faults and points, and one for second faults, which older reports lack. */
export function SweepMatrix({ report, verdict }: SweepMatrixProps) {
  const { recoveries = [], results, undone } = report;
  const ofFirst = (first: string | null) => ({
    results: results.filter((run) => firstOf(run) === first),
    undone: undone.filter((run) => firstOf(run) === first),
  });
  return (
    <>
      <Table report={{ ...report, ...ofFirst(null) }} verdict={verdict} label="Verdicts" />
      {recoveries.map(({ after, says, points, faults }) => {
        const title = `While the program recovers from ${after.fault} at ${after.label}`;
        return (
          <section key={after.name}>
            <h4 title={says}>{title}</h4>
            <Table report={{ points, faults, ...ofFirst(after.name) }} verdict={verdict} label={title} />
          </section>
        );
      })}
    </>
  );
}

interface TableProps extends SweepMatrixProps {
  readonly label: string;
}

/** A row for each fault and a column for each point, with their names. */
function Table({ report: { points, faults, results, undone }, verdict, label: title }: TableProps) {
  const runs = new Map(results.map((run) => [`${run.fault} ${run.point}`, run]));
  const open = new Set(undone.map(({ fault, point }) => `${fault} ${point}`));
  return (
    <div class="matrix sweep-matrix" tabIndex={0} role="group" aria-label={title}>
      <table>
        <thead>
          <tr>
            <td />
            {points.map(({ point, label }) => (
              <th key={point} scope="col" title={point}>
                <span>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {faults.map(({ fault, says }) => (
            <tr key={fault}>
              <th scope="row" title={says}>
                {fault}
              </th>
              {points.map(({ point, label }) => {
                const run = runs.get(`${fault} ${point}`);
                const cell = `${label}: ${says}`;
                return (
                  <td key={point} class={verdict !== undefined && run?.verdict !== verdict ? 'pale' : undefined}>
                    {run !== undefined && <Cell run={run} title={cell} />}
                    {open.has(`${fault} ${point}`) && <span class="open" title={`not done: ${cell}`} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ run: { name, verdict, because }, title }: { readonly run: RunResult; readonly title: string }) {
  return (
    <Link
      to={{ id: name }}
      class="attempt"
      isCurrent={route.value.id === name}
      title={[`${verdict}: ${title}`, ...because].join('. ')}
    >
      <Badge tone={verdicts[verdict].tone}>{verdict}</Badge>
    </Link>
  );
}

/** A small matrix for a screen without a report. */
export const exampleMatrix: MatrixParts = exampleOf(['sendFax', 'getFax', 'fax'], {
  'lost-answer': ['wrong', undefined, undefined],
  unavailable: ['unaffected', 'unaffected', undefined],
  busy: [undefined, undefined, 'wrong'],
  hang: [undefined, 'broken', undefined],
});

function exampleOf(
  points: readonly string[],
  rows: Readonly<Record<string, readonly (RunResult['verdict'] | undefined)[]>>,
): MatrixParts {
  const run = { because: [], ended: '', took_ms: 0 };
  return {
    points: points.map((point) => ({ point, label: point })),
    faults: Object.keys(rows).map((fault) => ({ fault, says: fault })),
    results: Object.entries(rows).flatMap(([fault, cells]) =>
      cells.flatMap((verdict, at) => {
        const point = points[at] ?? '';
        return verdict === undefined
          ? []
          : [{ ...run, name: `${fault} ${point}`, fault, point, label: point, after: null, verdict }];
      }),
    ),
    undone: [],
  };
}
