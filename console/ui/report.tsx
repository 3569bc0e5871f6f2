import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  ReportCell,
  ReportFact,
  ReportItem,
  ReportMaking,
  ReportMark,
  ReportSection,
  ReportTable,
  ReportTask,
  Reproduction,
} from '../../src/lab/report/form.ts';
import { labelOf, madeAt, taskText } from '../../src/lab/report/form.ts';
import { Badge } from './badge.tsx';
import { Code } from './code.tsx';
import { Copy } from './copy.tsx';
import { Link } from './link.tsx';
import { Facts, Part } from './split.tsx';

interface ReportScreenProps {
  readonly title: string;
  /** The verdict, above the sentences. */
  readonly verdict: ComponentChildren;
  readonly summary: string;
  /** How the report was made; earlier files do not say it, and the report of a running program has none. */
  readonly made?: ReportMaking | null | undefined;
  readonly actions: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A screen with a report. */
export const ReportScreen = ({ title, verdict, summary, made, actions, children }: ReportScreenProps) => (
  <article class="detail">
    <header class="list-head">
      <h1>{title}</h1>
      {actions}
    </header>
    {verdict}
    <p class="report-summary">{summary}</p>
    {made && <Making making={made} />}
    {children}
  </article>
);

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

/** Whether a report is about the world of the page. */
const OfThisWorld = createContext(false);

/** A report: the findings, and beside them the evidence if the window is wide. */
export function Report({ sections, isOfThisWorld = false }: ReportProps & { readonly isOfThisWorld?: boolean }) {
  return (
    <OfThisWorld.Provider value={isOfThisWorld}>
      <div class="detail-columns report-columns">
        <div>
          <ReportParts sections={sections.filter(({ isEvidence = false }) => !isEvidence)} />
        </div>
        <div>
          <ReportParts sections={sections.filter(({ isEvidence = false }) => isEvidence)} />
        </div>
      </div>
    </OfThisWorld.Provider>
  );
}

/** A text in which `request 3` and `webhook 4` are links, if the page has them. */
function LinkedText({ text }: { readonly text: string }) {
  if (!useContext(OfThisWorld)) return <>{text}</>;
  const parts = text.split(/\b((?:request|webhook) \d+)\b/);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <RecordLink key={at} name={part} /> : part))}</>;
}

function RecordLink({ name }: { readonly name: string }) {
  const [kind, id] = name.split(' ');
  return <Link to={{ screen: kind === 'request' ? 'requests' : 'webhooks', id, query: {} }}>{name}</Link>;
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
          {lead !== undefined && <p class="muted">{lead}</p>}
          {items.map((item, at) => (
            <ItemCard key={at} item={item} number={isRanked ? `${at + 1}. ` : ''} actionsOf={actionsOf} />
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
    {tasks.map(({ title, text, source }) => (
      <li key={title}>
        <span>
          <strong>{title}</strong> {text} {source !== null && <span class="muted">({source})</span>}
        </span>
      </li>
    ))}
  </ul>
);

/** The command that shows a finding again, below the deed that it needs before it. */
const AgainCommand = ({ again, first }: { [Name in keyof Reproduction]: string | undefined }) =>
  again === undefined ? null : (
    <>
      {first !== undefined && (
        <p>
          First: <code>{first}</code>
        </p>
      )}
      <Code text={again} what="the command that shows it again" />
    </>
  );

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

interface ItemCardProps {
  readonly item: ReportItem;
  readonly number?: string;
  /** Further actions for an item. */
  readonly actionsOf?: ((item: ReportItem) => ComponentChildren) | undefined;
}

/** A finding with its evidence. Behind it, the other findings with the same cause. */
export function ItemCard({ item, number = '', actionsOf }: ItemCardProps) {
  const { mark, title, paragraphs = [], facts = [], again, first, pair, output, others } = item;
  return (
    <>
      <section class="active-scenario report-item">
        <h4>
          {number}
          {mark !== undefined && <Badge tone={mark.tone}>{mark.word}</Badge>} {title}
        </h4>
        {paragraphs.map((text) => (
          <p key={text}>
            <LinkedText text={text} />
          </p>
        ))}
        <AgainCommand again={again} first={first} />
        <FactList facts={facts} />
        {pair !== undefined && (
          <div class="pair">
            {pair.map(({ name, note: remark, requests }) => (
              <figure key={name}>
                <figcaption>
                  <LinkedText text={labelOf(name) + (remark === undefined ? '' : `, ${remark}`)} />
                </figcaption>
                <Code text={requests.join('\n\n')} what={`the ${name} request`} />
              </figure>
            ))}
          </div>
        )}
        {output !== undefined && (
          <details>
            <summary>Output of the program</summary>
            <Code text={output} what="the output" />
          </details>
        )}
        {actionsOf?.(item)}
      </section>
      {others !== undefined && (
        <details class="cause-others">
          <summary>{others.title}</summary>
          <ItemList items={others.items} />
        </details>
      )}
    </>
  );
}

/** Items as links to their runs. Items without a run are cards, because they are shown only here. */
export const ItemList = ({ items }: { readonly items: readonly ReportItem[] }) =>
  items.every(({ run }) => run === undefined) ? (
    <>
      {items.map((item) => (
        <ItemCard key={item.title} item={item} />
      ))}
    </>
  ) : (
    <ul class="rows">
      {items.map(({ run, mark, title }) => (
        <li key={run}>
          <Link to={{ id: run }}>
            {mark !== undefined && <Badge tone={mark.tone}>{mark.word}</Badge>} {title}
          </Link>
        </li>
      ))}
    </ul>
  );

function FactList({ facts }: { readonly facts: readonly ReportFact[] }) {
  if (facts.length === 0) return null;
  const byName = new Map(facts.map((fact) => [fact.name, fact]));
  const values = facts.map(({ name, texts, isCode = false }): readonly [string, ComponentChildren] => [
    name,
    texts.map((text) => <div key={text}>{isCode ? <code>{text}</code> : text}</div>),
  ]);
  const label = (name: string): ComponentChildren => {
    const sign = byName.get(name)?.sign;
    return sign === undefined ? labelOf(name) : <Badge tone={sign.tone}>{name}</Badge>;
  };
  return <Facts facts={Object.fromEntries(values)} label={label} />;
}

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

const TextCell = ({ cell }: { readonly cell: ReportCell }) =>
  typeof cell === 'object' ? <Badge tone={cell.tone}>{cell.word}</Badge> : <>{cell}</>;
