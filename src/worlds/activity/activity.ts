import { scenarioText } from '../../model/shared/scenario-text.ts';
import { detailsOfEntry } from '../journal/entry.ts';
import type { History } from '../history/history.ts';
import { placesAfter } from '../history/places.ts';
import type { Place } from '../history/places.ts';
import { isStep } from '../history/step-change.ts';
import type { StepChange } from '../history/step-change.ts';
import type { HistoryStep, RequestStep } from '../history/step.ts';
import type { World } from '../world.ts';
import { controlHappening, requestHappening } from './call-words.ts';
import { verdictHappening } from './scenario-words.ts';
import { blank } from './entry.ts';
import type { ActivityEntry, Happening } from './entry.ts';
import { happeningOf } from './record-words.ts';

/** The part of a world whose activity is read. */
type ActiveWorld = Pick<World, 'id' | 'store' | 'history' | 'paces'>;

export interface ActivityQuery {
  /** Selects entries that were noted after this one. */
  readonly after?: number | undefined;
  /** Selects entries before this one, in the order of the world. */
  readonly before?: number | undefined;
  readonly matches: (entry: ActivityEntry) => boolean;
  /** The maximum number of entries: the first ones after `after`, or else the latest. */
  readonly limit: number;
}

type Beginning = NonNullable<History['beginning']>;

/** A part of the activity. */
export interface ActivityPage {
  /** In order of events: a request comes before the changes that it made. */
  readonly entries: readonly ActivityEntry[];
  /** Whether more entries match, beyond the limit. */
  readonly hasMore: boolean;
}

/** The events that the history of a world remembers, in order: requests, control calls, changes of records, rules and moves. */
export function activityOf(world: ActiveWorld, query: ActivityQuery): ActivityPage {
  const { after, before, limit, matches } = query;
  const places = remembered(world.history, after ?? 0);
  const end = before === undefined ? places.length : places.findIndex(({ number }) => number === before);
  const entries: ActivityEntry[] = [];
  const isForward = after !== undefined;
  const wanted = places.slice(0, Math.max(end, 0));
  for (let step = 0; step < wanted.length && entries.length <= limit; step++) {
    const place = wanted[isForward ? step : wanted.length - 1 - step];
    const entry = place && entryOf(place, world);
    if (entry !== undefined && matches(entry)) entries.push(entry);
  }
  const hasMore = entries.length > limit;
  const page = entries.slice(0, limit);
  return { entries: isForward ? page : page.toReversed(), hasMore };
}

/** The id of the latest entry; 0 without one. Control calls that only read are noted, but have no entries. */
export function latestIdOf(world: ActiveWorld): number {
  const { notes, beginning } = world.history;
  for (let index = notes.items.length - 1; index >= 0; index--) {
    const note = notes.items[index];
    if (note === undefined || 'revert' in note) continue;
    const place = { note, number: notes.numberAt(index), at: notes.timeAt(index), position: 0 };
    const entry = entryOf(place, world);
    if (entry !== undefined) return Math.max(entry.id, beginning?.number ?? 0);
  }
  return beginning?.number ?? 0;
}

/** The places after a note, and the beginning of the world before them. */
function remembered(history: History, after: number): (Place | Beginning)[] {
  const { beginning } = history;
  const places = placesAfter(history, after);
  return beginning !== undefined && beginning.number > after ? [beginning, ...places] : places;
}

/** Puts a note into words; undefined for a note without an entry. */
function entryOf(place: Place | Beginning, world: ActiveWorld): ActivityEntry | undefined {
  const happening = 'note' in place ? noteHappening(place, world) : worldHappening(world.id, place);
  return happening === undefined || happening.isSilent === true ? undefined : { ...happening, id: place.number };
}

const noteHappening = ({ note, at }: Place, world: ActiveWorld): Happening | undefined =>
  isStep(note) ? stepHappening(note, world) : changeHappening(note, at, world);

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

function changeHappening(change: StepChange, at: number, { id, store, paces }: ActiveWorld): Happening | undefined {
  if ('collection' in change) return happeningOf(change, at, { paces, findFax: (fax) => store.faxes.get(fax) });
  if (!('kind' in change)) return undefined;
  if (change.kind === 'released') return requestWords(change.step, { at, isHeld: false }, store);
  if (change.kind === 'rewound') return rewoundHappening(id, change);
  if (change.kind === 'judged') return verdictHappening(change.verdict, at);
  if (change.kind !== 'fired') return undefined;
  const { rule, faxId } = change;
  const numbers = store.faxes.get(faxId)?.recipients.map(({ number }) => number) ?? [];
  const summary = `Fax ${faxId} has its course from rule ${scenarioText(rule)}`;
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
});
