import { goodsOf } from '../goods.ts';
import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin, right } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { shortDate } from '../story.ts';

const columns = [
  { title: 'Part', width: 62 },
  { title: 'Description', width: 236 },
  { title: 'Ordered', width: 58, align: 'right' },
  { title: 'Shipped', width: 58, align: 'right' },
  { title: 'Open', width: 46, align: 'right' },
  { title: 'Checked', width: 44 },
] as const;

/** The goods of a delivery, ticked by hand at the dock, with a box for the signature of the receiver. */
export const deliveryNote: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('delivery', page);
  let y: number;
  if (page === 0) {
    y = heading(sheet, letterhead(sheet, story.sender), 'Delivery note', story.reference);
    y = addressBlock(sheet, y, story, [
      ['Shipped', story.date],
      ['Carrier', chance.pick(['Own truck', 'Riverbend Freight Lines', 'Pelican Freight Lines'])],
      ['Trailer', `T-${chance.integer(100, 999)}`],
      ['Expected', shortDate(story, chance.integer(1, 4))],
    ]);
  } else y = runningHead(sheet, story, `Delivery note, sheet ${page + 1}`);
  const lines = goodsOf(story.sender.trade, page === 0 ? chance.integer(5, 12) : 22, chance);
  const rows = lines.map(({ code, name, count }) => {
    const missing = chance.happens(0.2) ? Math.min(count, chance.integer(1, 3)) : 0;
    return [code, name, String(count), String(count - missing), missing === 0 ? '' : String(missing), ''];
  });
  const top = y;
  y = sheet.table(leftMargin, y, columns, rows) + 20;
  lines.forEach((_line, index) => {
    const isWhole = rows[index]?.[4] === '';
    sheet.text(right - 32, top + 32 + index * 17, isWhole ? 'ok' : 'x', { face: 'hand', size: 10 });
  });
  const note = `${lines.length} positions, ${chance.integer(1, 14)} pallets, gross weight ${chance.integer(120, 4800)} lb`;
  sheet.text(leftMargin, y, note, { face: 'bold', size: 9 });
  if (page > 0) return;
  sheet.box(leftMargin, 580, contentWidth, 84, { line: 0.8 });
  sheet.text(leftMargin + 8, 592, 'RECEIVED IN GOOD ORDER – PLEASE SIGN AND RETURN BY FAX', { face: 'bold', size: 8 });
  sheet.rule(leftMargin + 16, 644, leftMargin + 236, 0.6);
  sheet.text(leftMargin + 16, 655, `For ${story.addressee.name}`, { size: 8 });
  sheet.rule(leftMargin + 262, 644, right - 20, 0.6);
  sheet.text(leftMargin + 262, 655, 'Date', { size: 8 });
};
