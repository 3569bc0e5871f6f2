import type { PDFDocument } from '@cantoo/pdf-lib';
import type { PageCounter } from './conversion-error.ts';
import type { TextWriter } from './fonts/text-writer.ts';
import { addLetterPage, letter, textWidth } from './letter-page.ts';

const tabStops = 8;

/** The width of a character, in the unit of the line's width. */
export type Measure = (character: string) => number;

/** Splits a text into pages of lines. A line that is too long is broken between words, or inside of a long word. */
export function* pagesOf(text: string, measure: Measure, lineWidth: number, linesPerPage: number): Generator<string[]> {
  for (const sheetText of sheetsOf(text)) {
    let page: string[] = [];
    for (const line of sheetText.split('\n')) {
      for (const row of wrapLine(withoutTabs(line), measure, lineWidth)) {
        if (page.length === linesPerPage) {
          yield page;
          page = [];
        }
        page.push(row);
      }
    }
    yield page;
  }
}

/** Splits a text into pages at form feeds, except at the end of the text. Other control characters are dropped. */
function sheetsOf(text: string): string[] {
  const lines = text.normalize('NFC').replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const visible = lines.replace(
    /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\ufe00-\ufe0f\ufeff]/g,
    '',
  );
  return visible.trimEnd().split('\f');
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let row = '';
  for (const [index, part] of line.split('\t').entries()) {
    row += (index === 0 ? '' : ' '.repeat(tabStops - (row.length % tabStops))) + part;
  }
  return row;
}

/** Breaks one line into rows that fit. */
export function* wrapLine(line: string, measure: Measure, lineWidth: number): Generator<string> {
  let row = '';
  let rowWidth = 0;
  let wordStart = 0; // the position of the row's last word: after a space
  for (const character of line) {
    const width = measure(character);
    if (rowWidth + width > lineWidth && row !== '') {
      if (character === ' ') {
        wordStart = row.length; // the break stands for this space
        continue;
      }
      const rest = wordStart > 0 ? row.slice(wordStart) : '';
      yield row.slice(0, row.length - rest.length).trimEnd();
      row = rest;
      rowWidth = 0;
      for (const kept of rest) rowWidth += measure(kept);
      wordStart = 0;
    }
    row += character;
    rowWidth += width;
    if (character === ' ') wordStart = row.length;
  }
  yield row;
}

const size = 10;
const leading = 12;
const linesPerPage = Math.floor((letter.height - 2 * letter.margin) / leading);

/** Adds the pages of a plain text: typewritten, 83 characters by 57 lines. An empty text is an empty page. */
export function addText(document: PDFDocument, writer: TextWriter, text: string, counter: PageCounter): void {
  const measure = (character: string) => writer.width(character, size);
  for (const lines of pagesOf(text, measure, textWidth, linesPerPage)) {
    counter.add(1);
    const operators = lines.map((line, index) => {
      const y = letter.height - letter.margin - size - index * leading;
      return line.trim() === '' ? '' : writer.write(line, { x: letter.margin, y, size });
    });
    addLetterPage(document, writer, operators);
  }
}
