import { letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin, right } from '../sheet.ts';
import type { DrawPage, DocumentContent } from '../story.ts';
import { phoneText, timeText } from '../story.ts';

const messages = [
  'As discussed on the telephone. We need your answer by the end of the week; one line by return fax will do.',
  'We have received your documents and will call you when they are complete. No answer is needed.',
  'The appointment is confirmed. Please have your reference at hand when you call our office.',
] as const;
const messagesWithPages = [
  'Please see the pages that follow and call our office if any of them is missing or cannot be read.',
  'Copies of the records that you requested. The originals remain on file with us.',
  'For your signature where marked. Kindly return all pages, the unsigned ones too.',
] as const;
const notices =
  'This transmission may contain confidential information. If it reached you by mistake, please call the sender and destroy all copies.';

/** FAX in large letters, both parties and a few words; the further pages are a log. */
export const coverSheet: DrawPage<Sheet> = (sheet, story, page) => {
  if (page > 0) {
    log(sheet, story, page);
    return;
  }
  const chance = story.chance('cover');
  let y = letterhead(sheet, story.sender) + 52;
  sheet.text(leftMargin, y, 'FAX', { face: 'bold', size: 64 });
  sheet.text(right, y - 26, story.date, { size: 12, align: 'right' });
  sheet.text(right, y - 8, timeText(story), { size: 12, align: 'right' });
  y += 26;
  const { facts, sender, addressee } = story;
  const others = facts.to.length > 1 ? ` and ${facts.to.length - 1} more` : '';
  const rows: readonly (readonly [string, string])[] = [
    ['To', `${addressee.name}${others}`],
    ['Fax', facts.to.map(phoneText).join(', ')],
    ['From', `${sender.signer}, ${sender.name}`],
    ['Fax', phoneText(sender.fax)],
    ['Pages', `${story.pages}, with this one`],
    ['Re', `${story.caseNumber} · ${story.person.name} · ${story.department}`],
  ];
  for (const [name, value] of rows) {
    sheet.text(leftMargin, y, name, { face: 'bold', size: 11 });
    sheet.fitText(leftMargin + 70, y, value, { size: 12, width: contentWidth - 70 });
    sheet.rule(leftMargin, y + 8, right, 0.5);
    y += 28;
  }
  const urgency = chance.integer(0, 4);
  ['Urgent', 'For review', 'Please comment', 'Please reply', 'For your records'].forEach((label, index) =>
    sheet.tick(leftMargin + index * 102, y + 6, label, index === urgency),
  );
  sheet.paragraph(leftMargin, y + 46, chance.pick(story.pages > 1 ? messagesWithPages : messages), {
    face: 'serif',
    size: 13,
  });
  sheet.signature(leftMargin, y + 150, sender.signer, { chance, caption: sender.role, width: 200 });
  sheet.paragraph(leftMargin, 716, notices, { face: 'italic', size: 9 });
};

const events = [
  'Called, left a message',
  'Form received, incomplete',
  'Copy mailed',
  'Document filed',
  'Reply by fax',
  'Payment posted',
  'Appointment confirmed',
  'Referred to supervisor',
  'Records requested',
  'Signature obtained',
  'Address verified',
  'Returned for correction',
] as const;
const columns = [
  { title: 'No.', width: 36 },
  { title: 'Entry', width: 190 },
  { title: 'By', width: 140 },
  { title: 'Reference', width: 82 },
  { title: 'Sheets', width: 56, align: 'right' },
] as const;

function log(sheet: Sheet, story: DocumentContent, page: number): void {
  const y = runningHead(sheet, story, `File ${story.caseNumber}`);
  const chance = story.chance('log', page);
  const rows = Array.from({ length: 30 }, (_, index) => [
    String((page - 1) * 30 + index + 1),
    chance.pick(events),
    chance.pick([story.sender.signer, story.addressee.signer, story.person.name]),
    `R-${chance.integer(10_000, 99_999)}`,
    String(chance.integer(1, 12)),
  ]);
  sheet.table(leftMargin, y, columns, rows);
}
