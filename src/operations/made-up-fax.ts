import { seededRandom } from '../fiction/seeded-random.ts';
import type { RandomDraws } from '../fiction/seeded-random.ts';
import { departmentOf } from '../fiction/kinds.ts';
import { callerNameBehind, nameBehind, tradeBehind } from '../fiction/parties.ts';
import { recipientsOf, trades } from '../fiction/trades.ts';
import type { TradeName } from '../fiction/trades.ts';
import type { Direction } from '../domain/fax.ts';
import { numbersOf } from '../domain/fax.ts';
import { labels } from '../store/labels.ts';
import { publicNumber } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

/** A fax between a business on a line of the account and one of its partners. */
export interface MadeUpFax {
  readonly direction: Direction;
  /** The account's number; E.164. */
  readonly line: string;
  /** The other end; E.164. */
  readonly partner: string;
  readonly pages: number;
  /** As the telephone network shows it for calls of the partner; null where it shows none. */
  readonly callerName: string | null;
  /** Of a sent fax. */
  readonly tags: Readonly<Record<string, string>>;
  /** The id of the fax error that a sent fax ends with. */
  readonly error: number | undefined;
}

/** How many of the latest faxes name the partners. */
const recentFaxes = 200;
/** A line with fewer known partners of a trade finds new ones. */
const fewestPartners = 8;

/** The error of calls to a line that is in use. */
const busy = 17;
const otherErrors = [112, 112, 30, 11, 34, 132] as const;

const pageCounts = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6] as const;

/** The fax that comes at a time. It follows from the world's seed, that time and the last fax. */
export function madeUpFax(context: OperationContext, at: number): MadeUpFax {
  const { store, seed } = context;
  const chance = seededRandom('traffic', seed, store.faxes.highestKey ?? 0, at);
  const direction = chance.happens(0.6) ? 'sent' : 'received';
  const line = someLine(context, chance);
  const trade = tradeBehind(line);
  const kind = chance.pick(trades[trade].kinds);
  const partnerTrades = (direction === 'sent' ? recipientsOf[kind] : undefined) ?? trades[trade].partners;
  const error = direction === 'sent' ? someError(chance) : undefined;
  const busyLine = busyLineOf(context);
  const partner =
    error === busy ? busyLine : chance.pick(partnersOf(context, { line, trades: partnerTrades, busyLine }));
  const tags = { customer: nameBehind(line), type: kind, department: departmentOf[kind] };
  return {
    direction,
    line,
    partner,
    pages: chance.pick(pageCounts),
    callerName: callerNameBehind(partner),
    tags: chance.happens(0.6) ? { ...tags, case: `C-${chance.integer(10_000, 99_999)}` } : tags,
    error,
  };
}

/** The account's first numbers far more often. */
function someLine({ store }: OperationContext, { integer }: RandomDraws): string {
  const lines = [...store.phoneNumbers.values()];
  const last = lines.length - 1;
  return lines[Math.min(integer(0, last), integer(0, last))]?.number ?? publicNumber;
}

/** One in eleven sent faxes fails, as in the demo. */
function someError({ happens, pick }: RandomDraws): number | undefined {
  if (happens(0.04)) return busy;
  return happens(0.05) ? pick(otherErrors) : undefined;
}

/** The number that was busy at the latest failure of that kind; else one that follows from the seed. */
function busyLineOf(context: OperationContext): string {
  const { store, seed } = context;
  const failed = store.faxes.find({ labels: [labels.status('failure')] }).newest(0, recentFaxes);
  const latest = failed.find(({ error, direction }) => error?.id === busy && direction === 'sent');
  return latest?.recipients[0]?.number ?? fictionalNumber(seededRandom('busy line', seed));
}

interface PartnerSearch {
  /** The account's number; E.164. */
  readonly line: string;
  readonly trades: readonly TradeName[];
  readonly busyLine: string;
}

/** Businesses of the given trades: those of the latest faxes, and new ones of the line where these are few. */
function partnersOf(context: OperationContext, search: PartnerSearch): readonly [string, ...string[]] {
  const chance = seededRandom('partners', context.seed, search.line, ...search.trades);
  const isPartner = (number: string): boolean =>
    number !== search.busyLine && !isAccountLine(context, number) && search.trades.includes(tradeBehind(number));
  const partners = new Set(recentNumbers(context).filter(isPartner));
  for (let tries = 0; partners.size < fewestPartners && tries < mostTries; tries++) {
    const number = fictionalNumber(chance);
    if (isPartner(number)) partners.add(number);
  }
  const [first = fictionalNumber(chance), ...others] = partners;
  return [first, ...others];
}

/** Enough for eight businesses of one trade in thirteen. */
const mostTries = 400;

const isAccountLine = ({ store }: OperationContext, number: string): boolean =>
  number === publicNumber || store.phoneNumbers.get(number) !== undefined;

/** The numbers of the latest live faxes without an error, the newest first. */
const recentNumbers = ({ store }: OperationContext): string[] =>
  store.faxes
    .find({})
    .newest(0, recentFaxes)
    .filter(({ error, isTest }) => error === null && !isTest)
    .flatMap(numbersOf);

/** One of the numbers that are kept free for fiction; E.164. */
const fictionalNumber = ({ integer, pick }: RandomDraws): string =>
  `+1${pick([225, 312, 404, 504, 612, 713])}555${String(integer(100, 199)).padStart(4, '0')}`;
