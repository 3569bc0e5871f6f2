import type { Sheet } from '../sheet.ts';
import { leftMargin, right } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { phoneText, shortDate } from '../story.ts';

const openings = ['Hi', 'Hello', 'Dear team at', 'Good morning'] as const;
const lines = [
  'could you please look at the file for #P before noon?',
  'the pages you sent came through fine, only page two is a bit dark.',
  'I tried to call twice but your line was busy.',
  'we are still missing the signed copy for #C.',
  'the driver will be there on Thursday between nine and ten.',
  'please send the form again, the last one had no date.',
  'Maria is out this week, so fax it to me directly.',
  'everything is ready for pickup at the front desk.',
  'the amount in the third row should be 480, not 840.',
  'I put the originals into the mail this morning.',
  'can you confirm by return fax? One line is enough.',
  'the new key for the side door is with the manager.',
  'nothing else has changed since our last talk.',
  'we close early on Friday because of the inventory.',
] as const;

/** A sheet of ruled paper, written by hand. */
export const note: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('note', page);
  for (let y = 118; y < 740; y += 31)
    sheet.draw(`0.75 G 0.6 w ${leftMargin - 20} ${792 - y} m ${right + 20} ${792 - y} l S 0 G`);
  sheet.draw(`0.6 G 0.8 w ${leftMargin + 6} 40 m ${leftMargin + 6} 770 l S 0 G`);
  const write = (row: number, text: string, x = leftMargin + 18): void => {
    sheet.fitText(x + chance.integer(-2, 3), 112 + row * 31 + chance.integer(-2, 1), text, {
      face: 'hand',
      size: 15,
      width: right + 10 - x,
    });
  };
  if (page === 0) {
    write(0, shortDate(story), right - 130);
    write(1, `${chance.pick(openings)} ${story.addressee.name},`);
  } else write(0, `(${page + 1})`, right - 60);
  const texts = chance.shuffle(lines).slice(0, story.pages === 1 ? chance.integer(3, 6) : 7);
  let row = page === 0 ? 3 : 2;
  for (const text of texts) {
    const whole = text.replace('#P', story.person.name).replace('#C', story.caseNumber);
    for (const part of wrapHandwriting(sheet, whole.charAt(0).toUpperCase() + whole.slice(1))) write(row++, part);
  }
  if (page < story.pages - 1) return;
  write(row + 1, 'Thanks!', leftMargin + 40);
  write(row + 2, story.sender.signer, leftMargin + 150);
  write(row + 3, `${story.sender.name}, ${phoneText(story.sender.fax)}`, leftMargin + 150);
};

/** In lines as long as the paper is wide. */
function wrapHandwriting(sheet: Sheet, text: string): string[] {
  const rows = [''];
  for (const word of text.split(' ')) {
    const longer = `${rows.at(-1) ?? ''} ${word}`.trim();
    if (sheet.width(longer, { face: 'hand', size: 15 }) > right - leftMargin - 24) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}
