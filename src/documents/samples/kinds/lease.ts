import { leaseClauses, setClauses } from '../clauses.ts';
import { letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { leftMargin } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { money, shortDate } from '../story.ts';

const clausesOnFirstPage = 7;
const perPage = 9;

/** A lease: the parties and the first clauses, further clauses on each page, and two signatures on the last. */
export const lease: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('lease', page);
  const isLast = page === story.pages - 1;
  const { person, sender } = story;
  let from: number;
  if (page === 0) {
    const y = letterhead(sheet, sender) + 20;
    sheet.text(306, y, 'RESIDENTIAL LEASE', { face: 'serifBold', size: 18, align: 'center' });
    const rent = money(chance.integer(64, 310) * 1000);
    const parties = `This lease, number ${story.reference}, is made on ${story.date} between ${sender.name} (“Owner”) and ${person.name} (“Tenant”) for the premises at ${person.street}, Unit ${chance.integer(1, 40)}, ${person.town}. It begins on ${shortDate(story, 30)} and ends on ${shortDate(story, 395)}. The monthly rent is $${rent}.`;
    from = sheet.paragraph(leftMargin, y + 30, parties, { face: 'serif', size: 11.5 }) + 14;
  } else from = runningHead(sheet, story, 'Residential lease') + 6;
  const first = page === 0 ? 0 : clausesOnFirstPage + (page - 1) * perPage;
  setClauses(sheet, { from, first, count: page === 0 ? clausesOnFirstPage : perPage }, leaseClauses, chance);
  if (!isLast) return;
  sheet.signature(leftMargin, 668, sender.signer, {
    chance,
    caption: `Owner: ${sender.signer} for ${sender.name}`,
    width: 230,
  });
  sheet.signature(leftMargin + 270, 668, person.name, { chance, caption: `Tenant: ${person.name}`, width: 230 });
  sheet.text(leftMargin, 716, shortDate(story), { face: 'hand', size: 13 });
  sheet.text(leftMargin + 270, 716, shortDate(story, -1), { face: 'hand', size: 13 });
};
