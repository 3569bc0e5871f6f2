import { Undoable } from '../../domain/undo.ts';
import type { Undo } from '../../domain/undo.ts';
import { time } from './expectation.ts';
import type { Expectation } from './expectation.ts';

/** Checks whether the application refuses webhooks without a valid signature. */
export function expectRejection(undo: Undo): Expectation {
  const rejected = new Undoable(0, undo);
  const offence = new Undoable<string | undefined>(undefined, undo);
  return {
    delivered: ({ label, at, status }) => {
      if (status === null) return;
      if (status >= 200 && status < 300) offence.value ??= `${label}, told at ${time(at)}, was answered with ${status}`;
      else rejected.value += 1;
    },
    result: () => {
      if (offence.value !== undefined) return { verdict: 'failed', because: offence.value };
      if (rejected.value === 0) return { verdict: 'pending', because: 'no badly signed webhook was answered yet' };
      return { verdict: 'passed', because: `all badly signed webhooks were refused (${rejected.value})` };
    },
  };
}
