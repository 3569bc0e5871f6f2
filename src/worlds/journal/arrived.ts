import { isUtf8 } from 'node:buffer';
import { boundaryOf, readMultipart } from '../../wire/multipart.ts';
import type { FormPart } from '../../wire/multipart.ts';
import { cleanerOf, cleanersOf } from './details.ts';
import type { SecretSources } from './details.ts';
import { bytesOfBody } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { headerOf } from './observed-request.ts';
import { cleanJson, cleanQuery, hidden, isLikeJson, isSecret } from './redaction.ts';
import type { Clean } from './redaction.ts';

/** The headers as they came, without secrets. */
export function headersOf(entry: JournalEntry): { readonly name: string; readonly value: string }[] {
  const clean = cleanerOf(secretsOf(entry));
  return pairsOf(entry.observed.profile.headers).map(([name, value]) => ({
    name: clean(name),
    value: cleanHeader(name, decoded(value), clean),
  }));
}

const pairsOf = (list: readonly string[]): (readonly [string, string])[] =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));

/** The text of a header. Node returns a letter for each byte, which is decoded as UTF-8 if valid, else kept as Latin-1. */
function decoded(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

/** Cleans a header. The scheme of Authorization stays, because a wrong scheme is a common mistake. */
const cleanHeader = (name: string, value: string, clean: Clean): string =>
  clean(isSecret(name, value) && value !== '' ? (/^\w+ +(?=[^ ])/.exec(value)?.[0] ?? '') + hidden : value);

/** The sources of secrets: the Authorization header, the parameters, the simulator, and the details of a large request. */
const secretsOf = ({ observed: { profile, params }, made }: JournalEntry): SecretSources => ({
  profile,
  params: made === undefined && params !== null ? params : {},
  secrets: made?.details.secrets,
});

/** The bytes of a Latin-1 text. */
const bytesIn = (text: string): Buffer => Buffer.from(text, 'latin1');

const textCharactersMax = 65_536;

/** The beginning of a body as text without secrets. Binary files are replaced by their size. */
export function bodyText(entry: JournalEntry): { readonly text: string; readonly isCut: boolean } {
  const kept = bytesOfBody(entry.body ?? '').subarray(0, textCharactersMax);
  const { clean, scrub } = cleanersOf(secretsOf(entry));
  const delimiter = delimiterIn(entry, kept.toString('latin1'));
  const shown = delimiter === undefined ? cleanText(kept, clean) : multipartText(kept, delimiter, clean);
  // Known secrets are hidden whatever the structure is, and however broken.
  return { text: scrub(shown), isCut: kept.length < entry.observed.bodyBytes };
}

/** Cleans the parts one by one, because some may be binary. */
const multipartText = (body: Buffer, delimiter: string, clean: Clean): string =>
  body
    .toString('latin1')
    .split(delimiter)
    .map((part) => cleanPart(part, clean))
    .join(bytesIn(delimiter).toString());

function boundaryIn({ observed }: JournalEntry): string | undefined {
  const contentType = headerOf(observed, 'content-type') ?? '';
  return /^\s*multipart\//i.test(contentType) ? boundaryOf(contentType) : undefined;
}

/** The delimiter of parts in Latin-1. If the Content-Type has none or a wrong one, it is taken from the first line. */
function delimiterIn(entry: JournalEntry, body: string): string | undefined {
  const meant = `--${boundaryIn(entry) ?? ''}`;
  if (meant !== '--' && body.includes(meant)) return meant;
  return /^\s*(--\S+)[ \t]*\r?\ncontent-/i.exec(body)?.[1];
}

function cleanText(bytes: Buffer, clean: Clean): string {
  const text = textOf(bytes);
  if (text === undefined) return bytesText(bytes);
  return isLikeJson(text) ? cleanJson(text, clean) : cleanQuery(text, clean);
}

/** The head of a part, its content, and the line end before the delimiter, which some clients write without CR. */
function piecesOf(part: string): readonly [head: string, content: string, lineEnd: string] {
  const { 0: blank = '', index = 0 } = /\r?\n\r?\n/.exec(part) ?? {};
  const [head, rest] = [part.slice(0, index + blank.length), part.slice(index + blank.length)];
  const [lineEnd = ''] = /(?:\r?\n)?$/.exec(rest.slice(-2)) ?? [];
  return [head, rest.slice(0, rest.length - lineEnd.length), lineEnd];
}

function cleanPart(part: string, clean: Clean): string {
  const [head, content, lineEnd] = piecesOf(part);
  const bytes = bytesIn(content);
  const [, name = ''] = /\bname\s*=\s*"?([^";\r\n]*)/i.exec(head) ?? [];
  const text = textOf(bytes);
  const clear = text === undefined ? bytesText(bytes) : isSecret(name, text) ? hidden : clean(text);
  return `${clean(bytesIn(head).toString())}${clear}${lineEnd}`;
}

const bytesText = ({ length }: Buffer): string => `(${length.toLocaleString('en')} bytes)`;

/** The text of the bytes; undefined for binary data. The last letter of a cut body may be incomplete. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  const bad = text.slice(0, -1).includes('\uFFFD') || text.includes('\0');
  return bad ? undefined : text;
}

/**
 * The kept parts of a multipart body, in order; empty for other bodies. A malformed part ends the list. `isCut` if a part is
 * incomplete.
 */
export function partsOf(entry: JournalEntry): readonly (FormPart & { readonly isCut: boolean })[] {
  const boundary = boundaryIn(entry);
  if (boundary === undefined) return [];
  const kept = bytesOfBody(entry.body ?? '');
  const cut = kept.length < entry.observed.bodyBytes;
  const bytes = cut ? Buffer.concat([kept, Buffer.from(`\r\n--${boundary}--`)]) : kept;
  const parts: FormPart[] = [];
  try {
    for (const part of readMultipart(bytes, boundary)) parts.push(part);
  } catch {
    // shows the parts before the limit
  }
  return parts.map((part, index) => ({ ...part, isCut: cut && index === parts.length - 1 }));
}

/** Returns a function that hides secrets in the texts of parts, such as values and names. */
export function partCleanerOf(entry: JournalEntry): (name: string, value: string) => string {
  const clean = cleanerOf(secretsOf(entry));
  return (name, value) => (isSecret(name, value) ? hidden : clean(value));
}
