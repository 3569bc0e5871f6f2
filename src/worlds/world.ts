import type { Documents } from '../documents/documents.ts';
import type { Credentials } from '../model/domain/account.ts';
import { Turns } from '../model/domain/turns.ts';
import { paces } from '../model/domain/pace.ts';
import type { PaceName } from '../model/domain/pace.ts';
import type { Fax } from '../model/domain/fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { errorText } from '../model/shared/errors.ts';
import { WorldClock } from '../model/domain/world-clock.ts';
import type { SystemClock } from '../model/domain/system-clock.ts';
import { scriptingOf } from '../scenarios/courses.ts';
import { ScenarioEngine } from '../scenarios/engine.ts';
import type { ScenarioChange } from '../scenarios/engine.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import { noteGenuine, webhookFaultOf } from '../scenarios/webhook-faults.ts';
import { Conversions } from '../service/operations/conversions.ts';
import type { FetchedContent, FetchPage } from '../service/operations/conversions.ts';
import { coverOf } from '../service/operations/cover-pages.ts';
import { FaxRunner } from '../service/operations/fax-runner.ts';
import type { LifeContext, OperationContext } from '../service/operations/operation-context.ts';
import { PortOrderRunner } from '../service/operations/port-order-runner.ts';
import { TrafficGenerator } from '../service/operations/traffic.ts';
import type { MakeUpFax } from '../service/operations/traffic.ts';
import { documentForWebhook } from '../service/operations/fax-files.ts';
import { removeAllDeliveredDocuments, removeDeliveredDocuments } from '../service/operations/delivered-documents.ts';
import { Deliveries } from '../service/webhooks/deliveries.ts';
import type { DeliveriesOptions } from '../service/webhooks/deliveries.ts';
import type { Post } from '../service/webhooks/post.ts';
import { Store } from '../store/memory/store.ts';
import type { Disk } from '../store/memory/store.ts';
import type { SweptBlobs } from '../store/memory/swept-blobs.ts';
import { History } from './history/history.ts';
import type { HistorySpace } from './history/history-space.ts';
import { Journal } from './journal/journal.ts';
import type { WorldPast, WorldState } from './making/state.ts';
import { WorldMemory } from './making/state.ts';
import { projectOf } from '../service/operations/projects.ts';
import { Renewals } from '../service/operations/renewals.ts';

/** The place of a world on disk. */
export interface KeepingOptions extends Disk {
  /** Why the disk refuses writes now; undefined while it takes them. */
  readonly refusal?: () => string | undefined;
  /** Saves the time and speed of this clock from now on. */
  follow(clock: Pick<WorldClock, 'now' | 'speed'>): Promise<void>;
}

/** The parts of a world beside its state. */
export interface WorldParts {
  /** The id: `default`, or the part after `/w/` in its base URL. */
  readonly id: string;
  readonly credentials: Credentials;
  /** The disk of the world; undefined if it exists only in memory. */
  readonly keeping?: KeepingOptions | undefined;
  readonly blobs: SweptBlobs;
  readonly systemClock: SystemClock;
  readonly documents: Documents;
  /** The signal aborts the request. */
  readonly fetchPage: (...call: [...Parameters<FetchPage>, signal: AbortSignal]) => ReturnType<FetchPage>;
  readonly post: Post;
  /** The shared memory of the histories of all worlds. */
  readonly historySpace: HistorySpace;
  /** Makes the faxes of the setting `traffic`. */
  readonly makeUpFax: MakeUpFax;
  /** Called with each new world, including one after a reset. */
  readonly onWorld?: ((world: World) => void) | undefined;
  /** Called with faults of the simulator, which no request should be able to cause. */
  readonly onFault: (fault: unknown) => void;
}

/** An isolated copy of the service: one account with its data, clock and random draws. Worlds do not see each other. */
export interface World extends OperationContext, WorldPast {
  readonly id: string;
  readonly credentials: Credentials;
  readonly pace: PaceName;
  readonly clock: WorldClock;
  readonly saveTime: () => Promise<void>;
  readonly deliveries: Deliveries;
  readonly scenarios: ScenarioEngine;
  /** Ends faxes and moves port orders early. */
  readonly life: Pick<FaxRunner, 'finish'>;
  readonly portLife: Pick<PortOrderRunner, 'move'>;
  /** Resumes unfinished work. */
  resume(): void;
}

/** Makes a world from a state. It does nothing until `resume`. */
export function makeWorld(state: WorldState, parts: WorldParts): World {
  const { seed, pace, speed } = state;
  const { id, credentials, blobs, systemClock, keeping, post, onFault } = parts;
  const clock = new WorldClock({ systemClock, startsAt: state.time, speed, onFault });
  const past = state.past ?? beginning(state, parts, clock.now());
  const { memory, history } = past;
  const ended = endOf(clock);
  const documents = parts.documents.until(ended);
  const store = new Store(state.store, keeping, memory.memory, clock);
  store.watch((change) => history.noteChange(change, clock.now()));
  store.memory.watch(history.noteMemory);
  clock.namedPlans.onProgress((name) => history.noteEvent({ kind: 'progress', name, at: clock.now() }));
  const scenarios = new ScenarioEngine({ clock, seed, state: memory.scenarios, onFire: firingNote(history, clock) });
  scenarios.watch(verdictNote(history));
  const stepsContext: LifeContext = {
    store,
    blobs,
    documents,
    clock,
    seed,
    paces: paces[pace],
    announce: (event, fax) => deliveries.announce(event, fax),
    scripting: scriptingOf({ scenarios, seed }),
  };
  removeDeliveredDocuments(stepsContext);
  const inTurn = new Turns();
  const conversions = new Conversions({ blobs, documents, fetchPage: (page) => parts.fetchPage(page, ended) });
  const onFetch = (faxId: number, fetched: readonly FetchedContent[]): void =>
    history.noteFetches(faxId, fetched, clock.now());
  const life = new FaxRunner(stepsContext, { conversions, inTurn, onFault, onFetch });
  const portLife = new PortOrderRunner(stepsContext);
  const pagesOf = (fax: Fax) => conversions.pagesOf(fax, coverOf(stepsContext, fax));
  const context = { ...stepsContext, clock, recordRead: life.read, plan: life.plan, planPort: portLife.plan, pagesOf };
  const deliveries = deliveriesOf(context, { scenarios, inTurn, post, onFault, scheduledTasks: memory.deliveries });
  const world: World = {
    ...context,
    ...past,
    documents: parts.documents, // a call gets its document, although its world is replaced meanwhile
    id,
    credentials,
    pace,
    saveTime: () => keeping?.follow(clock).catch(refuseTime) ?? Promise.resolve(),
    deliveries,
    scenarios,
    life,
    portLife,
    resume: () => {
      new Renewals(context).resume();
      const startedAt = state.past === undefined ? Math.ceil(past.start.time) : clock.now();
      new TrafficGenerator(context, memory.traffic, parts.makeUpFax).resume(startedAt);
      resumeInOrder(unfinishedIn(life, portLife, deliveries), history);
      removeAllDeliveredDocuments(context);
    },
  };
  parts.onWorld?.(world);
  for (const { scenario, by } of state.scenarios.toReversed()) scenarios.switchOn(scenario, by);
  return world;
}

function refuseTime(error: unknown): never {
  const message = `The clock has moved, but its time could not be stored: ${errorText(error)}`;
  throw new Refusal('storage_failed', message);
}

/** Notes the rules that fire for faxes. Requests and attempts record their rules themselves. */
const firingNote =
  (history: History, clock: WorldClock) =>
  (rule: string, { on, fax }: RuleSubject): void => {
    if (on === 'fax') history.noteEvent({ kind: 'fired', rule, faxId: Number(fax), at: clock.now() });
  };

const verdictNote =
  (history: History) =>
  (change: ScenarioChange): void => {
    if (change.action !== 'verdict' || !change.verdict.isNews) return;
    history.noteEvent({ kind: 'judged', verdict: change.verdict, at: change.verdict.at });
  };

function beginning(
  { store, speed, scenarios, origin, traffic }: WorldState,
  { blobs, historySpace }: WorldParts,
  time: number,
): WorldPast {
  const history = new History(historySpace, blobs);
  return {
    start: { time, speed, scenarios, origin, account: store.account },
    memory: new WorldMemory(traffic),
    history,
    journal: new Journal(history),
  };
}

/** The unfinished work, in the order in which a start plans it, each with the name of its collection and its key. */
function unfinishedIn(life: FaxRunner, portLife: PortOrderRunner, deliveries: Deliveries) {
  return [
    ...life.unfinished.map((fax) => ({ record: `faxes ${fax.id}`, plan: () => life.plan(fax) })),
    ...portLife.unfinished.map((order) => ({ record: `portOrders ${order.id}`, plan: () => portLife.plan(order) })),
    ...deliveries.unfinished.map((one) => ({ record: `deliveries ${one.id}`, plan: () => deliveries.resume(one) })),
  ];
}

function deliveriesOf(
  context: OperationContext,
  {
    scenarios,
    ...parts
  }: Pick<World, 'scenarios'> & Pick<DeliveriesOptions, 'inTurn' | 'post' | 'onFault' | 'scheduledTasks'>,
): Deliveries {
  const { store, clock, seed } = context;
  return new Deliveries({
    ...parts,
    store,
    clock,
    projectOf: () => projectOf(context),
    documentOf: (fax) => documentForWebhook(context, fax),
    injectedFaultOf: (delivery, fax) => webhookFaultOf(delivery, fax, { scenarios, seed }),
    onAttempt: (delivery, attempt) => noteGenuine(delivery, attempt, scenarios),
  });
}

/** A signal that aborts at the end of a world, including a reset. */
function endOf(clock: WorldClock): AbortSignal {
  const controller = new AbortController();
  clock.onStop(() => controller.abort(new Refusal('unavailable', 'The world ended')));
  return controller.signal;
}

/** The current state of a world, from which another world can begin. Contains no past, and of its memory only the traffic. */
export function stateOf({ store, clock, scenarios, seed, pace, memory }: World): WorldState & {
  readonly time: number;
} {
  const time = clock.now();
  const { value: traffic } = memory.traffic;
  return { store: store.snapshot(), time, speed: clock.speed, scenarios: scenarios.running, seed, pace, traffic };
}

/** Ends a world, and waits for its last writes. */
export async function retire({ clock, deliveries, journal, history, store }: World): Promise<void> {
  clock.stop();
  journal.close();
  history.close();
  await deliveries.close();
  await store.settled();
}

/** Resumes the plans. Plans of the same time keep their order in the history. */
function resumeInOrder(unfinished: ReturnType<typeof unfinishedIn>, history: History): void {
  const order = new Map<string, number>();
  for (const [position, { collection, key, before, record }] of history.commitsSince(0).entries()) {
    if (dueOf(before) !== dueOf(record)) order.set(`${collection} ${key}`, position);
  }
  const ranked = unfinished.map(({ record, plan }) => ({ rank: order.get(record) ?? -1, plan }));
  for (const { plan } of ranked.toSorted((one, other) => one.rank - other.rank)) plan();
}

function dueOf(record: unknown): unknown {
  const { due, dueAt }: { due?: unknown; dueAt?: unknown } = record ?? {};
  return due ?? dueAt;
}

/** The keys and secrets of a world, its webhook token, and another token; the longest first, because one may contain another. */
export function secretsOf({ credentials: { live, test }, store }: World, another?: string): string[] {
  return [live.secret, test.secret, live.key, test.key, store.account.webhookToken, another]
    .filter((text) => typeof text === 'string')
    .sort((one, other) => other.length - one.length);
}
