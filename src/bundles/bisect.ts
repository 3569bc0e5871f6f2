import type { Bundle } from './bundle.ts';
import { momentsOf } from './moments.ts';
import type { ReplayMoment } from './moments.ts';

/** Where an assertion stops holding; or why that cannot be said. */
export type Bisection =
  | {
      readonly first: ReplayMoment;
      /** The id of the latest request before it; null: there is none. */
      readonly after: number | null;
      readonly runs: number;
    }
  | { readonly first: undefined; readonly why: 'always holds' | 'never holds' };

/**
 * Finds the first moment of a bundle after which an assertion holds no more: a step of any kind, or a move of the clock.
 * `holds` repeats so many moments from the first on; it is asked as often as halving them takes.
 */
export async function bisect(bundle: Bundle, holds: (moments: number) => Promise<boolean>): Promise<Bisection> {
  const moments = momentsOf(bundle);
  let runs = 2;
  if (await holds(moments.length)) return { first: undefined, why: 'always holds' };
  if (!(await holds(0))) return { first: undefined, why: 'never holds' };
  let [good, bad] = [0, moments.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    runs += 1;
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  const first = moments[good];
  return first === undefined
    ? { first, why: 'always holds' }
    : { first, after: requestIn(moments.slice(0, good)), runs };
}

function requestIn(moments: readonly ReplayMoment[]): number | null {
  const latest = moments.findLast(({ step }) => step?.kind === 'request');
  return latest?.step?.kind === 'request' ? latest.step.id : null;
}
