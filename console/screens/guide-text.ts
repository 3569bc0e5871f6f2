import { lexer } from 'marked';
import type { Token, Tokens } from 'marked';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import type { Credentials } from '../../src/model/domain/account.ts';

/** A section of a guide. */
export interface Section {
  readonly title: string;
  /** The name of the section's anchor, as GitHub makes it. */
  readonly anchor: string;
  /** Depth of the section's heading: 1 for the title of the guide. */
  readonly depth: number;
  readonly tokens: readonly Token[];
}

/** The sections of a Markdown text, each beginning with its heading; the first may have none. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: (Omit<Section, 'tokens'> & { readonly tokens: Token[] })[] = [];
  const known = new Map<string, number>();
  for (const token of lexer(markdown)) {
    if (token.type === 'html' || token.type === 'space') continue; // a remark is for no reader
    if (token.type === 'heading' || sections.length === 0) {
      const { text = '', depth = 1 } = token.type === 'heading' ? (token as Tokens.Heading) : {};
      const title = text.replaceAll(/[`*]|\]\([^)\]]*\)|\[/g, '');
      const slug = title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
      const count = known.get(slug) ?? 0;
      known.set(slug, count + 1);
      sections.push({ title, depth, anchor: count === 0 ? slug : `${slug}-${count}`, tokens: [] });
    }
    sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

/** The values that fill the snippets of a guide. */
export interface SnippetWorld {
  /** URL of the simulator, without a final slash. */
  readonly origin: string;
  /** URL of the world, without a final slash. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/** Replaces the default address and keys in a snippet by those of a world. */
export function fillSnippet(text: string, { origin, baseUrl, credentials }: SnippetWorld): string {
  const { live, test } = defaultCredentials;
  const replacements: readonly (readonly [RegExp | string, string])[] = [
    [/(?:\$URL|http:\/\/(?:127\.0\.0\.1|localhost):8329)(?=\/(?:w\/|_faxsim\/worlds\b))/g, origin],
    [/\$URL\b|http:\/\/(?:127\.0\.0\.1|localhost):8329\b/g, baseUrl],
    [live.key, credentials.live.key],
    [live.secret, credentials.live.secret],
    [test.key, credentials.test.key],
    [test.secret, credentials.test.secret],
  ];
  return replacements.reduce((filled, [pattern, value]) => filled.replaceAll(pattern, () => value), text);
}

/** A control call that a snippet makes with curl. */
export interface SnippetCall {
  readonly method: string;
  /** The world; null for the simulator as a whole. */
  readonly world: string | null;
  /** Below `/_faxsim`, with the query. */
  readonly path: string;
  /** Body of the call; undefined if it has none. */
  readonly body: URLSearchParams | FormData | undefined;
}

/** The control calls in a shell snippet that the page can make itself: without files, pipes or variables. */
export function callsIn(snippet: string): readonly SnippetCall[] {
  const lines = snippet.replaceAll(/\\\n\s*/g, ' ').split('\n');
  return lines.flatMap((line) => callOf(wordsOf(line.replace(/^\$ /, ''))) ?? []);
}

/** Splits a line into words like a shell; undefined for a line that needs a real shell. */
function wordsOf(line: string): readonly string[] | undefined {
  const parts = line.matchAll(/((?:'[^']*'|"[^"$`\\]*"|[^\s'"|&;<>$`\\#])+)\s*/gy);
  const words: string[] = [];
  let length = 0;
  for (const [whole, word = ''] of parts) {
    words.push(
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_quoted, single?: string, double?: string) => single ?? double ?? ''),
    );
    length += whole.length;
  }
  return length === line.length ? words : undefined;
}

/** The parts of a curl command read so far. */
interface Reading {
  url: string;
  method?: string;
  form?: URLSearchParams;
  parts?: FormData;
}

/** The supported options of curl; each returns whether the page can follow it. */
const options: Readonly<Record<string, (value: string, reading: Reading) => boolean>> = {
  '-X': (value, reading) => (reading.method = value) !== '',
  '-H': (value) => value.startsWith('Authorization: Bearer '), // the page has its own token
  '-d': (value, reading) => add((reading.form ??= new URLSearchParams()), new URLSearchParams(value)),
  '--data-urlencode': (value, reading) => add((reading.form ??= new URLSearchParams()), [pairOf(value)]),
  '-F': (value, reading) => !/=[@<]/.test(value) && add((reading.parts ??= new FormData()), [pairOf(value)]),
};

function callOf([program, ...words]: readonly string[] = []): SnippetCall | undefined {
  const reading = program === 'curl' ? readWords(words) : undefined;
  if (reading === undefined) return undefined;
  const { pathname, search } = new URL(reading.url, 'http://localhost');
  const [, world = null, path] = /^(?:\/w\/([^/]+))?\/_faxsim(\/.*)$/.exec(pathname) ?? [];
  if (path === undefined || path === '/events') return undefined;
  const body = reading.parts ?? reading.form;
  return { method: reading.method ?? (body === undefined ? 'GET' : 'POST'), world, path: path + search, body };
}

function readWords(words: readonly string[]): Reading | undefined {
  const reading: Reading = { url: '' };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) reading.url = word;
    else if (options[word]?.(words[++at] ?? '', reading) !== true) return undefined;
  }
  return reading;
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function add(body: URLSearchParams | FormData, pairs: Iterable<readonly [string, string]>): boolean {
  for (const [name, value] of pairs) body.append(name, value);
  return true;
}

/** A text without Markdown notation. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^#+ |^```\w*$|-{3,}|[`*|]|!?\[([^\][]*)\]\([^)[]*\)/gm, '$1')
    .replaceAll(/(^|\s)_([^_\s]+( [^_\s]+)*)_(?!\w)/gm, '$1$2') // names such as callback_url keep theirs
    .replaceAll(/\s+/g, ' ')
    .trim();
