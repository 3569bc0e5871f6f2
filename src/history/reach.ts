import { Refusal } from '../domain/refusal.ts';
import type { History } from './history.ts';
import { beganAt } from './step.ts';
import type { RequestStep, HistoryStep } from './step.ts';

/** A moment that a world can return to. */
export interface Reach {
  /** The id of the first request that is taken back. */
  readonly before: number;
  /** The time of the clock, in ms, and its pace. */
  readonly at: number;
  readonly pace: number;
  /** How many changes stay, and how many steps. */
  readonly mark: number;
  readonly steps: number;
}

/**
 * The moment before a request, by its id. Requests that overlap are taken back together, since each may have seen changes of
 * the others. Throws the Refusal `not_found` for a request that the history has not, or no longer.
 */
export function reachOf(history: History, id: number): Reach {
  const all = history.steps;
  const requests = all.filter((step) => step.kind === 'request');
  const [first, last] = [requests[0], requests.at(-1)];
  const found = requests.find((step) => step.id === id);
  if (found !== undefined) return reachBefore(all, all.indexOf(found));
  if (first === undefined || last === undefined) throw new Refusal('not_found', `Not found: ${noRequests(history)}`);
  const isDropped = id < first.id && history.dropped > 0;
  const why = isDropped
    ? `request ${id} can no longer be reached, since the history was full`
    : `there is no request ${id}`;
  throw new Refusal(
    'not_found',
    `Not found: ${why}; the oldest that can be reached is request ${first.id}, the latest is request ${last.id}`,
  );
}

const noRequests = ({ dropped }: History): string =>
  dropped > 0
    ? 'the history was full, and all requests in it were dropped; start with a larger --journal to keep later ones'
    : 'there is no request yet';

/** Goes back until no request before the moment has seen a change after it. */
function reachBefore(all: readonly HistoryStep[], from: number): Reach {
  const isRequest = (step: HistoryStep | undefined): step is RequestStep => step?.kind === 'request';
  let [at, mark] = [from, Infinity];
  for (;;) {
    const later = all.slice(at).filter(isRequest);
    const lowest = later.reduce((least, step) => Math.min(least, step.from), mark);
    const crossing = all.slice(0, at).findIndex((step) => isRequest(step) && step.to > lowest);
    if (crossing < 0) return reachFrom(later, { mark: lowest, steps: at });
    [at, mark] = [crossing, lowest];
  }
}

/** The requests that are taken back, in the order in which they ended. */
function reachFrom(later: readonly RequestStep[], start: Pick<Reach, 'mark' | 'steps'>): Reach {
  const began = later.reduce((one, other) => (other.from < one.from ? other : one));
  return {
    ...start,
    before: Math.min(...later.map(({ id }) => id)),
    at: beganAt(began),
    pace: began.settings.pace,
  };
}
