import type { RandomDraws } from './seeded-random.ts';
import type { DocumentKind } from './kinds.ts';
import { firstNames, places, surnames } from './words.ts';

type Naming = (chance: RandomDraws) => string;

const namedByPlace =
  (form: string): Naming =>
  ({ pick }) =>
    `${pick(places)} ${form}`;
const ofOwner =
  (form: string): Naming =>
  ({ pick }) =>
    `${pick(surnames)} ${form}`;

interface TradeRow {
  /** Words in the names of such businesses, in lower case. */
  readonly words: readonly string[];
  readonly names: readonly [Naming, ...Naming[]];
  /** The kinds of documents that it faxes, the usual first. */
  readonly kinds: readonly [DocumentKind, ...DocumentKind[]];
  /** The trades that it faxes to. */
  readonly partners: readonly [TradeName, ...TradeName[]];
  /** The office of the person that signs. */
  readonly role: string;
}

export const tradeNames = [
  'clinic',
  'pharmacy',
  'laboratory',
  'hospital',
  'insurer',
  'title',
  'county',
  'lawyers',
  'bank',
  'freight',
  'supplier',
  'manufacturer',
  'property',
] as const;
export type TradeName = (typeof tradeNames)[number];

/** The trades of all businesses that there are. A name belongs to the first that has one of its words. */
export const trades: Readonly<Record<TradeName, TradeRow>> = {
  clinic: {
    words: ['clinic', 'pediatrics', 'cardiology', 'dental', 'medical group'],
    names: [
      namedByPlace('Family Clinic'),
      namedByPlace('Pediatrics'),
      namedByPlace('Cardiology'),
      ofOwner('Medical Group'),
    ],
    kinds: ['referral', 'prescription', 'lab result', 'signed consent', 'insurance form', 'note'],
    partners: ['hospital', 'pharmacy', 'laboratory', 'insurer'],
    role: 'Attending physician',
  },
  pharmacy: {
    words: ['pharmacy', 'drugs'],
    names: [namedByPlace('Pharmacy'), ofOwner('Drugs')],
    kinds: ['prescription', 'note', 'invoice'],
    partners: ['clinic', 'hospital'],
    role: 'Pharmacist in charge',
  },
  laboratory: {
    words: ['diagnostics', 'laboratory'],
    names: [namedByPlace('Diagnostics'), namedByPlace('Laboratory')],
    kinds: ['lab result', 'lab result', 'invoice'],
    partners: ['clinic', 'hospital'],
    role: 'Laboratory director',
  },
  hospital: {
    words: ['hospital', 'medical center'],
    names: [namedByPlace('General Hospital'), namedByPlace('Medical Center')],
    kinds: ['lab result', 'referral', 'signed consent', 'cover sheet'],
    partners: ['clinic', 'insurer', 'laboratory'],
    role: 'Medical records',
  },
  insurer: {
    words: ['insurance', 'health plan', 'mutual'],
    names: [namedByPlace('Mutual Insurance'), namedByPlace('Health Plan')],
    kinds: ['insurance form', 'cover sheet'],
    partners: ['clinic', 'hospital'],
    role: 'Claims examiner',
  },
  title: {
    words: ['title', 'escrow', 'abstract'],
    names: [namedByPlace('Title & Escrow'), ofOwner('Abstract Co')],
    kinds: ['title document', 'cover sheet', 'invoice', 'note'],
    partners: ['bank', 'county', 'lawyers', 'property'],
    role: 'Escrow officer',
  },
  county: {
    words: ['county', 'recorder'],
    names: [namedByPlace('County Recorder')],
    kinds: ['title document', 'cover sheet'],
    partners: ['title', 'lawyers'],
    role: 'Deputy recorder',
  },
  lawyers: {
    words: ['llp', 'law offices', 'attorneys'],
    names: [({ pick }) => `${pick(surnames)} & ${pick(surnames)} LLP`, ofOwner('Law Offices')],
    kinds: ['cover sheet', 'title document', 'lease', 'note'],
    partners: ['title', 'property', 'bank'],
    role: 'Attorney at law',
  },
  bank: {
    words: ['bank', 'credit union'],
    names: [namedByPlace('Savings Bank'), namedByPlace('Credit Union')],
    kinds: ['title document', 'cover sheet'],
    partners: ['title', 'lawyers'],
    role: 'Loan officer',
  },
  freight: {
    words: ['freight', 'logisti', 'transports', 'frakt'],
    names: [namedByPlace('Freight Lines'), ofOwner('Logistics')],
    kinds: ['delivery note', 'invoice', 'note'],
    partners: ['supplier', 'manufacturer'],
    role: 'Dispatch',
  },
  supplier: {
    words: ['supply', 'products', 'handel', 'fournitures'],
    names: [namedByPlace('Industrial Supply'), ofOwner('Office Products')],
    kinds: ['invoice', 'delivery note', 'note'],
    partners: ['manufacturer', 'freight', 'property'],
    role: 'Accounts receivable',
  },
  manufacturer: {
    words: ['tool & die', 'works', 'maschinenbau'],
    names: [namedByPlace('Tool & Die'), ofOwner('Machine Works')],
    kinds: ['purchase order', 'delivery note', 'invoice'],
    partners: ['supplier', 'freight'],
    role: 'Purchasing',
  },
  property: {
    words: ['property', 'apartments', 'realty'],
    names: [namedByPlace('Property Management'), namedByPlace('Apartments'), ofOwner('Realty')],
    kinds: ['lease', 'note', 'purchase order', 'invoice', 'cover sheet'],
    partners: ['lawyers', 'bank', 'title', 'supplier'],
    role: 'Property manager',
  },
};

/** The trades that treat patients. */
export const medicalTrades: readonly TradeName[] = ['clinic', 'hospital', 'laboratory', 'pharmacy'];

/** The trades that receive a kind, for those kinds that not every partner of their sender receives. */
export const recipientsOf: Partial<Record<DocumentKind, readonly TradeName[]>> = {
  referral: ['hospital', 'clinic'],
  prescription: ['pharmacy'],
  'lab result': ['clinic', 'hospital'],
  'signed consent': ['hospital', 'clinic', 'laboratory'],
  'insurance form': ['insurer', 'hospital'],
  'purchase order': ['supplier', 'manufacturer'],
};

/** The trade of a business by its name; undefined for a name without the word of a trade. */
export function tradeOf(name: string): TradeName | undefined {
  const text = name.toLowerCase();
  return tradeNames.find((trade) => trades[trade].words.some((word) => text.includes(word)));
}

/** The name of a business of that trade. */
export const nameOfTrade = (trade: TradeName, chance: RandomDraws): string => chance.pick(trades[trade].names)(chance);

export const personName = ({ pick }: RandomDraws): string => `${pick(firstNames)} ${pick(surnames)}`;
