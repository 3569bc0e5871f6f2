import { all, nearMisses, textOf } from './query.ts';
import type { Filter } from './query.ts';
import { pluralize } from '../../model/shared/words.ts';

/** How many items there are to be, and until when. */
export interface CountBounds {
  readonly exactly?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** None may have a higher id. */
  readonly noneAfterId?: number | undefined;
  /** None may have come later, on the world's clock. */
  readonly noneAfter?: number | undefined;
}

/** The requests or webhooks to verify, oldest first. */
interface VerifiedLog<T> {
  readonly noun: 'request' | 'webhook';
  readonly items: readonly T[];
  /** How many older ones the world no longer has. */
  readonly dropped: number;
  /** When the item came, in ms on the world's clock. */
  timeOf(item: T): number;
}

/** Whether a log has as many items of a kind as expected; at least one, where nothing is said. */
export function verify<T extends { readonly id: number }>(
  log: VerifiedLog<T>,
  filters: readonly Filter<T>[],
  expected: CountBounds,
) {
  const { noun, dropped } = log;
  const items = log.items.filter(all(filters));
  const late = items.filter((item) => isLate(item.id, log.timeOf(item), expected));
  const { lowest, highest } = boundsOf(expected);
  const isEnough = items.length >= lowest;
  const passed = isEnough && items.length <= highest && late.length === 0;
  const kind = filters.map(textOf).join(', ') || 'any';
  const expectation = [boundsText(expected, noun), ...lateText(expected, noun)].join(' and ');
  const droppedText = dropped > 0 ? `; ${dropped} older ${noun}s were dropped, and are not counted` : '';
  return {
    passed,
    /** The expected and the actual count. */
    message: `Expected ${expectation} (${kind}), and there ${countText(items.length)}${late.length > 0 ? `, ${late.length} of them later` : ''}${droppedText}`,
    count: items.length,
    /** The matching entries; only the late ones if any was late. */
    items: late.length > 0 ? late : items,
    nearest: isEnough ? [] : nearMisses(log.items, filters),
  };
}

function isLate(id: number, at: number, { noneAfterId = Infinity, noneAfter = Infinity }: CountBounds): boolean {
  return id > noneAfterId || at > noneAfter;
}

function boundsOf({ exactly, atLeast, atMost, noneAfterId, noneAfter }: CountBounds) {
  const isOnlyLate = (noneAfterId ?? noneAfter) !== undefined;
  const lowest = exactly ?? atLeast ?? (atMost === undefined && !isOnlyLate ? 1 : 0);
  return { lowest, highest: exactly ?? atMost ?? Infinity };
}

function boundsText(expected: CountBounds, noun: string): string {
  const { lowest, highest } = boundsOf(expected);
  const some = (count: number): string => pluralize(count, noun);
  if (lowest === highest) return `exactly ${some(lowest)}`;
  if (highest === Infinity) return lowest === 0 ? `any number of ${noun}s` : `at least ${some(lowest)}`;
  return lowest === 0 ? `at most ${some(highest)}` : `from ${lowest} to ${some(highest)}`;
}

const lateText = ({ noneAfterId, noneAfter }: CountBounds, noun: string): string[] => [
  ...(noneAfterId === undefined ? [] : [`none after ${noun} ${noneAfterId}`]),
  ...(noneAfter === undefined ? [] : [`none after ${new Date(noneAfter).toISOString()}`]),
];

const countText = (count: number): string => (count === 1 ? 'was 1' : `were ${count}`);
