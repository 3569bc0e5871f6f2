import { fromNames, groupBy, keysOf } from '../../model/shared/objects.ts';

/**
 * Groups the items of several runs by a key that is comparable between runs. A group has its items by run, and `like`,
 * the first of all its items.
 */
export function beside<T, Run extends string>(runs: Readonly<Record<Run, readonly T[]>>, keyOf: (item: T) => string) {
  const all = keysOf(runs).flatMap((run) => runs[run].map((item) => ({ run, item })));
  return Array.from(
    groupBy(all, ({ item }) => keyOf(item)),
    ([key, alike]) => ({
      key,
      like: alike[0].item,
      ...fromNames<Record<Run, readonly T[]>>(keysOf(runs), (name) =>
        alike.filter(({ run }) => run === name).map(({ item }) => item),
      ),
    }),
  );
}

/** The surplus items: of each key, those beyond the number that the other list has. */
export const beyond = <T>(items: readonly T[], usual: readonly T[], keyOf: (item: T) => string): T[] =>
  beside({ items, usual }, keyOf).flatMap((alike) => alike.items.slice(alike.usual.length));

/** How many items have each key. */
export const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> =>
  new Map(Array.from(groupBy(items, keyOf), ([key, alike]) => [key, alike.length]));

export function isSameSet(ones: Iterable<unknown>, others: Iterable<unknown>): boolean {
  const [one, other] = [new Set(ones), new Set(others)];
  return one.size === other.size && [...one].every((value) => other.has(value));
}

/** The median; 0 for no values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
