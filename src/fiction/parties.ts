import { seededRandom } from './seeded-random.ts';
import { nameOfTrade, personName, tradeNames, tradeOf, trades } from './trades.ts';
import type { TradeName } from './trades.ts';
import { abroad, streets, surnames, towns } from './words.ts';

/** A fictitious business: all of it follows from its name and its number. */
export interface Party {
  readonly name: string;
  readonly trade: TradeName;
  readonly street: string;
  readonly town: string;
  /** E.164; null where the number is unknown. */
  readonly fax: string | null;
  /** The person that signs for it, and that person's office. */
  readonly signer: string;
  readonly role: string;
  readonly website: string;
}

const countryOf = (number: string | null) => abroad.find(({ code }) => number?.startsWith(code));

/** The trade of the business that a number belongs to; E.164 with its plus. */
export function tradeBehind(number: string): TradeName {
  if (countryOf(number) === undefined) return seededRandom('trade', number).pick(tradeNames);
  return tradeOf(nameBehind(number)) ?? otherTrade;
}

/** The name of the business that a number belongs to; E.164 with its plus. */
export function nameBehind(number: string): string {
  const chance = seededRandom('party', number);
  const country = countryOf(number);
  if (country !== undefined) return `${chance.pick(surnames)} ${chance.pick(country.names)}`;
  return nameOfTrade(tradeBehind(number), chance);
}

/** The trade of a business whose name has no word of a trade. */
const otherTrade: TradeName = 'supplier';

export const partyOfNumber = (number: string): Party => partyNamed(nameBehind(number), number);

/** The business of that name. A name without the word of a trade is that of a supplier. */
export function partyNamed(name: string, fax: string | null = null): Party {
  const chance = seededRandom('party named', name);
  const trade = tradeOf(name) ?? otherTrade;
  return {
    name,
    trade,
    street: `${chance.integer(100, 4900)} ${chance.pick(streets)}`,
    town: countryOf(fax)?.town ?? chance.pick(towns),
    fax,
    signer: personName(chance),
    role: trades[trade].role,
    website: `${name
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '')}.example`,
  };
}

/** A name as the telephone network shows it: capitals, at most 15 characters. */
export const callerNameOf = (name: string): string => name.toUpperCase().slice(0, 15).trim();

/** The caller name on every call from a number, E.164 with its plus; null for the half of all lines that send none. */
export const callerNameBehind = (number: string): string | null =>
  seededRandom('caller name', number).happens(0.5) ? callerNameOf(nameBehind(number)) : null;

/** A fictitious private person. */
export interface Person {
  readonly name: string;
  readonly street: string;
  readonly town: string;
}

/** The person of an affair, by whatever identifies it, such as a case number. */
export function personBehind(caseKey: string): Person {
  const chance = seededRandom('person', caseKey);
  return {
    name: personName(chance),
    street: `${chance.integer(10, 990)} ${chance.pick(streets)}`,
    town: chance.pick(towns),
  };
}
