import { PDFDocument } from '@cantoo/pdf-lib';
import type { PlaceholderFacts } from './document-work.ts';
import { TextWriter } from './fonts/text-writer.ts';
import { savePdf } from './pdf-bytes.ts';
import { addLetterPage, letter, textWidth } from './letter-page.ts';
import { wrapLine } from './text-layout.ts';

const size = 11;
const leading = 16;
const titleSize = 18;
const titleHeight = 40;
const rowsPerPage = 36;
const paragraphsPerPage = 5;
const sentencesPerParagraph = 3;

/** Sentences that mention no real person. */
const sentences = [
  'Please find below the particulars that we discussed on the telephone this week.',
  'The figures were taken from the records of last month and compared with the copies that you sent.',
  'Two entries differ from the list; they are marked in the margin and wait for your decision.',
  'Kindly confirm by return fax that all pages have arrived and can be read without difficulty.',
  'Our office is open from Monday to Friday, and the number on the first page reaches us directly.',
  'The originals follow by ordinary mail and should be kept together with this copy.',
  'Should anything be unclear, a short note on a copy of the page in question is quite enough.',
];

/** Writes a letter with a title and this number of pages. Equal facts make equal bytes. */
export async function placeholder({ title, lines, pages }: PlaceholderFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const serif = new TextWriter(document, 'DejaVuSerif', 'DejaVuSans');
  for (let page = 1; page <= Math.max(1, pages); page++) {
    const head = page === 1 ? [title, '', ...lines, '', 'Dear Sir or Madam,', ''] : [];
    const close = page >= pages ? ['Sincerely yours,'] : [];
    const text = [...head, ...paragraphs(page), ...close];
    const count = `${page} / ${pages}`;
    const x = (letter.width - serif.width(count, 9)) / 2;
    const footer = serif.write(count, { x, y: letter.margin - 9, size: 9 });
    addLetterPage(document, serif, [...rows(serif, text, page === 1), footer]);
  }
  serif.embed();
  return savePdf(document);
}

/** The text of a page, with an empty line after each paragraph. Each page begins with a different sentence. */
function paragraphs(page: number): string[] {
  return Array.from({ length: paragraphsPerPage }, (_, paragraph) => {
    const first = page * 2 + paragraph * sentencesPerParagraph;
    const chosen = Array.from({ length: sentencesPerParagraph }, (_, index) => first + index);
    return [chosen.map((index) => sentences[index % sentences.length]).join(' '), ''];
  }).flat();
}

function rows(serif: TextWriter, lines: readonly string[], hasTitle: boolean): string[] {
  const [title = '', ...rest] = hasTitle ? lines : ['', ...lines];
  const top = letter.height - letter.margin - titleSize;
  const measure = (character: string) => serif.width(character, size);
  const all = rest.flatMap((line) => [...wrapLine(line, measure, textWidth)]).slice(0, rowsPerPage);
  const y = (index: number): number => top - titleHeight - index * leading;
  const written = all.map((row, index) =>
    row === '' ? '' : serif.write(row, { x: letter.margin, y: y(index), size }),
  );
  return title === '' ? written : [heading(serif, title, top), ...written];
}

/** A title with a line below. A long title is smaller. */
function heading(serif: TextWriter, title: string, y: number): string {
  const fitting = textWidth / serif.width(title, 1);
  const text = serif.write(title, { x: letter.margin, y, size: Math.min(titleSize, fitting) });
  return `${text}\n0.8 w ${letter.margin} ${y - 12} m ${letter.margin + textWidth} ${y - 12} l S`;
}
