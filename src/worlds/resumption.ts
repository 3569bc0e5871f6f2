import type { History } from '../history/history.ts';

/** Unfinished work of a world, and the way to resume it. */
export interface UnfinishedWork {
  /** The name of its collection and its key. */
  readonly record: string;
  readonly plan: () => void;
}

/** Resumes all of it, in the order of planning as far as the history shows it: equal times keep that order. */
export function resumeInOrder(unfinished: readonly UnfinishedWork[], history: History): void {
  const order = planningOrder(history);
  const ranked = unfinished.map(({ record, plan }) => ({ rank: order.get(record) ?? -1, plan }));
  for (const { plan } of ranked.toSorted((one, other) => one.rank - other.rank)) plan();
}

/** When each record was last planned, by the number of the change. */
function planningOrder({ commits }: History): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  for (const [mark, { collection, key, before, record }] of commits) {
    if (dueOf(before) !== dueOf(record)) order.set(`${collection} ${key}`, mark);
  }
  return order;
}

function dueOf(record: unknown): unknown {
  const { due, dueAt }: { due?: unknown; dueAt?: unknown } = record ?? {};
  return due ?? dueAt;
}
