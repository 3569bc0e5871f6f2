import type { PDFDocument } from '@cantoo/pdf-lib';
import type { TextWriter } from './fonts/text-writer.ts';
import type { PageCounter } from './limits.ts';
import { addLetterPage, letter, textWidth } from './letter-page.ts';
import { pagesOf } from './text-layout.ts';

const size = 10;
const leading = 12;
const linesPerPage = Math.floor((letter.height - 2 * letter.margin) / leading);

/** Adds the pages of a plain text: typewritten, 83 characters by 57 lines. An empty text is an empty page. */
export function addText(document: PDFDocument, writer: TextWriter, text: string, counter: PageCounter): void {
  const measure = (character: string) => writer.width(character, size);
  for (const lines of pagesOf(text, measure, textWidth, linesPerPage)) {
    counter.add(1);
    const operators = lines.map((line, index) => lineAt(writer, line, index));
    addLetterPage(document, writer, operators);
  }
}

function lineAt(writer: TextWriter, line: string, index: number): string {
  if (line.trim() === '') return '';
  return writer.write(line, { x: letter.margin, y: letter.height - letter.margin - size - index * leading, size });
}
