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
import type { ActivityEntry, ActivityKind, Happening } from './entry.ts';
import { attemptHappening, attemptId, attemptsBefore, attemptWithId, isAttemptId } from './past-attempts.ts';
import type { AttemptRange, PastAttempt } from './past-attempts.ts';
import { faxName, faxNumbers } from './record-words.ts';

/** The id of the entry between the past and the notes. */
export const beginningId = 0;

/** Limit for the faxes that a call reads, because each is put into words before a search can find it. */
const readMax = 20_000;

/** Faxes created this long before a period, in ms, may have ended in it. */
export const longestCourse = 86_400_000;

/** Limits for the creation of the wanted faxes and webhooks, in ms on the world's clock, and the fax that is wanted alone. */
export type PastRange = AttemptRange;

/** The kinds of entries that the past has. An attempt of a webhook can also be found by its rule. */
export const pastKinds: readonly ActivityKind[] = ['fax', 'webhook', 'rule', 'world'];

type RememberingWorld = Pick<World, 'id' | 'store' | 'history' | 'start'>;

/** An entry, with its time and id known before its words. */
interface Told {
  readonly at: number;
  readonly id: number;
  readonly happening: () => Happening | undefined;
}

/**
 * The faxes of a world that are older than its notes: those of a fixture, a snapshot or a data directory. Each has one entry, at
 * its end, or at its creation if the notes tell its end; and each attempt of their webhooks has one. The ids are negative: the newest
 * of these faxes has -1.
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
  *before(id: number, range: PastRange): Generator<ActivityEntry> {
    const beginning = id > beginningId ? this.#beginning() : undefined;
    if (beginning !== undefined) yield beginning;
    const last = id < 0 ? this.#toldAs(id) : undefined;
    for (const one of this.#toldIn(range, last?.at).toSorted((a, b) => order(b, a))) {
      const happening = last === undefined || order(one, last) < 0 ? one.happening() : undefined;
      if (happening !== undefined) yield { ...happening, id: one.id };
    }
  }

  /** The entries of a range, in no order. Sets isCut, since then only the latest faxes are read. */
  #toldIn(range: PastRange, until = Infinity): readonly Told[] {
    const { total } = this.#faxes;
    const first = total - this.#createdUntil(Math.min(range.to, until)).total;
    const end = total - this.#createdUntil(range.from - 1).total;
    this.isCut = end - first > readMax;
    const faxes = this.#faxes.newest(first, this.isCut ? first + readMax : end);
    const since = this.isCut ? (faxes.at(-1)?.createdAt ?? -Infinity) : -Infinity; // older attempts come with older faxes
    return [
      ...faxes.map((fax, place) => this.#toldFax(fax, first + place)),
      ...this.#attempts(range).filter(({ at }) => at >= since),
    ];
  }

  #toldAs(id: number): Told | undefined {
    const attempt = attemptWithId(this.#world.store, id);
    if (attempt !== undefined) return this.#toldAttempt(attempt);
    const [fax] = this.#faxes.newest(-id - 1, -id);
    return fax && this.#toldFax(fax, -id - 1);
  }

  /** The index counts from the newest fax. */
  #toldFax(fax: Fax, index: number): Told {
    const at = this.#hasEnd(fax) ? fax.completedAt : fax.createdAt;
    return { at, id: -(index + 1), happening: () => this.#faxHappening(fax, at) };
  }

  #attempts(range: PastRange): readonly Told[] {
    return attemptsBefore(this.#world.store, this.#until, range).map((attempt) => this.#toldAttempt(attempt));
  }

  #toldAttempt(attempt: PastAttempt): Told {
    return { at: attempt.at, id: attemptId(attempt), happening: () => attemptHappening(attempt, this.#world) };
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

  #faxHappening(fax: Fax, at: number): Happening {
    const { error } = fax;
    const { summary, tone } = this.#story(fax);
    const name = fax.direction === 'sent' ? faxName(fax) : `Fax ${fax.id}`; // an arrival names the caller itself
    return {
      ...blank,
      kind: 'fax',
      action: this.#hasEnd(fax) ? 'changed' : 'created',
      at,
      subject: fax.id,
      faxId: fax.id,
      numbers: faxNumbers(fax),
      status: this.#statusAt(fax),
      summary: `${name} ${summary}`,
      reason: tone === 'bad' && error !== null ? faxErrorText(error) : null,
      tone,
    };
  }

  /** The status just after the entry: that of a sent fax at its creation is not its present one. */
  #statusAt(fax: Fax): Fax['status'] {
    if (fax.direction === 'received' || this.#hasEnd(fax)) return fax.status;
    return fax.options.batch === null && fax.status !== 'pendingbatch' ? 'queued' : 'pendingbatch';
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

/** The order in which entries happened: at one time, a fax comes before the attempts of its webhooks. */
const order = (one: Told, other: Told): number => one.at - other.at || rankOf(one) - rankOf(other);

/** Ids of faxes ascend with time, and ids of attempts descend below all of them. */
const rankOf = ({ id }: Told): number => (isAttemptId(id) ? -id : id);
