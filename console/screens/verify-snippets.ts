import type { SignedParts } from '../../src/model/shared/signed-string.ts';

/** A webhook with its token and its right signature. */
export interface VerifiedWebhook {
  readonly parts: SignedParts;
  readonly token: string;
  readonly signature: string;
}

export interface VerifyFunction {
  readonly language: string;
  readonly code: string;
  /** How a framework provides the fields and files: `In Flask, …`; empty if the guide does not say. */
  readonly note: string;
}

/** The functions in the guides: for Node from the guide to webhooks, and one from each section of the guide to verification. */
export function verifyFunctions(guides: string): readonly VerifyFunction[] {
  const sections = guides.matchAll(
    /^## ([^\n]+)\n(?:(?!^## ).*\n)*?```(js|python|ruby|php|java|csharp)\n([\s\S]*?)^```\n(?:\n(In (?:.+\n)+))?/gm,
  );
  return [...sections].map(([, title = '', language, code = '', note = '']) => ({
    language: language === 'js' ? 'Node' : title,
    code: code.trimEnd(),
    note: note.replaceAll('\n', ' ').trim(),
  }));
}

type Quote = (text: string) => string;

/** How a language writes a call. Languages that need a whole program are left out. */
interface Dialect {
  readonly quote: Quote;
  readonly mapping: (pairs: readonly (readonly [string, string])[], quote: Quote) => string;
  /** The expression that reads a file of that name. */
  readonly read: (filename: string, quote: Quote) => string;
  readonly call: (values: Readonly<Record<'token' | 'url' | 'fields' | 'files' | 'signature', string>>) => string;
}

const single: Quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const double: Quote = (text) => JSON.stringify(text);

const entries =
  (open: string, between: string, close: string): Dialect['mapping'] =>
  (pairs, quote) =>
    pairs.length === 0
      ? `${open}${close}`
      : `${open}\n${pairs.map(([name, value]) => `  ${quote(name)}${between}${value},\n`).join('')}${close}`;

const dialects: Readonly<Record<string, Dialect>> = {
  Node: {
    quote: double,
    mapping: entries('{', ': ', '}'),
    read: (filename, quote) => `readFileSync(${quote(filename)})`,
    call: ({ token, url, fields, files, signature }) =>
      `isAuthentic({\n  token: ${token},\n  url: ${url},\n  fields: ${fields},\n  files: ${files},\n  signature: ${signature},\n})`,
  },
  Python: {
    quote: double,
    mapping: entries('{', ': ', '}'),
    read: (filename, quote) => `open(${quote(filename)}, "rb").read()`,
    call: ({ token, url, fields, files, signature }) =>
      `is_authentic(${token}, ${url}, ${fields}, ${files}, ${signature})`,
  },
  Ruby: {
    quote: single,
    mapping: entries('{', ' => ', '}'),
    read: (filename, quote) => `File.binread(${quote(filename)})`,
    call: ({ token, url, fields, files, signature }) =>
      `authentic?(${token}, ${url}, ${fields}, ${files}, ${signature})`,
  },
  PHP: {
    quote: single,
    mapping: entries('[', ' => ', ']'),
    read: (filename, quote) => `file_get_contents(${quote(filename)})`,
    call: ({ token, url, fields, files, signature }) =>
      `is_authentic(${token}, ${url}, ${fields}, ${files}, ${signature});`,
  },
};

/** The call of the function with the values of a webhook; undefined for a language that needs a whole program. */
export function callFor(language: string, { parts, token, signature }: VerifiedWebhook): string | undefined {
  const dialect = dialects[language];
  if (dialect === undefined) return undefined;
  const { quote, mapping, read, call } = dialect;
  const fields = Object.entries(parts.fields).map(([name, value]) => [name, quote(value)] as const);
  const files = parts.files.map(({ name, filename = name }) => [name, read(filename, quote)] as const);
  return call({
    token: quote(token),
    url: quote(parts.url),
    fields: mapping(fields, quote),
    files: mapping(files, quote),
    signature: quote(signature),
  });
}
