import { scenarioText } from '../../model/shared/scenario-text.ts';
import { detailsOfEntry } from '../journal/entry.ts';
import type { History } from '../history/history.ts';
import { placesAfter } from '../history/places.ts';
import type { Place } from '../history/places.ts';
import { isStep } from '../history/step-change.ts';
import type { StepChange } from '../history/step-change.ts';
import type { HistoryStep, RequestStep } from '../history/step.ts';
import type { World } from '../world.ts';
import { controlHappening, remarksOn, requestHappening } from './call-words.ts';
import { verdictHappening } from './scenario-words.ts';
import { blank } from './entry.ts';
import type { ActivityEntry, Happening } from './entry.ts';
import { beginningId, Past } from './past.ts';
import type { PastRange } from './past.ts';
import { happeningOf } from './record-words.ts';

/** The part of a world whose activity is read. */
type ActiveWorld = Pick<World, 'id' | 'store' | 'history' | 'paces' | 'start'>;

export interface ActivityQuery {
  /** Selects entries that were noted after this one. */
  readonly after?: number | undefined;
  /** Selects entries before this one, in the order of the world. */
  readonly before?: number | undefined;
  /** The creation of faxes older than the notes that can match; undefined if none of these can. */
  readonly past: PastRange | undefined;
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

/**
 * The events that the history of a world remembers, in order: requests, control calls, changes of records, rules and moves. The
 * faxes from before come first; entries after one of them are asked for by the number of a note, so these leave the past out.
 */
export function activityOf(world: ActiveWorld, query: ActivityQuery): ActivityPage {
  const { after, past: range, limit, matches } = query;
  const isForward = after !== undefined;
  const past = isForward || range === undefined ? undefined : new Past(world);
  const candidates = isForward ? entriesAfter(world, after, query.before) : entriesBefore(world, past, query);
  const entries: ActivityEntry[] = [];
  for (const entry of candidates) {
    if (matches(entry)) entries.push(entry);
    if (entries.length > limit) break;
  }
  const hasMore = entries.length > limit || (past?.isCut === true && entries.length > 0);
  const page = entries.slice(0, limit);
  return { entries: isForward ? page : page.toReversed(), hasMore };
}

/** The entries of notes in their order. */
function* entriesAfter(world: ActiveWorld, after: number, before: number | undefined): Generator<ActivityEntry> {
  for (const place of placesBefore(remembered(world.history, after), before)) {
    const entry = entryOf(place, world);
    if (entry !== undefined) yield entry;
  }
}

/** The entries of notes and of the past, from the latest on. */
function* entriesBefore(
  world: ActiveWorld,
  past: Past | undefined,
  { before, past: range }: Pick<ActivityQuery, 'before' | 'past'>,
): Generator<ActivityEntry> {
  if (before === undefined || before > beginningId) {
    for (const place of placesBefore(remembered(world.history, 0), before).toReversed()) {
      const entry = entryOf(place, world);
      if (entry !== undefined) yield entry;
    }
  }
  if (past !== undefined && range !== undefined) yield* past.before(before ?? Infinity, range);
}

/** The places before the one with a number; none if that number is unknown. */
function placesBefore<T extends Place | Beginning>(places: readonly T[], before: number | undefined): readonly T[] {
  const end = before === undefined ? places.length : places.findIndex(({ number }) => number === before);
  return places.slice(0, Math.max(end, 0));
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
  const details = detailsOfEntry(step);
  const happening = requestHappening({ id, observed, details, isHeld }, at, (fax) => faxes.get(fax));
  return { ...happening, remarks: () => remarksOn(step) };
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
