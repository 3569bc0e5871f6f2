import type { Fax } from '../domain/fax.ts';
import { numbersOf } from '../domain/fax.ts';
import type { PortOrder } from '../domain/port-order.ts';
import type { Delivery } from '../domain/webhook.ts';
import { detailsOfEntry } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { faxOf } from '../journal/faxes.ts';
import type { ScenarioChange } from '../scenarios/engine.ts';
import type { CollectionName, Records } from '../store/contents.ts';
import { isIn } from '../store/store.ts';
import type { Committed } from '../store/store.ts';
import { EventLog } from './event-log.ts';
import type { WorldEvent } from './event-log.ts';
import type { World } from './world.ts';

type Note = (event: WorldEvent) => void;

/** The events of a hosted world, through all resets: each puts another world in the place of the old one. */
export class WorldEvents extends EventLog {
  readonly #current: () => World;

  constructor(current: () => World) {
    super(() => this.#noteChanges());
    this.#current = current;
  }

  /** The worlds whose streams show events of this one too. */
  others: () => Iterable<WorldEvents> = () => [];

  /** The world is there. */
  begin(): void {
    this.#noteWorld('created');
  }

  /** Another world has taken the place of the old one by a reset, for example (`action`: `reset`). */
  worldReplaced(action: string): void {
    this.#noteWorld(action);
    if (this.isRecording) this.#noteChanges();
  }

  override close(): void {
    this.#noteWorld('closed');
    super.close();
  }

  #noteWorld(action: string): void {
    const { id, clock } = this.#current();
    const summary = `World ${id} ${action}`;
    this.note({ ...about('world', action, clock.now()), subject: id, summary });
    for (const other of this.others()) other.#noteElsewhere({ action, subject: id, summary });
  }

  /** Something that happened to another world, at the time of this one's clock. */
  #noteElsewhere({ action, ...event }: Pick<WorldEvent, 'action' | 'subject' | 'summary'>): void {
    if (this.isRecording) this.note({ ...about('world', action, this.#current().clock.now()), ...event });
  }

  #noteChanges(): void {
    noteChanges(this.#current(), (event) => this.note(event));
  }
}

/** Notes all that changes in a world, until the world is replaced or ends. */
function noteChanges({ clock, store, journal, scenarios }: World, note: Note): void {
  store.watch((change) => {
    const event = eventOf(change, clock.now());
    if (event !== undefined) note(event);
  });
  journal.watch({
    recorded: (entry) => note(requestEvent(entry, clock.now())),
    cleared: () => note({ ...about('request', 'cleared', clock.now()), summary: 'Request journal cleared' }),
  });
  clock.onMove((action) => {
    const pace = clock.pace === 0 ? 'frozen' : `speed ${clock.pace}`;
    note({ ...about('clock', action, clock.now()), status: pace, summary: `Clock ${action}, ${pace}` });
  });
  scenarios.watch((change) => note(scenarioEvent(change, clock.now())));
}

const about = (kind: WorldEvent['kind'], action: string, at: number) => ({
  kind,
  action,
  at,
  subject: null,
  faxId: null,
  status: null,
});

/** Undefined for records without events. */
function eventOf(change: Committed, at: number): WorldEvent | undefined {
  const action = change.record === undefined ? 'deleted' : change.before === undefined ? 'created' : 'changed';
  const fax = changedIn('faxes', change);
  if (fax !== undefined) return faxEvent(fax, action, at);
  const delivery = changedIn('deliveries', change);
  if (delivery !== undefined) return webhookEvent(delivery, action, at);
  const order = changedIn('portOrders', change);
  return order && portOrderEvent(order, action, at);
}

const changedIn = <N extends CollectionName>(collection: N, change: Committed): Records[N] | undefined =>
  isIn(collection, change) ? (change.record ?? change.before) : undefined;

function faxEvent(fax: Fax, action: string, at: number): WorldEvent {
  const { id, direction, status } = fax;
  const ends = direction === 'sent' ? fax.recipients.map(({ number }) => number) : [...numbersOf(fax)].slice(0, 1);
  const other = `${direction === 'sent' ? 'to' : 'from'} ${ends[0] ?? 'an unknown number'}`;
  const further = ends.length > 1 ? ` and ${ends.length - 1} more` : '';
  const summary = `Fax ${id} ${other}${further}: ${action === 'deleted' ? 'deleted' : status}`;
  return { ...about('fax', action, at), subject: id, faxId: id, status, summary };
}

function webhookEvent({ id, faxEvent, state, attempts }: Delivery, action: string, at: number): WorldEvent {
  const last = attempts.at(-1);
  const result = last === undefined ? '' : ` (${last.answer?.status ?? last.failure ?? 'not sent'})`;
  const summary = `Webhook ${id} ${faxEvent.event} of fax ${faxEvent.faxId}: ${state}${result}`;
  const event = about('webhook', action === 'changed' ? 'attempted' : action, at);
  return { ...event, subject: id, faxId: faxEvent.faxId, status: state, summary };
}

function portOrderEvent({ id, status }: PortOrder, action: string, at: number): WorldEvent {
  const summary = `Port order ${id}: ${action === 'deleted' ? 'deleted' : status}`;
  return { ...about('port_order', action, at), subject: id, status, summary };
}

function scenarioEvent(change: ScenarioChange, at: number): WorldEvent {
  const { action } = change;
  if (action === 'verdict') {
    const { scenario, rule, expectation, verdict, because } = change.verdict;
    const summary = `Scenario ${scenario}, rule ${rule}: ${expectation} ${verdict}, ${because}`;
    return { ...about('scenario', action, at), subject: scenario, status: verdict, summary };
  }
  const subject = action === 'fired' ? change.label : change.scenario;
  return { ...about('scenario', action, at), subject, summary: `Scenario ${subject} ${action}` };
}

function requestEvent(entry: JournalEntry, at: number): WorldEvent {
  const { id, observed } = entry;
  const details = detailsOfEntry(entry);
  const { about: read, created } = faxOf(entry, details);
  const status = String(observed.answer.status ?? observed.answer.broken ?? 'broken');
  const summary = `${observed.method} ${details.path} ${status}`;
  return { ...about('request', 'answered', at), subject: id, faxId: created ?? read, status, summary };
}
