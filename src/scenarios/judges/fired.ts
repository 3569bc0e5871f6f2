import type { Range } from '../scenario.ts';
import { times, wanted } from './judge.ts';
import type { Judge } from './judge.ts';

/** Judges how often the rule has fired. */
export function judgeFired(range: Range): Judge {
  let count = 0;
  return {
    touched: () => void (count += 1),
    finding: () => {
      const isRight = count >= range.min && count <= range.max;
      if (isRight) return { verdict: 'passed', because: `it fired ${times(count)}, as expected` };
      if (count === 0) return { verdict: 'pending', because: 'it has not fired yet' };
      return { verdict: 'failed', because: `it fired ${times(count)}; expected: ${wanted(range)}` };
    },
  };
}
