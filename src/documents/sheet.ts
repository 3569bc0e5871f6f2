import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { PDFName } from '@cantoo/pdf-lib';
import type { Lettering } from './fonts/lettering.ts';
import { addStream } from './streams.ts';

/** US Letter, in points. The top margin leaves room for the header line of the transmission. */
export const sheet = { width: 612, height: 792, margin: 54 } as const;

export const textWidth = sheet.width - 2 * sheet.margin;

/** Adds a Letter page with these drawing operators. */
export function addSheet(document: PDFDocument, lettering: Lettering, operators: readonly string[]): PDFPage {
  const page = document.addPage([sheet.width, sheet.height]);
  page.node.set(PDFName.of('Resources'), document.context.obj({ Font: lettering.resources }));
  page.node.addContentStream(addStream(document.context, operators.join('\n')));
  return page;
}
