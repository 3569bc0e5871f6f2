import { time } from './expectation.ts';
import type { Expectation } from './expectation.ts';

/** Checks whether the application refuses what is not rightly signed. */
export function expectRejection(): Expectation {
  let rejected = 0;
  let offence: string | undefined;
  return {
    delivered: ({ shown, at, status }) => {
      if (status === null) return;
      if (status >= 200 && status < 300) offence ??= `${shown}, told at ${time(at)}, was answered with ${status}`;
      else rejected += 1;
    },
    result: () => {
      if (offence !== undefined) return { verdict: 'failed', because: offence };
      if (rejected === 0) return { verdict: 'pending', because: 'no badly signed webhook was answered yet' };
      return { verdict: 'passed', because: `all badly signed webhooks were refused (${rejected})` };
    },
  };
}
