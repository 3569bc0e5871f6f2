import type { Fax } from '../model/domain/fax.ts';
import type { PortOrder } from '../model/domain/port-order.ts';
import { Refusal } from '../model/domain/refusal.ts';
import type { Delivery } from '../model/domain/webhook.ts';
import { stateAfterStep } from '../service/operations/agenda.ts';
import { isIn } from '../store/memory/store.ts';
import type { Committed } from '../store/memory/store.ts';
import type { World } from './world.ts';

/** Something that happened in a world while its clock was moved. */
export type Happening =
  | {
      readonly at: number;
      readonly what: 'fax';
      readonly id: number;
      readonly status: Fax['status'];
      /** Of a fax in progress: `ringing`. */
      readonly step?: string;
    }
  | { readonly at: number; readonly what: 'portOrder'; readonly id: number; readonly status: PortOrder['status'] }
  | {
      readonly at: number;
      readonly what: 'webhook';
      readonly id: number;
      readonly faxId: number;
      readonly event: Delivery['faxEvent']['event'];
      readonly state: Delivery['state'];
      readonly attempts: number;
    };

/** The events of a move, in order, each at its own instant; `isStopped`: the move was stopped before its end. */
interface MoveResult {
  readonly happened: readonly Happening[];
  readonly isStopped: boolean;
}

/**
/**
 * Sets the speed of a world's clock and moves it. Work that is due already is done first. On a clock that runs, it is not listed,
 * since it might have happened a moment earlier. Where the clock stood still, the steps that were due at its instant belong to
 * the move, whenever they were done.
 */
export async function moveClock(
  world: World,
  speed: number | undefined,
  move: (clock: World['clock']) => Promise<void>,
): Promise<MoveResult> {
  const { clock } = world;
  const stoodAt = clock.speed === 0 ? clock.now() : undefined;
  if (speed !== undefined) clock.speed = speed;
  const wasStoppedFirst = await isStopped(world, clock.advance(0));
  const happened = stoodAt === undefined ? [] : doneSinceLastMove(world, stoodAt);
  if (wasStoppedFirst) return { happened, isStopped: true };
  const stop = world.store.watch((change) => {
    const happening = happeningOf(change, world.clock.now());
    if (happening === undefined) return;
    happened.push(happening);
    world.clock.countEvent();
  });
  try {
    const wasStopped = await isStopped(world, move(world.clock));
    if (world.clock.isStopped) throw new Refusal('unavailable', 'The world ended while its clock was moved');
    await world.saveTime();
    return { happened, isStopped: wasStopped };
  } finally {
    stop();
  }
}

/** Waits for a move that has begun, and tells whether it was stopped before its end. */
async function isStopped({ clock: { move } }: World, moving: Promise<void>): Promise<boolean> {
  await moving;
  return move?.isStopped === true;
}

/** The steps that fell due at the instant at which a clock stands still, with the webhooks of their faxes. */
function doneSinceLastMove({ history }: World, at: number): Happening[] {
  const last = history.steps.findLast(
    (step) => step.kind === 'control' && step.line === moveLine && step.error === null,
  );
  const changes = history.commitsSince(last?.to ?? 0);
  const stepped = new Set(changes.filter((change) => wasDue(change, at)));
  const faxIds = new Set([...stepped].flatMap((change) => (isIn('faxes', change) ? [change.key] : [])));
  return changes
    .filter((change) => stepped.has(change) || isAttempt(change, faxIds))
    .flatMap((change) => happeningOf(change, at) ?? []);
}

/** The name of the call that moves the clock in the history. */
const moveLine = 'POST /clock';

/** Whether a change is a step of a fax or port order that was due; others were asked for. */
function wasDue(change: Committed, at: number): boolean {
  if (!isIn('faxes', change) && !isIn('portOrders', change)) return false;
  const { due } = change.before ?? { due: null };
  return due !== null && due.at <= at && change.record?.due !== due;
}

function isAttempt(change: Committed, faxIds: ReadonlySet<number>): boolean {
  if (!isIn('deliveries', change) || change.record === undefined) return false;
  const { faxEvent, attempts } = change.record;
  return faxIds.has(faxEvent.faxId) && attempts.length > (change.before?.attempts.length ?? 0);
}

function happeningOf(change: Committed, at: number): Happening | undefined {
  if (isIn('faxes', change)) return change.record && faxHappening(at, change.record, change.before);
  if (isIn('portOrders', change)) return change.record && portHappening(at, change.record);
  if (isIn('deliveries', change)) return change.record && webhookHappening(at, change.record);
  return undefined;
}

function faxHappening(at: number, fax: Fax, before: Fax | undefined): Happening {
  const { id, status } = fax;
  const step = stateAfterStep(fax, before);
  return { at, what: 'fax', id, status, ...(step !== undefined && { step }) };
}

const portHappening = (at: number, { id, status }: PortOrder): Happening => ({ at, what: 'portOrder', id, status });

function webhookHappening(at: number, { id, faxEvent, state, attempts }: Delivery): Happening {
  return { at, what: 'webhook', id, faxId: faxEvent.faxId, event: faxEvent.event, state, attempts: attempts.length };
}
