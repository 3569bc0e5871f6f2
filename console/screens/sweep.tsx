import { useEffect, useMemo } from 'preact/hooks';
import { placeText, runItem } from '../../src/lab/sweep/report/run-item.ts';
import type { RunResult, SweepFile } from '../../src/lab/sweep/report/run-item.ts';
import { causeItem, countMark, noFindingText, sweepReport } from '../../src/lab/sweep/report/sections.ts';
import { verdictNames, verdicts } from '../../src/lab/sweep/verdicts.ts';
import type { ReportItem } from '../../src/lab/report/form.ts';
import { pluralize, durationText } from '../format.ts';
import { useKeys } from '../keys.ts';
import { go, route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { ItemCard, ReportParts } from '../ui/report.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { sweeps } from './sweep-report.ts';
import { ReportDrop } from './report-drop.tsx';
import { ReportStart } from './report-start.tsx';
import { exampleMatrix, SweepMatrix } from './sweep-matrix.tsx';

/** The report of a sweep, from a file or from the simulator's directory, even while the sweep runs. */
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

/** The runs for the keys: those with a verdict, or the findings by cause. */
const listedRuns = ({ results, causes }: SweepFile, verdict: string | undefined): readonly string[] =>
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

function Report({ report: shown }: { readonly report: SweepFile }) {
  const evidence = sweepReport(shown).sections.filter(
    ({ isEvidence, table }) => isEvidence === true && table === undefined,
  );
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
          <ReportParts sections={evidence} />
          <Part title="Verdicts">
            <Facts facts={{ ...shown.legend }} />
          </Part>
        </div>
      </div>
    </article>
  );
}

function stateText({ results, planned, possible, is_running: isRunning, ...report }: SweepFile): string {
  if (isRunning)
    return `${results.length} of ${pluralize(planned, 'run')}, about ${durationText(report.undone_ms)} left`;
  const runs = `${pluralize(results.length, 'run')} in ${durationText(report.took_ms)}`;
  return `${runs}, of ${pluralize(possible, 'fault')} at all points`;
}

/** The number of runs for each verdict, as filters. */
function Counts({ report: { results } }: { readonly report: SweepFile }) {
  const chosen = route.value.query['verdict'];
  return (
    <>
      <h2 class="hidden">Verdicts</h2>
      <p class="counts">
        {verdictNames.map((verdict) => (
          <Link
            key={verdict}
            to={{ id: undefined, query: chosen === verdict ? {} : { verdict } }}
            isCurrent={chosen === verdict}
            title={chosen === verdict ? 'Show all' : `Show only ${verdict}`}
          >
            <Badge tone={verdicts[verdict].tone}>{countMark(results, verdict).word}</Badge>
          </Link>
        ))}
      </p>
    </>
  );
}

interface ListedProps {
  readonly report: SweepFile;
  readonly verdict: string | undefined;
}

/** The runs with a verdict; without a chosen verdict, the causes of findings, the worst first. */
function Listed({ report: shown, verdict }: ListedProps) {
  const { causes, findings } = shown;
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
      {causes.length === 0 && <p class="muted">{noFindingText(shown)}</p>}
      {causes.map((cause) => (
        <CauseCard key={cause.findings[0]} report={shown} cause={cause} />
      ))}
    </Part>
  );
}

/** A cause: the finding with the smallest scenario, and the others folded. */
function CauseCard({ report: shown, cause }: { report: SweepFile; cause: SweepFile['causes'][number] }) {
  const [first = '', ...names] = cause.findings;
  const { others, ...item } = causeItem(shown, cause);
  return (
    <>
      <RunCard item={item} name={first} isFinding />
      {others !== undefined && (
        <details class="cause-others">
          <summary>{others.title}</summary>
          <RunList report={shown} names={names} />
        </details>
      )}
    </>
  );
}

interface RunCardProps {
  readonly item: ReportItem;
  readonly name: string;
  readonly isFinding: boolean;
}

const RunCard = ({ item, name, isFinding }: RunCardProps) => (
  <ItemCard item={item}>
    {isFinding && (
      <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', finding: name } }}>
        <Icon name="scenario" />
        Open the scenario
      </Link>
    )}
  </ItemCard>
);

function OneRun({ report: shown, name }: { readonly report: SweepFile; readonly name: string }) {
  return (
    <Part title="Run" actions={<Link to={{ id: undefined }}>All findings</Link>}>
      <RunCard
        item={runItem(shown, name)}
        name={name}
        isFinding={shown.findings.some((finding) => finding.name === name)}
      />
    </Part>
  );
}

const runsOf = ({ results }: SweepFile, names: readonly string[]): readonly RunResult[] =>
  names.flatMap((name) => results.find((run) => run.name === name) ?? []);

function RunList({ report: shown, names }: { readonly report: SweepFile; readonly names: readonly string[] }) {
  return (
    <ul class="rows">
      {runsOf(shown, names).map((run) => (
        <li key={run.name}>
          <Link to={{ id: run.name }}>
            <Badge tone={verdicts[run.verdict].tone}>{run.verdict}</Badge> {placeText(shown, run)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The differences from an earlier report, if the sweep had one. */
function SinceThen({ report: shown }: { readonly report: SweepFile }) {
  const { since = null } = shown;
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
