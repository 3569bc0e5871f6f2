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

/** Limit for the faxes that a call reads, because each is put into words before a search can find it. */
const readMax = 20_000;

/** Faxes created this long before a period, in ms, may have ended in it. */
export const longestCourse = 86_400_000;

/** Limits for the creation of the wanted faxes, in ms on the world's clock. */
export type PastRange = Readonly<Record<'from' | 'to', number>>;

type RememberingWorld = Pick<World, 'id' | 'store' | 'history' | 'start'>;

/** A fax with the time and the id of its entry. */
interface Told {
  readonly fax: Fax;
  readonly at: number;
  readonly id: number;
}

/**
 * The faxes of a world that are older than its notes: those of a fixture, a snapshot or a data directory. Each has one entry, at
 * its end, or at its creation if the notes tell its end. The ids are negative: the newest of these faxes has -1.
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

  /** The entries of a range, from the latest on, or those before one of them. `from` and `to` limit the creation. */
  *before(id: number, { from, to }: PastRange): Generator<ActivityEntry> {
    const { total } = this.#faxes;
    if (id > beginningId) {
      const beginning = this.#beginning();
      if (beginning !== undefined) yield beginning;
    }
    const last = id < 0 ? this.#told(-id - 1) : undefined;
    const first = total - this.#createdUntil(Math.min(to, last?.at ?? Infinity)).total;
    const end = total - this.#createdUntil(from - 1).total;
    this.isCut = end - first > readMax;
    const told = this.#faxes
      .newest(first, this.isCut ? first + readMax : end)
      .map((fax, place) => this.#place(fax, first + place));
    const inOrder = told.toSorted((one, other) => other.at - one.at || other.id - one.id);
    for (const one of inOrder) if (last === undefined || isBefore(one, last)) yield this.#entryOf(one);
  }

  /** The fax at an index, counted from the newest. */
  #told(index: number): Told | undefined {
    const [fax] = this.#faxes.newest(index, index + 1);
    return fax && this.#place(fax, index);
  }

  #place(fax: Fax, index: number): Told {
    return { fax, at: this.#hasEnd(fax) ? fax.completedAt : fax.createdAt, id: -(index + 1) };
  }

  /** Whether a fax ended before the notes begin, so that no note tells its end. */
  #hasEnd(fax: Fax): fax is Fax & { readonly completedAt: number } {
    return fax.direction === 'sent' && fax.completedAt !== null && fax.completedAt < wholeSecond(this.#until);
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

  #entryOf({ fax, at, id }: Told): ActivityEntry {
    const { status, error } = fax;
    const { summary, tone } = this.#story(fax);
    const name = fax.direction === 'sent' ? faxName(fax) : `Fax ${fax.id}`; // an arrival names the caller itself
    return {
      ...blank,
      id,
      kind: 'fax',
      action: this.#hasEnd(fax) ? 'changed' : 'created',
      at,
      subject: fax.id,
      faxId: fax.id,
      numbers: faxNumbers(fax),
      status,
      summary: `${name} ${summary}`,
      reason: tone === 'bad' && error !== null ? faxErrorText(error) : null,
      tone,
    };
  }

  /** `succeeds with 2 pages, 1 min 30 s after it was accepted`, or the creation where a note tells the end. */
  #story(fax: Fax): EventText {
    const creation = creationText(fax);
    if (!this.#hasEnd(fax)) return creation;
    const { createdAt, completedAt, resentFrom } = fax;
    const end = endText(fax);
    if (completedAt === createdAt) return { ...end, summary: `${creation.summary}, and at once ${end.summary}` };
    const resend = resentFrom === null ? '' : `, as fax ${resentFrom} sent again`;
    const after = durationWords(completedAt - createdAt);
    return { ...end, summary: `${end.summary}, ${after} after it was accepted${resend}` };
  }
}

const isBefore = (one: Told, other: Told): boolean => one.at < other.at || (one.at === other.at && one.id < other.id);
