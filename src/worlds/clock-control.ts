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
 * Moves a world's clock. Work that was due before is done first and not listed: it happens in real time, and might have
 * happened a moment earlier.
 */
export async function moveClock(world: World, move: (clock: World['clock']) => Promise<void>): Promise<MoveResult> {
  if (await isStopped(world, world.clock.advance(0))) return { happened: [], isStopped: true };
  const happened: Happening[] = [];
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
