import type { PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import type { Header } from './document-work.ts';
import { Lettering } from './fonts/lettering.ts';
import { saved } from './saved.ts';
import { addStream } from './streams.ts';

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

/** A page as it is seen: how large, and how its own coordinates come from those counted from its lower left corner. */
interface View {
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
}

/** Adds a line at the upper edge of every page, on white so that it can be read, whatever is there. */
export async function stampHeader(pdf: Uint8Array, header: Header): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  const lettering = new Lettering(document, 'DejaVuSans');
  const pages = document.getPages();
  const at = centralTime.format(new Date(header.at));
  const left = oneLine(`${at}   From: ${header.from}   To: ${header.to}   ${header.text}`);
  for (const [index, page] of pages.entries()) {
    stamp(page, lettering, left, `page ${index + 1} of ${pages.length}`);
  }
  lettering.embed();
  return saved(document);
}

function stamp(page: PDFPage, lettering: Lettering, left: string, right: string): void {
  const view = viewOf(page);
  if (!(view.width > 0 && view.height > 0)) return;
  const width = (text: string) => lettering.width(text, 1);
  const fitting = Math.max(1, view.width - 2 * side - gap) / (width(left) + width(right));
  const size = Math.min(sizeAtMost, fitting, view.height / 8);
  const y = view.height - size - Math.min(size / 2 + 2, view.height / 20);
  const strip = `1 g 0 ${y - size * 0.3} ${view.width} ${size * 1.3} re f 0 g`;
  const name = page.node.newXObject(
    'Header',
    form(page.doc, lettering, view, [
      strip,
      lettering.write(left, { x: side, y, size }),
      lettering.write(right, { x: view.width - side - width(right) * size, y, size }),
    ]),
  );
  page.node.addContentStream(addStream(page.doc.context, `q ${view.matrix.join(' ')} cm ${name.asString()} Do Q`));
}

/** Drawings with fonts of their own, so that they get into no conflict with those of the page. */
function form(document: PDFDocument, lettering: Lettering, view: View, operators: readonly string[]): PDFRef {
  const { context } = document;
  return addStream(context, operators.join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, view.width, view.height],
    Resources: context.obj({ Font: lettering.resources }),
  });
}

function viewOf(page: PDFPage): View {
  const { x, y, width, height } = visibleBox(page);
  const turns = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
  const turned = { width: height, height: width };
  if (turns === 1) return { ...turned, matrix: [0, 1, -1, 0, x + width, y] };
  if (turns === 2) return { width, height, matrix: [-1, 0, 0, -1, x + width, y + height] };
  if (turns === 3) return { ...turned, matrix: [0, -1, 1, 0, x, y + height] };
  return { width, height, matrix: [1, 0, 0, 1, x, y] };
}

/** The part of a page that is shown: its crop box, as far as that lies on the page. */
function visibleBox(page: PDFPage): { x: number; y: number; width: number; height: number } {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}

const oneLine = (text: string): string => text.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
