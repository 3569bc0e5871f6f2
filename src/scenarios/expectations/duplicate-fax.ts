import { mostFollowed, time } from './expectation.ts';
import type { Expectation, CreatedFax } from './expectation.ts';

/** Checks whether the client sends a fax a second time of which it never heard. */
export function expectNoDuplicate(): Expectation {
  const byContent = new Map<string, CreatedFax>();
  const byId = new Map<number, CreatedFax>();
  let offence: string | undefined;
  return {
    created: (fax) => {
      if (offence !== undefined || byId.size === 0) return;
      const first = byContent.get(fax.content) ?? byId.get(fax.resends ?? -1);
      if (first === undefined) return;
      offence = `fax ${fax.id}, made at ${time(fax.at)}, is fax ${first.id} again, whose answer was lost at ${time(first.at)}`;
    },
    lost: (fax) => {
      if (byId.size >= mostFollowed) return;
      byId.set(fax.id, fax);
      if (!byContent.has(fax.content)) byContent.set(fax.content, fax);
    },
    result: () => {
      if (offence !== undefined) return { verdict: 'failed', because: offence };
      if (byId.size === 0) return { verdict: 'pending', because: 'no answer of a fax was lost yet' };
      return { verdict: 'passed', because: `no fax was sent twice (${byId.size} whose answer was lost)` };
    },
  };
}
