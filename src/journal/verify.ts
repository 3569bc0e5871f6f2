import type { Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { all, filtersOf } from './query.ts';
import type { Filter, RequestQuery } from './query.ts';

/** How many requests there are to be, and until when. */
export interface Expectation {
  readonly exactly?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** None may have a higher id. */
  readonly noneAfterId?: number | undefined;
  /** None may have come later, on the world's clock. */
  readonly noneAfter?: number | undefined;
}

/** A request that is not what was looked for, but near. */
export interface NearMiss {
  readonly entry: Entry;
  /** What of the query does not hold for it: `status=422`. */
  readonly missed: readonly string[];
}

export interface Verdict {
  readonly passed: boolean;
  /** What was expected, and what there was. */
  readonly message: string;
  readonly count: number;
  /** Those that matter: the matching ones; where some came too late, those. */
  readonly entries: readonly Entry[];
  readonly nearest: readonly NearMiss[];
}

/** Whether the journal has as many requests of a kind as expected; at least one, where nothing is said. */
export function verify(journal: Journal, query: RequestQuery, expected: Expectation): Verdict {
  const filters = filtersOf(query);
  const entries = journal.after(0).filter(all(filters));
  const late = entries.filter((entry) => isLate(entry, expected));
  const { lowest, highest } = boundsOf(expected);
  const isEnough = entries.length >= lowest;
  const passed = isEnough && entries.length <= highest && late.length === 0;
  const kind = filters.map(({ text }) => text).join(', ') || 'any';
  const wanted = [boundsText(expected), ...lateText(expected)].join(' and ');
  const dropped = journal.dropped > 0 ? `; ${journal.dropped} older requests were dropped, and are not counted` : '';
  return {
    passed,
    message: `Expected ${wanted} (${kind}), and there ${counted(entries.length)}${late.length > 0 ? `, ${late.length} of them later` : ''}${dropped}`,
    count: entries.length,
    entries: late.length > 0 ? late : entries,
    nearest: isEnough ? [] : nearMisses(journal, filters),
  };
}

function isLate({ id, seen }: Entry, { noneAfterId = Infinity, noneAfter = Infinity }: Expectation): boolean {
  return id > noneAfterId || seen.at > noneAfter;
}

function boundsOf({ exactly, atLeast, atMost, noneAfterId, noneAfter }: Expectation) {
  const isOnlyLate = (noneAfterId ?? noneAfter) !== undefined;
  const lowest = exactly ?? atLeast ?? (atMost === undefined && !isOnlyLate ? 1 : 0);
  return { lowest, highest: exactly ?? atMost ?? Infinity };
}

function boundsText(expected: Expectation): string {
  const { lowest, highest } = boundsOf(expected);
  if (lowest === highest) return `exactly ${requests(lowest)}`;
  if (highest === Infinity) return lowest === 0 ? 'any number of requests' : `at least ${requests(lowest)}`;
  return lowest === 0 ? `at most ${requests(highest)}` : `from ${lowest} to ${requests(highest)}`;
}

const lateText = ({ noneAfterId, noneAfter }: Expectation): string[] => [
  ...(noneAfterId === undefined ? [] : [`none after request ${noneAfterId}`]),
  ...(noneAfter === undefined ? [] : [`none after ${new Date(noneAfter).toISOString()}`]),
];

const requests = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);
const counted = (count: number): string => (count === 1 ? 'was 1' : `were ${count}`);

const mostNear = 5;

/** Those for which most of a query holds, the latest first among equals. */
export function nearMisses(journal: Journal, filters: readonly Filter[]): NearMiss[] {
  return journal
    .after(0)
    .map((entry) => ({ entry, missed: filters.filter((filter) => !filter.matches(entry)).map(({ text }) => text) }))
    .filter(({ missed }) => missed.length > 0 && missed.length < filters.length)
    .toSorted((one, other) => one.missed.length - other.missed.length || other.entry.id - one.entry.id)
    .slice(0, mostNear);
}
