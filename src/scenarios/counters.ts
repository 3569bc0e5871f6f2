import type { Occurrences } from '../domain/occurrences.ts';
import type { Undo } from '../domain/undo.ts';
import type { Decision } from './decision.ts';
import type { RuleSubject } from './rule-subject.ts';
import type { Rule } from './scenario.ts';

/** Matches and firings of a rule for one key. */
export interface Count {
  matches: number;
  fired: number;
}

/** Counts matches or firings, and takes note of how it was before. */
export function countMore(count: Count, { matches = 0, fired = 0 }: Partial<Count>, undo: Undo): void {
  const before = { ...count };
  undo.note(() => Object.assign(count, before));
  count.matches += matches;
  count.fired += fired;
}

/** The key that a rule counts by; undefined for a request without one. */
export function countKeyOf({ per }: Rule, { fax, number }: RuleSubject): string | undefined {
  if (per === 'fax') return fax;
  if (per === 'number') return number;
  return ''; // a world has one account
}

/** Under which name a rule keeps its counts. */
export const keyOf = ({ id }: Rule, counted: string | undefined): string => `${id} ${counted ?? ''}`;

/** Whether the order in which requests come decides for which of them a rule fires. */
export function isByOrder({ after, every, times, state, do: { rateLimit } }: Rule): boolean {
  return after > 0 || every > 1 || times < Infinity || state !== undefined || rateLimit !== undefined;
}

export function isTurn({ after, every, times }: Rule, { matches, fired }: Count): boolean {
  return matches > after && (matches - after) % every === 0 && fired < times;
}

/** The request and how often this very one has come to a scenario; costs nothing before it is read. */
export function sameRequest({ same }: { readonly same: Occurrences }, subject: RuleSubject, decision: Decision) {
  let known: string | undefined;
  return (): string => (known ??= `${subject.identity()} ${countOccurrence(same, subject.identity(), decision)}`);
}

/** Counts one more of a key, which a withdrawn decision takes back. */
export function countOccurrence(same: Occurrences, key: string, decision: Decision): string {
  const nth = same.next(key);
  decision.reverse(() => same.takeBack(key, nth));
  return nth;
}
