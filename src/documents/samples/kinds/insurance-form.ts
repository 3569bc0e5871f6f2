import { letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin, right } from '../sheet.ts';
import type { DrawPage, DocumentContent } from '../story.ts';
import { money, phoneText, shortDate } from '../story.ts';

const columns = [
  { title: 'Date', width: 76 },
  { title: 'Place', width: 44 },
  { title: 'Service', width: 196 },
  { title: 'Code', width: 60 },
  { title: 'Units', width: 48, align: 'right' },
  { title: 'Charge', width: 80, align: 'right' },
] as const;
const services = [
  'Office visit, established',
  'Blood draw',
  'Electrocardiogram',
  'Injection',
  'X-ray, two views',
  'Physical therapy',
  'Wound care',
  'Consultation',
  'Spirometry',
  'Vaccination',
  'Allergy test',
  'Ultrasound',
  'Dressing change',
  'Hearing test',
] as const;

/** A claim form: boxes with numbers, filled in by machine, and a table of services. */
export const insuranceForm: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('claim', page);
  const y = page === 0 ? claimant(sheet, story) : runningHead(sheet, story, `Claim, sheet ${page + 1}`);
  const rows = chance
    .shuffle(services)
    .slice(0, page === 0 ? chance.integer(4, 7) : 14)
    .map((service, index) => {
      const daysAgo = page * 40 + index * 3 + chance.integer(1, 3);
      return { service, daysAgo, cents: chance.integer(1800, 39_000), units: chance.integer(1, 3) };
    });
  const end = sheet.table(
    leftMargin,
    y,
    columns,
    rows.map(({ service, daysAgo, cents, units }) => [
      shortDate(story, -daysAgo),
      '11',
      service,
      `Z${chance.integer(1000, 9999)}`,
      String(units),
      money(cents * units),
    ]),
  );
  const total = rows.reduce((sum, { cents, units }) => sum + cents * units, 0);
  sheet.field(right - 140, end + 6, { width: 140 }, ['28. TOTAL CHARGE OF THIS SHEET', `$ ${money(total)}`]);
  if (page > 0) return;
  sheet.signature(leftMargin + 6, 690, story.sender.signer, {
    chance,
    caption: `31. Signature: ${story.sender.role}`,
    width: 230,
  });
  sheet.signature(leftMargin + 270, 690, story.person.name, {
    chance,
    caption: '13. Signature of the insured',
    width: 230,
  });
};

function claimant(sheet: Sheet, story: DocumentContent): number {
  const chance = story.chance('claimant');
  const { person, caseNumber, sender, addressee, reference } = story;
  let y = letterhead(sheet, sender) - 4;
  sheet.box(leftMargin, y, contentWidth, 22, { fill: 0.1, line: 0 });
  sheet.draw('1 g');
  sheet.text(leftMargin + 10, y + 15, `HEALTH INSURANCE CLAIM   ${reference}`, { face: 'bold', size: 11 });
  sheet.draw('0 g');
  y += 22;
  const rows: readonly (readonly (readonly [string, string, number])[])[] = [
    [
      ['1. INSURED’S ID', `X${chance.integer(100_000_000, 999_999_999)}`, 168],
      ['2. PATIENT’S NAME', person.name, 204],
      ['3. CASE', caseNumber, 132],
    ],
    [
      ['4. ADDRESS', person.street, 252],
      ['5. TOWN', person.town, 252],
    ],
    [
      ['6. DATE OF BIRTH', shortDate(story, -chance.integer(7000, 29_000)), 126],
      ['7. GROUP', `G-${chance.integer(1000, 9999)}`, 126],
      ['8. PLAN OR PROVIDER', addressee.name, 252],
    ],
    [
      ['9. FAX OF SENDER', phoneText(sender.fax), 168],
      ['10. FAX OF RECEIVER', phoneText(addressee.fax), 168],
      ['11. DATE', shortDate(story), 168],
    ],
  ];
  for (const row of rows) {
    let x = leftMargin;
    for (const [label, value, width] of row) {
      sheet.field(x, y, { width }, [label, value]);
      x += width;
    }
    y += 30;
  }
  sheet.box(leftMargin, y, contentWidth, 36, { line: 0.6 });
  sheet.text(leftMargin + 4, y + 8, '12. CONDITION RELATED TO', { size: 6 });
  const causes = ['Employment', 'Auto accident', 'Other accident', 'None of these'];
  const cause = chance.integer(0, 3);
  causes.forEach((label, index) => sheet.tick(leftMargin + 10 + index * 124, y + 26, label, index === cause));
  return y + 52;
}
