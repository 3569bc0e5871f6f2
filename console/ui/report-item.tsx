import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReportFact, ReportItem, Reproduction } from '../../src/lab/report/form.ts';
import { labelOf } from '../../src/lab/report/form.ts';
import { wholeWords } from '../../src/lab/report/whole-words.ts';
import { Badge } from './badge.tsx';
import { Code } from './code.tsx';
import { Link } from './link.tsx';
import { LinkToPart, usePlaceOf } from './report-place.tsx';
import { Facts } from './facts.tsx';

/** Whether a report is about the world of the page. */
export const OfThisWorld = createContext(false);

/** A text in which `request 3` and `webhook 4` are links, if the page has them. */
export function LinkedText({ text }: { readonly text: string }) {
  if (!useContext(OfThisWorld)) return <WholeWords text={text} />;
  const parts = text.split(/\b((?:request|webhook) \d+)\b/);
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 1 ? <RecordLink key={at} name={part} /> : <WholeWords key={at} text={part} />,
      )}
    </>
  );
}

/** A text in which no line ends within an option such as `--jobs`. */
export const WholeWords = ({ text }: { readonly text: string }) => (
  <>
    {wholeWords(text).map((word, at) =>
      word.isWhole ? (
        <span key={at} class="whole">
          {word.text}
        </span>
      ) : (
        word.text
      ),
    )}
  </>
);

function RecordLink({ name }: { readonly name: string }) {
  const [kind, id] = name.split(' ');
  return <Link to={{ screen: kind === 'request' ? 'requests' : 'webhooks', id, query: {} }}>{name}</Link>;
}

/** The command that shows a finding again, below the deed that it needs before it. */
export const AgainCommand = ({ again, first }: { [Name in keyof Reproduction]: string | undefined }) =>
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

export interface ItemCardProps {
  readonly item: ReportItem;
  readonly number?: string;
  /** Further actions for an item. */
  readonly actionsOf?: ((item: ReportItem) => ComponentChildren) | undefined;
}

/** A finding with its evidence. Behind it, the other findings with the same cause. */
export function ItemCard({ item, number = '', actionsOf }: ItemCardProps) {
  const { id, mark, title, paragraphs = [], facts = [], again, first, pair, output, others } = item;
  const place = usePlaceOf(id);
  return (
    <>
      <section class="active-scenario report-item" {...place}>
        <header>
          <h4>
            {number}
            {mark !== undefined && <Badge tone={mark.tone}>{mark.word}</Badge>} {title}
          </h4>
          {id !== undefined && <LinkToPart id={id} />}
        </header>
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
          {others.isOfLinks === true ? (
            <ItemList items={others.items} />
          ) : (
            others.items.map((one) => <ItemCard key={one.id ?? one.title} item={one} />)
          )}
        </details>
      )}
    </>
  );
}

/** Items as links to their own pages. */
export const ItemList = ({ items }: { readonly items: readonly ReportItem[] }) => (
  <ul class="rows">
    {items.map(({ id, mark, title }) => (
      <li key={id}>
        <Link to={{ id }}>
          {mark !== undefined && <Badge tone={mark.tone}>{mark.word}</Badge>} {title}
        </Link>
      </li>
    ))}
  </ul>
);

export function FactList({ facts }: { readonly facts: readonly ReportFact[] }) {
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
