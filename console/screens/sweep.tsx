import { useEffect, useMemo } from 'preact/hooks';
import { pluralize, durationText } from '../format.ts';
import { useKeys } from '../keys.ts';
import { go, route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { placeText, sweeps, verdicts } from './sweep-report.ts';
import type { Cause, RunResult, SweepReport } from './sweep-report.ts';
import { ReportDrop } from './report-drop.tsx';
import { ReportStart } from './report-start.tsx';
import { exampleMatrix, SweepMatrix } from './sweep-matrix.tsx';
import { SweepRun } from './sweep-run.tsx';

/** The report of a sweep: that of a file, or of the directory in which the simulator runs, also while it grows. */
export function SweepScreen() {
  useEffect(sweeps.follow, []);
  const report = sweeps.report.value;
  return report === undefined ? <NoReport /> : <Report report={report} />;
}

function NoReport() {
  const reopen = sweeps.reopen.value;
  return (
    <ReportStart
      title="Sweep"
      purpose="A sweep runs your tests once for each fault at each request, fax and webhook of them: it finds failures that no test has scripted."
      command="npx faxsim sweep --fixture empty -- npm test"
      then="The matrix fills here while the sweep runs in the directory of this simulator."
      tells={{
        Matrix: 'Each fault at each point, and whether your program coped with it',
        Causes: 'What the findings have in common, the worst first',
        Findings: 'The command and the scenario that show it again, and the first request that differs',
      }}
      example={
        <figure class="example" inert>
          <SweepMatrix report={exampleMatrix} />
          <figcaption>◆ wrong, ▲ broken, ● unaffected</figcaption>
        </figure>
      }
    >
      {reopen !== undefined && <Button onClick={reopen}>Show the latest sweep</Button>}
      <ReportDrop files={sweeps} path="faxsim-sweep/report.json" />
    </ReportStart>
  );
}

/** The runs that the keys go through: those of a verdict, or of the findings by their causes. */
const listedRuns = ({ results, causes }: SweepReport, verdict: string | undefined): readonly string[] =>
  verdict === undefined
    ? causes.flatMap(({ findings }) => findings)
    : results.filter((run) => run.verdict === verdict).map(({ name }) => name);

function useRunKeys(names: readonly string[]): void {
  const keys = useMemo(() => {
    const move = (by: number) => (): void => {
      const at = names.indexOf(route.peek().id ?? '');
      const id = names[Math.min(Math.max(at + by, 0), names.length - 1)];
      if (id !== undefined) go({ id }, { replace: at >= 0 });
    };
    return [
      { keys: 'j', meaning: 'Next finding', run: move(1) },
      { keys: 'k', meaning: 'Previous finding', run: move(-1) },
      { keys: 'Escape', meaning: 'Close the finding', run: () => go({ id: undefined }) },
    ];
  }, [names.join()]);
  useKeys(keys);
}

function Report({ report: shown }: { readonly report: SweepReport }) {
  const { undone, legend, differences, is_running: isRunning } = shown;
  const { id, query } = route.value;
  const { verdict } = query;
  useRunKeys(listedRuns(shown, verdict));
  const close = (): void => {
    sweeps.close();
    go({ id: undefined, query: {} });
  };
  return (
    <article class="detail">
      <header class="list-head">
        <h1>
          Sweep <small>{stateText(shown)}</small>
        </h1>
        <Button onClick={close}>Open another</Button>
      </header>
      <Counts report={shown} />
      <div class="detail-columns sweep-columns">
        <Part title="Faults at points">
          <SweepMatrix report={shown} verdict={verdict} />
        </Part>
        <div>
          <SinceThen report={shown} />
          {id === undefined ? <Listed report={shown} verdict={verdict} /> : <OneRun report={shown} name={id} />}
          {!isRunning && <Lines title="Not done" lines={undone.map((run) => placeText(shown, run))} />}
          <Lines title="Second faults left out" lines={leftOutLines(shown)} />
          <Lines title="Left out" lines={differences} />
          <Part title="Verdicts">
            <Facts facts={{ ...legend }} />
          </Part>
        </div>
      </div>
    </article>
  );
}

function stateText({ results, planned, possible, is_running: isRunning, ...report }: SweepReport): string {
  if (isRunning)
    return `${results.length} of ${pluralize(planned, 'run')}, about ${durationText(report.undone_ms)} left`;
  const runs = `${pluralize(results.length, 'run')} in ${durationText(report.took_ms)}`;
  return `${runs}, of ${pluralize(possible, 'fault')} at all points`;
}

/** The number of runs for each verdict, which is a filter too. */
function Counts({ report: { results } }: { readonly report: SweepReport }) {
  const chosen = route.value.query['verdict'];
  return (
    <>
      <h2 class="hidden">Verdicts</h2>
      <p class="counts">
        {Object.entries(verdicts).map(([verdict, tone]) => (
          <Link
            key={verdict}
            to={{ id: undefined, query: chosen === verdict ? {} : { verdict } }}
            isCurrent={chosen === verdict}
            title={chosen === verdict ? 'Show all' : `Show only ${verdict}`}
          >
            <Badge tone={tone}>{`${results.filter((run) => run.verdict === verdict).length} ${verdict}`}</Badge>
          </Link>
        ))}
      </p>
    </>
  );
}

interface ListedProps {
  readonly report: SweepReport;
  readonly verdict: string | undefined;
}

/** The runs of a verdict; without one, the causes of the findings, the worst first. */
function Listed({ report: shown, verdict }: ListedProps) {
  const { causes, findings, is_running: isRunning } = shown;
  if (verdict !== undefined) {
    const names = listedRuns(shown, verdict);
    return (
      <Part title={pluralize(names.length, 'run')} actions={<Link to={{ query: {} }}>All findings</Link>}>
        <RunList report={shown} names={names} />
      </Part>
    );
  }
  const title = `${pluralize(findings.length, 'finding')}${findings.length > 0 ? `, ${pluralize(causes.length, 'cause')}` : ''}`;
  return (
    <Part title={title}>
      {causes.length === 0 && (
        <p class="muted">{isRunning ? 'No finding so far.' : 'The program copes with every fault.'}</p>
      )}
      {causes.map((cause) => (
        <CauseCard key={cause.findings[0]} report={shown} cause={cause} />
      ))}
    </Part>
  );
}

/** The finding with the smallest scenario, and the others of its cause behind it. */
function CauseCard({ report: shown, cause: { title, findings } }: { report: SweepReport; cause: Cause }) {
  const [first = '', ...others] = findings;
  const faults = new Set(runsOf(shown, findings).map(({ fault }) => fault)).size;
  const counts = `one cause, ${pluralize(faults, 'fault')}, ${pluralize(findings.length, 'finding')}`;
  return (
    <>
      {others.length > 0 && (
        <p class="cause">
          <strong>{`${title.charAt(0).toUpperCase()}${title.slice(1)}`}</strong>: {counts}
        </p>
      )}
      <NamedRun report={shown} name={first} />
      {others.length > 0 && (
        <details class="cause-others">
          <summary>{pluralize(others.length, 'more finding')} of this cause</summary>
          <RunList report={shown} names={others} />
        </details>
      )}
    </>
  );
}

function OneRun({ report: shown, name }: { readonly report: SweepReport; readonly name: string }) {
  return (
    <Part title="Run" actions={<Link to={{ id: undefined }}>All findings</Link>}>
      <NamedRun report={shown} name={name} />
    </Part>
  );
}

function NamedRun({ report: shown, name }: { readonly report: SweepReport; readonly name: string }) {
  const { results, findings } = shown;
  const run = results.find((one) => one.name === name);
  if (run === undefined) return null;
  return <SweepRun run={run} title={placeText(shown, run)} finding={findings.find((one) => one.name === name)} />;
}

const runsOf = ({ results }: SweepReport, names: readonly string[]): readonly RunResult[] =>
  names.flatMap((name) => results.find((run) => run.name === name) ?? []);

function RunList({ report: shown, names }: { readonly report: SweepReport; readonly names: readonly string[] }) {
  return (
    <ul class="rows">
      {runsOf(shown, names).map((run) => (
        <li key={run.name}>
          <Link to={{ id: run.name }}>
            <Badge tone={verdicts[run.verdict]}>{run.verdict}</Badge> {placeText(shown, run)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The differences to an earlier report, where the sweep was given one. */
function SinceThen({ report: shown }: { readonly report: SweepReport }) {
  const { since } = shown;
  if (since === null) return null;
  const { mended, fresh, remaining, untried } = since;
  return (
    <Part title="Since the last report">
      <p>
        {mended.length} mended, {fresh.length} new, {remaining.length} still there, {untried.length} not tried
      </p>
      <Facts
        facts={{
          Mended: mended.length > 0 && <RunList report={shown} names={mended} />,
          New: fresh.length > 0 && <RunList report={shown} names={fresh} />,
        }}
      />
    </Part>
  );
}

/** The second faults that would add too much to the runs, and how to try them. Older reports have none. */
const leftOutLines = ({ left_out: leftOut = [] }: Partial<Pick<SweepReport, 'left_out'>>): string[] =>
  leftOut.map(
    ({ after, second_faults: count, only }) => `${count} after ${after.fault} at ${after.label}: --only ${only}`,
  );

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={title}>
      <ul class="rows">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  );
}
