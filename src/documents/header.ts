import type { PDFPage } from '@cantoo/pdf-lib';
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import type { Header } from './document-work.ts';
import { TextWriter } from './fonts/text-writer.ts';
import { drawOver, viewOf } from './overlay.ts';
import { savePdf } from './pdf-bytes.ts';

/** In points. The header stands where a fax machine prints its own, about 4 mm below the edge. */
const sizeAtMost = 8;
const side = 18;
const gap = 18;

/** As `2026-11-20 06:00`: Swedes write dates so. */
const centralTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Chicago',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Adds a line at the upper edge of every page, on white so that it can be read, whatever is there. */
export async function stampHeader(pdf: Uint8Array, header: Header): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  const writer = new TextWriter(document, 'DejaVuSans');
  const pages = document.getPages();
  const at = centralTime.format(new Date(header.at));
  const left = oneLine(`${at}   From: ${header.from}   To: ${header.to}   ${header.text}`);
  for (const [index, page] of pages.entries()) {
    stamp(page, writer, left, `page ${index + 1} of ${pages.length}`);
  }
  writer.embed();
  return savePdf(document);
}

function stamp(page: PDFPage, writer: TextWriter, left: string, right: string): void {
  const view = viewOf(page);
  if (!(view.width > 0 && view.height > 0)) return;
  const width = (text: string) => writer.width(text, 1);
  const fitting = Math.max(1, view.width - 2 * side - gap) / (width(left) + width(right));
  const size = Math.min(sizeAtMost, fitting, view.height / 8);
  const y = view.height - size - Math.min(size / 2 + 2, view.height / 20);
  const strip = `1 g 0 ${y - size * 0.3} ${view.width} ${size * 1.3} re f 0 g`;
  const operators = [
    strip,
    writer.write(left, { x: side, y, size }),
    writer.write(right, { x: view.width - side - width(right) * size, y, size }),
  ];
  drawOver(page, view, { operators, resources: { Font: writer.resources } });
}

const oneLine = (text: string): string => text.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
