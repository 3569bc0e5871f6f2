import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { legend, matrixSections, undoneText } from '../../src/lab/sweep/report/matrix.ts';
import { isRunName, runItem } from '../../src/lab/sweep/report/run-item.ts';
import type { SweepFile } from '../../src/lab/sweep/report/run-item.ts';
import { sinceText, sweepReport } from '../../src/lab/sweep/report/sections.ts';
import { verdictNames, verdicts } from '../../src/lab/sweep/verdicts.ts';
import type { VerdictName } from '../../src/lab/sweep/verdicts.ts';
import type { ReportItem, ReportMark, ReportSection, ReportTable } from '../../src/lab/report/form.ts';
import { pluralize } from '../format.ts';
import { go, route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { ReportParts, ReportScreen } from '../ui/report.tsx';
import { ItemCard, ItemList } from '../ui/report-item.tsx';
import { ReportMatrix } from '../ui/report-matrix.tsx';
import { NoFinding, useFindingKeys } from '../ui/report-place.tsx';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { Loading } from '../ui/states.tsx';
import { windowWidth } from '../ui/table.tsx';
import { laterRepeat, repeats, sweeps } from './sweep-report.ts';
import { ReportDrop } from './report-drop.tsx';
import { ReportStart } from './report-start.tsx';
import { ReportSwitch } from './report-switch.tsx';

/** The report of a sweep, from a file or from the simulator's directory, even while the sweep runs. */
export function SweepScreen() {
  useEffect(() => {
    const stops = [sweeps.follow(), repeats.follow()];
    return () => stops.forEach((stop) => stop());
  }, []);
  const whole = sweeps.report.value;
  const again = laterRepeat();
  const report = whole === undefined || isAgain() ? (again ?? whole) : whole;
  if (report !== undefined) return <Report report={report} />;
  return sweeps.isReading.value ? <Loading what="the report" /> : <NoReport />;
}

/** Whether the address means the latest run of a part of the sweep. */
const isAgain = (): boolean => route.value.query['view'] === 'again';

/** The query that keeps the chosen report. */
const reportQuery = (): Readonly<Record<string, string>> => (isAgain() ? { view: 'again' } : {});

/** Leads from the whole sweep to a later run of a part, and back. */
function RepeatSwitch({ shown }: { readonly shown: SweepFile }) {
  const again = laterRepeat();
  if (again === undefined || sweeps.report.value === undefined) return null;
  return shown === again ? (
    <Link class="button" to={{ id: undefined, query: {} }}>
      Show the whole sweep
    </Link>
  ) : (
    <Link class="button" to={{ id: undefined, query: { view: 'again' } }}>
      Show the latest sweep
    </Link>
  );
}

const NoReport = () => (
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
        <ReportMatrix table={exampleTable} label="Verdicts" />
        <figcaption>
          {(['wrong', 'broken', 'unaffected'] as const).map((verdict) => (
            <Badge key={verdict} tone={verdicts[verdict].tone}>
              {verdict}
            </Badge>
          ))}
        </figcaption>
      </figure>
    }
  >
    <ReportDrop files={sweeps} what="sweep" path="faxsim-sweep/report.json" />
  </ReportStart>
);

const exampleTable = exampleOf(['sendFax', 'getFax', 'fax'], {
  'lost-answer': ['wrong'],
  unavailable: ['unaffected', 'unaffected'],
  busy: [undefined, undefined, 'wrong'],
  hang: [undefined, 'broken'],
});

/** A small matrix for a screen without a report. */
function exampleOf(
  points: readonly string[],
  rows: Readonly<Record<string, readonly (VerdictName | undefined)[]>>,
): ReportTable {
  return {
    heads: points.map((text) => ({ text })),
    rows: Object.entries(rows).map(([fault, cells]) => ({
      head: { text: fault },
      cells: cells.map((name) => name && { tone: verdicts[name].tone, sign: '', word: name, run: fault }),
    })),
  };
}

/** The runs for the keys: those with a verdict, or the findings by cause. */
const listedRuns = ({ results, causes }: SweepFile, verdict: string | undefined): readonly string[] =>
  verdict === undefined
    ? causes.flatMap(({ findings }) => findings)
    : results.filter((run) => run.verdict === verdict).map(({ name }) => name);

function Report({ report: shown }: { readonly report: SweepFile }) {
  const { marks, summary, sections } = sweepReport(shown);
  const { verdict } = route.value.query;
  const isStacked = windowWidth.value <= 1180; // as the style sheet does from the same width
  useFindingKeys(listedRuns(shown, verdict));
  const close = (): void => {
    sweeps.close();
    go({ id: undefined, query: {} });
  };
  const evidence = sections.filter(({ isEvidence, table }) => isEvidence === true && table === undefined);
  const found = (
    <Found key="found" isStacked={isStacked}>
      <Findings report={shown} sections={sections} />
    </Found>
  );
  return (
    <ReportScreen
      title="Sweep"
      verdict={<Counts marks={marks} />}
      summary={summary}
      made={shown.made}
      isRunning={shown.is_running}
      actions={
        <>
          <RepeatSwitch shown={shown} />
          <ReportSwitch files={sweeps} own={sweeps.reopen.value && 'the latest sweep'} />
          <Button onClick={close}>Open another</Button>
        </>
      }
    >
      <NoFinding
        ids={shown.results.map(({ name }) => name)}
        isId={isRunName}
        made={shown.made}
        undone={shown.undone.map(({ name }) => name)}
      />
      <div class="detail-columns sweep-columns">
        {isStacked && found}
        <div key="matrix">
          {matrixSections(shown, shown.undone).map(({ title, table }) => (
            <Part key={title} title={title}>
              {table !== undefined && <ReportMatrix table={table} label={title} word={verdict} />}
            </Part>
          ))}
        </div>
        <div>
          {!isStacked && found}
          <ReportParts sections={evidence} />
          <div class="sweep-legend">
            <ReportParts
              sections={[
                { title: 'Verdicts', facts: legend(), ...(shown.undone.length > 0 && { lines: [undoneText] }) },
              ]}
            />
          </div>
        </div>
      </div>
    </ReportScreen>
  );
}

/**
 * The findings. Stacked, they stand above the matrix, out of sight for a finger on a verdict: its choice scrolls them into view, and
 * gives them the focus, as the choice of a run does with that run.
 */
function Found({ isStacked, children }: { readonly isStacked: boolean; readonly children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const choice = route.value.query['verdict'];
  const before = useRef(choice);
  useEffect(() => {
    if (!isStacked || before.current === choice) return;
    before.current = choice;
    element.current?.scrollIntoView();
    element.current?.focus({ preventScroll: true });
  }, [choice]);
  return (
    <div ref={element} class="sweep-found" role="group" aria-label="Findings and runs" tabIndex={-1}>
      {children}
    </div>
  );
}

interface FindingsProps {
  readonly report: SweepFile;
  readonly sections: readonly ReportSection[];
}

/** The chosen run, or the runs with the chosen verdict, or else all findings. */
function Findings({ report: shown, sections }: FindingsProps) {
  const { id, query } = route.value;
  const { verdict } = query;
  const isRun = id !== undefined && shown.results.some(({ name }) => name === id);
  const actionsOf = (item: ReportItem) => <ScenarioLink report={shown} item={item} />;
  return (
    <>
      <SinceThen report={shown} />
      {isRun ? (
        <Part title="Run" actions={<Link to={{ id: undefined }}>All findings</Link>}>
          <ItemCard item={runItem(shown, id)} actionsOf={actionsOf} />
        </Part>
      ) : verdict !== undefined ? (
        <RunsWith verdict={verdict} report={shown} />
      ) : (
        <ReportParts sections={sections.filter(({ items }) => items !== undefined)} actionsOf={actionsOf} />
      )}
    </>
  );
}

/** The number of runs for each verdict, as filters. */
function Counts({ marks }: { readonly marks: readonly ReportMark[] }) {
  const chosen = route.value.query['verdict'];
  return (
    <>
      <h2 class="hidden">Verdicts</h2>
      <p class="counts">
        {verdictNames.map((verdict, at) => (
          <Link
            key={verdict}
            to={{ id: undefined, query: { ...reportQuery(), ...(chosen !== verdict && { verdict }) } }}
            isCurrent={chosen === verdict}
            title={chosen === verdict ? 'Show all' : `Show only ${verdict}`}
          >
            <Badge tone={marks[at]?.word.startsWith('0 ') === true ? 'plain' : verdicts[verdict].tone}>
              {marks[at]?.word ?? verdict}
            </Badge>
          </Link>
        ))}
      </p>
    </>
  );
}

function RunsWith({ report: shown, verdict }: { readonly report: SweepFile; readonly verdict: string }) {
  const items = listedRuns(shown, verdict).map((name) => runItem(shown, name));
  return (
    <Part title={pluralize(items.length, 'run')} actions={<Link to={{ query: reportQuery() }}>All findings</Link>}>
      <ItemList items={items} />
    </Part>
  );
}

/** The link from a finding to its scenario. */
function ScenarioLink({
  report: { findings },
  item: { id },
}: {
  readonly report: SweepFile;
  readonly item: ReportItem;
}) {
  if (id === undefined || !findings.some(({ name }) => name === id)) return null;
  return (
    <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', finding: id } }}>
      <Icon name="scenario" />
      Open the scenario
    </Link>
  );
}

/** The differences from an earlier report, if the sweep had one. */
function SinceThen({ report: shown }: { readonly report: SweepFile }) {
  const { since = null } = shown;
  if (since === null) return null;
  const lists = Object.entries({
    Mended: since.mended,
    New: since.fresh,
    'First tried now': since.first ?? [],
  }).filter(([, names]) => names.length > 0);
  const listOf = (names: readonly string[]) => <ItemList items={names.map((name) => runItem(shown, name))} />;
  return (
    <Part title="Since the last report">
      <p>{sinceText(since)}</p>
      <Facts facts={Object.fromEntries(lists.map(([name, names]) => [name, listOf(names)]))} />
    </Part>
  );
}
