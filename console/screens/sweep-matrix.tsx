import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { verdicts } from './sweep-report.ts';
import type { RunResult, SweepReport } from './sweep-report.ts';

type MatrixParts = Pick<SweepReport, 'points' | 'faults' | 'results' | 'undone'>;

interface SweepMatrixProps {
  readonly report: MatrixParts;
  /** The runs with another verdict are pale. */
  readonly verdict?: string | undefined;
}

/** A row for each fault and a column for each point, with their names. */
export function SweepMatrix({ report: { points, faults, results, undone }, verdict }: SweepMatrixProps) {
  const runs = new Map(results.map((run) => [`${run.fault} ${run.point}`, run]));
  const open = new Set(undone.map(({ fault, point }) => `${fault} ${point}`));
  return (
    <div class="matrix sweep-matrix" tabIndex={0} role="group" aria-label="Verdicts">
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
                const title = `${label}: ${says}`;
                return (
                  <td key={point} class={verdict !== undefined && run?.verdict !== verdict ? 'pale' : undefined}>
                    {run !== undefined && <Cell run={run} title={title} />}
                    {open.has(`${fault} ${point}`) && <span class="open" title={`not done: ${title}`} />}
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
      <Badge tone={verdicts[verdict]}>{verdict}</Badge>
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
          : [{ ...run, name: `${fault} ${point}`, fault, point, label: point, verdict }];
      }),
    ),
    undone: [],
  };
}
