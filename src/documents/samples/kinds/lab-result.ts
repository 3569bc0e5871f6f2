import { addressBlock, heading, letterhead, runningHead } from '../letterhead.ts';
import type { Sheet } from '../sheet.ts';
import { contentWidth, leftMargin } from '../sheet.ts';
import type { DrawPage } from '../story.ts';
import { shortDate } from '../story.ts';
import { patientBox } from './referral.ts';

type Analyte = readonly [name: string, low: number, high: number, unit: string];

const totalCholesterol = 'Cholesterol, total';

const panels: readonly (readonly [title: string, analytes: readonly Analyte[]])[] = [
  [
    'Complete blood count',
    [
      ['White blood cells', 4, 11, 'K/µL'],
      ['Red blood cells', 4.1, 5.7, 'M/µL'],
      ['Hemoglobin', 12, 17, 'g/dL'],
      ['Hematocrit', 36, 50, '%'],
      ['Platelets', 150, 400, 'K/µL'],
    ],
  ],
  [
    'Metabolic panel',
    [
      ['Glucose', 70, 99, 'mg/dL'],
      ['Creatinine', 0.6, 1.3, 'mg/dL'],
      ['Sodium', 135, 145, 'mmol/L'],
      ['Potassium', 3.5, 5.1, 'mmol/L'],
      ['Calcium', 8.6, 10.3, 'mg/dL'],
    ],
  ],
  [
    'Lipid panel',
    [
      ['HDL cholesterol', 40, 80, 'mg/dL'],
      ['LDL cholesterol', 50, 130, 'mg/dL'],
      ['Triglycerides', 40, 150, 'mg/dL'],
      [totalCholesterol, 120, 200, 'mg/dL'],
    ],
  ],
  [
    'Thyroid',
    [
      ['TSH', 0.4, 4.5, 'mIU/L'],
      ['T4, free', 0.8, 1.8, 'ng/dL'],
      ['T3, total', 76, 181, 'ng/dL'],
    ],
  ],
  [
    'Liver',
    [
      ['ALT', 7, 56, 'U/L'],
      ['AST', 10, 40, 'U/L'],
      ['Bilirubin, total', 0.2, 1.2, 'mg/dL'],
      ['Albumin', 3.5, 5, 'g/dL'],
    ],
  ],
  [
    'Iron',
    [
      ['Iron', 50, 170, 'µg/dL'],
      ['Ferritin', 20, 250, 'ng/mL'],
      ['Transferrin saturation', 20, 50, '%'],
    ],
  ],
];

const columns = [
  { title: 'Test', width: 180 },
  { title: 'Result', width: 80, align: 'right' },
  { title: 'Flag', width: 50 },
  { title: 'Reference', width: 104 },
  { title: 'Unit', width: 90 },
] as const;

/** By the Friedewald equation: HDL, LDL and a fifth of the triglycerides, which come in this order. In mg/dL. */
const totalOf = ([hdl = 0, ldl = 0, triglycerides = 0]: readonly number[]): number => hdl + ldl + triglycerides / 5;

/** Panels of a patient's blood, with a flag on each value out of range; further pages have the samples of earlier days. */
export const labResult: DrawPage<Sheet> = (sheet, story, page) => {
  const chance = story.chance('lab', page);
  let y: number;
  if (page === 0) {
    y = heading(sheet, letterhead(sheet, story.sender), 'Laboratory report', story.reference);
    y = addressBlock(sheet, y, story, [
      ['Reported', story.date],
      ['Collected', shortDate(story, -1)],
      ['Case', story.caseNumber],
      ['Status', 'FINAL'],
    ]);
    y = patientBox(sheet, y, story);
  } else {
    y = runningHead(sheet, story, 'Laboratory report');
    sheet.text(leftMargin, y, `Earlier sample, collected ${shortDate(story, -30 * page - chance.integer(0, 9))}`, {
      face: 'bold',
    });
    y += 22;
  }
  for (const [title, analytes] of chance.shuffle(panels).slice(0, page === 0 ? 3 : 4)) {
    sheet.text(leftMargin, y, title, { face: 'bold', size: 10 });
    const values = analytes.map(([, low, high]) => low + (high - low) * (chance.integer(-12, 112) / 100));
    const rows = analytes.map(([name, low, high, unit], index) => {
      const value = name === totalCholesterol ? totalOf(values) : (values[index] ?? low);
      const digits = high < 20 ? 1 : 0;
      const flag = value > high ? 'HIGH' : value < low ? 'LOW' : '';
      return [name, value.toFixed(digits), flag, `${low} – ${high}`, unit];
    });
    y = sheet.table(leftMargin, y + 6, columns, rows) + 20;
  }
  sheet.paragraph(
    leftMargin,
    690,
    'Flags compare with the reference range. Results are to be read together with the clinical picture.',
    { size: 8, width: contentWidth / 2 },
  );
  sheet.signature(leftMargin + 304, 700, story.sender.signer, {
    chance,
    caption: `${story.sender.signer}, ${story.sender.role}`,
  });
};
