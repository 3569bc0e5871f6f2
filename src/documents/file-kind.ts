import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { ConversionError } from './conversion-error.ts';
import { isCameraRaw, isTiff } from './tiff.ts';

type FileKind = 'pdf' | 'image' | 'text' | 'html';

const kindByMime: Readonly<Record<string, FileKind>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/apng': 'image',
  'image/jpeg': 'image',
  'image/tiff': 'image',
};

/** Kinds by file extension, for bytes without a signature: a broken file of a known kind, or text. */
const kindByName: Readonly<Record<string, FileKind>> = {
  '.pdf': 'pdf',
  '.png': 'image',
  '.jpg': 'image',
  '.jpeg': 'image',
  '.tif': 'image',
  '.tiff': 'image',
  '.htm': 'html',
  '.html': 'html',
  '.xhtml': 'html',
};

const unsupportedNames = new Set(
  '.doc .docx .odt .rtf .xls .xlsx .ods .ppt .pptx .odp .pages .zip .gif .bmp .webp .heic .svg .ps .eps .eml .msg'.split(
    ' ',
  ),
);

/** The service takes these, faxsim does not: LibreOffice would be needed. */
const officeNames = new Set(['.doc', '.docx', '.odt']);

/** The length of the sample of a text that is searched for tags. */
const markupSample = 1024;

/** The kind of a file by its content, else by its name. Throws a conversion error for an unsupported kind. */
export async function kindOfFile(bytes: Uint8Array, filename: string): Promise<FileKind> {
  if (bytes.length === 0) throw new ConversionError('unknownType', `${quoteName(filename)} is empty.`);
  if (hasPdfHeader(bytes)) return 'pdf';
  // Text may begin with the letters of a signature, such as "The free trial ends", and a byte order mark as an MP3 does.
  if (encodingOf(bytes) !== null) return kindBySample(bytes, filename);
  if (isTiff(bytes) && !isCameraRaw(bytes)) return 'image';
  const found = await fileTypeFromBuffer(bytes);
  if (found) return kindByMime[found.mime] ?? throwUnsupported(filename, found.mime);
  return kindBySample(bytes, filename);
}

/** The kind of bytes without a signature: of text, or of a broken file of the kind that the name gives. */
function kindBySample(bytes: Uint8Array, filename: string): FileKind {
  const extension = extname(filename).toLowerCase();
  const kind = kindByName[extension];
  if (encodingOf(bytes) !== null) return kindOfMarkup(bytes, filename) ?? (kind === 'html' ? 'html' : 'text');
  if (unsupportedNames.has(extension)) throwUnsupported(filename, `a ${extension} file`);
  if (kind === undefined || kind === 'html') {
    throw new ConversionError('unknownType', `Neither its content nor its name tells what ${quoteName(filename)} is.`);
  }
  return kind;
}

/** A PDF may have something before its header, as mail gateways leave there. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = head.subarray(0, 1024).indexOf('%PDF-');
  return at === 0 || (at > 0 && head.includes('endobj'));
}

/** HTML, or null for text without markup. Throws for other markup, which the service does not convert. */
function kindOfMarkup(bytes: Uint8Array, filename: string): 'html' | null {
  const encoding = encodingOf(bytes) ?? 'utf-8';
  const start = decode(bytes.subarray(0, markupSample), encoding).trimStart().toLowerCase();
  const root = start.replace(/^(?:<\?xml.*?\?>|<!--.*?-->|\s+)+/s, '');
  if (/^<(?:!doctype html|html|head|body)\b/.test(root) || /^<!doctype[^>]*\bx?html\b/.test(root)) return 'html';
  if (/^(?:<!doctype[^>[]*(?:\[.*?\]\s*)?>\s*)?<svg\b/s.test(root)) throwUnsupported(filename, 'image/svg+xml');
  if (start.startsWith('<?xml') || extname(filename).toLowerCase() === '.xml') {
    throw new ConversionError('xml', `${quoteName(filename)} is XML, which is not converted.`);
  }
  if (start.startsWith('{\\rtf')) throwUnsupported(filename, 'application/rtf');
  if (start.startsWith('%!ps')) throwUnsupported(filename, 'application/postscript');
  return null;
}

function throwUnsupported(filename: string, what: string): never {
  const hint = officeNames.has(extname(filename).toLowerCase())
    ? ' The service converts such files, faxsim does not: send a PDF of it.'
    : '';
  throw new ConversionError('unsupportedType', `${quoteName(filename)} is ${what}, which is not supported.${hint}`);
}

const quoteName = (filename: string): string => (filename === '' ? 'The file' : `"${filename.slice(0, 100)}"`);

/** The length of the sample that decides whether a file is text. */
const sampleBytes = 65_536;

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How these bytes are to be read as text; null when they are none. */
export function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, sampleBytes);
  const mark = byteOrderMarkOf(bytes);
  if (mark !== null || sample.includes(0)) {
    const wide = mark ?? encodingOfWideText(sample);
    return wide !== null && isWideText(sample, wide) ? wide : null;
  }
  if (sample.some(isNoText)) return null;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The encoding of a byte order mark of two bytes; null without one. */
function byteOrderMarkOf([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** The text of a file, without its byte order mark. Bytes that cannot be read become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  // node 20 to 23 take windows-1252 for ISO 8859-1, whose characters 80 to 9F are control characters.
  return new TextDecoder(encoding).encoding === 'windows-1252'
    ? text.replaceAll(/[\u0080-\u009f]/g, fromWindows)
    : text;
}

/** The characters 80 to 9F of windows-1252. Source: the Encoding Standard. */
const windowsCharacters =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const fromWindows = (character: string): string => windowsCharacters[character.charCodeAt(0) - 0x80] ?? character;

/**
 * The encoding of an HTML file: that of its byte order mark, else the one that it declares in its beginning, else that of its
 * bytes. A declared UTF-16 cannot be true, since it was read. Source: the HTML Standard, "prescan".
 */
export function encodingOfHtml(bytes: Uint8Array): string {
  const own = encodingOf(bytes) ?? 'utf-8';
  if (own.startsWith('utf-16')) return own;
  const start = Buffer.from(bytes.subarray(0, markupSample))
    .toString('latin1')
    .replaceAll(/<!--.*?(?:-->|$)/gs, '');
  const [, label = ''] =
    /<(?:meta\b[^<>]*?\bcharset|\?xml\b[^<>]*?\bencoding)\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(start) ?? [];
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-') ? own : encoding;
  } catch {
    return own; // no label, or one that the Encoding Standard does not have
  }
}

/** UTF-16 without a mark has its zeros on one side: in the high bytes of mostly Latin text. */
function encodingOfWideText(sample: Uint8Array): TextEncoding | null {
  const zerosAt = (side: number): number => sample.filter((byte, index) => byte === 0 && index % 2 === side).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (sample.length % 2 !== 0 || (even > 0 && odd > 0) || (even + odd) * 8 < sample.length) return null;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** The characters of `isNoText`, and noncharacters. */
const noWideText = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\ufffe\uffff]/;

/** Whether it decodes to characters that text has. A sample may end within one. */
function isWideText(sample: Uint8Array, encoding: TextEncoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return !noWideText.test(text);
  } catch {
    return false;
  }
}

/** Control characters that no text has. Tab, line ends, form feed, backspace and escape do occur. */
function isNoText(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a;
}
