import type { Party } from '../../../fiction/parties.ts';
import { medicalTrades } from '../../../fiction/trades.ts';
import { consentClauses, setClauses } from '../clauses.ts';
import { heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { leftMargin } from '../sheet.ts';
import type { DrawPage, DocumentContent } from '../story.ts';
import { shortDate } from '../story.ts';
import { chartNote } from './chart-note.ts';
import { patientBox } from './referral.ts';

const procedures = [
  'Colonoscopy',
  'Arthroscopy of the knee',
  'Removal of a skin lesion',
  'Cataract surgery',
  'Cardiac stress test',
] as const;
const onFirst = 4;

/** The party that treats the patient. A consent that comes back has the letterhead of the business that asked for it. */
const clinicOf = ({ sender, addressee }: DocumentContent): Party =>
  [sender, addressee].find(({ trade }) => medicalTrades.includes(trade)) ?? sender;

/** A patient's consent: clauses, boxes and signatures on the first page, further clauses on the second, then the chart. */
export const signedConsent: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('consent', page);
  const clinic = clinicOf(story);
  if (page > 1) {
    chartNote(sheet, story, { page, from: runningHead(sheet, story, 'Medical history') });
    return;
  }
  if (page === 1) {
    const y = runningHead(sheet, story, 'Consent – further terms');
    setClauses(sheet, { from: y + 6, first: onFirst, count: consentClauses.length - onFirst }, consentClauses, chance);
    sheet.text(leftMargin, 712, `Initials: ${story.person.name.replaceAll(/(\p{Lu})\p{L}*\s?/gu, '$1.')}`, {
      face: 'hand',
      size: 14,
    });
    return;
  }
  let y = heading(sheet, letterhead(sheet, clinic), 'Consent to treatment', story.caseNumber);
  y = patientBox(sheet, y + 6, story);
  sheet.text(leftMargin, y, `Procedure: ${chance.pick(procedures)}`, { face: 'serifBold', size: 12 });
  setClauses(sheet, { from: y + 24, first: 0, count: onFirst }, consentClauses, chance);
  const questions = [
    'I have read and understood this form',
    'My questions were answered',
    'I agree to the release of my records',
  ];
  questions.forEach((label, index) =>
    sheet.tick(leftMargin, 546 + index * 18, label, index < 2 || chance.happens(0.7)),
  );
  sheet.signature(leftMargin, 646, story.person.name, { chance, caption: `Patient: ${story.person.name}`, width: 220 });
  sheet.text(leftMargin + 300, 642, shortDate(story), { face: 'hand', size: 15 });
  sheet.rule(leftMargin + 290, 652, leftMargin + 470, 0.6);
  sheet.text(leftMargin + 290, 663, 'Date', { size: 8 });
  sheet.signature(leftMargin, 702, clinic.signer, { chance, caption: `Witness: ${clinic.signer}`, width: 220 });
};
