import type { CollectionName } from '../store/contents.ts';
import type { History } from './history.ts';
import type { Reach } from './reach.ts';
import type { RequestStep } from './step.ts';

/** The requests and records that a rewind takes back. */
export interface Loss {
  /** The request that came first. */
  readonly first: RequestStep;
  /** How many requests. */
  readonly requests: number;
  /** How many calls of the control API. */
  readonly controlCalls: number;
  /** How many records of a collection the lost steps have made, changed or deleted. */
  readonly changed: (collection: CollectionName) => number;
}

/** The loss of a world that returns to this moment. */
export function lossOf(history: History, { mark, steps }: Reach): Loss {
  const lostSteps = history.steps.slice(steps);
  const changes = history.commits.flatMap(([at, change]) => (at >= mark ? [change] : []));
  const requests = lostSteps.filter((step) => step.kind === 'request');
  return {
    first: requests.reduce((one, other) => (other.id < one.id ? other : one)),
    requests: requests.length,
    controlCalls: lostSteps.length - requests.length,
    changed: (collection) =>
      new Set(changes.filter((change) => change.collection === collection).map(({ key }) => key)).size,
  };
}
