import type { Bundle, BundledRequest } from './bundle.ts';

/** Where an assertion stops holding; or why that cannot be said. */
export type Bisection =
  | { readonly first: BundledRequest; readonly runs: number }
  | { readonly first: undefined; readonly why: 'always holds' | 'never holds' };

/**
 * Finds the first request of a bundle after which an assertion holds no more. `holds` repeats the bundle up to a request, by
 * its id, and 0 for none; it is asked as often as halving the requests takes.
 */
export async function bisect({ steps }: Bundle, holds: (last: number) => Promise<boolean>): Promise<Bisection> {
  const requests = steps.filter((step) => step.kind === 'request');
  let runs = 2;
  if (await holds(requests.at(-1)?.id ?? 0)) return { first: undefined, why: 'always holds' };
  if (!(await holds(0))) return { first: undefined, why: 'never holds' };
  let [good, bad] = [-1, requests.length - 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    runs += 1;
    if (await holds(requests[middle]?.id ?? 0)) good = middle;
    else bad = middle;
  }
  const first = requests[bad];
  return first === undefined ? { first, why: 'always holds' } : { first, runs };
}
