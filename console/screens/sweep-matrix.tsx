import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { verdicts } from './sweep-report.ts';
import type { RunResult } from './sweep-report.ts';

/** A row for each fault, a column for each point, and below it the names of the points. */
export function SweepMatrix({ runs }: { readonly runs: readonly RunResult[] }) {
  const points = [...new Set(runs.map(({ point }) => point))];
  const faults = [...new Set(runs.map(({ fault }) => fault))];
  return (
    <Part title="Faults at points">
      <div class="matrix sweep-matrix" tabIndex={0} role="group" aria-label="Verdicts">
        <table>
          <thead>
            <tr>
              <td />
              {points.map((point, index) => (
                <th key={point} scope="col" title={point}>
                  {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={fault}>
                <th scope="row">{fault}</th>
                {points.map((point) => (
                  <td key={point}>
                    <Cell run={runs.find((run) => run.fault === fault && run.point === point)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ol class="steps">
        {points.map((point) => (
          <li key={point}>
            <code>{point}</code>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Cell({ run }: { readonly run: RunResult | undefined }) {
  if (run === undefined) return null;
  const { name, verdict, because } = run;
  return (
    <Link
      to={{ id: name }}
      class="attempt"
      isCurrent={route.value.id === name}
      title={[verdict, ...because].join('. ')}
    >
      <Badge tone={verdicts[verdict]}>{verdict}</Badge>
    </Link>
  );
}
