import { items } from '../goods.ts';
import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, left, right } from '../sheet.ts';
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

/** What was loaded, counted at the dock by hand and signed for. */
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
  const lines = items('supplier', page === 0 ? chance.integer(5, 12) : 22, chance);
  const rows = lines.map(({ code, name, count }) => {
    const missing = chance.happens(0.2) ? Math.min(count, chance.integer(1, 3)) : 0;
    return [code, name, String(count), String(count - missing), missing === 0 ? '' : String(missing), ''];
  });
  const top = y;
  y = sheet.table(left, y, columns, rows) + 20;
  lines.forEach((_line, index) => {
    if (chance.happens(0.85))
      sheet.text(right - 32, top + 32 + index * 17, chance.pick(['ok', 'ok', 'x', '/']), { face: 'hand', size: 10 });
  });
  const note = `${lines.length} positions, ${chance.integer(1, 14)} pallets, gross weight ${chance.integer(120, 4800)} lb`;
  sheet.text(left, y, note, { face: 'bold', size: 9 });
  if (page > 0) return;
  sheet.box(left, 606, contentWidth, 84, { line: 0.8 });
  sheet.text(left + 8, 618, 'RECEIVED IN GOOD ORDER', { face: 'bold', size: 8 });
  sheet.signature(left + 16, 664, story.addressee.signer, {
    chance,
    caption: `For ${story.addressee.name}`,
    width: 220,
  });
  sheet.text(left + 270, 664, shortDate(story), { face: 'hand', size: 15 });
  sheet.rule(left + 262, 670, right - 20, 0.6);
  sheet.text(left + 262, 681, 'Date', { size: 8 });
};
