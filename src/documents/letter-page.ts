import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { PDFName } from '@cantoo/pdf-lib';
import type { TextWriter } from './fonts/text-writer.ts';
import { addStream } from './pdf-bytes.ts';

/** US Letter, in points. The top margin leaves room for the header line of the transmission. */
export const letter = { width: 612, height: 792, margin: 54 } as const;

export const textWidth = letter.width - 2 * letter.margin;

/** Adds a Letter page with these drawing operators. */
export function addLetterPage(document: PDFDocument, writer: TextWriter, operators: readonly string[]): PDFPage {
  const page = document.addPage([letter.width, letter.height]);
  page.node.set(PDFName.of('Resources'), document.context.obj({ Font: writer.resources }));
  page.node.addContentStream(addStream(document.context, operators.join('\n')));
  return page;
}
