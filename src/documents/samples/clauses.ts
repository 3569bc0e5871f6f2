import type { RandomDraws } from '../../fiction/seeded-random.ts';
import type { Sheet } from './sheet.ts';
import { leftMargin } from './sheet.ts';

/** A clause of a contract; `#7-14` stands for a number from 7 to 14 that is drawn. */
type Clauses = readonly (readonly [title: string, text: string])[];

/**
 * Sets so many numbered clauses from a place down, after those of the pages before. Each round through the list draws
 * other numbers. Returns the place below.
 */
export function setClauses(
  sheet: Sheet,
  { from, first, count }: { from: number; first: number; count: number },
  clauses: Clauses,
  chance: RandomDraws,
): number {
  let y = from;
  for (let number = first; number < first + count; number++) {
    const [title, text] = clauses[number % clauses.length] ?? ['', ''];
    sheet.text(leftMargin, y, `${number + 1}.  ${title}`, { face: 'serifBold', size: 11 });
    const clause = text.replaceAll(/#(\d+)-(\d+)/g, (_, least, most) =>
      String(chance.integer(Number(least), Number(most))),
    );
    y = sheet.paragraph(leftMargin + 18, y + 15, clause, { face: 'serif', size: 10.5, width: 480 }) + 8;
  }
  return y;
}

export const leaseClauses: Clauses = [
  [
    'Rent',
    'Rent is due on the first day of each month. A payment received more than #3-10 days late carries a late charge of #25-90 dollars, which the Tenant owes as additional rent.',
  ],
  [
    'Security deposit',
    'The deposit is returned within #14-30 days after the Tenant has moved out, less the cost of repairs beyond ordinary wear. The Owner sends an itemized statement with it.',
  ],
  [
    'Occupancy',
    'The premises are a private residence for the persons named on the first page. Guests may stay no longer than #7-14 days in any period of #60-90 days without written consent.',
  ],
  [
    'Utilities',
    'The Tenant pays electricity and gas. The Owner pays water, sewer and trash up to #40-90 dollars a month; what exceeds that is billed with the next rent.',
  ],
  [
    'Repairs',
    'The Tenant reports damage without delay. The Owner begins urgent repairs within #24-48 hours and all others within #7-21 days of the report.',
  ],
  [
    'Entry',
    'The Owner may enter to inspect, repair or show the premises after #24-48 hours of notice, between 8 a.m. and 6 p.m., and at any time in an emergency.',
  ],
  [
    'Alterations',
    'No wall is painted, pierced by more than #6-12 nails, or moved without consent. Improvements stay with the building unless both agree otherwise.',
  ],
  [
    'Parking',
    'Space #1-80 belongs to these premises. Vehicles that do not run for #14-45 days may be towed at the cost of their owner.',
  ],
  [
    'Pets',
    'One pet of up to #15-40 pounds may be kept for a deposit of #150-400 dollars. The Tenant pays for damage and for noise complaints that are found to be justified.',
  ],
  [
    'Insurance',
    'The Tenant carries renter’s insurance with a liability limit of at least #100-300 thousand dollars and sends a certificate within #10-30 days.',
  ],
  [
    'Quiet hours',
    'Between 10 p.m. and 7 a.m. no noise may be heard beyond the premises. After #2-4 complaints within #60-90 days the Owner may end this lease.',
  ],
  [
    'Notices',
    'Notices are in writing and count as received #3-5 days after they were mailed, or at once when sent by facsimile with a confirmation.',
  ],
  [
    'End of term',
    'Either party may end this lease with #30-60 days of written notice. Without notice it continues from month to month at the same rent.',
  ],
];

export const titleClauses: Clauses = [
  [
    'Taxes',
    'Taxes and assessments for the current year, and those for later years that are not yet due. Parcel #2-60 of map sheet #1-40, first installment paid.',
  ],
  [
    'Utility easement',
    'An easement #8-20 feet wide along the northerly line for lines of water, power and telephone, as shown on the plat in Book #3-90, Page #10-400.',
  ],
  [
    'Restrictions',
    'Covenants and restrictions recorded in Volume #3-90, Page #10-400, that do not provide for a reversion of title. Setback of #15-40 feet from the front line.',
  ],
  [
    'Mineral rights',
    'Reservation of all minerals below a depth of #200-500 feet, without right of entry to the surface, by instrument recorded in Book #3-90.',
  ],
  [
    'Road maintenance',
    'Agreement about the upkeep of the private road, shared by #3-9 parcels, dated #10-60 days before its recording in Volume #3-90.',
  ],
  [
    'Survey matters',
    'A fence stands #3-18 inches beyond the easterly line over a length of #20-140 feet. The company insures against its forced removal.',
  ],
  [
    'Unrecorded leases',
    'Rights of tenants in possession under #2-4 leases not recorded, as disclosed by the seller’s affidavit.',
  ],
  [
    'Mortgage to be released',
    'Mortgage recorded in Volume #3-90, Page #10-400. A release is to be recorded within #30-60 days of payment in full.',
  ],
  [
    'Access',
    'The land adjoins a public street over a length of #50-200 feet. No access is insured over the strip #5-20 feet wide along the creek.',
  ],
  [
    'Legal description',
    'Lot #2-40 of Block #2-20, and the westerly #5-30 feet of the lot adjoining, according to the plat filed in Cabinet #1-9, Slide #1-60.',
  ],
  [
    'Water course',
    'Rights of the public, and of #2-9 owners upstream, in the creek that crosses the land, and changes of its bed since survey #2-9.',
  ],
  [
    'Party wall',
    'Agreement about a wall on the line between Lots #2-20 and #21-40, its repair and its height of #6-12 feet.',
  ],
];

export const consentClauses: Clauses = [
  [
    'Procedure',
    'The physician explained the procedure and that it takes about #20-60 minutes. I could ask questions and understood the answers.',
  ],
  [
    'Risks',
    'Bleeding, infection and reactions to medicine are possible. Of a hundred patients fewer than #2-5 need further treatment within #10-30 days.',
  ],
  [
    'Alternatives',
    'Waiting #4-12 weeks, or treatment by medicine alone for #20-60 days, was discussed. I prefer the procedure that is named above.',
  ],
  [
    'Anesthesia',
    'I have eaten nothing for #8-12 hours. I will not drive for #24-48 hours after the procedure, and an adult takes me home.',
  ],
  [
    'Records',
    'The clinic may send my records of the last #6-24 months to those who treat me and to my insurer, by facsimile too.',
  ],
  [
    'Specimens',
    'Tissue that is removed may be examined and kept for #30-90 days. It is not used for research without a separate consent.',
  ],
  ['Withdrawal', 'I may withdraw this consent at any time before the procedure, by word or in writing.'],
  [
    'Costs',
    'My share of the costs is estimated at #40-190 dollars for the visit and #10-60 dollars for supplies. The estimate holds for #30-90 days.',
  ],
  [
    'Emergency',
    'If something unexpected is found, the physician may do what is needed to avert harm. Next of kin are called within #30-60 minutes.',
  ],
  [
    'Follow-up',
    'A visit after #7-14 days and another after #4-8 weeks belong to the treatment. I call at once if fever lasts more than #24-48 hours.',
  ],
];
