import type { ComponentChildren } from 'preact';
import type { MarkedToken, Token, Tokens } from 'marked';
import { Link } from '../ui/link.tsx';

/** How a page shows code and resolves links. */
interface MarkdownOptions {
  /** The guide of the text, for links within it. */
  readonly guide: string;
  readonly code: (token: Tokens.Code) => ComponentChildren;
}

/** Renders tokens of Markdown as elements. HTML in the text is shown as text. */
export function Markdown({
  tokens = [],
  ...options
}: MarkdownOptions & { readonly tokens: readonly Token[] | undefined }) {
  return <>{tokens.map((token) => element(token as MarkedToken, options))}</>;
}

type TextElement = 'paragraph' | 'blockquote' | 'strong' | 'em';

/** The elements for tokens that contain only tokens. */
const textElements: Readonly<Record<TextElement, 'p' | 'blockquote' | 'strong' | 'em'>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
};

type Renderers = {
  readonly [Type in MarkedToken['type']]?: (
    token: Extract<MarkedToken, { type: Type }>,
    options: MarkdownOptions,
    inner: ComponentChildren,
  ) => ComponentChildren;
};

const renderers: Renderers = {
  heading: ({ depth }, _options, inner) => (depth <= 2 ? <h3>{inner}</h3> : <h4>{inner}</h4>),
  codespan: ({ text }) => <code>{text}</code>,
  code: (token, { code }) => code(token),
  link: ({ href }, { guide }, inner) => (
    <GuideLink href={href} guide={guide}>
      {inner}
    </GuideLink>
  ),
  list: ({ ordered, items }, options) => {
    const List = ordered ? 'ol' : 'ul';
    return (
      <List>
        {items.map(({ tokens }, index) => (
          <li key={index}>
            <Markdown {...options} tokens={tokens} />
          </li>
        ))}
      </List>
    );
  },
  table: (table, options) => <Table table={table} options={options} />,
  text: ({ text, tokens }, _options, inner) => (tokens === undefined ? text : inner),
  space: () => null,
};

function element(token: MarkedToken, options: MarkdownOptions): ComponentChildren {
  const inner = 'tokens' in token ? <Markdown {...options} tokens={token.tokens} /> : null;
  if (token.type in textElements) {
    const Element = textElements[token.type as TextElement];
    return <Element>{inner}</Element>;
  }
  const render = renderers[token.type] as
    ((token: MarkedToken, options: MarkdownOptions, inner: ComponentChildren) => ComponentChildren) | undefined; // takes the token's own type
  return render === undefined ? token.raw : render(token, options, inner);
}

function Table({ table, options }: { readonly table: Tokens.Table; readonly options: MarkdownOptions }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map(({ tokens }, index) => (
      <Cell key={index}>
        <Markdown {...options} tokens={tokens} />
      </Cell>
    ));
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>{cells(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GuideLinkProps {
  readonly href: string;
  readonly guide: string;
  readonly children: ComponentChildren;
}

/** A link to another guide, a section, a served file, or an external page. A link to any other file becomes plain text. */
function GuideLink({ href, guide, children }: GuideLinkProps) {
  const [, name = guide, at = ''] = /^(?:([a-z][\w-]*)\.md)?(?:#(.*))?$/.exec(href) ?? [];
  if (/^(?:[a-z][\w-]*\.md)?(?:#.*)?$/.test(href))
    return <Link to={{ screen: 'guides', id: name, query: at === '' ? {} : { at } }}>{children}</Link>;
  const served = /^openapi\/([\w.-]+)$/.exec(href);
  if (served === null && !/^https?:/.test(href)) return <>{children}</>;
  return (
    <a href={served === null ? href : `/_faxsim/openapi/${served[1] ?? ''}`} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
