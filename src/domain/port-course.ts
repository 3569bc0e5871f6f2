import { wholeSecond } from './clock.ts';
import type { PortPace } from './pace.ts';
import type { PortDue, PortNumber, PortOrder, PortOrderStatus, PortStep } from './port-order.ts';
import { lastInstant } from './world-clock.ts';

/** The state that a step of a port order depends on. */
export interface PortStepContext {
  /** Ms; steps follow each other on it. */
  readonly now: number;
  readonly pace: PortPace;
  /** Why the losing carrier does not let a number go; null when it does. */
  readonly objectionTo: (number: string) => string | null;
}

/** That a number is rejected on the very day of its transfer happens, too. */
const nextStatuses: Readonly<Record<PortOrderStatus, readonly PortOrderStatus[]>> = {
  open: ['submitted', 'rejected', 'cancelled'],
  submitted: ['scheduled', 'rejected', 'cancelled'],
  scheduled: ['completed', 'rejected', 'cancelled'],
  completed: [],
  rejected: [],
  cancelled: [],
};

/** The statuses that can follow one, of an order and of each of its numbers; none follow an end. */
export const statusesAfter = (status: PortOrderStatus): readonly PortOrderStatus[] => nextStatuses[status];

/** Whether something is still to come of an order, or of one of its numbers. */
export const isUnderWay = ({ status }: { readonly status: PortOrderStatus }): boolean =>
  nextStatuses[status].length > 0;

/** The first step of an order: one with a bill by mail waits for the bill. */
export function firstPortStep(now: number, pace: PortPace, { awaitsBill }: { readonly awaitsBill: boolean }): PortDue {
  return awaitsBill ? due(now + pace.bill, 'bill') : due(now + pace.submit, 'submit');
}

type PortStepFunction = (order: PortOrder, context: PortStepContext) => PortOrder;

/**
 * The life of a port order, a function for each step. Each says what it makes of the order and, in `due`, what comes next.
 *
 *     (bill →) submit → schedule → transfer
 */
export const portStepFunctions: Readonly<Record<PortStep, PortStepFunction>> = {
  bill: (order, { now, pace }) => ({
    ...moveNumbers(order, now, () => [order.status, portNotes.bill]),
    billReceivedAt: wholeSecond(now),
    due: due(now + pace.submit, 'submit'),
  }),

  submit: (order, { now, pace }) => ({
    ...moveNumbers(order, now, () => ['submitted', portNotes.submitted]),
    due: due(now + pace.schedule, 'schedule'),
  }),

  /** The losing carrier answers: it rejects some numbers, and the others get their day. */
  schedule: (order, { now, pace, objectionTo }) => {
    const answered = moveNumbers(order, now, ({ number }) => {
      const objection = objectionTo(number);
      return objection === null ? ['scheduled', portNotes.scheduled] : ['rejected', objection];
    });
    if (!isUnderWay(answered)) return answered;
    const requestedFor = appointedDay(now, pace);
    return { ...answered, requestedFor, due: due(Math.max(requestedFor, now), 'transfer') };
  },

  transfer: (order, { now }) => moveNumbers(order, now, () => ['completed', portNotes.completed]),

  script: (order, { now, pace }) => {
    const index = order.due?.index ?? 0;
    const [step, ...later] = order.script.slice(index);
    if (step === undefined) return { ...order, due: null };
    const { status } = step;
    const usual = status === 'open' || status === order.status ? null : portNotes[status];
    const changed = moveNumbers(order, now, () => [status, step.note ?? usual]);
    if (!isUnderWay(changed)) return changed;
    const [next] = later;
    return {
      ...changed,
      requestedFor: status === 'scheduled' ? scriptedDay(changed, later, { now, pace }) : changed.requestedFor,
      due: next === undefined ? null : due(now + next.afterMs, 'script', index + 1),
    };
  },
};

/** When a script has the numbers transferred; the usual day where it does not come to that. */
function scriptedDay(
  { requestedFor }: PortOrder,
  later: PortOrder['script'],
  { now, pace }: Pick<PortStepContext, 'now' | 'pace'>,
): number {
  const last = later.findIndex(({ status }) => status === 'completed');
  if (last < 0) return requestedFor ?? appointedDay(now, pace);
  return clampToCalendar(later.slice(0, last + 1).reduce((time, { afterMs }) => time + afterMs, now));
}

/** Where an order comes to; at its beginning nothing is written. Source: a recorded list of notes, which was empty. */
export type NoteKey = Exclude<PortOrderStatus, 'open'> | 'bill';

/** The default notes of the porting team, by step. */
export const portNotes: Readonly<Record<NoteKey, string>> = {
  bill: 'Bill received',
  submitted: 'Submitted to the losing carrier',
  scheduled: 'Transfer confirmed by the losing carrier',
  completed: 'Number transferred to the account',
  rejected: 'Rejected by the losing carrier',
  cancelled: 'Cancelled',
};

/**
 * Moves the numbers that are still in progress, each with a note, and the order with them. The order fails only if all
 * its numbers have failed (assumed). The caller sets the next step.
 */
function moveNumbers(
  order: PortOrder,
  now: number,
  outcomeOf: (number: PortNumber) => readonly [PortOrderStatus, note: string | null],
): PortOrder {
  const numbers = order.numbers.map((number) => {
    if (!isUnderWay(number)) return number;
    const [status, note] = outcomeOf(number);
    return note === null ? { ...number, status } : addNote({ ...number, status }, note, now);
  });
  const status = statusOf(numbers);
  const updatedAt = wholeSecond(now);
  const completedAt = status === 'completed' ? updatedAt : order.completedAt;
  return { ...order, numbers, status, updatedAt, completedAt, due: null };
}

function statusOf(numbers: readonly PortNumber[]): PortOrderStatus {
  const furthest = numbers.find(isUnderWay) ?? numbers.find(({ status }) => status === 'completed') ?? numbers.at(-1);
  return furthest?.status ?? 'cancelled';
}

const author = 'Porting Team';

/** A number with one more note. The ids of a number's notes follow from its own, so that no two are the same. */
export function addNote(number: PortNumber, text: string, now: number): PortNumber {
  const at = wholeSecond(now);
  const note = { id: number.id * mostNotes + number.notes.length + 1, text, author, createdAt: at, updatedAt: at };
  return { ...number, notes: [...number.notes, note] };
}

/** More than a number can get: a usual course brings four, and a scripted one has at most so many steps. */
const mostNotes = 100;
export const mostScriptedSteps = 50;

const day = 86_400_000;

/** The day of a transfer, agreed with the carrier; at a pace at which days do not count, the moment. */
function appointedDay(now: number, { transfer }: PortPace): number {
  return clampToCalendar(transfer < day ? now + transfer : morningOf(now + transfer));
}

/** A script can lead far beyond the years that can be written. */
const clampToCalendar = (moment: number): number => wholeSecond(Math.min(moment, lastInstant));

/** When providers move numbers: 15:00 UTC, in the morning of the United States. */
export const morningOf = (moment: number): number => Math.floor(moment / day) * day + (15 * day) / 24;

const due = (at: number, step: PortStep, index = 0): PortDue => ({ at, step, index });
