import { durationText } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Code } from '../ui/code.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Facts } from '../ui/split.tsx';
import { verdicts } from './sweep-report.ts';
import type { ReportedFind, RunResult } from './sweep-report.ts';

interface SweepRunProps {
  readonly run: RunResult;
  /** Undefined: the program copes with the fault. */
  readonly find: ReportedFind | undefined;
}

/** A run with its verdict; that of a find with the way to see it again. */
export function SweepRun({ run, find }: SweepRunProps) {
  const { name, point, fault, verdict, because, ended, took_ms: ms } = run;
  return (
    <section class="active-scenario sweep-run">
      <h4>
        <Badge tone={verdicts[verdict]}>{verdict}</Badge> {fault}
      </h4>
      <p>{find?.sentence ?? [point, ...because].join('. ')}</p>
      {find !== undefined && <Code text={find.again} what="the command that shows it again" />}
      <Facts
        facts={{
          Accepted: find?.accepted,
          Program: `${ended} after ${durationText(ms)}`,
          Scenario: find && <code>{find.scenario}</code>,
          Bundle: find?.bundle && <code>{find.bundle}</code>,
        }}
      />
      {find !== undefined && find.output.trim() !== '' && (
        <details>
          <summary>Output of the program</summary>
          <Code text={find.output.trim()} what="the output" />
        </details>
      )}
      {find !== undefined && (
        <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', find: name } }}>
          <Icon name="scenario" />
          Open the scenario
        </Link>
      )}
    </section>
  );
}
