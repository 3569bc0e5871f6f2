import type { ComponentChildren } from 'preact';
import type { MarkedToken, Token, Tokens } from 'marked';
import { Link } from '../ui/link.tsx';

/** How a page shows code and finds the places of its links. */
interface MarkdownOptions {
  /** The guide that the text is of, for links within it. */
  readonly guide: string;
  readonly code: (token: Tokens.Code) => ComponentChildren;
}

/** Tokens of Markdown as elements. There is no HTML of the text in them: that of a token is shown as it is written. */
export function Markdown({
  tokens = [],
  ...options
}: MarkdownOptions & { readonly tokens: readonly Token[] | undefined }) {
  return <>{tokens.map((token, index) => element(token as MarkedToken, options, index))}</>;
}

function element(token: MarkedToken, options: MarkdownOptions, key: number): ComponentChildren {
  const inner = 'tokens' in token ? <Markdown {...options} tokens={token.tokens} /> : null;
  switch (token.type) {
    case 'heading':
      return token.depth <= 2 ? <h3 key={key}>{inner}</h3> : <h4 key={key}>{inner}</h4>;
    case 'paragraph':
      return <p key={key}>{inner}</p>;
    case 'blockquote':
      return <blockquote key={key}>{inner}</blockquote>;
    case 'strong':
      return <strong key={key}>{inner}</strong>;
    case 'em':
      return <em key={key}>{inner}</em>;
    case 'codespan':
      return <code key={key}>{token.text}</code>;
    case 'code':
      return options.code(token);
    case 'link':
      return (
        <GuideLink key={key} href={token.href} guide={options.guide}>
          {inner}
        </GuideLink>
      );
    case 'list': {
      const items = token.items.map((item, index) => (
        <li key={index}>
          <Markdown {...options} tokens={item.tokens} />
        </li>
      ));
      return token.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
    }
    case 'table':
      return <Table key={key} table={token} options={options} />;
    case 'text':
      return token.tokens === undefined ? token.text : inner;
    case 'space':
      return null;
    case 'hr':
      return <hr key={key} />;
    default:
      return 'text' in token ? token.text : token.raw;
  }
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

/** Leads to another guide, to a section, to a file that the simulator serves, or out; a link to a file beside them has no place here. */
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
