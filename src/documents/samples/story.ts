import { seededRandom } from '../../fiction/seeded-random.ts';
import type { RandomDraws } from '../../fiction/seeded-random.ts';
import { departmentOf, isKind } from '../../fiction/kinds.ts';
import type { DocumentKind } from '../../fiction/kinds.ts';
import { callerNameOf, partyOfNumber, partyNamed, personBehind, tradeBehind } from '../../fiction/parties.ts';
import type { Party, Person } from '../../fiction/parties.ts';
import { medicalTrades, recipientsOf, trades } from '../../fiction/trades.ts';
import { phoneText as internationalText } from '../../numbering/phone-text.ts';
import type { SampleBarcode, SampleFacts } from '../document-work.ts';

/** The content of a document, drawn from the facts of its fax. */
export interface DocumentContent {
  readonly facts: SampleFacts;
  readonly kind: DocumentKind;
  readonly sender: Party;
  readonly addressee: Party;
  /** The patient, buyer or tenant that it is about: the same for the same case. */
  readonly person: Person;
  readonly caseNumber: string;
  /** The number of the document, such as that of an invoice. */
  readonly reference: string;
  readonly department: string;
  /** As `March 4, 2026`. */
  readonly date: string;
  readonly pages: number;
  /** Draws for one part of the document, which do not depend on those for another. */
  readonly chance: (...part: readonly (string | number)[]) => RandomDraws;
}

/** Draws one page, counted from 0. */
export type DrawPage<T> = (sheet: T, story: DocumentContent, page: number) => void;

const prefixes: Partial<Record<DocumentKind, string>> = {
  invoice: 'INV',
  'delivery note': 'DN',
  'purchase order': 'PO',
  'lab result': 'LAB',
  'title document': 'ESC',
  'insurance form': 'CLM',
};

export function storyOf(facts: SampleFacts): DocumentContent {
  const { id, tags, pages } = facts;
  const chance = (...part: readonly (string | number)[]): RandomDraws =>
    seededRandom('document', id, facts.from ?? '', ...part);
  const sender = senderOf(facts);
  const kind = kindOf(facts, sender, chance('kind'));
  const inBarcode = facts.barcodes.map(({ metadata }) => /C-\d+/.exec(metadata ?? '')?.[0]);
  const caseNumber = tags['case'] ?? inBarcode.find(Boolean) ?? `C-${chance('case').integer(10_000, 99_999)}`;
  const printed = facts.barcodes.find(({ metadata, type }) => metadata === null && type !== 'PhaxCode')?.value;
  return {
    facts,
    kind,
    sender,
    caseNumber,
    pages,
    chance,
    addressee: partyOfNumber(facts.to[0] ?? ''),
    person: personBehind(caseNumber),
    reference: printed ?? `${prefixes[kind] ?? 'REF'}-${chance('reference').integer(100_000, 999_999)}`,
    department: tags['department'] ?? departmentOf[kind],
    date: dateText(facts.createdAt),
  };
}

/** A sent fax comes from the customer in its tags, or else from the line in its caller id; a received fax from its caller. */
function senderOf({ direction, from, tags, callerName, id }: SampleFacts): Party {
  const customer = tags['customer'];
  if (direction === 'sent' && customer !== undefined) return partyNamed(customer, from);
  const party = partyOfNumber(from ?? `line of ${id}`);
  if (callerName === null || callerNameOf(party.name) === callerName) return { ...party, fax: from };
  return partyNamed(callerName, from);
}

function kindOf({ tags, barcodes, to }: SampleFacts, sender: Party, chance: RandomDraws): DocumentKind {
  const addressee = tradeBehind(to[0] ?? '');
  const tag = tags['type']?.toLowerCase();
  if (isKind(tag)) return tag;
  const [first, ...others] = trades[sender.trade].kinds.filter(
    (kind) => recipientsOf[kind]?.includes(addressee) ?? true,
  );
  const isMedical = [sender.trade, addressee].some((trade) => medicalTrades.includes(trade));
  return kindOfBarcode(barcodes[0], isMedical) ?? chance.pick([first ?? 'cover sheet', ...others]);
}

/** Patients' consents come back with the PhaxCode of the form, and goods with a code for the scanner. */
function kindOfBarcode(barcode: SampleBarcode | undefined, isMedical: boolean): DocumentKind | undefined {
  if (barcode?.type === 'Code128') return 'invoice';
  if (barcode?.type === 'DataMatrix') return 'delivery note';
  return barcode !== undefined && isMedical ? 'signed consent' : undefined;
}

const central = { timeZone: 'America/Chicago' } as const;
const longDate = new Intl.DateTimeFormat('en-US', { ...central, dateStyle: 'long' });
const numericDate = new Intl.DateTimeFormat('en-US', { ...central, year: 'numeric', month: '2-digit', day: '2-digit' });
const clockTime = new Intl.DateTimeFormat('en-US', { ...central, hour: 'numeric', minute: '2-digit' });

const day = 86_400_000;

const dateText = (time: number): string => longDate.format(time);

/** As `03/04/2026`, so many days after the fax was made. */
export const shortDate = ({ facts }: DocumentContent, days = 0): string =>
  numericDate.format(facts.createdAt + days * day);

export const timeText = ({ facts }: DocumentContent): string =>
  clockTime.format(facts.createdAt).replace('\u202f', ' ');

/** As `1,234.50`. */
export const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** As `(225) 555-0142`, abroad as `+44 20 7946 0018`; a dash where there is no number. */
export function phoneText(number: string | null): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number ?? '') ?? [];
  return line === undefined ? internationalText(number ?? '—') : `(${area ?? ''}) ${exchange ?? ''}-${line}`;
}
