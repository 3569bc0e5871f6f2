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

/** Types that the service accepts, but faxsim does not: they would need LibreOffice. */
const officeNames = new Set(['.doc', '.docx', '.odt']);

/** Length of the text's beginning that is searched for tags. */
const markupSample = 1024;

/** The kind of a file: by its content or, if that is not enough, by its name. Throws a conversion error for an unsupported kind. */
export async function kindOfFile(bytes: Uint8Array, filename: string): Promise<FileKind> {
  if (bytes.length === 0) throw new ConversionError('unknownType', `${quoteName(filename)} is empty.`);
  if (hasPdfHeader(bytes)) return 'pdf';
  // Text is checked first. It may begin with the letters of a signature, such as "The free trial ends", and a byte
  // order mark looks like an MP3's.
  if (encodingOf(bytes) !== null) return kindBySample(bytes, filename);
  if (isTiff(bytes) && !isCameraRaw(bytes)) return 'image';
  const found = await fileTypeFromBuffer(bytes);
  if (found) return kindByMime[found.mime] ?? throwUnsupported(filename, found.mime);
  return kindBySample(bytes, filename);
}

/** The kind of bytes without a signature: text, or a broken file of the kind in its name. */
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

/** Whether the file is a PDF. Mail gateways may put something before its header. */
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

/** Length of the beginning that decides whether a file is text. */
const sampleBytes = 65_536;

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding of bytes that are text; null for other bytes. */
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

/** The encoding of a two-byte byte order mark; null without a mark. */
function byteOrderMarkOf([first, second]: Uint8Array): TextEncoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** The text of a file, without its byte order mark. Invalid bytes become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  // node 20 to 23 decode windows-1252 as ISO 8859-1, in which characters 80 to 9F are control characters.
  return new TextDecoder(encoding).encoding === 'windows-1252'
    ? text.replaceAll(/[\u0080-\u009f]/g, fromWindows)
    : text;
}

/** The characters 80 to 9F of windows-1252. Source: the Encoding Standard. */
const windowsCharacters =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const fromWindows = (character: string): string => windowsCharacters[character.charCodeAt(0) - 0x80] ?? character;

/**
 * The encoding of an HTML file: the first of its byte order mark, its declaration, and a guess from its bytes. A
 * declared UTF-16 is ignored, because the declaration was found by reading single bytes. Source: the HTML Standard,
 * "prescan".
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
    return own; // no label, or one that the Encoding Standard lacks
  }
}

/** Guesses the byte order of UTF-16 without a mark: in mostly Latin text, all high bytes are zero. */
function encodingOfWideText(sample: Uint8Array): TextEncoding | null {
  const zerosAt = (side: number): number => sample.filter((byte, index) => byte === 0 && index % 2 === side).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (sample.length % 2 !== 0 || (even > 0 && odd > 0) || (even + odd) * 8 < sample.length) return null;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** The characters of `isNoText`, and noncharacters. */
const noWideText = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\ufffe\uffff]/;

/** Whether the sample decodes to characters that occur in text. It may end within a character. */
function isWideText(sample: Uint8Array, encoding: TextEncoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return !noWideText.test(text);
  } catch {
    return false;
  }
}

/** Whether a byte is a control character that never occurs in text. Tab, line ends, form feed, backspace and escape do occur. */
function isNoText(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a;
}
