import type { PortPace } from '../../model/domain/pace.ts';
import { errorOfTestNumber } from '../../model/domain/phone-number.ts';
import {
  portOrderStatuses,
  isUnderWay,
  statusesAfter,
  portStepFunctions,
  scriptedMs,
  firstPortStep,
  appointedDay,
} from '../../model/domain/port-order.ts';
import type { PortOrder, PortDue, ScriptedPortStep, PortNumber } from '../../model/domain/port-order.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { labels } from '../../store/memory/labels.ts';
import { retryOnDiskError } from './commits.ts';
import type { Stored } from './commits.ts';
import type { LifeContext } from './operation-context.ts';
import { newPhoneNumber } from './provisioning.ts';
import { getPortOrder } from './port-orders.ts';

const countries = ['US', 'CA'];

/**
 * Runs each step of a port order when it is due. Stores the changed order with its next step, and the numbers that it
 * transferred. A restart therefore continues every order exactly where the process ended.
 */
export class PortOrderRunner {
  readonly #context: LifeContext;

  constructor(context: LifeContext) {
    this.#context = context;
  }

  /** Schedules the next step of an order: at once, or within a commit, once the order is stored. */
  readonly plan = ({ id, due }: PortOrder): void => {
    if (due !== null) this.#context.store.whenStored(() => this.#planStep(id, due, due.at));
  };

  #planStep(id: number, due: PortDue, at: number): void {
    this.#context.clock.schedule(at, () => this.#step(id, due), nameOf(id));
  }

  /** All unfinished orders. After a restart, `plan` continues them. */
  get unfinished(): readonly PortOrder[] {
    const { portOrders } = this.#context.store;
    const statuses = portOrderStatuses.filter((one) => isUnderWay({ status: one }));
    return statuses.flatMap((status) => portOrders.find({ labels: [labels.status(status)] }).slice());
  }

  /**
   * Moves an order now to a status that can follow its own, with a note on each moved number. The usual course goes on
   * from there. Throws `not_found`, and `not_allowed` for another status.
   */
  async move(id: number, { status, note }: Pick<ScriptedPortStep, 'status' | 'note'>): Promise<PortOrder> {
    const { store, clock, paces } = this.#context;
    return store.commit(() => {
      const order = getPortOrder(this.#context, { id });
      const legal = statusesAfter(order.status);
      if (!legal.includes(status)) {
        const which = legal.length === 0 ? 'it is at its end' : `it can become ${legal.join(', ')}`;
        const conflict = `Port order ${id} is ${order.status} and cannot become ${status}: ${which}`;
        throw new Refusal('not_allowed', conflict, { field: 'status' });
      }
      const now = clock.now();
      const script = [{ afterMs: 0, status, note }];
      const step: PortOrder = { ...order, script, due: { at: now, step: 'script', index: 0 } };
      const moved = portStepFunctions.script(step, this.#stepContext());
      const next = { ...moved, script: [], due: stepAfter(moved, now, paces.port) };
      this.#store(order, next);
      return next;
    });
  }

  /** Runs the due step, unless the order has changed since; retries while the disk refuses the commit. */
  async #step(id: number, due: PortDue): Promise<void> {
    const { store, clock } = this.#context;
    if (clock.isStopped) return; // the disk may already be released, and the next process repeats this step
    const commitStep = (): Stored<void> =>
      store.commit(() => {
        const order = store.portOrders.get(id);
        if (order?.due !== due) return;
        store.whenStored(() => clock.noteProgress(nameOf(id)));
        this.#store(order, portStepFunctions[due.step](order, this.#stepContext()));
      });
    await retryOnDiskError(clock, commitStep, (at) => this.#planStep(id, due, at));
  }

  #store(before: PortOrder, after: PortOrder): void {
    this.#context.store.portOrders.put(after);
    for (const number of numbersCompletedBy(before, after)) this.#add(number);
    this.plan(after);
  }

  /**
   * Adds a transferred number. One that the account already has does not change: an account may order its own number,
   * or a number twice (recorded).
   */
  #add({ number }: PortNumber): void {
    const { store, clock } = this.#context;
    if (store.phoneNumbers.get(number) !== undefined) return;
    store.phoneNumbers.put(newPhoneNumber(number, clock.now()));
    store.releasedNumbers.delete(number);
  }

  #stepContext() {
    const { clock, paces } = this.#context;
    return { now: clock.now(), pace: paces.port, objectionTo };
  }
}

/** The name of an order's plan on the clock. */
const nameOf = (id: number): string => `portOrders ${id}`;

/**
 * Calculates the next step of an order in its present state, counted from `now`; its planned step is ignored. Null
 * after its end.
 */
export function nextPortStep(
  order: Pick<PortOrder, 'status' | 'requestedFor' | 'script'> & { readonly awaitsBill: boolean },
  now: number,
  pace: PortPace,
): PortDue | null {
  const { status, awaitsBill, requestedFor, script } = order;
  if (!isUnderWay(order)) return null;
  const [first] = script;
  if (first !== undefined) return { at: now + scriptedMs(first, pace), step: 'script', index: 0 };
  if (status === 'open') return firstPortStep(now, pace, { awaitsBill });
  return stepAfter({ status, requestedFor: requestedFor ?? appointedDay(now, pace) }, now, pace);
}

/** The usual next step after a status; null after an end. */
function stepAfter(
  { status, requestedFor }: Pick<PortOrder, 'status' | 'requestedFor'>,
  now: number,
  pace: PortPace,
): PortDue | null {
  if (status === 'submitted') return { at: now + pace.schedule, step: 'schedule', index: 0 };
  if (status === 'scheduled') return { at: Math.max(requestedFor ?? now, now), step: 'transfer', index: 0 };
  return null;
}

/** The numbers that a step has completed. */
function numbersCompletedBy(before: PortOrder, after: PortOrder): readonly PortNumber[] {
  return after.numbers.filter(
    ({ status }, index) => status === 'completed' && before.numbers[index]?.status !== 'completed',
  );
}

/** Assumed: the losing carrier objects to the simulator's error numbers, and to numbers outside the US and Canada. */
function objectionTo(number: string): string | null {
  if (errorOfTestNumber(number) !== undefined) return 'The losing carrier does not know this number';
  const country = countryOf(number) ?? 'its country';
  return countries.includes(country) ? null : `Numbers of ${country} cannot be ported`;
}
