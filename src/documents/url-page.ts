import type { PDFDocument } from '@cantoo/pdf-lib';
import type { Lettering } from './fonts/lettering.ts';
import { addSheet, sheet, textWidth } from './sheet.ts';
import { wrapped } from './text-layout.ts';

const size = 10;
const leading = 14;
const linesAtMost = 40;

const explanation = ['This page stands for the document at the address above, which was not fetched.'];

/** Adds one page that names a URL. */
export function addUrl(document: PDFDocument, lettering: Lettering, url: string): void {
  const measure = (character: string) => lettering.width(character, size);
  const address = [...wrapped(url, measure, textWidth)].slice(0, linesAtMost);
  const top = sheet.height - 2 * sheet.margin;
  const title = lettering.write('Web page', { x: sheet.margin, y: top, size: 18 });
  const lines = [...address, '', ...explanation].map((line, index) =>
    line === '' ? '' : lettering.write(line, { x: sheet.margin, y: top - 36 - index * leading, size }),
  );
  addSheet(document, lettering, [title, ...lines]);
}
