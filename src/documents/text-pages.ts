import type { PDFDocument } from '@cantoo/pdf-lib';
import type { Lettering } from './fonts/lettering.ts';
import type { PageCounter } from './page-counter.ts';
import { addSheet, sheet, textWidth } from './sheet.ts';
import { pagesOf } from './text-layout.ts';

const size = 10;
const leading = 12;
const linesPerPage = Math.floor((sheet.height - 2 * sheet.margin) / leading);

/** Adds the pages of a plain text: typewritten, 83 characters by 57 lines. An empty text is an empty page. */
export function addText(document: PDFDocument, lettering: Lettering, text: string, counter: PageCounter): void {
  const measure = (character: string) => lettering.width(character, size);
  for (const lines of pagesOf(text, measure, textWidth, linesPerPage)) {
    counter.add(1);
    const operators = lines.map((line, index) => lineAt(lettering, line, index));
    addSheet(document, lettering, operators);
  }
}

function lineAt(lettering: Lettering, line: string, index: number): string {
  if (line.trim() === '') return '';
  return lettering.write(line, { x: sheet.margin, y: sheet.height - sheet.margin - size - index * leading, size });
}
