import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  ReportCell,
  ReportFact,
  ReportItem,
  ReportMark,
  ReportSection,
  ReportTable,
} from '../../src/lab/report/form.ts';
import { labelOf } from '../../src/lab/report/form.ts';
import { Badge } from './badge.tsx';
import { Code } from './code.tsx';
import { Link } from './link.tsx';
import { Facts, Part } from './split.tsx';

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

/** A report: the findings, and beside them the evidence where the window is wide. */
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

/** The sections of a report, one below the other. */
export const ReportParts = ({ sections }: ReportProps) => (
  <>
    {sections.map(({ title, lead, items = [], isRanked = false, facts = [], table, lines = [], tasks = [] }) => (
      <Part key={title} title={title}>
        {lead !== undefined && <p class="muted">{lead}</p>}
        {items.map((item, at) => (
          <ItemCard key={at} item={item} number={isRanked ? `${at + 1}. ` : ''} />
        ))}
        {table !== undefined && <TextTable table={table} />}
        <FactList facts={facts} />
        {lines.length > 0 && <Lines lines={lines} />}
        {tasks.length > 0 && <Code text={tasks.map((task) => `- [ ] ${task}`).join('\n')} what="the list" />}
      </Part>
    ))}
  </>
);

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul class="rows">
    {lines.map((line) => (
      <li key={line}>
        <LinkedText text={line} />
      </li>
    ))}
  </ul>
);

interface ItemCardProps {
  readonly item: ReportItem;
  readonly number?: string;
  /** Further ways to go on. */
  readonly children?: ComponentChildren;
}

/** A finding with its evidence, and the others of its cause behind it. */
export function ItemCard({ item, number = '', children }: ItemCardProps) {
  const { mark, title, paragraphs = [], facts = [], again, pair, output, others } = item;
  const note = again?.note === undefined ? '' : `, ${again.note}`;
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
        {again !== undefined && <Code text={again.command} what={`the command that shows it again${note}`} />}
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
        {children}
      </section>
      {others !== undefined && (
        <details class="cause-others">
          <summary>{others.title}</summary>
          {others.items.map((one) => (
            <ItemCard key={one.title} item={one} />
          ))}
        </details>
      )}
    </>
  );
}

function FactList({ facts }: { readonly facts: readonly ReportFact[] }) {
  if (facts.length === 0) return null;
  const values = facts.map(({ name, texts, isCode = false }): readonly [string, ComponentChildren] => [
    labelOf(name),
    texts.map((text) => <div key={text}>{isCode ? <code>{text}</code> : text}</div>),
  ]);
  return <Facts facts={Object.fromEntries(values)} />;
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
