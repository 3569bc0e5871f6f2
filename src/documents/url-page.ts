import type { PDFDocument } from '@cantoo/pdf-lib';
import { parseUrl } from '../model/shared/urls.ts';
import { TextWriter } from './fonts/text-writer.ts';
import { addLetterPage, letter, textWidth } from './letter-page.ts';
import { symbolOf } from './phax-codes.ts';
import type { BarcodeSymbol } from './phax-codes.ts';
import { wrapLine } from './text-layout.ts';

const { margin, height: pageHeight } = letter;
const linesAtMost = 12;
/** Place in points. */
const band = { y: pageHeight - 130, height: 34 };
const hostSize = 34;
const address = { size: 12, leading: 17 };
const codeWidth = 190;
/** Width of the white margin that a QR code needs, in modules. */
const quietModules = 4;

/** Adds one page that names a URL: its host in large letters, and the whole URL as text and as a QR code. */
export async function addUrl(document: PDFDocument, url: string): Promise<void> {
  const writer = new TextWriter(document, 'DejaVuSans');
  const host = hostOf(url);
  const fitting = textWidth / writer.width(host, 1);
  const top = band.y - 60;
  const lines = [...wrapLine(url, (character) => writer.width(character, address.size), textWidth)];
  const written = lines.slice(0, linesAtMost).map((line, index) => {
    return writer.write(line, { x: margin, y: top - 40 - index * address.leading, size: address.size });
  });
  const below = top - 40 - written.length * address.leading;
  const notes = [
    'This page stands for the document at the address above: faxsim has not fetched it.',
    `To fax the document itself, start faxsim with --allow-hosts ${host}`,
  ].flatMap((line) => [...wrapLine(line, (character) => writer.width(character, 10), textWidth)]);
  addLetterPage(document, writer, [
    `0 g ${margin} ${band.y} ${textWidth} ${band.height} re f 1 g`,
    writer.write('WEB PAGE', { x: margin + 14, y: band.y + 11, size: 14 }),
    '0 g',
    writer.write(host, { x: margin, y: top, size: Math.min(hostSize, fitting) }),
    ...written,
    ...drawCode(await codeOf(url), below),
    `0.8 w ${margin} ${margin + 52} m ${margin + textWidth} ${margin + 52} l S`,
    ...notes.map((line, index) => writer.write(line, { x: margin, y: margin + 34 - index * 14, size: 10 })),
  ]);
  writer.embed();
}

const hostOf = (url: string): string => (parseUrl(url)?.host ?? '') || url;

/** The QR code of a URL; undefined if the URL is too long. */
const codeOf = (url: string): Promise<BarcodeSymbol | undefined> => symbolOf(url, 'QRCode').catch(() => undefined);

function drawCode(code: BarcodeSymbol | undefined, below: number): string[] {
  if (code === undefined) return [];
  const module = codeWidth / (code.width + 2 * quietModules);
  const y = below - 20 - quietModules * module;
  return [
    ...code.rows.flatMap((bars, row) =>
      bars.map(({ from, to }) => {
        const corner = `${(margin + from * module).toFixed(2)} ${(y - (row + 1) * module).toFixed(2)}`;
        return `${corner} ${((to - from) * module).toFixed(2)} ${module.toFixed(2)} re`;
      }),
    ),
    'f',
  ];
}
