import { durationText } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Code } from '../ui/code.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Facts } from '../ui/split.tsx';
import { verdicts } from './sweep-report.ts';
import type { ReportedFinding, RunResult } from './sweep-report.ts';

interface SweepRunProps {
  readonly run: RunResult;
  /** Undefined: the program copes with the fault. */
  readonly finding: ReportedFinding | undefined;
}

/** A run with its verdict; that of a finding with the way to see it again. */
export function SweepRun({ run, finding }: SweepRunProps) {
  const { name, point, fault, verdict, because, ended, took_ms: ms } = run;
  return (
    <section class="active-scenario sweep-run">
      <h4>
        <Badge tone={verdicts[verdict]}>{verdict}</Badge> {fault}
      </h4>
      <p>{finding?.sentence ?? [point, ...because].join('. ')}</p>
      {finding !== undefined && <Code text={finding.again} what="the command that shows it again" />}
      <Facts
        facts={{
          Accepted: finding?.accepted,
          Program: `${ended} after ${durationText(ms)}`,
          Scenario: finding && <code>{finding.scenario}</code>,
          Bundle: finding?.bundle && <code>{finding.bundle}</code>,
        }}
      />
      {finding !== undefined && finding.output.trim() !== '' && (
        <details>
          <summary>Output of the program</summary>
          <Code text={finding.output.trim()} what="the output" />
        </details>
      )}
      {finding !== undefined && (
        <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', finding: name } }}>
          <Icon name="scenario" />
          Open the scenario
        </Link>
      )}
    </section>
  );
}
