import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { TextWriter } from './fonts/text-writer.ts';
import { drawOver, viewOf } from './header.ts';
import { savePdf } from './pdf-bytes.ts';
import { withPdf } from './raster.ts';
import type { Box, TextRun } from './raster.ts';

const tag = /\{\{\s*([\w-]+)\s*\}\}/g;

/** White margin around a text in points, which hides the soft edges of its letters. */
const marginPt = 1;

/**
 * Replaces tags such as `{{to}}` in the texts of a PDF by their values. A tag without a value becomes empty (assumed).
 * The line is covered with white from its first tag on, and written again there, so the words after a tag follow its
 * value. Text extraction from the PDF still finds the tags. Rejects for bytes that are not a PDF.
 */
export async function fillTags(pdf: Uint8Array, values: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const found = await withPdf(pdf, (open) =>
    Promise.resolve(Array.from({ length: open.pages }, (_, page) => open.textRuns(page).flatMap(fromFirstTag))),
  );
  if (found.every(({ length }) => length === 0)) return pdf;
  const document = await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  const writer = new TextWriter(document, 'DejaVuSans');
  const filled = (text: string): string => text.replace(tag, (_tag, name: string) => valueOf(name, values));
  for (const [index, page] of document.getPages().entries()) {
    const operators = (found[index] ?? []).flatMap(({ text, boxes, baseline, size }) => [
      cover(boxes),
      writer.write(filled(text), { x: Math.min(...boxes.map(({ left }) => left)), y: baseline, size }),
    ]);
    if (operators.length > 0) drawOver(page, viewOf(page), { operators, resources: { Font: writer.resources } });
  }
  writer.embed();
  return savePdf(document);
}

/** The rest of a text from its first tag; empty without a tag. */
function fromFirstTag({ text, boxes, ...line }: TextRun): readonly TextRun[] {
  const at = text.search(tag);
  return at < 0 ? [] : [{ ...line, text: text.slice(at), boxes: boxes.slice(at).filter(hasWidth) }];
}

const hasWidth = ({ left, right }: Box): boolean => right > left;

/** Draws a white rectangle over the boxes, and then sets black. */
function cover(boxes: readonly Box[]): string {
  const left = Math.min(...boxes.map((box) => box.left)) - marginPt;
  const right = Math.max(...boxes.map((box) => box.right)) + marginPt;
  const bottom = Math.min(...boxes.map((box) => box.bottom)) - marginPt;
  const top = Math.max(...boxes.map((box) => box.top)) + marginPt;
  return `1 g ${left} ${bottom} ${right - left} ${top - bottom} re f 0 g`;
}

/** Finds a value in any case: tags are in lower case, except in the reference's own example. */
function valueOf(name: string, values: Readonly<Record<string, string>>): string {
  const known = Object.entries(values).find(([own]) => own.toLowerCase() === name.toLowerCase());
  return known?.[1] ?? '';
}
