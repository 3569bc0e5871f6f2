import type { PDFDocument } from '@cantoo/pdf-lib';
import type { TextWriter } from './fonts/text-writer.ts';
import { addLetterPage, letter, textWidth } from './letter-page.ts';
import { wrapLine } from './text-layout.ts';

const size = 10;
const leading = 14;
const linesAtMost = 40;

const explanation = ['This page stands for the document at the address above, which was not fetched.'];

/** Adds one page that names a URL. */
export function addUrl(document: PDFDocument, writer: TextWriter, url: string): void {
  const measure = (character: string) => writer.width(character, size);
  const address = [...wrapLine(url, measure, textWidth)].slice(0, linesAtMost);
  const top = letter.height - 2 * letter.margin;
  const title = writer.write('Web page', { x: letter.margin, y: top, size: 18 });
  const lines = [...address, '', ...explanation].map((line, index) =>
    line === '' ? '' : writer.write(line, { x: letter.margin, y: top - 36 - index * leading, size }),
  );
  addLetterPage(document, writer, [title, ...lines]);
}
