import { chanceOf } from '../fiction/chance.ts';
import type { Chance } from '../fiction/chance.ts';
import { departmentOf } from '../fiction/kinds.ts';
import { callerNameOf, nameBehind, tradeBehind } from '../fiction/parties.ts';
import { recipientsOf, trades } from '../fiction/trades.ts';
import type { TradeName } from '../fiction/trades.ts';
import type { Direction } from '../domain/fax.ts';
import { numbersOf } from '../domain/fax.ts';
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
  /** Of a received fax, where the network shows it. */
  readonly callerName: string | undefined;
  /** Of a sent fax. */
  readonly tags: Readonly<Record<string, string>>;
}

/** How many of the latest faxes name the partners. */
const recentFaxes = 200;

const pageCounts = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6] as const;

/** The fax that comes at a time. It follows from the world's seed, that time and the last fax. */
export function madeUpFax(context: OperationContext, at: number): MadeUpFax {
  const { store, seed } = context;
  const chance = chanceOf('traffic', seed, store.faxes.highestKey ?? 0, at);
  const direction = chance.happens(0.6) ? 'sent' : 'received';
  const line = someLine(context, chance);
  const trade = tradeBehind(line);
  const kind = chance.pick(trades[trade].kinds);
  const wanted = (direction === 'sent' ? recipientsOf[kind] : undefined) ?? trades[trade].partners;
  const partner = knownPartner(context, wanted, chance) ?? newPartner(wanted, chance);
  const tags = { customer: nameBehind(line), type: kind, department: departmentOf[kind] };
  return {
    direction,
    line,
    partner,
    pages: chance.pick(pageCounts),
    callerName: chance.happens(0.5) ? callerNameOf(nameBehind(partner)) : undefined,
    tags: chance.happens(0.6) ? { ...tags, case: `C-${chance.integer(10_000, 99_999)}` } : tags,
  };
}

/** The account's first numbers far more often. */
function someLine({ store }: OperationContext, { integer }: Chance): string {
  const lines = [...store.phoneNumbers.values()];
  const last = lines.length - 1;
  return lines[Math.min(integer(0, last), integer(0, last))]?.number ?? publicNumber;
}

/** A business of a wanted trade that faxed without an error of late. */
function knownPartner({ store }: OperationContext, wanted: readonly TradeName[], { pick }: Chance): string | undefined {
  const owned = (number: string): boolean => number === publicNumber || store.phoneNumbers.get(number) !== undefined;
  const known = store.faxes
    .find({})
    .newest(0, recentFaxes)
    .filter(({ error, isTest }) => error === null && !isTest)
    .flatMap(numbersOf)
    .filter((number) => !owned(number) && wanted.includes(tradeBehind(number)));
  const [first, ...others] = new Set(known);
  return first === undefined ? undefined : pick([first, ...others]);
}

/** One of the numbers that are kept free for fiction. */
function newPartner(wanted: readonly TradeName[], { integer, pick }: Chance): string {
  const number = (): string =>
    `+1${pick([225, 312, 404, 504, 612, 713])}555${String(integer(100, 199)).padStart(4, '0')}`;
  const drawn = Array.from({ length: 60 }, number);
  return drawn.find((one) => wanted.includes(tradeBehind(one))) ?? number();
}
