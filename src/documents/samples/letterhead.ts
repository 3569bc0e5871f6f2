import { seededRandom } from '../../fiction/seeded-random.ts';
import type { Party } from '../../fiction/parties.ts';
import type { TradeName } from '../../fiction/trades.ts';
import { letter } from '../letter-page.ts';
import type { Sheet } from './sheet.ts';
import { contentWidth, leftMargin, right } from './sheet.ts';
import { phoneText } from './story.ts';
import type { DocumentContent } from './story.ts';

/** Marks as paths in a square of 32 points, from its lower left corner. */
const marks = {
  cross: '11 0 10 32 re 0 11 32 10 re f',
  house: '0 14 m 16 32 l 32 14 l 27 14 l 27 0 l 5 0 l 5 14 l h f 1 g 13 0 6 10 re f 0 g',
  shield: '16 0 m 2 8 2 16 2 30 c 10 30 13 31 16 32 c 19 31 22 30 30 30 c 30 16 30 8 16 0 c f',
  drop: '16 32 m 6 18 4 14 4 10 c 4 3 10 0 16 0 c 22 0 28 3 28 10 c 28 14 26 18 16 32 c f',
  arrow: '0 4 m 18 4 l 18 0 l 32 13 l 18 26 l 18 22 l 0 22 l 6 13 l h f',
  columns: '0 0 32 4 re 3 6 5 16 re 13 6 5 16 re 24 6 5 16 re f 0 23 m 16 32 l 32 23 l h f',
  hexagon: '16 0 m 30 8 l 30 24 l 16 32 l 2 24 l 2 8 l h f 1 g 16 10 m 21 13 l 21 19 l 16 22 l 11 19 l 11 13 l h f 0 g',
  crate: '2 2 28 28 re 2 w S 2 21 28 2 re f 2 11 28 2 re f 15 2 2 28 re f',
} as const;

const markOf: Readonly<Record<TradeName, keyof typeof marks>> = {
  clinic: 'cross',
  hospital: 'cross',
  pharmacy: 'cross',
  laboratory: 'drop',
  insurer: 'shield',
  title: 'house',
  county: 'columns',
  lawyers: 'columns',
  bank: 'columns',
  freight: 'arrow',
  supplier: 'crate',
  manufacturer: 'hexagon',
  property: 'house',
};

/** The head of a first page, in the manner of its sender. Returns the place below. */
export function letterhead(sheet: Sheet, { name, street, town, fax, trade, website }: Party): number {
  const address = `${street} · ${town}`;
  const contact = fax === null ? website : `Fax ${phoneText(fax)} · ${website}`;
  const manner = seededRandom('letterhead', name).integer(0, 2);
  if (manner === 0) {
    logo(sheet, leftMargin, 88, trade);
    sheet.fitText(leftMargin + 44, 72, name, { face: 'bold', size: 19, width: contentWidth - 44 });
    sheet.text(leftMargin + 44, 86, `${address} · ${contact}`, { size: 8 });
    sheet.rule(leftMargin, 98, right, 1.6);
  } else if (manner === 1) {
    const middle = letter.width / 2;
    sheet.fitText(middle, 68, name.toUpperCase(), {
      face: 'serifBold',
      size: 20,
      width: contentWidth,
      align: 'center',
    });
    sheet.text(middle, 82, address, { face: 'serif', size: 9, align: 'center' });
    sheet.text(middle, 93, contact, { face: 'serif', size: 9, align: 'center' });
    sheet.rule(leftMargin, 99, right, 0.6);
    sheet.rule(leftMargin, 101.5, right, 0.6);
  } else {
    logo(sheet, right - 32, 86, trade);
    sheet.fitText(leftMargin, 70, name, { face: 'serifBold', size: 22, width: contentWidth - 50 });
    sheet.text(leftMargin, 83, address, { face: 'italic', size: 10 });
    sheet.text(leftMargin, 95, contact, { face: 'italic', size: 10 });
  }
  return 122;
}

function logo(sheet: Sheet, x: number, y: number, trade: TradeName): void {
  sheet.draw(`q 1 0 0 1 ${x} ${letter.height - y} cm ${marks[markOf[trade]]} Q`);
}

/** The head of every further page. Returns the place below. */
export function runningHead(sheet: Sheet, { sender, reference, date }: DocumentContent, title: string): number {
  sheet.text(leftMargin, 60, sender.name, { face: 'bold', size: 9 });
  sheet.text(letter.width / 2, 60, title, { size: 9, align: 'center' });
  sheet.text(right, 60, `${reference} · ${date}`, { size: 9, align: 'right' });
  sheet.rule(leftMargin, 66, right, 0.6);
  return 92;
}

export function footer(sheet: Sheet, { reference, pages, sender }: DocumentContent, page: number): void {
  sheet.text(leftMargin, letter.height - 34, `${sender.name} · ${reference}`, { size: 7.5, grey: 0.25 });
  sheet.text(right, letter.height - 34, `Page ${page + 1} of ${pages}`, { size: 7.5, align: 'right', grey: 0.25 });
}

/** The addressee on the left, and facts about the document on the right. Returns the y below both. */
export function addressBlock(
  sheet: Sheet,
  y: number,
  story: DocumentContent,
  facts: readonly (readonly [string, string])[],
): number {
  const { addressee } = story;
  const lines = [addressee.name, addressee.street, addressee.town, `Fax ${phoneText(addressee.fax)}`];
  sheet.text(leftMargin, y, 'TO', { face: 'bold', size: 7 });
  lines.forEach((line, index) => sheet.fitText(leftMargin, y + 13 + index * 13, line, { width: 250 }));
  facts.forEach(([name, value], index) => {
    sheet.text(leftMargin + 290, y + 13 + index * 13, name, { face: 'bold', size: 9 });
    sheet.fitText(right, y + 13 + index * 13, value, { align: 'right', width: 130 });
  });
  return y + 13 + Math.max(lines.length, facts.length) * 13 + 12;
}

/** The name of the document, large. Returns the place below. */
export function heading(sheet: Sheet, y: number, title: string, aside = ''): number {
  sheet.text(leftMargin, y + 8, title, { face: 'bold', size: 16 });
  sheet.text(right, y + 8, aside, { face: 'mono', size: 10, align: 'right' });
  return y + 30;
}
