import type { Page, PageRequest } from '../domain/page.ts';
import type { Found } from '../store/collection.ts';

export type Order = 'oldest first' | 'newest first';

/** Takes one page out of what was found, in either order, without touching the rest. */
export function takePage<T>(found: Found<T>, { page, perPage }: PageRequest, order: Order): Page<T> {
  const start = (page - 1) * perPage;
  const { total } = found;
  const items =
    order === 'oldest first'
      ? found.slice(start, start + perPage)
      : found.slice(total - start - perPage, total - start).reverse();
  return { items, total, page, perPage };
}

/** Takes one page out of a list that is there as a whole. */
export function pageOf<T>(list: readonly T[], { page, perPage }: PageRequest): Page<T> {
  return { items: list.slice((page - 1) * perPage, page * perPage), total: list.length, page, perPage };
}
