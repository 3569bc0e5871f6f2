import { randomBytes } from 'node:crypto';
import type { WorkChange, WorkKind } from '../../model/domain/long-work.ts';
import { snakeCase } from '../../model/fields/names.ts';
import { accountSettingNames, settingOf } from '../../model/settings/settings.ts';
import type { ScenarioChange } from '../../scenarios/engine.ts';
import { scenarioText } from '../../model/shared/scenario-text.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import { requestHappening } from './call-words.ts';
import type { ActivityKind, Happening } from './entry.ts';
import { happeningOf } from './record-words.ts';
import type { FindFax, Surroundings } from './record-words.ts';
import { verdictHappening } from './scenario-words.ts';
import { detailsOfEntry } from '../journal/entry.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { World } from '../world.ts';

/** The kinds of events of a world. */
export const worldEventKinds = [
  'fax',
  'webhook',
  'request',
  'port_order',
  'clock',
  'scenario',
  'settings',
  'world',
  'work',
] as const;
type EventKind = (typeof worldEventKinds)[number];

/** A change in a world, for programs and pages that follow it. */
export interface WorldEvent {
  readonly kind: EventKind;
  /** The kind of the change: `created`, `changed`, `deleted`, `attempted`, `answered`, `moved`, `on`, `fired`, `verdict`, `started`, … */
  readonly action: string;
  /** Ms on the world's clock. */
  readonly at: number;
  /** The id of the fax, webhook, request, port order or world, or the name of the scenario; null for the clock, and for work of the whole simulator. */
  readonly subject: number | string | null;
  /** The fax that the event is about. */
  readonly faxId: number | null;
  readonly status: string | null;
  /** A line for people: `Fax 12 failed`. */
  readonly summary: string;
}

/** An event with its id. The ids of a log share a mark, by which ids of other processes are recognized. */
export interface LoggedEvent extends WorldEvent {
  readonly id: string;
}

/** Whether an event belongs to a stream: that of one world, possibly with the events `world` and `work` of all others. */
export const isOfStream =
  ({ id, worlds }: { readonly id: string; readonly worlds?: 'all' | undefined }) =>
  ({ kind, subject }: WorldEvent): boolean =>
    worlds === 'all' || (kind !== 'world' && kind !== 'work') || subject === id;

/** A program that follows a log. */
interface Follower {
  event(event: LoggedEvent): void;
  /** Called at the end of the log, when its world is deleted or the simulator closes. */
  end(): void;
}

const eventsMax = 1000;

/** The latest events of a world, oldest first. Records nothing before its first follower, so it costs nothing without one. */
export class EventLog {
  /** A random mark for each world and process. */
  readonly #mark = randomBytes(4).toString('hex');
  readonly #whenFollowed: () => void;
  readonly #followers = new Set<Follower>();
  #events: LoggedEvent[] = [];
  #lastNumber = 0;
  protected isRecording = false;
  #isClosed = false;

  /** `whenFollowed` is called once, at the first follower. */
  constructor(whenFollowed: () => void) {
    this.#whenFollowed = whenFollowed;
  }

  /** The id of the latest event, from which a follower can resume. */
  get lastId(): string {
    return `${this.#mark}-${this.#lastNumber}`;
  }

  /** The recorded events. Starts the recording. */
  get latest(): readonly LoggedEvent[] {
    this.#begin();
    return this.#events.slice(-eventsMax);
  }

  note(event: WorldEvent): void {
    if (!this.isRecording || this.#isClosed) return;
    const logged = { ...event, id: `${this.#mark}-${++this.#lastNumber}` };
    this.#events.push(logged);
    if (this.#events.length >= 2 * eventsMax) this.#events = this.#events.slice(-eventsMax);
    for (const follower of this.#followers) follower.event(logged);
  }

  /** The events after an id. `isComplete` is false if some of them were dropped. */
  after(id: string): { readonly isComplete: boolean; readonly events: readonly LoggedEvent[] } {
    const number = id.startsWith(`${this.#mark}-`) ? Number(id.slice(this.#mark.length + 1)) : NaN;
    const missed = this.#lastNumber - number;
    if (!(missed >= 0)) return { isComplete: false, events: [] };
    const kept = this.#events.slice(-eventsMax);
    if (missed > kept.length) return { isComplete: false, events: [] };
    return { isComplete: true, events: missed === 0 ? [] : kept.slice(-missed) };
  }

  /** Calls the follower at each event. Returns a function that stops this. */
  follow(follower: Follower): () => void {
    if (this.#isClosed) {
      follower.end();
      return () => undefined;
    }
    this.#followers.add(follower);
    this.#begin();
    return () => {
      this.#followers.delete(follower);
    };
  }

  #begin(): void {
    if (this.isRecording || this.#isClosed) return;
    this.isRecording = true;
    this.#whenFollowed();
  }

  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }
}

/** The events of a hosted world. They continue across resets, which replace the world. */
export class WorldEvents extends EventLog {
  readonly #current: () => World;

  constructor(current: () => World) {
    super(() => {
      this.#followedLogs.add(this);
      this.#noteChanges();
    });
    this.#current = current;
  }

  /** The logs with followers in all worlds. A log joins at its first follower. */
  #followedLogs = new Set<WorldEvents>();

  /** Shares its events about whole worlds with these logs, and gets theirs once it has a follower. */
  join(followedLogs: Set<WorldEvents>): void {
    this.#followedLogs = followedLogs;
    if (this.isRecording) followedLogs.add(this);
  }

  /** Notes that a new world has replaced the old one. `action` is the cause, such as `reset`. */
  worldReplaced(action: string): void {
    this.noteWorld(action);
    if (this.isRecording) this.#noteChanges();
  }

  override close(): void {
    this.noteWorld('closed');
    this.#followedLogs.delete(this);
    super.close();
  }

  /**
   * Notes an event of the whole world, such as the `action` `failed`. Streams of other worlds contain it with the time of their own
   * clocks.
   */
  noteWorld(action: string): void {
    const { id } = this.#current();
    const summary = `World ${id} ${action}`;
    for (const log of this.#followedLogs) {
      log.note({ ...about('world', action, log.#current().clock.now()), subject: id, summary });
    }
  }

  /** Notes that long work of any world, or of the whole simulator, has started or ended. */
  noteWork({ kind, world }: { readonly kind: WorkKind; readonly world: string | null }, change: WorkChange): void {
    const place = world === null ? '' : ` of world ${world}`;
    const summary = `${workNames[kind]}${place} ${change}`;
    this.note({ ...about('work', change, this.#current().clock.now()), subject: world, status: kind, summary });
  }

  /** Notes each change in a world, until the world is replaced or ends. */
  #noteChanges(): void {
    const { clock, store, journal, scenarios, paces } = this.#current();
    const findFax: FindFax = (id) => store.faxes.get(id);
    store.watch((change) => {
      const event = eventOf(change, clock.now(), { findFax, paces });
      if (event !== undefined) this.note(event);
    });
    journal.watch({
      recorded: (entry) => this.note(requestEvent(entry, clock.now(), findFax)),
      cleared: () => this.note({ ...about('request', 'cleared', clock.now()), summary: 'Request journal cleared' }),
    });
    clock.onMove((action) => {
      const rate = clock.speed === 0 ? 'frozen' : `speed ${clock.speed}`;
      const state = action === 'moving' ? `${clock.move?.events ?? 0} events so far` : rate;
      this.note({ ...about('clock', action, clock.now()), status: rate, summary: `Clock ${action}, ${state}` });
    });
    scenarios.watch((change) => this.note(scenarioEvent(change, clock.now())));
  }
}

const workNames = {
  clock: 'Move of the clock',
  start: 'Start',
  import: 'Import',
  sweep: 'Sweep',
} as const satisfies Record<WorkKind, string>;

const about = (kind: WorldEvent['kind'], action: string, at: number) => ({
  kind,
  action,
  at,
  subject: null,
  faxId: null,
  status: null,
});

/** The event of a changed record; undefined for records without events. */
function eventOf(change: Committed, at: number, world: Surroundings): WorldEvent | undefined {
  if (isIn('account', change)) return settingsEvent(change, at);
  const happening = happeningOf(change, at, world);
  return happening && eventFrom(happening);
}

const eventFrom = (happening: Happening<EventKind & ActivityKind>): WorldEvent => {
  const { kind, action, at, subject, faxId, status, summary } = happening;
  return { kind, action, at, subject, faxId, status, summary };
};

/** The event of changed settings; undefined if only the balance changed, as with each fax. */
function settingsEvent({ record, before }: Committed<'account'>, at: number): WorldEvent | undefined {
  if (record === undefined || before === undefined) return undefined;
  const changed = accountSettingNames.filter(
    (name) => name !== 'balanceCents' && settingOf(record, name) !== settingOf(before, name),
  );
  if (changed.length === 0) return undefined;
  return { ...about('settings', 'changed', at), summary: `Settings changed: ${changed.map(snakeCase).join(', ')}` };
}

function scenarioEvent(change: ScenarioChange, at: number): WorldEvent {
  const { action } = change;
  if (action === 'verdict') {
    const { subject, status, summary } = verdictHappening(change.verdict, at);
    return { ...about('scenario', action, at), subject, status, summary };
  }
  const subject = action === 'fired' ? change.label : change.scenario;
  return { ...about('scenario', action, at), subject, summary: `Scenario ${scenarioText(subject)} ${action}` };
}

function requestEvent(entry: JournalEntry, at: number, findFax: FindFax): WorldEvent {
  const { id, observed, heldUntil } = entry;
  const isHeld = heldUntil !== undefined;
  return eventFrom(requestHappening({ id, observed, details: detailsOfEntry(entry), isHeld }, at, findFax));
}
