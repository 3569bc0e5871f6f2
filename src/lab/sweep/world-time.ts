import { setTimeout as pause } from 'node:timers/promises';
import type { WorldHandle } from '../../control/client/world-handle.ts';
import { byId, faxesOf, newFaxes, page, paidIn } from '../achievements/run-record.ts';
import type { RunRecord, Start } from '../achievements/run-record.ts';
import { asNumber } from '../../model/shared/conversion.ts';

/** The run with the ends of its faxes, which may come after the program has ended. */
export async function withEnds(world: WorldHandle, run: RunRecord, start: Start): Promise<RunRecord> {
  const own = new Set(run.faxes.map(({ id }) => id));
  let { faxes } = run;
  for (let step = 0; step < stepsMax; step++) {
    const dues = faxes.flatMap(({ id, due }) => (own.has(id) && due !== null && !isEndless(due) ? due.at : []));
    const last = dues.toSorted().at(-1);
    if (last === undefined) break;
    if ((await moveTo(world, last)) === 0) await pause(conversionMs);
    faxes = faxesOf('sent', await newFaxes(world, start));
  }
  return { ...run, ends: new Map(faxes.map(byId)), paidCents: await paidIn(world, start) };
}

const stepsMax = 200;
/** Real ms to wait for a due step that has not come, because its document is still being converted. */
const conversionMs = 50;

/** A fax that only a scenario or a reader moves on. */
const isEndless = ({ step }: { readonly step: string }): boolean => step === 'stuck' || step === 'unread';

/**
 * Moves the clock of a world to the next event that concerns the program: a step of what it has made, or a delay that ends
 * soon. Returns the ms of the move. Other events, such as a port order of the fixture that moves on in some weeks, have to come by themselves.
 */
export async function moveToNextDue(world: WorldHandle, start: Start): Promise<number> {
  const [{ now, next_due: due }, agenda] = await Promise.all([world.clock.show(), world.clock.agenda({ limit: page })]);
  if (due === null) return 0;
  const own = agenda.find(({ kind, subject }) => subject > highestBefore(start)[kind])?.at;
  const isSoon = Date.parse(due) - Date.parse(now) <= soonMs || !agenda.some(({ at }) => at === due);
  const next = own === undefined || isSoon ? due : own;
  return own !== undefined || isSoon ? moveTo(world, next) : 0;
}

/** Ms of the world: longer than the delays of all faults. */
const soonMs = 30_000;

const highestBefore = ({ fax, delivery, owned }: Start) => ({
  request: 0,
  fax,
  webhook: delivery,
  port_order: Math.max(0, ...owned.port_orders.map(({ id }) => asNumber(id))),
});

/** Returns the ms of the move; 0 if the time has passed already. */
async function moveTo(world: WorldHandle, time: string): Promise<number> {
  const { now } = await world.clock.show();
  const wait = Date.parse(time) - Date.parse(now);
  if (wait <= 0) return 0;
  await world.clock.move({ advance: `${wait}ms` });
  return wait;
}
