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
  /** The faults of the run and their places. */
  readonly title: string;
  /** Finding of the run; undefined if the program copes with the fault. */
  readonly finding: ReportedFinding | undefined;
}

/** A run with its verdict; that of a finding with the way to see it again. */
export function SweepRun({ run, title, finding }: SweepRunProps) {
  const { point, verdict, because } = run;
  return (
    <section class="active-scenario sweep-run">
      <h4>
        <Badge tone={verdicts[verdict]}>{verdict}</Badge> {title}
      </h4>
      <p>{finding?.sentence ?? [point, ...because].join('. ')}</p>
      {finding === undefined ? <Facts facts={{ Program: endText(run) }} /> : <Details run={run} finding={finding} />}
    </section>
  );
}

const endText = ({ ended, took_ms: ms }: RunResult): string => `${ended} after ${durationText(ms)}`;

function Details({ run, finding }: { readonly run: RunResult; readonly finding: ReportedFinding }) {
  const { name, again, accepted, departure, output_line: line, scenario, bundle, output } = finding;
  return (
    <>
      <Code text={again} what="the command that shows it again" />
      <Facts
        facts={{
          Accepted: accepted,
          Differs: departure,
          Output: line && <code>{line}</code>,
          Program: endText(run),
          Scenario: <code>{scenario}</code>,
          Bundle: bundle && <code>{bundle}</code>,
        }}
      />
      {output.trim() !== '' && (
        <details>
          <summary>Output of the program</summary>
          <Code text={output.trim()} what="the output" />
        </details>
      )}
      <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', finding: name } }}>
        <Icon name="scenario" />
        Open the scenario
      </Link>
    </>
  );
}
