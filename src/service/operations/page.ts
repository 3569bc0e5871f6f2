import type { Page, PageRequest } from '../../model/domain/page.ts';
import type { QueryResult } from '../../store/memory/query-result.ts';

export type Order = 'oldest first' | 'newest first';

/** Takes one page out of the result of a query, in either order, without touching the rest. */
export function takePage<T>(
  found: QueryResult<T>,
  { page, perPage, maxCounted = Infinity }: PageRequest,
  order: Order,
): Page<T> {
  const start = (page - 1) * perPage;
  const items = order === 'oldest first' ? found.slice(start, start + perPage) : found.newest(start, start + perPage);
  return { items, total: found.count(maxCounted), page, perPage };
}

/** Takes one page out of a list that is there as a whole. */
export function pageOf<T>(list: readonly T[], { page, perPage }: PageRequest): Page<T> {
  return { items: list.slice((page - 1) * perPage, page * perPage), total: list.length, page, perPage };
}
