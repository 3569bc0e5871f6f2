import type { Bundle } from '../../worlds/history/bundle.ts';
import { momentsOf } from './repetition.ts';
import type { ReplayMoment } from './repetition.ts';

/**
 * Finds the first moment of a bundle after which an assertion fails: a step of any kind, or a move of the clock. `holds` repeats
 * that many moments from the start; it is called once for each halving. `after` is the id of the latest request before the moment,
 * or null.
 */
export async function bisectBundle(bundle: Bundle, holds: (moments: number) => Promise<boolean>) {
  const moments = momentsOf(bundle);
  let runs = 2;
  if (await holds(moments.length)) return { first: undefined, why: 'always holds' } as const;
  if (!(await holds(0))) return { first: undefined, why: 'never holds' } as const;
  let [good, bad] = [0, moments.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    runs += 1;
    if (await holds(middle)) good = middle;
    else bad = middle;
  }
  const first = moments[good];
  return first === undefined
    ? ({ first, why: 'always holds' } as const)
    : { first, after: requestIn(moments.slice(0, good)), runs };
}

function requestIn(moments: readonly ReplayMoment[]): number | null {
  const latest = moments.findLast(({ step }) => step?.kind === 'request');
  return latest?.step?.kind === 'request' ? latest.step.id : null;
}
