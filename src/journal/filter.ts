/** One condition of a query for requests or webhooks. */
export interface Filter<T> {
  /** As the query spells it: `status`, `params[to]`. */
  readonly name: string;
  /** The value, or comparison, that the query asks for. */
  readonly expected: string | number | boolean | object;
  /** The value that the item has; null or undefined: none. */
  actual(item: T): unknown;
  matches(item: T): boolean;
}

/** A condition on one value of an item, as a list of one; of none where the query does not ask for it. */
export function condition<T, Wanted extends Filter<T>['expected'], Actual>(
  name: string,
  expected: Wanted | undefined,
  actual: (item: T) => Actual,
  holds: (actual: Actual, value: Wanted) => boolean = Object.is,
): Filter<T>[] {
  return expected === undefined ? [] : [{ name, expected, actual, matches: (item) => holds(actual(item), expected) }];
}

/** How a message spells a condition: `operation=resendFax`. */
export const textOf = ({ name, expected }: Filter<never>): string =>
  `${name}=${typeof expected === 'object' ? JSON.stringify(expected) : String(expected)}`;

export const all =
  <T>(filters: readonly Filter<T>[]) =>
  (item: T): boolean =>
    filters.every((filter) => filter.matches(item));

/** An item that meets some conditions of a query, and not all. */
export interface NearMiss<T> {
  readonly item: T;
  /** The conditions that it does not meet. */
  readonly missed: readonly Filter<T>[];
}

const mostNear = 5;

/** The items that meet most of the conditions; the latest first among equals. */
export function nearMisses<T extends { readonly id: number }>(
  items: readonly T[],
  filters: readonly Filter<T>[],
): NearMiss<T>[] {
  return items
    .map((item) => ({ item, missed: filters.filter((filter) => !filter.matches(item)) }))
    .filter(({ missed }) => missed.length > 0 && missed.length < filters.length)
    .toSorted((one, other) => one.missed.length - other.missed.length || other.item.id - one.item.id)
    .slice(0, mostNear);
}
