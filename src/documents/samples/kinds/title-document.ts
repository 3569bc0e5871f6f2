import { setClauses, titleClauses } from '../clauses.ts';
import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { leftMargin } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { money, shortDate } from '../story.ts';

const perPage = 11;

/** A commitment for title insurance: schedule A on the first page, the exceptions of schedule B on all others. */
export const titleDocument: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('title', page);
  if (page > 0) {
    const y = runningHead(sheet, story, 'Schedule B – exceptions');
    setClauses(sheet, { from: y + 6, first: (page - 1) * perPage, count: perPage }, titleClauses, chance);
    return;
  }
  const priceCents = chance.integer(1800, 9400) * 10_000;
  let y = heading(sheet, letterhead(sheet, story.sender), 'Commitment for title insurance', story.reference);
  y = addressBlock(sheet, y, story, [
    ['Date', story.date],
    ['Escrow', story.reference],
    ['Case', story.caseNumber],
    ['Closing', shortDate(story, chance.integer(12, 40))],
  ]);
  sheet.text(leftMargin, y, 'SCHEDULE A', { face: 'serifBold', size: 13 });
  const { name, street, town } = story.person;
  const paragraphs = [
    `1.  Effective date: ${shortDate(story, -3)} at 8:00 a.m.`,
    `2.  Policy to be issued: owner’s policy, in the amount of $${money(priceCents)}. Proposed insured: ${name}.`,
    `3.  The estate in the land described below is fee simple, and is at the effective date vested in ${story.addressee.signer}, a single person.`,
    `4.  The land is known as ${street}, ${town}, and is described as Lot ${chance.integer(1, 48)}, Block ${chance.integer(1, 12)}, ${story.sender.street.split(' ').slice(1).join(' ')} Addition, according to the plat recorded in Volume ${chance.integer(10, 90)}, Page ${chance.integer(1, 400)}.`,
    `5.  The sum of $${money(Math.round(priceCents / 100))} is held in escrow. Funds are released when the deed and the release of the mortgage are recorded.`,
  ];
  y += 22;
  for (const text of paragraphs) y = sheet.paragraph(leftMargin, y, text, { face: 'serif', size: 11.5 }) + 8;
  seal(sheet, 150, 628);
  sheet.signature(leftMargin + 264, 640, story.sender.signer, {
    chance,
    caption: `${story.sender.signer}, ${story.sender.role}`,
    width: 240,
  });
};

/** The mark of a stamp: two circles with a text between. */
function seal(sheet: Sheet, x: number, y: number): void {
  circle(sheet, x, y, 38);
  circle(sheet, x, y, 26);
  sheet.text(x, y - 1, 'OFFICIAL', { face: 'serifBold', size: 8, align: 'center' });
  sheet.text(x, y + 9, 'COPY', { face: 'serifBold', size: 8, align: 'center' });
}

function circle(sheet: Sheet, x: number, y: number, radius: number): void {
  const base = 792 - y;
  const bend = radius * 0.5523;
  const arc = (points: readonly number[]): string => `${points.map((point) => point.toFixed(1)).join(' ')} c`;
  sheet.draw(
    `1 w ${x - radius} ${base} m`,
    arc([x - radius, base + bend, x - bend, base + radius, x, base + radius]),
    arc([x + bend, base + radius, x + radius, base + bend, x + radius, base]),
    arc([x + radius, base - bend, x + bend, base - radius, x, base - radius]),
    `${arc([x - bend, base - radius, x - radius, base - bend, x - radius, base])} S`,
  );
}
