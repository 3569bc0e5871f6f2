import { Refusal } from '../model/domain/refusal.ts';
import { Upload } from './fields.ts';

/** A part of a form: text, or a file. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Upload;
}

const lineEnd = Buffer.from('\r\n');
const [carriageReturn, lineFeed] = lineEnd;
const headEnd = Buffer.from('\r\n\r\n');

/** The boundary that a Content-Type names, quoted or not, also after the two semicolons that a v1 client sends. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/**
 * Splits a multipart body, more leniently than RFC 7578, because official clients need it. Parts may be empty, and
 * parts may follow the closing delimiter. That delimiter may be missing after a text part. (Java clients; no parser on
 * npm reads all of this.) Throws the Refusal `malformed` for any other fault, such as a truncated file.
 */
export function* readMultipart(body: Buffer, boundary: string): Generator<FormPart> {
  const dashed = Buffer.from(`--${boundary}`);
  const delimiters = findDelimiters(body, dashed);
  assertLineEnds(body.subarray(0, delimiters[0]?.start), dashed);
  if (delimiters.length === 0) throw malformedBody(`the boundary ${boundary} does not occur in the body`);
  for (const [index, { end, isClosing }] of delimiters.entries()) {
    if (isClosing) continue; // text between this delimiter and a further one belongs to no part
    const next = delimiters[index + 1];
    const bytes = body.subarray(end, next?.start ?? body.length);
    if (next === undefined) assertLineEnds(bytes, dashed);
    const part = readPart(bytes, next === undefined);
    if (part !== undefined) yield part;
  }
}

/**
 * Limit for a boundary's closing dashes, line end, and the white space that RFC 2046 allows after it. No client was
 * seen to send any.
 */
const charactersBehindMax = 80;

/** Whether a line ends before an offset. */
const endsLine = (bytes: Buffer, at: number): boolean => bytes[at - 2] === carriageReturn && bytes[at - 1] === lineFeed;

interface Delimiter {
  /** Offset of the line end before the delimiter, which belongs to the delimiter. */
  readonly start: number;
  /** Offset just after the delimiter. */
  readonly end: number;
  readonly isClosing: boolean;
}

function findDelimiters(body: Buffer, dashed: Buffer): Delimiter[] {
  const found: Delimiter[] = [];
  for (let at = body.indexOf(dashed); at >= 0; at = body.indexOf(dashed, at + dashed.length)) {
    const isAtLineStart = at === 0 || endsLine(body, at);
    const from = at + dashed.length;
    const behind = body.toString('latin1', from, from + charactersBehindMax);
    const isBodysEnd = from + behind.length === body.length;
    const match = (isBodysEnd ? /^(--)?[ \t]*(?=\r\n|$)/ : /^(--)?[ \t]*(?=\r\n)/).exec(behind);
    if (!isAtLineStart || match === null) continue; // the boundary's text, within a file
    const end = from + match[0].length;
    found.push({ start: Math.max(at - 2, 0), end, isClosing: match[1] !== undefined });
  }
  return found;
}

/**
 * Throws the Refusal if a boundary's line begins or ends with LF alone, before the first delimiter or after the last.
 * Source: RFC 2046, 5.1.1.
 */
function assertLineEnds(bytes: Buffer, dashed: Buffer): void {
  for (let at = bytes.indexOf(dashed); at >= 0; at = bytes.indexOf(dashed, at + dashed.length)) {
    const from = at + dashed.length;
    const behind = bytes.toString('latin1', from, from + charactersBehindMax);
    const isLine = /^(?:--)?[ \t]*(?:\r?\n|$)/.test(behind) && (at === 0 || bytes[at - 1] === lineFeed);
    if (isLine && !(endsLine(bytes, at) && /^(?:--)?[ \t]*\r\n/.test(behind))) throw malformedBody(lineFeedAlone);
  }
}

const lineFeedAlone = 'its lines must end with CR LF, got LF alone';

/** Reads a part, whose `bytes` start with the line end of its delimiter; undefined for an empty part. */
function readPart(bytes: Buffer, isCutOff: boolean): FormPart | undefined {
  if (bytes.length <= lineEnd.length || bytes.equals(headEnd)) return undefined;
  const { head, content } = splitPart(bytes, isCutOff);
  const headers = readHeaders(utf8OrLatin1(head));
  const disposition = headers.get('content-disposition') ?? '';
  const name = attribute(disposition, patterns.name);
  if (name === undefined) throw malformedBody('a part has no name in its Content-Disposition');
  const filename = fileNameIn(disposition);
  if (filename === undefined) return { name, value: utf8(isCutOff ? withoutLineEnd(content) : content) };
  if (isCutOff) throw malformedBody(`the file ${name} is cut off: no boundary follows it`);
  return { name, value: new Upload(baseName(filename), headers.get('content-type'), content) };
}

/** A part without an empty line is a header without content. Source: RFC 2046, 5.1.1, body-part. */
function splitPart(bytes: Buffer, isCutOff: boolean): { readonly head: Buffer; readonly content: Buffer } {
  const headLength = bytes.indexOf(headEnd);
  if (headLength === 0) throw malformedBody('a part has no header');
  if (headLength < 0 && isCutOff) throw malformedBody('a part has no empty line after its header');
  const [end, begin] = headLength < 0 ? [bytes.length, bytes.length] : [headLength, headLength + headEnd.length];
  return { head: withoutLineEnd(bytes.subarray(lineEnd.length, end)), content: bytes.subarray(begin) };
}

function withoutLineEnd(bytes: Buffer): Buffer {
  return endsLine(bytes, bytes.length) ? bytes.subarray(0, -lineEnd.length) : bytes;
}

/**
 * Reads the headers of a part. A line that begins with white space continues the previous line. Source: RFC 2046, 5.1,
 * with RFC 5322, 2.2.3.
 */
function readHeaders(head: string): Map<string, string> {
  if (/(?<!\r)\n/.test(head)) throw malformedBody(lineFeedAlone);
  const unfolded = head.replaceAll(/\r\n(?=[ \t])/g, '');
  const lines = unfolded.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw malformedBody(`"${line.slice(0, 80)}" is no header of a part`);
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return new Map(lines);
}

/**
 * The name of a part's file. Older Python clients send a name that is not ASCII only as `filename*=utf-8''…` (RFC
 * 5987).
 */
function fileNameIn(disposition: string): string | undefined {
  const plain = attribute(disposition, patterns.filename);
  const extended = attribute(disposition, patterns.extendedFilename);
  if (extended === undefined) return plain;
  const [, charset, escaped] = /^([^']*)'[^']*'(.*)$/.exec(extended) ?? ['', 'utf-8', extended];
  const name = decodeFilename(escaped, charset) ?? '';
  return name === '' ? (plain ?? escaped) : name;
}

/** Decodes a file name; undefined if the escapes are broken, or the character set is not known. */
function decodeFilename(text: string, charset: string): string | undefined {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
      decoder.decode(Buffer.from(escapes.replaceAll('%', ''), 'hex')),
    );
  } catch {
    return undefined;
  }
}

/**
 * Patterns of parameters in Content-Disposition. Ruby clients do not escape quotes in a quoted name; others leave a \
 * at its end.
 */
const patterns = {
  name: /;\s*name=(?:"((?:[^\\]|\\.)*?)"(?=\s*(?:;|$))|"(.*?)"(?=\s*(?:;|$))|([^;\s]*))/i,
  filename: /;\s*filename=(?:"((?:[^\\]|\\.)*?)"(?=\s*(?:;|$))|"(.*?)"(?=\s*(?:;|$))|([^;\s]*))/i,
  extendedFilename: /;\s*filename\*=(?:"((?:[^\\]|\\.)*?)"(?=\s*(?:;|$))|"(.*?)"(?=\s*(?:;|$))|([^;\s]*))/i,
};

function attribute(disposition: string, pattern: RegExp): string | undefined {
  const [, quoted, loose, plain] = pattern.exec(disposition) ?? [];
  return quoted?.replace(/\\(["\\])/g, '$1') ?? loose ?? plain;
}

const baseName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? '';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Buffer): string {
  const text = utf8OrNot(bytes);
  if (text === undefined) throw malformedBody('a text part is not UTF-8');
  return text;
}

/** Older browsers write names of files in Latin-1. */
const utf8OrLatin1 = (bytes: Buffer): string => utf8OrNot(bytes) ?? bytes.toString('latin1');

function utf8OrNot(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const malformedBody = (reason: string) => new Refusal('malformed', `The multipart body cannot be read: ${reason}`);
