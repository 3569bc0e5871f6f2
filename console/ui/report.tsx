import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type {
  ReportCell,
  ReportMaking,
  ReportMark,
  ReportSection,
  ReportTable,
  ReportTask,
} from '../../src/lab/report/form.ts';
import { idsIn, madeAt, taskText } from '../../src/lab/report/form.ts';
import { Badge } from './badge.tsx';
import { Code } from './code.tsx';
import { Copy } from './copy.tsx';
import { Link } from './link.tsx';
import { AgainCommand, FactList, ItemCard, LinkedText, OfThisWorld, WholeWords } from './report-item.tsx';
import type { ItemCardProps } from './report-item.tsx';
import { LinkToPart, NoFinding, TimeOfReport, useFindingKeys, usePlaceOf } from './report-place.tsx';
import type { NoFindingProps } from './report-place.tsx';
import { usePrintedName } from './printing.ts';
import { Part } from './split.tsx';

interface ReportScreenProps {
  readonly title: string;
  /** The verdict, above the sentences. */
  readonly verdict: ComponentChildren;
  readonly summary: string;
  /** How the report was made; earlier files do not say it, and the report of a running program has none. */
  readonly made?: ReportMaking | null | undefined;
  /** Whether the report still changes. Default: false. */
  readonly isRunning?: boolean;
  readonly actions: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A screen with a report, which opens at its beginning. */
export function ReportScreen({ title, verdict, summary, made, isRunning, actions, children }: ReportScreenProps) {
  useLayoutEffect(() => document.querySelector('main')?.scrollTo(0, 0), []);
  usePrintedName(made ? `${title} report: ${made.command}` : `${title} report`);
  return (
    <article class="detail">
      <header class="list-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {verdict}
      <p class="report-summary">
        <WholeWords text={summary} />
      </p>
      {made && <Making making={made} />}
      <TimeOfReport.Provider value={isRunning === true ? undefined : made?.at}>{children}</TimeOfReport.Provider>
    </article>
  );
}

/** When, how and where a report was made, for a reader who opens its file later. */
const Making = ({ making }: { readonly making: ReportMaking }) => {
  const { at, version, command, directory } = making;
  return (
    <details class="report-making">
      <summary>
        Made <time dateTime={at}>{madeAt(making)}</time> by faxsim {version}
        {directory !== undefined && (
          <>
            {' '}
            in <code>{directory}</code>
          </>
        )}
      </summary>
      <Code text={command} what="the command of the report" />
    </details>
  );
};

interface ReportProps {
  readonly sections: readonly ReportSection[];
}

/** The verdict of a report. */
export const Verdict = ({ marks }: { readonly marks: readonly ReportMark[] }) => (
  <>
    <h2 class="hidden">Verdict</h2>
    <p class="counts">
      {marks.map(({ tone, word }) => (
        <Badge key={word} tone={tone}>
          {word}
        </Badge>
      ))}
    </p>
  </>
);

interface WholeReportProps extends ReportProps, Pick<NoFindingProps, 'isId' | 'made'> {
  readonly isOfThisWorld?: boolean;
}

/** A report: the findings, and beside them the evidence if the window is wide. One without the other has the whole width. */
export function Report({ sections, isId, made, isOfThisWorld = false }: WholeReportProps) {
  const evidence = sections.filter(({ isEvidence = false }) => isEvidence);
  const found = sections.filter((section) => !evidence.includes(section));
  const columns = [found, evidence].filter(({ length }) => length > 0);
  useFindingKeys(idsIn(found));
  return (
    <OfThisWorld.Provider value={isOfThisWorld}>
      <NoFinding ids={idsIn(sections)} isId={isId} made={made} />
      <div class={columns.length > 1 ? 'detail-columns report-columns' : 'report-columns'}>
        {columns.map((parts, at) => (
          <div key={at}>
            <ReportParts sections={parts} />
          </div>
        ))}
      </div>
    </OfThisWorld.Provider>
  );
}

interface ReportPartsProps extends ReportProps {
  readonly actionsOf?: ItemCardProps['actionsOf'];
}

/** The sections of a report, one below the other. */
export const ReportParts = ({ sections, actionsOf }: ReportPartsProps) => (
  <>
    {sections.map(
      ({ title, lead, items = [], isRanked = false, again, first, facts = [], table, lines = [], tasks = [] }) => (
        <Part key={title} title={title} actions={tasks.length > 0 && <Copy text={listOf(tasks)} what="the list" />}>
          {lead !== undefined && (
            <p class="muted">
              <WholeWords text={lead} />
            </p>
          )}
          {items.map((item, at) => (
            <ItemCard key={item.id ?? at} item={item} number={isRanked ? `${at + 1}. ` : ''} actionsOf={actionsOf} />
          ))}
          <AgainCommand again={again} first={first} />
          {table !== undefined && <TextTable table={table} />}
          <FactList facts={facts} />
          {lines.length > 0 && <Lines lines={lines} />}
          {tasks.length > 0 && <Board tasks={tasks} />}
        </Part>
      ),
    )}
  </>
);

/** Tasks in Markdown, for a board. */
const listOf = (tasks: readonly ReportTask[]): string => tasks.map((task) => `- [ ] ${taskText(task)}`).join('\n');

const Board = ({ tasks }: { readonly tasks: readonly ReportTask[] }) => (
  <ul class="rows">
    {tasks.map((task) => (
      <Task key={task.id} task={task} />
    ))}
  </ul>
);

function Task({ task: { id, title, text, source } }: { readonly task: ReportTask }) {
  const place = usePlaceOf<HTMLLIElement>(id);
  return (
    <li {...place}>
      <span>
        <strong>{title}</strong> {text} {source !== null && <span class="muted">({source})</span>}
      </span>
      <LinkToPart id={id} />
    </li>
  );
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul class="rows">
    {lines.map((line) => (
      <li key={line}>
        <span>
          <LinkedText text={line} />
        </span>
      </li>
    ))}
  </ul>
);

const TextTable = ({ table: { heads, rows } }: { readonly table: ReportTable }) => (
  <table class="achieved">
    <thead>
      <tr>
        <td />
        {heads.map(({ text }) => (text === '' ? <td key={text} /> : <th key={text} scope="col" children={text} />))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ head, cells }) => (
        <tr key={head.text}>
          <th scope="row">{head.text}</th>
          {cells.map((cell, at) => (
            <td key={at}>
              <TextCell cell={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** The text of a cell. A mark leads to the item that explains it. */
function TextCell({ cell }: { readonly cell: ReportCell }) {
  if (typeof cell !== 'object') return <>{cell}</>;
  const badge = <Badge tone={cell.tone}>{cell.word}</Badge>;
  return 'item' in cell && cell.item !== undefined ? <Link to={{ id: cell.item }}>{badge}</Link> : badge;
}
