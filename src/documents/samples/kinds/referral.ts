import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin } from '../sheet.ts';
import type { DrawPage, DocumentContent } from '../story.ts';
import { shortDate } from '../story.ts';
import { chartNote } from './chart-note.ts';

const reasons = [
  'Recurrent chest discomfort on exertion for six weeks, relieved by rest. Resting ECG without changes.',
  'Persistent pain of the right knee after a fall in spring. Swelling has gone down, extension remains limited.',
  'Elevated thyroid values in two consecutive tests, with weight loss and palpitations.',
  'Headache with visual aura, about twice a week and increasing. Neurological examination normal.',
  'Iron deficiency that does not respond to supplements. No visible source of blood loss.',
] as const;
const services = ['Cardiology', 'Orthopedics', 'Endocrinology', 'Neurology', 'Gastroenterology'] as const;

/** A physician asks a colleague to see a patient; the chart follows. */
export const referral: DrawPage<Sheet> = (sheet, story, page) => {
  if (page > 0) {
    chartNote(sheet, story, { page, from: runningHead(sheet, story, 'Chart notes') });
    return;
  }
  const chance = story.chance('referral');
  const subject = chance.integer(0, reasons.length - 1);
  let y = heading(sheet, letterhead(sheet, story.sender), 'Referral', story.reference);
  y = addressBlock(sheet, y, story, [
    ['Date', story.date],
    ['Case', story.caseNumber],
    ['Department', story.department],
    ['Priority', chance.pick(['routine', 'routine', 'within 7 days', 'urgent'])],
  ]);
  y = patientBox(sheet, y, story);
  sheet.text(leftMargin, y, 'Referred to', { face: 'bold' });
  sheet.text(leftMargin + 110, y, services[subject] ?? '');
  sheet.text(leftMargin, y + 18, 'Reason', { face: 'bold' });
  y = sheet.paragraph(leftMargin + 110, y + 18, reasons[subject] ?? '', { width: contentWidth - 110 }) + 8;
  sheet.text(leftMargin, y, 'Requested', { face: 'bold' });
  const requests = ['Consultation', 'Diagnostic study', 'Treatment', 'Second opinion'];
  requests.forEach((label, index) =>
    sheet.tick(leftMargin + 110 + index * 96, y, label, index === 0 || chance.happens(0.35)),
  );
  sheet.text(leftMargin, y + 26, 'Enclosed', { face: 'bold' });
  const enclosed = story.pages > 1 ? `Chart notes, ${story.pages - 1} page(s)` : 'None; records on request';
  sheet.text(leftMargin + 110, y + 26, enclosed);
  sheet.paragraph(
    leftMargin,
    y + 66,
    `Thank you for seeing ${story.person.name}. Please send your findings to the number above.`,
    {},
  );
  sheet.signature(leftMargin, 640, story.sender.signer, {
    chance,
    caption: `${story.sender.signer}, ${story.sender.role}`,
  });
};

/** The patient's data in a row of boxes. Returns the y below. */
export function patientBox(sheet: Sheet, y: number, { person, caseNumber, chance, ...story }: DocumentContent): number {
  const born = chance('birth', caseNumber).integer(7000, 29_000);
  const fields: readonly (readonly [string, string, number])[] = [
    ['PATIENT', person.name, 190],
    ['DATE OF BIRTH', shortDate({ ...story, person, caseNumber, chance }, -born), 100],
    ['RECORD', caseNumber, 90],
    ['TOWN', person.town.split(',', 1)[0] ?? '', 124],
  ];
  let x = leftMargin;
  for (const [label, value, width] of fields) {
    sheet.field(x, y - 4, { width }, [label, value]);
    x += width;
  }
  return y + 48;
}
