import { pageAt } from '../../model/domain/course.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { paceOf } from '../../model/domain/pace.ts';
import { scriptedPage } from '../../model/domain/script.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { World } from '../world.ts';
import { isCommitted } from './step-change.ts';
import type { Note, Progress } from './step-change.ts';

/** How a sent fax ended. */
export interface FaxEnd {
  /** Whether a call from outside ended it, and not the world's own work. */
  readonly isStopped: boolean;
  /** The page that was being transmitted; null if there was none. */
  readonly page: number | null;
}

/** The ends of faxes, by their ids, as far as the history has them. A world has many notes, so they are read once, the latest first. */
export function endsOfFaxes(
  { history: { notes }, paces }: Pick<World, 'history' | 'paces'>,
  ids: readonly number[],
): ReadonlyMap<number, FaxEnd> {
  const ends = new Map<number, FaxEnd>();
  const sought = new Set(ids);
  for (let index = notes.items.length - 1; index >= 0 && sought.size > 0; index--) {
    const note = notes.items[index];
    if (note === undefined || !isChangeOfFax(note) || !isEnd(note) || !sought.delete(note.key)) continue;
    const { key, before, record } = note;
    const work = workBefore(notes.items, index, key);
    const isOwn = work !== undefined && !isCancellation(work);
    const page = isOwn ? scriptedPage(record) : pageAt(before, notes.timeAt(index), paceOf(paces, before.isTest));
    ends.set(key, { isStopped: work === undefined, page });
  }
  return ends;
}

const isChangeOfFax = (note: Note): note is Committed<'faxes'> => isCommitted(note) && isIn('faxes', note);

/** Whether a change of a fax ends it. */
export const isEnd = (change: Committed<'faxes'>): change is Committed<'faxes'> & Record<'before' | 'record', Fax> =>
  change.before !== undefined && change.before.due !== null && change.record?.due === null;

/** The world's own work that made a change; undefined if a call made it. */
function workBefore(notes: readonly Note[], index: number, id: number): Progress | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const note = notes[at];
    if (note === undefined || (isChangeOfFax(note) && note.key === id)) return undefined;
    if ('kind' in note && note.kind === 'progress' && isWorkOn(id, note)) return note;
  }
  return undefined;
}

/** Whether it is work on a fax: its due step, or its cancellation after too long a time. */
export const isWorkOn = (id: number, { name }: Progress): boolean =>
  name === `faxes ${id}` || name === `faxes ${id} cancel`;

export const isCancellation = ({ name }: Progress): boolean => name.endsWith(' cancel');
