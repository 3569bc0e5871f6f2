import { Refusal } from '../../model/domain/refusal.ts';
import type { CollectionName } from '../../store/memory/collections.ts';
import type { StoreSnapshot } from '../../store/memory/snapshot.ts';
import type { WorldPast, WorldState } from '../making/state.ts';
import type { World } from '../world.ts';
import type { History } from './history.ts';
import { isRequest } from './step-change.ts';
import type { HistoryStep } from './step.ts';

/** A moment that a world can return to. */
export interface Reach {
  /** The id of the first reverted request. */
  readonly before: number;
  /** The time of the clock, in ms, and its speed. */
  readonly at: number;
  readonly speed: number;
  /** The mark of the changes that stay. */
  readonly mark: number;
}

/**
 * The moment before a request. Overlapping requests are reverted together, because each may have seen changes of the others. Throws
 * the Refusal `not_found` for an unknown or dropped request.
 */
export function reachOf(history: History, id: number): Reach {
  const all = history.steps;
  const requests = all.filter(isRequest);
  const [first, last] = [requests[0], requests.at(-1)];
  const found = requests.find((step) => step.id === id);
  const reach = found && reachBefore(all, all.indexOf(found));
  if (reach !== undefined && reach.mark >= history.firstMark) return reach;
  if (first === undefined || last === undefined) throw new Refusal('not_found', `Not found: ${noRequests(history)}`);
  // Changes may have been dropped during the request.
  const isDropped = reach !== undefined || (id < first.id && history.dropped > 0);
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
  let [at, mark] = [from, Infinity];
  for (;;) {
    const later = all.slice(at).filter(isRequest);
    const lowest = later.reduce((least, step) => Math.min(least, step.from), mark);
    const crossing = all.slice(0, at).findIndex((step) => isRequest(step) && step.to > lowest);
    if (crossing < 0) {
      const { settings, ...began } = later.reduce((one, other) => (other.from < one.from ? other : one));
      const before = Math.min(...later.map(({ id }) => id));
      return { mark: lowest, before, at: began.observed.at, speed: settings.speed };
    }
    [at, mark] = [crossing, lowest];
  }
}

/** The requests and records that a rewind to this moment reverts. */
export function lossOf(history: History, { mark, before }: Reach) {
  const { steps } = history;
  const lostSteps = steps.slice(steps.findIndex((step) => isRequest(step) && step.id === before));
  const changes = history.commitsSince(mark);
  const requests = lostSteps.filter(isRequest);
  return {
    /** The request that came first. */
    first: requests.reduce((one, other) => (other.id < one.id ? other : one)),
    requests: requests.length,
    controlCalls: lostSteps.length - requests.length,
    /** The number of records of a collection that the lost steps created, changed or deleted. */
    changed: (collection: CollectionName): number =>
      new Set(changes.filter((change) => change.collection === collection).map(({ key }) => key)).size,
  };
}

/** The state of the world that replaces another. */
export interface Replacement {
  readonly state: WorldState;
  /** Ends the old world, and returns the parts that the new one continues, if any. */
  handOver?(): Promise<WorldPast>;
}

/** The records of a world at a mark of its history. */
export function recordsAt({ store, history }: Pick<World, 'store' | 'history'>, mark: number): StoreSnapshot {
  const snapshot = store.snapshot();
  snapshot.rewind(history.commitsSince(mark).toReversed());
  return snapshot;
}

/**
 * The state before a request, to replace the current world. Stops the store, so that unfinished work cannot change it. Throws the
 * Refusal `not_found` for a moment out of reach; the store then continues.
 */
export async function rewindingTo(
  world: World,
  id: number,
): Promise<Required<Replacement> & { readonly reach: Reach }> {
  const { store, history, seed, pace } = world;
  const reach = reachOf(history, id);
  store.hold();
  await store.settled();
  const { at: time, speed } = reach;
  const state = { store: recordsAt(world, reach.mark), time, speed, scenarios: [], seed, pace };
  return { reach, state, handOver: () => handOver(world, reach) };
}

async function handOver(
  { clock, deliveries, journal, history, memory, start }: World,
  reach: Reach,
): Promise<WorldPast> {
  clock.stop();
  journal.close();
  // Aborted deliveries return their counts, which the rewind reverts too.
  await deliveries.close();
  history.rewind(reach);
  return { start, memory, history, journal: journal.continued() };
}
