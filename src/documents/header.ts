import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage } from '@cantoo/pdf-lib';
import type { Header } from './document-work.ts';
import { TextWriter } from './fonts/text-writer.ts';
import { addStream, savePdf } from './pdf-bytes.ts';

/** Largest size in points. The header is where fax machines print theirs, about 4 mm below the edge. */
const sizeAtMost = 8;
const side = 18;
const gap = 18;

/** Formats by time zone: creating one takes longer than stamping a page. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Time as `2026-11-20 06:00`, the Swedish date format. */
function timeIn(timeZone: string, at: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(new Date(at));
}

/** Adds a line at the upper edge of every page, on white so that it is readable over any content. */
export async function stampHeader(pdf: Uint8Array, header: Header): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  const writer = new TextWriter(document, 'DejaVuSans');
  const pages = document.getPages();
  for (const [index, page] of pages.entries()) {
    stamp(page, writer, { ...header, count: pageCountText(header, index + 1, pages.length) });
  }
  writer.embed();
  return savePdf(document);
}

/** A page of this size in points with only the header, and the header's top and bottom, in points from the page's top. */
export async function drawHeaderAlone(
  { width, height }: { readonly width: number; readonly height: number },
  header: PageHeader,
): Promise<{ readonly pdf: Uint8Array; readonly top: number; readonly bottom: number }> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const writer = new TextWriter(document, 'DejaVuSans');
  const { y, size } = stamp(document.addPage([width, height]), writer, header) ?? { y: height, size: 0 };
  writer.embed();
  return { pdf: await savePdf(document), top: height - y - size, bottom: height - y + size * 0.3 };
}

/** `page 2 of 5`; empty if the header has no page numbers. */
export const pageCountText = (
  { hasPageNumbers }: Pick<Header, 'hasPageNumbers'>,
  page: number,
  pages: number,
): string => (hasPageNumbers ? `page ${page} of ${pages}` : '');

/** A header with the count of its page: `page 2 of 5`. */
interface PageHeader extends Header {
  readonly count: string;
}

/** Writes the header. Returns its position and size in points; undefined for a page without an area. */
function stamp(page: PDFPage, writer: TextWriter, header: PageHeader): { y: number; size: number } | undefined {
  const view = viewOf(page);
  if (!(view.width > 0 && view.height > 0)) return undefined;
  const at = timeIn(header.timeZone, header.at);
  const left = oneLine(`${at}   From: ${header.from}   To: ${header.to}   ${header.text}`);
  const width = (text: string) => writer.width(text, 1);
  const fitting = Math.max(1, view.width - 2 * side - gap) / (width(left) + width(header.count));
  const size = Math.min(sizeAtMost, fitting, view.height / 8);
  const y = view.height - size - Math.min(size / 2 + 2, view.height / 20);
  const operators = [
    `1 g 0 ${y - size * 0.3} ${view.width} ${size * 1.3} re f 0 g`,
    writer.write(left, { x: side, y, size }),
    writer.write(header.count, { x: view.width - side - width(header.count) * size, y, size }),
  ];
  drawOver(page, view, { operators, resources: { Font: writer.resources } });
  return { y, size };
}

const oneLine = (text: string): string => text.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');

/** The visible page: its size, and the matrix from coordinates at its visible lower left corner to the page's own. */
interface View {
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
}

/** Draws over the content of a page, with separate resources that cannot conflict with those of the page. */
export function drawOver(
  page: PDFPage,
  { width, height, matrix }: View,
  { operators, resources = {} }: { operators: readonly string[]; resources?: Readonly<Record<string, PDFObject>> },
): void {
  const { context } = page.doc;
  const drawing = addStream(context, operators.join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: context.obj(resources),
  });
  const name = page.node.newXObject('Overlay', drawing);
  page.node.addContentStream(addStream(context, `q ${matrix.join(' ')} cm ${name.asString()} Do Q`));
}

export function viewOf(page: PDFPage): View {
  const { x, y, width, height } = visibleBox(page);
  const turns = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
  const turned = { width: height, height: width };
  if (turns === 1) return { ...turned, matrix: [0, 1, -1, 0, x + width, y] };
  if (turns === 2) return { width, height, matrix: [-1, 0, 0, -1, x + width, y + height] };
  if (turns === 3) return { ...turned, matrix: [0, -1, 1, 0, x, y + height] };
  return { width, height, matrix: [1, 0, 0, 1, x, y] };
}

/** The visible part of a page: its crop box, limited to the page. */
function visibleBox(page: PDFPage): { x: number; y: number; width: number; height: number } {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}
