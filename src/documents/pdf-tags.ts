import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { TextWriter } from './fonts/text-writer.ts';
import { drawOver, viewOf } from './header.ts';
import { savePdf } from './pdf-bytes.ts';
import { withPdf } from './raster.ts';
import type { Box, TextRun } from './raster.ts';

const tag = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Points of white around a text, which hide the soft edges of its letters. */
const marginPt = 1;

/**
 * Replaces tags such as `{{to}}` in the texts of a PDF by their values; a tag without a value becomes empty (assumed). The line is
 * written again from its first tag on, over white, so that the words after a tag follow its value. The tags stay in the text that a
 * program extracts from the PDF. Rejects for bytes that are no PDF.
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

/** The part of a text that begins with its first tag; none without a tag. */
function fromFirstTag({ text, boxes, ...line }: TextRun): readonly TextRun[] {
  const at = text.search(tag);
  return at < 0 ? [] : [{ ...line, text: text.slice(at), boxes: boxes.slice(at).filter(hasWidth) }];
}

const hasWidth = ({ left, right }: Box): boolean => right > left;

/** A white rectangle over the boxes; what follows is black. */
function cover(boxes: readonly Box[]): string {
  const left = Math.min(...boxes.map((box) => box.left)) - marginPt;
  const right = Math.max(...boxes.map((box) => box.right)) + marginPt;
  const bottom = Math.min(...boxes.map((box) => box.bottom)) - marginPt;
  const top = Math.max(...boxes.map((box) => box.top)) + marginPt;
  return `1 g ${left} ${bottom} ${right - left} ${top - bottom} re f 0 g`;
}

/** Names of tags are in lower case; the reference's own example is not. */
function valueOf(name: string, values: Readonly<Record<string, string>>): string {
  const known = Object.entries(values).find(([own]) => own.toLowerCase() === name.toLowerCase());
  return known?.[1] ?? '';
}
