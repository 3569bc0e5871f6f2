import { currentSecond } from '../../model/domain/clock.ts';
import { scriptedMs, firstPortStep, firstPortIds } from '../../model/domain/port-order.ts';
import type { PortApplicant, PortOrder } from '../../model/domain/port-order.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { Stored } from './commits.ts';
import type { OperationContext } from './operation-context.ts';

/** The fields that a client sets in a new port order. */
export interface NewPortOrder extends PortApplicant {
  /** E.164, at least one. */
  readonly numbers: readonly string[];
  /** Whether a bill follows by mail. */
  readonly hasBill: boolean;
}

/**
 * Opens an order to move numbers to the account. They may already belong to the account, or to other open orders
 * (recorded). Throws `invalid` for a repeated number.
 */
export function createPortOrder(context: OperationContext, input: NewPortOrder): Stored<PortOrder> {
  assertDistinct(input.numbers);
  return context.store.commit(() => {
    const opened = newPortOrder(context, input);
    const { script, onStored } = context.scripting.portCourseOf(opened);
    context.store.whenStored(() => onStored?.());
    const [first] = script;
    const due =
      first && ({ at: context.clock.now() + scriptedMs(first, context.paces.port), step: 'script', index: 0 } as const);
    const order = due === undefined ? opened : { ...opened, script, due };
    context.store.portOrders.put(order);
    context.planPort(order);
    return order;
  });
}

function assertDistinct(numbers: readonly string[]): void {
  const repeated = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (repeated === undefined) return;
  throw new Refusal('invalid', `port_numbers must differ, but ${repeated} was given twice`, { field: 'port_numbers' });
}

function newPortOrder(context: OperationContext, { numbers, hasBill, ...applicant }: NewPortOrder): PortOrder {
  const { clock, paces } = context;
  const now = currentSecond(context);
  const firstNumberId = nextPortNumberId(context);
  return {
    id: nextPortOrderId(context),
    ...applicant,
    status: 'open',
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    requestedFor: null,
    billReceivedAt: null,
    numbers: numbers.map((number, index) => ({ id: firstNumberId + index, number, status: 'open', notes: [] })),
    script: [],
    due: firstPortStep(clock.now(), paces.port, { awaitsBill: hasBill }),
  };
}

export const nextPortOrderId = ({ store }: Pick<OperationContext, 'store'>): number =>
  store.portOrders.highestKey === undefined ? firstPortIds.order : store.portOrders.highestKey + 1;

/** The next id of a number. Such ids ascend with the orders, which are never deleted. */
export function nextPortNumberId({ store }: Pick<OperationContext, 'store'>): number {
  const all = store.portOrders.find({});
  const last = all.slice(all.total - 1, all.total)[0]?.numbers.at(-1);
  return last === undefined ? firstPortIds.number : last.id + 1;
}
