import type { Chance } from '../../fiction/chance.ts';
import type { Sheet } from './sheet.ts';
import { left } from './sheet.ts';

/** A clause of a contract; `#` stands for a number that is drawn. */
type Clauses = readonly (readonly [title: string, text: string])[];

/**
 * Sets so many numbered clauses from a place down, after those of the pages before. Each round through the list draws
 * other numbers. Returns the place below.
 */
export function setClauses(
  sheet: Sheet,
  { from, first, count }: { from: number; first: number; count: number },
  clauses: Clauses,
  chance: Chance,
): number {
  let y = from;
  for (let number = first; number < first + count; number++) {
    const [title, text] = clauses[number % clauses.length] ?? ['', ''];
    sheet.text(left, y, `${number + 1}.  ${title}`, { face: 'serifBold', size: 11 });
    const drawn = text.replaceAll('#', () => String(chance.integer(3, 60)));
    y = sheet.paragraph(left + 18, y + 15, drawn, { face: 'serif', size: 10.5, width: 480 }) + 8;
  }
  return y;
}

export const leaseClauses: Clauses = [
  [
    'Rent',
    'Rent is due on the first day of each month. A payment received more than # days late carries a late charge of # dollars, which the Tenant owes as additional rent.',
  ],
  [
    'Security deposit',
    'The deposit is returned within # days after the Tenant has moved out, less the cost of repairs beyond ordinary wear. The Owner sends an itemized statement with it.',
  ],
  [
    'Occupancy',
    'The premises are a private residence for the persons named on the first page. Guests may stay no longer than # days in any period of # days without written consent.',
  ],
  [
    'Utilities',
    'The Tenant pays electricity and gas. The Owner pays water, sewer and trash up to # dollars a month; what exceeds that is billed with the next rent.',
  ],
  [
    'Repairs',
    'The Tenant reports damage without delay. The Owner begins urgent repairs within # hours and all others within # days of the report.',
  ],
  [
    'Entry',
    'The Owner may enter to inspect, repair or show the premises after # hours of notice, between 8 a.m. and 6 p.m., and at any time in an emergency.',
  ],
  [
    'Alterations',
    'No wall is painted, pierced by more than # nails, or moved without consent. Improvements stay with the building unless both agree otherwise.',
  ],
  [
    'Parking',
    'Space # belongs to these premises. Vehicles that do not run for # days may be towed at the cost of their owner.',
  ],
  [
    'Pets',
    'One pet of up to # pounds may be kept for a deposit of # dollars. The Tenant pays for damage and for noise complaints that are found to be justified.',
  ],
  [
    'Insurance',
    'The Tenant carries renter’s insurance with a liability limit of at least # thousand dollars and sends a certificate within # days.',
  ],
  [
    'Quiet hours',
    'Between 10 p.m. and 7 a.m. no noise may be heard beyond the premises. After # complaints within # days the Owner may end this lease.',
  ],
  [
    'Notices',
    'Notices are in writing and count as received # days after they were mailed, or at once when sent by facsimile with a confirmation.',
  ],
  [
    'End of term',
    'Either party may end this lease with # days of written notice. Without notice it continues from month to month at the same rent.',
  ],
];

export const titleClauses: Clauses = [
  [
    'Taxes',
    'Taxes and assessments for the current year, and those for later years that are not yet due. Parcel # of map sheet #, first installment paid.',
  ],
  [
    'Utility easement',
    'An easement # feet wide along the northerly line for lines of water, power and telephone, as shown on the plat in Book #, Page #.',
  ],
  [
    'Restrictions',
    'Covenants and restrictions recorded in Volume #, Page #, that do not provide for a reversion of title. Setback # feet from the front line.',
  ],
  [
    'Mineral rights',
    'Reservation of all minerals below a depth of # feet, without right of entry to the surface, by instrument recorded in Book #.',
  ],
  [
    'Road maintenance',
    'Agreement about the upkeep of the private road, shared by # parcels, dated # days before its recording in Volume #.',
  ],
  [
    'Survey matters',
    'A fence stands # inches beyond the easterly line over a length of # feet. The company insures against its forced removal.',
  ],
  [
    'Unrecorded leases',
    'Rights of tenants in possession under # leases not recorded, as disclosed by the seller’s affidavit.',
  ],
  [
    'Mortgage to be released',
    'Mortgage recorded in Volume #, Page #. A release is to be recorded within # days of payment in full.',
  ],
  [
    'Access',
    'The land adjoins a public street over a length of # feet. No access is insured over the strip # feet wide along the creek.',
  ],
  [
    'Legal description',
    'Lot # of Block #, and the westerly # feet of the lot adjoining, according to the plat filed in Cabinet #, Slide #.',
  ],
  [
    'Water course',
    'Rights of the public, and of # owners upstream, in the creek that crosses the land, and changes of its bed since survey #.',
  ],
  ['Party wall', 'Agreement about a wall on the line between Lots # and #, its repair and its height of # feet.'],
];

export const consentClauses: Clauses = [
  [
    'Procedure',
    'The physician explained the procedure and that it takes about # minutes. I could ask questions and understood the answers.',
  ],
  [
    'Risks',
    'Bleeding, infection and reactions to medicine are possible. Of a hundred patients fewer than # need further treatment within # days.',
  ],
  [
    'Alternatives',
    'Waiting # weeks, or treatment by medicine alone for # days, was discussed. I prefer the procedure that is named above.',
  ],
  [
    'Anesthesia',
    'I have eaten nothing for # hours. I will not drive for # hours after the procedure, and an adult takes me home.',
  ],
  [
    'Records',
    'The clinic may send my records of the last # months to those who treat me and to my insurer, by facsimile too.',
  ],
  [
    'Specimens',
    'Tissue that is removed may be examined and kept for # days. It is not used for research without a separate consent.',
  ],
  [
    'Withdrawal',
    'I may withdraw this consent at any time before the procedure, by word or in writing, up to # minutes before it begins.',
  ],
  [
    'Costs',
    'My share of the costs is estimated at # dollars for the visit and # dollars for supplies. The estimate holds for # days.',
  ],
  [
    'Emergency',
    'If something unexpected is found, the physician may do what is needed to avert harm. Next of kin are called within # minutes.',
  ],
  [
    'Follow-up',
    'A visit after # days and another after # weeks belong to the treatment. I call at once if fever lasts more than # hours.',
  ],
];
