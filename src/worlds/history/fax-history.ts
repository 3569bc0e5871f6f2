import { wholeSecond } from '../../model/domain/clock.ts';
import { pageAt } from '../../model/domain/course.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { paceOf } from '../../model/domain/pace.ts';
import type { Paces } from '../../model/domain/pace.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { changeTexts, creationText, deletion, endText, recipientEnd } from './fax-changes.ts';
import { callsAbout, eventOfCall } from './fax-calls.ts';
import type { CallAboutFax } from './fax-calls.ts';
import { isCancellation, isEnd, isWorkOn } from './fax-end.ts';
import { blankEvent } from './fax-event.ts';
import type { EventText, FaxHistoryEvent } from './fax-event.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { labels } from '../../store/memory/labels.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { World } from '../world.ts';
import { inOrder, placesAfter } from './places.ts';
import type { Place } from './places.ts';
import type { Progress } from './step-change.ts';
import { attemptText, redeliveryText, webhookName } from './webhook-words.ts';

export interface FaxHistory {
  /** The current fax, or the fax at its deletion. */
  readonly fax: Fax;
  /** Whether everything since its creation is known. If not, the first events are taken from its record. */
  readonly isWhole: boolean;
  /** Events in the order in which they happened. */
  readonly events: readonly FaxHistoryEvent[];
}

/** The history of a fax in its world. Throws the Refusal `not_found` for a fax that the world never had. */
export function historyOfFax(
  { store, history, paces }: Pick<World, 'store' | 'history' | 'paces'>,
  id: number,
): FaxHistory {
  const fax = lastKnownFax({ store, history }, id);
  if (fax === undefined) throw new Refusal('not_found', `Not found: there is no fax ${id}`);
  const trail = new Trail(id, callsAbout(history.steps, id), paces);
  for (const place of placesAfter(history, 0)) trail.take(place);
  const known = trail.end();
  const deliveries = store.deliveries.find({ labels: [labels.fax(id)] }).slice();
  const before = trail.isWhole ? [] : eventsOfRecords(fax, deliveries, trail);
  return { fax, isWhole: trail.isWhole, events: [...before, ...known] };
}

/** The current fax, or the fax at its deletion; undefined if the history does not know the fax. */
export function lastKnownFax({ store, history }: Pick<World, 'store' | 'history'>, id: number): Fax | undefined {
  const present = store.faxes.get(id);
  if (present !== undefined) return present;
  const ofFax = ({ note }: Place) =>
    'collection' in note && isIn('faxes', note) && note.key === id ? [note.record ?? note.before] : [];
  return placesAfter(history, 0).flatMap(ofFax).at(-1);
}

/** An event with its place in the order of the world. */
interface Placed extends Pick<Place, 'at' | 'position'> {
  readonly event: FaxHistoryEvent;
}

interface Stepped {
  readonly before: Fax;
  readonly record: Fax | undefined;
  readonly own: Progress;
}

/** Reads the notes of a world in its order, and keeps those of one fax as events. */
class Trail {
  readonly #id: number;
  readonly #calls: readonly CallAboutFax[];
  readonly #paces: Paces;
  readonly #placed: Placed[] = [];
  readonly #merged = new Set<CallAboutFax>();
  /** The attempts that already have an event. */
  readonly #attempts = new Set<string>();
  /** The world's own work, if it makes the next change. */
  #ownWork: Progress | undefined;
  /** Whether the creation of the fax is among the changes. */
  isWhole = false;
  /** Whether the end of the fax is among the changes. */
  hasEnd = false;

  constructor(id: number, calls: readonly CallAboutFax[], paces: Paces) {
    this.#id = id;
    this.#calls = calls;
    this.#paces = paces;
  }

  /** Processes the next note of the world. */
  take(place: Place): void {
    const { note } = place;
    if ('collection' in note) {
      if (isIn('faxes', note) && note.key === this.#id) this.#takeFax(place, note);
      if (isIn('deliveries', note)) this.#takeDelivery(place, note);
    } else if ('kind' in note) {
      if (note.kind === 'progress') this.#takeProgress(note);
      if (note.kind === 'fired' && note.faxId === this.#id) {
        this.#add(place, { kind: 'rule', summary: 'has its course from a rule', rule: note.rule });
      }
      if (note.kind === 'rewound' && note.faxIds.includes(this.#id)) {
        const summary = `goes back with its world to before request ${note.before}`;
        this.#add(place, { kind: 'rewound', summary, tone: 'plain' });
      }
    }
  }

  /** All events in order, including calls that changed nothing. */
  end(): readonly FaxHistoryEvent[] {
    const others = this.#calls.flatMap((call) => {
      const event = this.#merged.has(call) ? undefined : eventOfCall(call, this.#id);
      return event === undefined ? [] : [{ at: call.at, position: call.from + 0.5, event }];
    });
    const ordered = [...this.#placed, ...others].toSorted(inOrder);
    return ordered.map(({ event }) => event).reduce(withoutRepetition, []);
  }

  readonly hasAttempt = (delivery: number, attempt: number): boolean => this.#attempts.has(`${delivery} ${attempt}`);

  #takeProgress(change: Progress): void {
    if (isWorkOn(this.#id, change)) this.#ownWork = change;
  }

  #takeFax(place: Place, change: Committed<'faxes'>): void {
    const { before, record } = change;
    this.hasEnd ||= isEnd(change);
    const own = this.#ownWork;
    this.#ownWork = undefined;
    if (record !== undefined && before === undefined) this.#takeCreation(place, record);
    else if (before !== undefined && own !== undefined) this.#takeStep(place, { before, record, own });
    else if (before !== undefined) this.#takeIntervention(place, before, record);
  }

  #takeCreation(place: Place, record: Fax): void {
    const call = this.#causeOf(place, ({ creates }) => creates);
    // A control call can create a fax with a past, which only its record tells.
    this.isWhole = record.createdAt >= wholeSecond(place.at);
    const text = this.isWhole ? creationText(record) : ({ summary: 'is added with its past', tone: 'plain' } as const);
    this.#add(place, { kind: 'created', ...text }, call);
  }

  /** Processes the world's own work: a due step, or the cancellation of a fax that took too long. */
  #takeStep(place: Place, { before, record = before, own }: Stepped): void {
    const due = isCancellation(own) ? null : before.due;
    const page = this.#pageAt(before, place.at);
    for (const text of changeTexts(before, record, { due, page })) this.#add(place, { kind: 'step', ...text });
  }

  #takeIntervention(place: Place, before: Fax, record: Fax | undefined): void {
    const call = this.#causeOf(place, ({ creates, makesWebhooks }) => !creates && !makesWebhooks);
    const cause = { due: null, page: this.#pageAt(before, place.at) };
    const texts = record === undefined ? [deletion] : changeTexts(before, record, cause);
    for (const text of texts) this.#add(place, { kind: 'changed', ...text }, call);
  }

  #pageAt(fax: Fax, at: number): number | null {
    return pageAt(fax, at, paceOf(this.#paces, fax.isTest));
  }

  #takeDelivery(place: Place, { before, record }: Committed<'deliveries'>): void {
    if (record?.faxEvent.faxId !== this.#id) return;
    const call = before === undefined ? this.#causeOf(place, ({ makesWebhooks }) => makesWebhooks) : undefined;
    if (call !== undefined) {
      const summary = `webhook ${webhookName(record.faxEvent, 0)}: asked for${redeliveryText(record)}`;
      this.#add(place, { kind: 'changed', summary, webhook: record.id }, call);
    }
    for (let index = before?.attempts.length ?? 0; index < record.attempts.length; index++) {
      this.#attempts.add(`${record.id} ${index + 1}`);
      this.#place(place, attemptEvent(record, index));
    }
  }

  /** The call that made a change: the latest running call of the kind. */
  #causeOf({ number }: Place, isOfKind: (call: CallAboutFax) => boolean): CallAboutFax | undefined {
    const call = this.#calls.findLast((one) => one.from < number && number <= one.to && isOfKind(one));
    if (call !== undefined) this.#merged.add(call);
    return call;
  }

  #add(
    place: Place,
    event: Partial<FaxHistoryEvent> & Pick<FaxHistoryEvent, 'kind' | 'summary'>,
    call?: CallAboutFax,
  ): void {
    const cause = call && { by: call.by, requests: call.request === null ? [] : [call.request], rule: call.rule };
    this.#place(place, { ...blankEvent, at: place.at, tone: 'plain', ...cause, ...event });
  }

  #place({ at, position }: Place, event: FaxHistoryEvent): void {
    this.#placed.push({ at, position, event });
  }
}

/** Joins consecutive equal reads, such as polls. Other calls keep their times, because a person asks when each was refused. */
function withoutRepetition(events: FaxHistoryEvent[], event: FaxHistoryEvent): FaxHistoryEvent[] {
  const last = events.at(-1);
  const isRead = event.kind === 'request' && event.by?.startsWith('GET ') === true;
  if (!isRead || last?.kind !== 'request' || last.by !== event.by || last.summary !== event.summary)
    return [...events, event];
  return [...events.slice(0, -1), { ...last, requests: [...last.requests, ...event.requests] }];
}

function attemptEvent(delivery: Delivery, index: number): FaxHistoryEvent {
  const { at, rule } = delivery.attempts[index] ?? { at: delivery.createdAt, rule: null };
  const { result, tone } = attemptText(delivery, index);
  const isGivenUp = delivery.state === 'failed' && index > 0 && index === delivery.attempts.length - 1;
  const summary = `webhook ${webhookName(delivery.faxEvent, index)}${isGivenUp ? ', the last' : ''}: ${result}`;
  return { ...blankEvent, kind: 'webhook', at, summary, tone, webhook: delivery.id, attempt: index + 1, rule };
}

/** The events that follow from the records of a fax that is older than the history, such as one of a fixture. */
function eventsOfRecords(
  fax: Fax,
  deliveries: readonly Delivery[],
  known: Pick<Trail, 'hasAttempt' | 'hasEnd'>,
): readonly FaxHistoryEvent[] {
  const { createdAt, completedAt, recipients, direction } = fax;
  const eventAt = (at: number, kind: FaxHistoryEvent['kind'], text: EventText): FaxHistoryEvent => ({
    ...blankEvent,
    kind,
    at,
    ...text,
  });
  const ends = recipients.flatMap((to) =>
    recipients.length > 1 && to.completedAt !== null ? [eventAt(to.completedAt, 'step', recipientEnd(to))] : [],
  );
  const end = completedAt === null || direction === 'received' ? [] : [eventAt(completedAt, 'step', endText(fax))];
  const attempts = deliveries
    .flatMap((one) => one.attempts.map((_, index) => ({ one, index })))
    .filter(({ one, index }) => !known.hasAttempt(one.id, index + 1))
    .map(({ one, index }) => ({ event: attemptEvent(one, index), isLast: one.faxEvent.event === 'fax_completed' }))
    .sort((a, b) => a.event.at - b.event.at);
  // The end is in whole seconds, so events of a call in that second came before it.
  const isBeforeEnd = ({ event, isLast }: (typeof attempts)[number]): boolean =>
    !isLast && event.at < (completedAt ?? Infinity) + 1000;
  const calls = [...attempts.filter(isBeforeEnd).map(({ event }) => event), ...(known.hasEnd ? [] : ends)];
  return ascending([
    eventAt(createdAt, 'created', creationText(fax)),
    ...calls.toSorted((one, other) => wholeSecond(one.at) - wholeSecond(other.at)),
    ...(known.hasEnd ? [] : end),
    ...attempts.filter((one) => !isBeforeEnd(one)).map(({ event }) => event),
  ]);
}

/** Gives an event the time of the event before it in the same second: records have whole seconds, attempts have ms. */
function ascending(events: readonly FaxHistoryEvent[]): readonly FaxHistoryEvent[] {
  let latest = -Infinity;
  return events.map((event) => {
    const isSameSecond = event.at < latest && wholeSecond(latest) === event.at;
    latest = isSameSecond ? latest : event.at;
    return isSameSecond ? { ...event, at: latest } : event;
  });
}
