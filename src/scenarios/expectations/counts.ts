import { Undoable, UndoableMap } from '../../domain/undo.ts';
import type { Undo } from '../../domain/undo.ts';
import type { Range } from '../scenario.ts';
import { mostFollowed, time, times, rangeText } from './expectation.ts';
import type { Expectation } from './expectation.ts';

interface Followed {
  readonly label: string;
  readonly at: number;
  readonly again: number;
}

/** Checks how often the rule has fired. */
export function expectFirings(range: Range, undo: Undo): Expectation {
  const firings = new Undoable(0, undo);
  return {
    touched: () => void (firings.value += 1),
    result: () => {
      const count = firings.value;
      const isRight = count >= range.min && count <= range.max;
      if (isRight) return { verdict: 'passed', because: `it fired ${times(count)}, as expected` };
      if (count === 0) return { verdict: 'pending', because: 'it has not fired yet' };
      return { verdict: 'failed', because: `it fired ${times(count)}; expected: ${rangeText(range)}` };
    },
  };
}

/** Checks how often the client sends a request again that the rule has touched. */
export function expectRetries(range: Range, undo: Undo): Expectation {
  const followed = new UndoableMap<string, Followed>(undo);
  return {
    observe: ({ identity }) => {
      const known = followed.get(identity);
      if (known !== undefined) followed.set(identity, { ...known, again: known.again + 1 });
    },
    touched: ({ identity, label, at }) => {
      if (!followed.has(identity) && followed.size < mostFollowed) followed.set(identity, { label, at, again: 0 });
    },
    result: () => {
      const all = [...followed.values()];
      if (all.length === 0) return { verdict: 'pending', because: 'no request was touched yet' };
      const wrong = all.filter(({ again }) => again < range.min || again > range.max);
      const [first] = wrong;
      if (first === undefined) {
        return { verdict: 'passed', because: `each of ${all.length} touched came again as often as expected` };
      }
      const others = wrong.length > 1 ? `, and ${wrong.length - 1} more` : '';
      const came = first.again === 0 ? 'never came again' : `came again ${times(first.again)}`;
      const because = `${first.label}, touched at ${time(first.at)}, ${came}; expected: ${rangeText(range)}${others}`;
      return { verdict: 'failed', because };
    },
  };
}
