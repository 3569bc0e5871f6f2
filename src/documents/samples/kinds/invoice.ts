import { items, sum } from '../goods.ts';
import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin, right } from '../sheet.ts';
import type { DrawPage, DocumentContent } from '../story.ts';
import { money, shortDate } from '../story.ts';

const columns = [
  { title: 'Item', width: 56 },
  { title: 'Description', width: 222 },
  { title: 'Qty', width: 44, align: 'right' },
  { title: 'Unit', width: 38 },
  { title: 'Price', width: 66, align: 'right' },
  { title: 'Amount', width: 78, align: 'right' },
] as const;

/** Rows with prices, a sum on each page and the total, with tax, on the first. */
export const invoice: DrawPage<Sheet> = (sheet, story, page) => {
  let y: number;
  if (page === 0) {
    y = heading(sheet, letterhead(sheet, story.sender), 'Invoice', story.reference);
    y = addressBlock(sheet, y, story, [
      ['Date', story.date],
      ['Due', shortDate(story, 30)],
      ['Your order', `PO-${story.chance('order').integer(10_000, 99_999)}`],
      ['Case', story.caseNumber],
    ]);
  } else y = runningHead(sheet, story, `Invoice, sheet ${page + 1}`);
  const lines = linesOf(story, page);
  const rows = lines.map(({ code, name, count, unit, priceCents }) => [
    code,
    name,
    String(count),
    unit,
    money(priceCents),
    money(count * priceCents),
  ]);
  y = sheet.table(leftMargin, y, columns, rows) + 22;
  sheet.text(right - 90, y, page === 0 && story.pages === 1 ? 'Subtotal' : `Sum of sheet ${page + 1}`, {
    align: 'right',
  });
  sheet.text(right - 5, y, money(sum(lines)), { align: 'right' });
  if (page > 0) return;
  totals(sheet, y, story);
  sheet.box(leftMargin, 622, contentWidth, 58, { line: 0.6 });
  sheet.text(leftMargin + 10, 640, 'Please remit within 30 days', { face: 'bold' });
  sheet.text(
    leftMargin + 10,
    654,
    `Routing 000000000 · Account ${story.chance('account').integer(10_000_000, 99_999_999)} · Reference ${story.reference}`,
    { size: 9 },
  );
  sheet.text(leftMargin + 10, 668, 'A late charge of 1.5 % a month is added to overdue amounts.', { size: 8 });
};

function linesOf(story: DocumentContent, page: number) {
  const chance = story.chance('lines', page);
  return items(story.sender.trade, page === 0 ? chance.integer(4, 10) : chance.integer(9, 12), chance);
}

function totals(sheet: Sheet, y: number, story: DocumentContent): void {
  const all = Array.from({ length: story.pages }, (_, page) => sum(linesOf(story, page)));
  const net = all.reduce((total, part) => total + part, 0);
  const tax = Math.round(net * 0.0825);
  const rows = [...(story.pages > 1 ? [['All sheets', money(net)] as const] : []), ['Tax 8.25 %', money(tax)] as const];
  rows.forEach(([name, value], index) => {
    sheet.text(right - 90, y + 16 * (index + 1), name, { align: 'right' });
    sheet.text(right - 5, y + 16 * (index + 1), value, { align: 'right' });
  });
  const last = y + 16 * (rows.length + 1) + 6;
  sheet.box(right - 190, last - 14, 190, 22, { fill: 0.86, line: 0 });
  sheet.text(right - 90, last + 1, 'Total USD', { face: 'bold', size: 11, align: 'right' });
  sheet.text(right - 5, last + 1, money(net + tax), { face: 'bold', size: 11, align: 'right' });
}
