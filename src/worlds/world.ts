import type { Documents } from '../documents/documents.ts';
import type { Credentials } from '../domain/credentials.ts';
import { OrderedFinish } from '../domain/ordered-finish.ts';
import type { Occurrences } from '../domain/occurrences.ts';
import { paces } from '../domain/pace.ts';
import type { PaceName } from '../domain/pace.ts';
import type { WorldClock } from '../domain/world-clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { Conversions } from '../operations/conversions.ts';
import type { FetchPage } from '../operations/conversions.ts';
import { FaxRunner } from '../operations/fax-runner.ts';
import { PortOrderRunner } from '../operations/port-order-runner.ts';
import { Renewals } from '../operations/renewals.ts';
import { TrafficGenerator } from '../operations/traffic.ts';
import type { OperationContext, LifeContext } from '../operations/operation-context.ts';
import {
  documentForWebhook,
  removeAllDeliveredDocuments,
  removeDeliveredDocuments,
} from '../operations/webhook-documents.ts';
import type { History } from '../history/history.ts';
import { Journal } from '../journal/journal.ts';
import type { JournalSpace } from '../journal/journal-space.ts';
import { scriptingOf, webhookFaultOf } from '../scenarios/courses.ts';
import { ScenarioEngine } from '../scenarios/engine.ts';
import type { Contents } from '../store/contents.ts';
import { Store } from '../store/store.ts';
import type { StoreSnapshot } from '../store/snapshot.ts';
import type { Disk } from '../store/store.ts';
import type { SweptBlobs } from '../store/swept-blobs.ts';
import { Deliveries } from '../webhooks/deliveries.ts';
import type { Post } from '../webhooks/post.ts';
import type { RateLimits } from './rate-limits.ts';
import { resumeInOrder } from './resumption.ts';
import type { UnfinishedWork } from './resumption.ts';
import { WorldMemory } from './world-memory.ts';
import type { WorldSnapshot } from './snapshot.ts';

export interface WorldOptions {
  /** `default`, or the part after `/w/` in its base URL. */
  readonly id: string;
  /** All chance in the world is drawn from it. */
  readonly seed: number;
  readonly clock: WorldClock;
  readonly pace: PaceName;
  readonly credentials: Credentials;
  readonly contents: Contents | StoreSnapshot;
  /** Those of the world that this one continues, as they were at the step that it continues from. */
  readonly memory?: WorldMemory | undefined;
  readonly journal?: Journal | undefined;
  /** The start of the world. */
  readonly start: WorldStart;
  /** Without one, all records stay in memory. */
  readonly disk?: Disk;
  /** Keeps the time that the clock shows; without it, the time goes with the process. */
  readonly saveTime?: () => Promise<void>;
  readonly blobs: SweptBlobs;
  readonly documents: Documents;
  /** The signal aborts the request. */
  readonly fetchPage: (...call: [...Parameters<FetchPage>, signal: AbortSignal]) => ReturnType<FetchPage>;
  readonly post: Post;
  /** The memory that the journals of all worlds share. */
  readonly journalSpace: JournalSpace;
  /** The memory that their histories share. */
  readonly historySpace: JournalSpace;
  /** Gets faults of the simulator, which no request should be able to cause. */
  readonly onFault: (fault: unknown) => void;
}

/** How a world begins. */
export interface WorldStart extends Pick<WorldSnapshot, 'clockPace' | 'scenarios' | 'origin'> {
  /** In ms on its clock. */
  readonly time: number;
}

/** One isolated copy of the service: one account with its data, clock and dice. Nothing in it is seen in another. */
export interface World extends OperationContext {
  readonly id: string;
  readonly credentials: Credentials;
  readonly paceName: PaceName;
  readonly clock: WorldClock;
  readonly saveTime: () => Promise<void>;
  readonly deliveries: Deliveries;
  readonly scenarios: ScenarioEngine;
  readonly rates: RateLimits;
  /** Ends faxes, and moves port orders, before it is their time. */
  readonly life: Pick<FaxRunner, 'finish'>;
  readonly portLife: Pick<PortOrderRunner, 'move'>;
  readonly start: WorldStart;
  /** The requests that it answered. */
  readonly journal: Journal;
  readonly memory: WorldMemory;
  /** All that went into it. */
  readonly history: History;
  /** How often each request has come. */
  readonly requests: Occurrences;
  /** Resumes the work that was unfinished in the contents. */
  resume(): void;
}

export function createWorld(options: WorldOptions): World {
  const { id, credentials, blobs, clock, seed, pace, post, onFault, saveTime = () => Promise.resolve() } = options;
  const ended = endOf(clock);
  const documents = options.documents.until(ended);
  const store = new Store(options.contents, options.disk);
  const { memory = new WorldMemory({ space: options.historySpace, files: blobs }) } = options;
  const { history } = memory;
  store.watch(history.noteChange);
  clock.namedPlans.onProgress((name) => history.noteProgress(name, clock.now()));
  const scenarios = new ScenarioEngine({ clock, seed, state: memory.scenarios });
  const stepsContext: LifeContext = {
    store,
    blobs,
    documents,
    clock,
    seed,
    pace: paces[pace],
    announce: (event, fax) => deliveries.announce(event, fax),
    scripting: scriptingOf({ scenarios, seed }),
  };
  removeDeliveredDocuments(stepsContext);
  const inTurn = new OrderedFinish();
  const conversions = new Conversions({ blobs, documents, fetchPage: (url) => options.fetchPage(url, ended) });
  const life = new FaxRunner(stepsContext, { conversions, inTurn, onFault });
  const portLife = new PortOrderRunner(stepsContext);
  const context: OperationContext = {
    ...stepsContext,
    recordRead: life.read,
    plan: life.plan,
    planPort: portLife.plan,
  };
  const deliveries = deliveriesOf(context, { scenarios, inTurn, post, onFault, scheduledTasks: memory.deliveries });
  return {
    ...context,
    id,
    credentials,
    start: options.start,
    paceName: pace,
    clock,
    saveTime,
    deliveries,
    scenarios,
    life,
    portLife,
    requests: memory.requests,
    journal: options.journal ?? new Journal(options.journalSpace),
    memory,
    history,
    rates: memory.rates,
    resume: () => {
      new Renewals(context).resume();
      new TrafficGenerator(context, memory.traffic).resume();
      resumeInOrder(unfinishedIn(life, portLife, deliveries), history);
      removeAllDeliveredDocuments(context);
    },
  };
}

/** The unfinished work, in the order in which a start plans it. */
function unfinishedIn(life: FaxRunner, portLife: PortOrderRunner, deliveries: Deliveries): UnfinishedWork[] {
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
  }: Pick<World, 'scenarios'> &
    Pick<WorldOptions, 'post' | 'onFault'> & { inTurn: OrderedFinish; scheduledTasks: WorldMemory['deliveries'] },
): Deliveries {
  const { store, clock, seed } = context;
  return new Deliveries({
    ...parts,
    store,
    clock,
    documentOf: (fax) => documentForWebhook(context, fax),
    injectedFaultOf: (delivery, fax) => webhookFaultOf(delivery, fax, { scenarios, seed }),
  });
}

/** Aborted at the end of a world. The reason is the Refusal for calls that still wait for a document. */
function endOf(clock: WorldClock): AbortSignal {
  const controller = new AbortController();
  clock.onStop(() => controller.abort(new Refusal('unavailable', 'The world ended while a document was made')));
  return controller.signal;
}

/** Ends a world, and waits for its last writes. */
export async function retire({ clock, deliveries, journal, history, store }: World): Promise<void> {
  clock.stop();
  journal.close();
  history.close();
  await deliveries.close();
  await store.settled();
}
