import { isUtf8 } from 'node:buffer';
import { boundaryOf, readMultipart } from '../../wire/multipart.ts';
import type { FormPart } from '../../wire/multipart.ts';
import { cleanBeginning, cleanerOf } from './details.ts';
import type { Clean } from './details.ts';
import type { JournalEntry, KeptBody } from './journal.ts';
import { headerOf } from './observed-request.ts';
import { cleanQuery, hidden, isSecret } from './redaction.ts';

/** The headers as they came, without secrets. */
export const headersOf = (entry: JournalEntry): { readonly name: string; readonly value: string }[] =>
  pairsOf(entry.observed.profile.headers).map(([name, value]) => ({
    name,
    value: cleanHeader(name, decoded(value), cleaner(entry)),
  }));

const pairsOf = (list: readonly string[]): (readonly [string, string])[] =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));

/** The text of a header that came as UTF-8. node gives a letter for each byte; one that is no UTF-8 is Latin-1. */
function decoded(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

/** The scheme of an Authorization header stays: the wrong one is a common mistake. */
const cleanHeader = (name: string, value: string, clean: Clean): string =>
  isSecret(name, value) ? value.replace(/^(\w+ +)?.+$/s, `$1${hidden}`) : clean(value);

/** Hides the secrets of the Authorization header, of the parameters and of the simulator. */
function cleaner({ observed: { profile, params } }: JournalEntry): Clean {
  return cleanerOf({ profile, params: params ?? {} });
}

/** The body of a request; `whole` is that of the history, which keeps more. */
export interface ArrivedBody {
  readonly entry: JournalEntry;
  readonly whole: KeptBody | undefined;
}

const bytesOf = ({ entry, whole }: ArrivedBody): Buffer => {
  const kept = whole ?? entry.body ?? '';
  return typeof kept === 'string' ? Buffer.from(kept, 'latin1') : kept;
};

const longestText = 65_536;

/** The beginning of a body as text without secrets, with the size of each file in place of bytes that are no text. */
export function bodyText(body: ArrivedBody): { readonly text: string; readonly isCut: boolean } {
  const { entry } = body;
  const bytes = bytesOf(body);
  const kept = bytes.subarray(0, longestText);
  const clean = cleaner(entry);
  const boundary = boundaryIn(entry);
  const text = boundary === undefined ? cleanText(kept, clean) : multipartText(kept, boundary, clean);
  return { text, isCut: kept.length < entry.observed.bodyBytes };
}

function boundaryIn({ observed }: JournalEntry): string | undefined {
  const contentType = headerOf(observed, 'content-type') ?? '';
  return /^\s*multipart\//i.test(contentType) ? boundaryOf(contentType) : undefined;
}

function cleanText(bytes: Buffer, clean: Clean): string {
  const text = textOf(bytes);
  if (text === undefined) return bytesText(bytes);
  return /^\s*\{/.test(text) ? cleanBeginning(text, clean) : cleanQuery(text, clean);
}

const headEnd = '\r\n\r\n';

function multipartText(body: Buffer, boundary: string, clean: Clean): string {
  const delimiter = `--${boundary}`;
  const parts = body.toString('latin1').split(delimiter);
  return parts
    .map((part) => {
      const end = part.indexOf(headEnd);
      if (end < 0) return part;
      const head = part.slice(0, end + headEnd.length);
      const content = Buffer.from(part.slice(head.length).replace(/\r\n$/, ''), 'latin1');
      const [, name = ''] = /\bname="?([^";\r\n]*)/i.exec(head) ?? [];
      const text = textOf(content);
      const clear = text === undefined ? bytesText(content) : isSecret(name, text) ? hidden : clean(text);
      return `${clean(Buffer.from(head, 'latin1').toString())}${clear}${part.endsWith('\r\n') ? '\r\n' : ''}`;
    })
    .join(delimiter);
}

const bytesText = ({ length }: Buffer): string => `(${length.toLocaleString('en')} bytes)`;

/** Undefined: the bytes are no text. The last letter of a body that is cut may be half there. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  const bad = text.slice(0, -1).includes('\uFFFD') || text.includes('\0');
  return bad ? undefined : text;
}

/** The parts that are kept, in order; none of another body. A malformed part ends them. `isCut`: the rest of it is not kept. */
export function partsOf(body: ArrivedBody): readonly (FormPart & { readonly isCut: boolean })[] {
  const boundary = boundaryIn(body.entry);
  if (boundary === undefined) return [];
  const kept = bytesOf(body);
  const cut = kept.length < body.entry.observed.bodyBytes;
  const bytes = cut ? Buffer.concat([kept, Buffer.from(`\r\n--${boundary}--`)]) : kept;
  const parts: FormPart[] = [];
  try {
    for (const part of readMultipart(bytes, boundary)) parts.push(part);
  } catch {
    // those before it are shown
  }
  return parts.map((part, index) => ({ ...part, isCut: cut && index === parts.length - 1 }));
}

/** The value of a text part without secrets. */
export const partText = ({ entry }: ArrivedBody, name: string, value: string): string =>
  isSecret(name, value) ? hidden : cleaner(entry)(value);
