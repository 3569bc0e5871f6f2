import type { Fax } from '../../model/domain/fax.ts';
import { attemptTaskName } from '../../model/domain/webhook.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { History } from './history.ts';
import type { FiredRule, Note } from './step-change.ts';
import { attemptedIn, isCommitted, isStep } from './step-change.ts';

/** A note with its place in the order of the world. */
export interface Place {
  readonly note: Note;
  /** The number of the note, which says when it was noted. */
  readonly number: number;
  /** Time of the event, in ms on the world's clock. */
  readonly at: number;
  /** The order among events of one time. */
  readonly position: number;
}

/** The order of the world: by time, and at one time by position. */
export const inOrder = (one: Pick<Place, 'at' | 'position'>, other: Pick<Place, 'at' | 'position'>): number =>
  one.at - other.at || one.position - other.position;

/**
 * The notes with a higher number in the order of the world, without changes of the memory. Requests, control calls and attempts are
 * noted at their ends, and have their places from their beginnings. A rule that gave a fax its course comes after the creation of
 * that fax.
 */
export function placesAfter({ notes }: Pick<History, 'notes'>, after: number): Place[] {
  const places: Place[] = [];
  const begun = new Map<string, number>();
  let fired: { readonly note: FiredRule; readonly number: number }[] = [];
  for (let index = notes.indexAfter(after); index < notes.items.length; index++) {
    const note = notes.items[index];
    if (note === undefined || 'revert' in note) continue;
    const [number, at] = [notes.numberAt(index), notes.timeAt(index)];
    if (isStep(note)) {
      places.push({ note, number, at, position: note.from + 0.5 });
    } else if (isCommitted(note)) {
      places.push(placeOfChange(note, { number, at }, begun));
      const fax = createdIn(note);
      if (fax === undefined || fired.length === 0) continue;
      for (const one of fired.filter((rule) => rule.note.faxId === fax.id)) {
        places.push({ ...one, at, position: number });
      }
      fired = fired.filter((rule) => rule.note.faxId !== fax.id);
    } else if (note.kind === 'fired') {
      fired.push({ note, number });
    } else {
      if (note.kind === 'progress') begun.set(note.name, number);
      places.push({ note, number, at, position: number });
    }
  }
  return places.sort(inOrder);
}

/** The place of a change. An attempt has the position of the progress at its beginning, if that is among the notes. */
function placeOfChange(
  note: Committed,
  { number, at }: Pick<Place, 'number' | 'at'>,
  begun: ReadonlyMap<string, number>,
): Place {
  const delivery = attemptedIn(note);
  const attempt = delivery?.attempts.at(-1);
  if (delivery === undefined || attempt === undefined) return { note, number, at, position: number };
  const position = begun.get(attemptTaskName(delivery.id)) ?? number;
  return { note, number, at: attempt.at, position };
}

const createdIn = (change: Committed): Fax | undefined =>
  isIn('faxes', change) && change.before === undefined ? change.record : undefined;
