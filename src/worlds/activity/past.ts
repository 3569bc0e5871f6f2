import { wholeSecond } from '../../model/domain/clock.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { durationWords } from '../../model/shared/duration.ts';
import { pluralize } from '../../model/shared/words.ts';
import { listCreated } from '../../service/operations/fax-search.ts';
import type { QueryResult } from '../../store/memory/query-result.ts';
import { creationText, endText, faxErrorText } from '../history/fax-changes.ts';
import type { EventText } from '../history/fax-event.ts';
import type { World } from '../world.ts';
import { blank } from './entry.ts';
import type { ActivityEntry } from './entry.ts';
import { faxName, faxNumbers } from './record-words.ts';

/** The id of the entry between the past and the notes. */
export const beginningId = 0;

/** The number of faxes that are read at once. */
const chunkLength = 500;

/** Limit for the faxes that a call reads, because each is put into words before a search can find it. */
const readMax = 20_000;

/** Faxes created this long before a period, in ms, may have ended in it. */
export const longestCourse = 86_400_000;

/** Limits for the creation of the wanted faxes, in ms on the world's clock. */
export type PastRange = Readonly<Record<'from' | 'to', number>>;

type RememberingWorld = Pick<World, 'id' | 'store' | 'history' | 'start'>;

/**
 * The faxes of a world that are older than its notes: those of a fixture, a snapshot or a data directory. Each has one entry, at
 * its creation. The ids are negative: the newest of these faxes has -1.
 */
export class Past {
  readonly #world: RememberingWorld;
  /** Ms on the world's clock. Faxes have whole seconds, so those of the first second of the notes are no past. */
  readonly #until: number;
  readonly #faxes: QueryResult<Fax>;
  /** Whether a call ended before it had read all faxes of its range. */
  isCut = false;

  constructor(world: RememberingWorld) {
    const { start, history } = world;
    this.#world = world;
    this.#until = history.dropped === 0 ? start.time : history.notes.timeAt(0);
    this.#faxes = this.#createdUntil(Infinity);
  }

  /** The entries of a range, from the newest on, or those before one of them. */
  *before(id: number, { from, to }: PastRange): Generator<ActivityEntry> {
    const { total } = this.#faxes;
    if (id > beginningId) {
      const beginning = this.#beginning();
      if (beginning !== undefined) yield beginning;
    }
    const first = Math.max(total - this.#createdUntil(to).total, -id, 0);
    const end = total - this.#createdUntil(from - 1).total;
    this.isCut = end - first > readMax;
    const last = this.isCut ? first + readMax : end;
    for (let index = first; index < last; index += chunkLength) {
      const faxes = this.#faxes.newest(index, Math.min(index + chunkLength, last));
      for (const [place, fax] of faxes.entries()) yield this.#entryOf(fax, -(index + place + 1));
    }
  }

  #createdUntil(to: number): QueryResult<Fax> {
    return listCreated(this.#world.store, { from: -Infinity, to: Math.min(to, wholeSecond(this.#until) - 1) });
  }

  /** The entry at which the notes begin; undefined for a world without a past. */
  #beginning(): ActivityEntry | undefined {
    const { history, id } = this.#world;
    const { total } = this.#faxes;
    const isDropped = history.dropped > 0;
    if (total === 0 && !isDropped) return undefined;
    const why = isDropped ? '; older entries were dropped, because the history was full' : '';
    const faxes =
      total === 0
        ? ''
        : `. ${pluralize(total, 'older fax', 'older faxes')} ${total === 1 ? 'has' : 'have'} a line each`;
    const summary = `The activity begins here${why}${faxes}`;
    return { ...blank, id: beginningId, kind: 'world', action: 'began', at: this.#until, subject: id, summary };
  }

  #entryOf(fax: Fax, id: number): ActivityEntry {
    const { createdAt: at, completedAt, status, error } = fax;
    const { summary, tone } = this.#story(fax);
    const name = fax.direction === 'sent' ? faxName(fax) : `Fax ${fax.id}`; // an arrival names the caller itself
    return {
      ...blank,
      id,
      kind: 'fax',
      action: 'created',
      at,
      endAt: completedAt ?? at,
      subject: fax.id,
      faxId: fax.id,
      numbers: faxNumbers(fax),
      status,
      summary: `${name} ${summary}`,
      reason: tone === 'bad' && error !== null ? faxErrorText(error) : null,
      tone,
    };
  }

  /** The creation of a fax, and its end where no note tells of that. */
  #story(fax: Fax): EventText {
    const { createdAt, completedAt, direction } = fax;
    const creation = creationText(fax);
    const isTold = direction === 'received' || completedAt === null || completedAt >= wholeSecond(this.#until);
    if (isTold) return creation;
    const end = endText(fax);
    const when = completedAt === createdAt ? 'at once' : `after ${durationWords(completedAt - createdAt)}`;
    return { ...end, summary: `${creation.summary}, and ${when} ${end.summary}` };
  }
}
