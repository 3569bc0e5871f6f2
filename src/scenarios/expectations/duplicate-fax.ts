import { Undoable, UndoableMap } from '../../domain/undo.ts';
import type { Undo } from '../../domain/undo.ts';
import { mostFollowed, time } from './expectation.ts';
import type { Expectation, CreatedFax } from './expectation.ts';

/** Checks whether the client sends a fax a second time of which it never heard. */
export function expectNoDuplicate(undo: Undo): Expectation {
  const byContent = new UndoableMap<string, CreatedFax>(undo);
  const byId = new UndoableMap<number, CreatedFax>(undo);
  const offence = new Undoable<string | undefined>(undefined, undo);
  return {
    created: (fax) => {
      if (offence.value !== undefined || byId.size === 0) return;
      const first = byContent.get(fax.content) ?? byId.get(fax.resends ?? -1);
      if (first === undefined) return;
      offence.value = `fax ${fax.id}, made at ${time(fax.at)}, is fax ${first.id} again, whose answer was lost at ${time(first.at)}`;
    },
    lost: (fax) => {
      if (byId.size >= mostFollowed) return;
      byId.set(fax.id, fax);
      if (!byContent.has(fax.content)) byContent.set(fax.content, fax);
    },
    result: () => {
      if (offence.value !== undefined) return { verdict: 'failed', because: offence.value };
      if (byId.size === 0) return { verdict: 'pending', because: 'no answer of a fax was lost yet' };
      return { verdict: 'passed', because: `no fax was sent twice (${byId.size} whose answer was lost)` };
    },
  };
}
