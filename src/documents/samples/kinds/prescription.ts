import { heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { phoneText } from '../story.ts';
import { chartNote } from './chart-note.ts';
import { patientBox } from './referral.ts';

/** Each with its use, and the amounts in which it is dispensed. */
const medicines = [
  ['Amoxicillin 500 mg capsules', 'Take one capsule three times daily with food', [21, 30]],
  ['Lisinopril 10 mg tablets', 'Take one tablet every morning', [30, 90]],
  ['Metformin 850 mg tablets', 'Take one tablet twice daily with meals', [60, 180]],
  ['Atorvastatin 20 mg tablets', 'Take one tablet at bedtime', [30, 90]],
  ['Albuterol inhaler 90 mcg', 'Two puffs every six hours as needed', [1, 2]],
  ['Levothyroxine 75 mcg tablets', 'Take one tablet before breakfast', [30, 90]],
  ['Omeprazole 20 mg capsules', 'Take one capsule before breakfast', [14, 30]],
] as const;

/** A prescription in a frame with the sign of its trade; the chart follows. */
export const prescription: DrawPage<Sheet> = (sheet, story, page) => {
  if (page > 0) {
    chartNote(sheet, story, { page, from: runningHead(sheet, story, 'Medication history') });
    return;
  }
  const chance = story.chance('prescription');
  let y = heading(sheet, letterhead(sheet, story.sender), 'Prescription', story.reference);
  sheet.text(leftMargin, y + 4, `To: ${story.addressee.name}, fax ${phoneText(story.addressee.fax)}`);
  sheet.text(leftMargin + contentWidth, y + 4, story.date, { align: 'right' });
  y = patientBox(sheet, y + 28, story);
  sheet.box(leftMargin, y - 8, contentWidth, 300, { line: 1.4 });
  sheet.text(leftMargin + 16, y + 40, 'R', { face: 'serifBold', size: 44 });
  sheet.text(leftMargin + 40, y + 50, 'x', { face: 'serifBold', size: 30 });
  const chosen = chance.shuffle(medicines).slice(0, chance.integer(1, 3));
  chosen.forEach(([name, use, amounts], index) => {
    const top = y + 30 + index * 86;
    sheet.text(leftMargin + 84, top, name, { face: 'hand', size: 17 });
    sheet.text(leftMargin + 84, top + 26, `Sig: ${use}`, { face: 'mono', size: 9.5 });
    const amount = `Disp: #${chance.pick(amounts)}     Refills: ${chance.integer(0, 5)}`;
    sheet.text(leftMargin + 84, top + 42, amount, { face: 'mono', size: 9.5 });
  });
  sheet.tick(leftMargin, y + 318, 'Generic substitution permitted', true);
  sheet.tick(leftMargin + 220, y + 318, 'Dispense as written', false);
  sheet.signature(leftMargin + 264, 660, story.sender.signer, {
    chance,
    caption: `${story.sender.signer} · ${story.sender.role}`,
    width: 240,
  });
  sheet.text(leftMargin, 666, `License MD-${chance.integer(10_000, 99_999)}-X`, { face: 'mono', size: 9 });
};
