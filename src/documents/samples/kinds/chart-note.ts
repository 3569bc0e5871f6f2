import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin, right } from '../sheet.ts';
import type { DocumentContent } from '../story.ts';
import { shortDate } from '../story.ts';

const findings = [
  'Sleeps well, appetite normal. Walks half an hour each day without complaint.',
  'Reports tiredness in the afternoon. No fever, no weight loss. Lungs clear on both sides.',
  'Blood pressure at home stays within the agreed range. Log was shown and copied to the chart.',
  'Mild tenderness of the abdomen on the right, no guarding. Bowel sounds normal.',
  'Wound has closed without redness. Sutures removed, no further dressing is needed.',
  'Gait steady, reflexes equal on both sides. Vision corrected with new glasses since last visit.',
  'Cough for ten days, now improving. Throat slightly red, no swelling of nodes.',
  'Came with a relative, who confirms the list of medicines. One had been taken twice by mistake.',
] as const;
const plans = [
  'Continue as before, review in # weeks.',
  'Laboratory work in # days, results by fax.',
  'Dose lowered to # mg once daily, in the morning.',
  'Physical therapy, # sessions, then review.',
  'Call if symptoms return; otherwise next visit in # months.',
] as const;

/** Visits of a patient, the latest first; each page goes on further back. */
export function chartNote(sheet: Sheet, story: DocumentContent, { page, from }: { page: number; from: number }): void {
  const chance = story.chance('chart', page);
  sheet.text(leftMargin, from, `${story.person.name} · ${story.caseNumber}`, { face: 'bold', size: 12 });
  let y = from + 26;
  for (let visit = 0; visit < 5; visit++) {
    const daysAgo = (page * 5 + visit) * 24 + chance.integer(1, 20);
    sheet.box(leftMargin, y - 12, contentWidth, 18, { fill: 0.9, line: 0 });
    sheet.text(leftMargin + 6, y, shortDate(story, -daysAgo), { face: 'bold', size: 10 });
    const vitals = `BP ${chance.integer(108, 148)}/${chance.integer(64, 92)}   Pulse ${chance.integer(56, 92)}   Temp ${(97 + chance.integer(0, 24) / 10).toFixed(1)} °F   Weight ${chance.integer(118, 226)} lb`;
    sheet.text(right - 6, y, vitals, { face: 'mono', size: 8.5, align: 'right' });
    const remarks = chance.shuffle(findings).slice(0, 2).join(' ');
    y = sheet.paragraph(leftMargin + 6, y + 20, remarks, { face: 'serif', size: 11, width: contentWidth - 12 });
    const plan = chance.pick(plans).replace('#', String(chance.integer(2, 12)));
    y =
      sheet.paragraph(leftMargin + 6, y + 2, `Plan: ${plan}`, { face: 'italic', size: 11, width: contentWidth - 12 }) +
      18;
  }
  sheet.signature(right - 190, 716, story.sender.signer, { chance, caption: 'Reviewed', width: 190 });
}
