import { stateAfterStep } from '../../service/operations/agenda.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { ControlStep } from '../history/step.ts';
import { attemptedIn } from '../history/step-change.ts';
import type { Note } from '../history/step-change.ts';
import type { World } from '../world.ts';

/**
 * Sets the speed of a world's clock and moves it. Returns the events of the move in order, each at its own instant,
 * and whether it was stopped before its end, as by a reset. Work that is due already is done first. A clock that runs does not list
 * it, since it might have happened a moment earlier. The steps that were due at the instant of a clock that stood
 * still belong to the move, whenever they were done.
 */
export async function moveClock(
  world: World,
  speed: number | undefined,
  move: (clock: World['clock']) => Promise<void>,
): Promise<Moved> {
  const { clock } = world;
  const stoodAt = clock.speed === 0 ? clock.now() : undefined;
  if (speed !== undefined) clock.speed = speed;
  const wasStoppedFirst = await isStopped(world, clock.advance(0));
  const happened = stoodAt === undefined ? [] : doneSinceLastMove(world, stoodAt);
  if (wasStoppedFirst || clock.isStopped) return { happened, isStopped: true };
  const stop = world.store.watch((change) => {
    const happening = happeningOf(change, world.clock.now());
    if (happening === undefined) return;
    happened.push(happening);
    world.clock.countEvent();
  });
  try {
    const wasStopped = await isStopped(world, move(world.clock));
    if (world.clock.isStopped) return { happened, isStopped: true };
    await world.saveTime();
    return { happened, isStopped: wasStopped };
  } finally {
    stop();
  }
}

/** A finished move of a clock. */
export interface Moved {
  readonly happened: readonly HappeningOfMove[];
  /** Whether the move was stopped before its end. */
  readonly isStopped: boolean;
}

/** Waits for the end of a move. Returns whether it was stopped early. */
async function isStopped({ clock: { move } }: World, moving: Promise<void>): Promise<boolean> {
  await moving;
  return move?.isStopped === true;
}

const isFinishedMove = (note: Note): note is ControlStep =>
  'kind' in note && note.kind === 'control' && note.isMove && note.error === null;

/** The steps that fell due at the current instant of a frozen clock, with the webhooks of their faxes. */
function doneSinceLastMove({ history }: World, at: number): HappeningOfMove[] {
  const changes = history.commitsSince(history.notes.items.findLast(isFinishedMove)?.to ?? 0);
  const stepped = new Set(changes.filter((change) => wasDue(change, at)));
  const faxIds = new Set<number | undefined>(
    [...stepped].flatMap((change) => (isIn('faxes', change) ? [change.key] : [])),
  );
  return changes
    .filter((change) => stepped.has(change) || faxIds.has(attemptedIn(change)?.faxEvent.faxId))
    .flatMap((change) => happeningOf(change, at) ?? []);
}

/** Whether a change is a due step of a fax or port order. Other changes were requested. */
function wasDue(change: Committed, at: number): boolean {
  if (!isIn('faxes', change) && !isIn('portOrders', change)) return false;
  const { due } = change.before ?? { due: null };
  return due !== null && due.at <= at && change.record?.due !== due;
}

/** An event of a world while its clock was moved. */
export type HappeningOfMove = NonNullable<ReturnType<typeof happeningOf>>;

function happeningOf(change: Committed, at: number) {
  if (isIn('faxes', change) && change.record !== undefined) {
    const { id, status } = change.record;
    // Step of a fax in progress: `ringing`.
    const step = stateAfterStep(change.record, change.before);
    return { at, what: 'fax' as const, id, status, ...(step !== undefined && { step }) };
  }
  if (isIn('portOrders', change) && change.record !== undefined) {
    const { id, status } = change.record;
    return { at, what: 'portOrder' as const, id, status };
  }
  if (isIn('deliveries', change) && change.record !== undefined) {
    const { id, faxEvent, state, attempts } = change.record;
    const { faxId, event } = faxEvent;
    const { failure = null } = attempts.at(-1) ?? {};
    return { at, what: 'webhook' as const, id, faxId, event, state, attempts: attempts.length, failure };
  }
  return undefined;
}
