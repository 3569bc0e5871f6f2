import { items, sum } from '../goods.ts';
import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { leftMargin, right } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { money, shortDate } from '../story.ts';

const columns = [
  { title: '#', width: 26 },
  { title: 'Part', width: 60 },
  { title: 'Description', width: 220 },
  { title: 'Qty', width: 50, align: 'right' },
  { title: 'Unit', width: 40 },
  { title: 'Limit', width: 108, align: 'right' },
] as const;

/** The ordered parts with their highest prices, approved by a signature. */
export const purchaseOrder: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('order', page);
  let y: number;
  if (page === 0) {
    y = heading(sheet, letterhead(sheet, story.sender), 'Purchase order', story.reference);
    y = addressBlock(sheet, y, story, [
      ['Ordered', story.date],
      ['Required by', shortDate(story, chance.integer(7, 28))],
      ['Ship via', chance.pick(['Ground', 'Freight, prepaid', 'Will call'])],
      ['Department', story.department],
    ]);
  } else y = runningHead(sheet, story, `Purchase order, sheet ${page + 1}`);
  const lines = items('supplier', page === 0 ? chance.integer(5, 11) : 20, chance);
  const rows = lines.map(({ code, name, count, unit, priceCents }, index) => [
    String(page * 20 + index + 1),
    code,
    name,
    String(count),
    unit,
    money(priceCents),
  ]);
  y = sheet.table(leftMargin, y, columns, rows) + 20;
  sheet.text(right - 5, y, `Not to exceed USD ${money(sum(lines))}`, { face: 'bold', align: 'right' });
  if (page > 0) return;
  sheet.box(leftMargin, y + 18, 236, 76, { line: 0.6 });
  sheet.text(leftMargin + 8, y + 34, 'SHIP TO', { face: 'bold', size: 7 });
  const address = [story.sender.name, story.sender.street, story.sender.town];
  address.forEach((text, index) => sheet.fitText(leftMargin + 8, y + 49 + index * 13, text, { width: 220 }));
  sheet.signature(right - 220, 670, story.sender.signer, {
    chance,
    caption: `Approved: ${story.sender.signer}`,
    width: 220,
  });
  sheet.paragraph(
    leftMargin,
    664,
    'Confirm by fax within two business days. Quote the order number on every carton and invoice.',
    { size: 8.5, width: 240 },
  );
};
