import type { Range } from '../scenario.ts';
import { mostFollowed, time, times, wanted } from './judge.ts';
import type { Judge } from './judge.ts';

interface Followed {
  readonly shown: string;
  readonly at: number;
  again: number;
}

/** Judges how often the client sends a request again that the rule has touched. */
export function judgeRetries(range: Range): Judge {
  const followed = new Map<string, Followed>();
  return {
    saw: ({ identity }) => {
      const known = followed.get(identity);
      if (known !== undefined) known.again += 1;
    },
    touched: ({ identity, shown, at }) => {
      if (!followed.has(identity) && followed.size < mostFollowed) followed.set(identity, { shown, at, again: 0 });
    },
    finding: () => {
      const all = [...followed.values()];
      if (all.length === 0) return { verdict: 'pending', because: 'no request was touched yet' };
      const wrong = all.filter(({ again }) => again < range.min || again > range.max);
      const [first] = wrong;
      if (first === undefined) {
        return { verdict: 'passed', because: `each of ${all.length} touched came again as often as expected` };
      }
      const others = wrong.length > 1 ? `, and ${wrong.length - 1} more` : '';
      const came = first.again === 0 ? 'never came again' : `came again ${times(first.again)}`;
      const because = `${first.shown}, touched at ${time(first.at)}, ${came}; expected: ${wanted(range)}${others}`;
      return { verdict: 'failed', because };
    },
  };
}
