import { Undoable, UndoableMap } from '../../domain/undo.ts';
import type { Undo } from '../../domain/undo.ts';
import { mostFollowed, time, times } from './expectation.ts';
import type { ExpectationResult, Expectation, Observation } from './expectation.ts';

/** The time during which the client must not come again. */
interface Wait {
  readonly since: number;
  readonly until: number;
}

/** Within this time of the world's clock another request may have been on its way when Retry-After was sent. */
const underWayMs = 100;

/** Checks whether the client waits as Retry-After said: with this very request, and with others of the operation. */
export function expectWaiting(undo: Undo): Expectation {
  const requests = new UndoableMap<string, Wait>(undo);
  const operations = new UndoableMap<string, Wait>(undo);
  const waitCount = new Undoable(0, undo);
  const offence = new Undoable<string | undefined>(undefined, undo);
  const tooEarly = ({ identity, at, ...observation }: Observation): Wait | undefined => {
    const same = requests.get(identity);
    if (same !== undefined && at < same.until) return same;
    const alike = operations.get(scopeKey(observation));
    return alike !== undefined && at >= alike.since + underWayMs && at < alike.until ? alike : undefined;
  };
  return {
    observe: (observation) => {
      if (waitCount.value === 0 || offence.value !== undefined) return;
      const wait = tooEarly(observation);
      if (wait !== undefined) {
        offence.value = offenceText(observation, wait);
      }
    },
    touched: (observation, retryAfter) => {
      if (retryAfter === undefined) return;
      waitCount.value += 1;
      const wait = { since: observation.at, until: observation.at + retryAfter };
      remember(requests, observation.identity, wait);
      remember(operations, scopeKey(observation), wait);
    },
    result: (): ExpectationResult => {
      if (offence.value !== undefined) return { verdict: 'failed', because: offence.value };
      if (waitCount.value === 0) return { verdict: 'pending', because: 'no response has had a Retry-After yet' };
      return {
        verdict: 'passed',
        because: `no client came before its Retry-After had passed (${times(waitCount.value)})`,
      };
    },
  };
}

const offenceText = ({ label, at }: Observation, { since, until }: Wait): string =>
  `${label} came at ${time(at)}, after ${seconds(at - since)} of the ${seconds(until - since)} of Retry-After`;

/** `0.12 s`, to the ms. */
const seconds = (ms: number): string => `${Math.round(ms) / 1000} s`;

const scopeKey = ({ on, countKey = '' }: Pick<Observation, 'on' | 'countKey'>): string => `${on} ${countKey}`;

/** In a full map, the wait that was set first makes room. */
function remember(waits: UndoableMap<string, Wait>, key: string, wait: Wait): void {
  waits.delete(key);
  if (waits.size >= mostFollowed) for (const oldest of [...waits.keys()].slice(0, 1)) waits.delete(oldest);
  waits.set(key, wait);
}
