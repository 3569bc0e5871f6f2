import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { TextWriter } from './fonts/text-writer.ts';
import { drawOver, viewOf } from './header.ts';
import { savePdf } from './pdf-bytes.ts';
import { withPdf } from './raster.ts';
import type { PlacedText } from './raster.ts';

const tagPattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Replaces tags such as `{{to}}` in the texts of a PDF by their values; a tag without a value becomes empty (assumed). The value stands
 * on white over its tag, in the size of the tag. Rejects for bytes that are no PDF.
 */
export async function fillTags(pdf: Uint8Array, values: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const found = await withPdf(pdf, (open) =>
    Promise.resolve(Array.from({ length: open.pages }, (_, page) => open.findTexts(page, tagPattern))),
  );
  if (found.every(({ length }) => length === 0)) return pdf;
  const document = await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  const writer = new TextWriter(document, 'DejaVuSans');
  for (const [index, page] of document.getPages().entries()) {
    const operators = (found[index] ?? []).flatMap((tag) => [
      `1 g ${tag.left} ${tag.bottom} ${tag.right - tag.left} ${tag.top - tag.bottom} re f 0 g`,
      writer.write(valueOf(tag, values), { x: tag.left, y: tag.baseline, size: tag.size }),
    ]);
    if (operators.length > 0) drawOver(page, viewOf(page), { operators, resources: { Font: writer.resources } });
  }
  writer.embed();
  return savePdf(document);
}

/** Names of tags are in lower case; the reference's own example is not. */
function valueOf({ text }: PlacedText, values: Readonly<Record<string, string>>): string {
  const [, name = ''] = /([\w-]+)/.exec(text) ?? [];
  const known = Object.entries(values).find(([own]) => own.toLowerCase() === name.toLowerCase());
  return known?.[1] ?? '';
}
