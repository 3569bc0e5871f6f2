import { detailsOfEntry } from '../journal/entry.ts';
import type { History, WorldNotes } from '../history/history.ts';
import type { StepChange } from '../history/step-change.ts';
import type { HistoryStep, RequestStep } from '../history/step.ts';
import type { World } from '../world.ts';
import { controlHappening, requestHappening } from './call-words.ts';
import { blank } from './entry.ts';
import type { ActivityEntry, Happening } from './entry.ts';
import { happeningOf } from './record-words.ts';

/** The part of a world whose activity is read. */
type ActiveWorld = Pick<World, 'id' | 'store' | 'history'>;

export interface ActivityQuery {
  /** Selects entries that were noted after this one. */
  readonly after?: number | undefined;
  /** Selects entries before this one, in the order of the world. */
  readonly before?: number | undefined;
  readonly matches: (entry: ActivityEntry) => boolean;
  /** The maximum number of entries: the first ones after `after`, or else the latest. */
  readonly limit: number;
}

/** A part of the activity. */
export interface ActivityPage {
  /** In order of events: a request comes before the changes that it made. */
  readonly entries: readonly ActivityEntry[];
  /** Whether there are more that match, beyond the limit. */
  readonly hasMore: boolean;
}

/** A note by its list and index. */
interface Place {
  readonly list: 'steps' | 'changes' | 'beginning';
  readonly index: number;
  /** The number of changes in the world before it. */
  readonly mark: number;
  readonly number: number;
}

/** The events that the history of a world remembers, in order: requests, control calls, changes of records, rules and moves. */
export function activityOf(world: ActiveWorld, query: ActivityQuery): ActivityPage {
  const { after, before, limit, matches } = query;
  const { history } = world;
  const places = placesAfter(history.notes, after ?? 0);
  const end = before === undefined ? places.length : places.findIndex(({ number }) => number === before);
  const read = entryReader(world);
  const entries: ActivityEntry[] = [];
  const isForward = after !== undefined;
  const wanted = places.slice(0, Math.max(end, 0));
  for (let step = 0; step < wanted.length && entries.length <= limit; step++) {
    const place = wanted[isForward ? step : wanted.length - 1 - step];
    const entry = place && read(place);
    if (entry !== undefined && matches(entry)) entries.push(entry);
  }
  const hasMore = entries.length > limit;
  const page = entries.slice(0, limit);
  return { entries: isForward ? page : page.toReversed(), hasMore };
}

/** The id of the latest entry; 0 without one. Control calls that only read are noted, but have no entries. */
export function latestIdOf(world: ActiveWorld): number {
  const read = entryReader(world);
  const { steps, changes, beginning } = world.history.notes;
  const latestIn = (list: 'steps' | 'changes', items: WorldNotes['steps'] | WorldNotes['changes']): number => {
    for (let index = items.items.length - 1; index >= 0; index--) {
      const number = items.numberAt(index);
      if (read({ list, index, mark: 0, number }) !== undefined) return number;
    }
    return 0;
  };
  return Math.max(latestIn('steps', steps), latestIn('changes', changes), beginning?.number ?? 0);
}

/** The number of notes that the history dropped for lack of memory. */
export const droppedFrom = ({ dropped, firstMark }: History): number => dropped + firstMark;

/** The notes with a higher number, in order of events. */
function placesAfter({ steps, changes, firstMark, beginning }: WorldNotes, after: number): Place[] {
  const places: Place[] = [];
  if (beginning !== undefined && beginning.number > after) {
    places.push({ list: 'beginning', index: 0, mark: -1, number: beginning.number });
  }
  for (let index = steps.indexAfter(after); index < steps.items.length; index++) {
    places.push({ list: 'steps', index, mark: steps.items[index]?.from ?? 0, number: steps.numberAt(index) });
  }
  for (let index = changes.indexAfter(after); index < changes.items.length; index++) {
    const change = changes.items[index];
    // A change comes after the calls that began before it. Changes of the memory have no entries.
    if (change !== undefined && !('revert' in change)) {
      places.push({ list: 'changes', index, mark: firstMark + index + 0.5, number: changes.numberAt(index) });
    }
  }
  return places.sort((one, other) => one.mark - other.mark || one.number - other.number);
}

/** Returns a function that puts a note into words; undefined for a note without an entry. */
function entryReader(world: ActiveWorld): (place: Place) => ActivityEntry | undefined {
  const { steps, changes, beginning } = world.history.notes;
  return ({ list, index, number }) => {
    const step = steps.items[index];
    const change = changes.items[index];
    let happening: Happening | undefined;
    if (list === 'beginning') happening = beginning && worldHappening(world.id, beginning);
    else if (list === 'steps') happening = step && stepHappening(step, world);
    else happening = change && changeHappening(change, changes.timeAt(index), world);
    return happening === undefined || happening.isSilent === true ? undefined : { ...happening, id: number };
  };
}

const stepHappening = (step: HistoryStep, { store }: ActiveWorld): Happening =>
  step.kind === 'control'
    ? controlHappening(step)
    : requestWords(step, { at: step.observed.at, isHeld: step.wasHeld === true }, store);

function requestWords(
  step: RequestStep,
  { at, isHeld }: { readonly at: number; readonly isHeld: boolean },
  { faxes }: ActiveWorld['store'],
): Happening {
  const { id, observed } = step;
  return requestHappening({ id, observed, details: detailsOfEntry(step), isHeld }, at, (fax) => faxes.get(fax));
}

function changeHappening(change: StepChange, at: number, { id, store }: ActiveWorld): Happening | undefined {
  if ('collection' in change) return happeningOf(change, at, (fax) => store.faxes.get(fax));
  if (!('kind' in change)) return undefined;
  if (change.kind === 'released') return requestWords(change.step, { at, isHeld: false }, store);
  if (change.kind === 'rewound') return rewoundHappening(id, change);
  if (change.kind !== 'fired') return undefined;
  const { rule, faxId } = change;
  const numbers = store.faxes.get(faxId)?.recipients.map(({ number }) => number) ?? [];
  const summary = `Fax ${faxId} has its course from rule ${rule}`;
  return { ...blank, kind: 'rule', action: 'fired', at, subject: rule, faxId, numbers, rule, summary };
}

const worldHappening = (id: string, { action, at }: { readonly action: string; readonly at: number }): Happening => ({
  ...blank,
  kind: 'world',
  action,
  at,
  subject: id,
  summary: `World ${id} ${action}`,
});

const rewoundHappening = (id: string, { before, at }: { readonly before: number; readonly at: number }): Happening => ({
  ...worldHappening(id, { action: 'rewound', at }),
  summary: `World ${id} rewound to before request ${before}`,
  tone: 'bad',
});
