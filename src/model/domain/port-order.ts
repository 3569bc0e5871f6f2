import { field, fieldsOf, listOf, orNull, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { wholeSecond } from './clock.ts';
import type { PortPace } from './pace.ts';
import { lastInstant } from './world-clock.ts';

/** The states of an order: `open` was seen from the real service, the others are assumed (see `docs/evidence`). */
export const portOrderStatuses = ['open', 'submitted', 'scheduled', 'completed', 'rejected', 'cancelled'] as const;
export type PortOrderStatus = (typeof portOrderStatuses)[number];

export const portNoteTable = {
  /** Id among all notes of the world. */
  id: 'key',
  text: 'text',
  author: 'text',
  createdAt: 'time',
  updatedAt: 'time',
} as const;

/** A note of the porting team about a number. */
export interface PortNote extends RecordOf<typeof portNoteTable> {}

export const portNumberTable = {
  id: 'key',
  /** E.164 with its plus. */
  number: 'phoneNumber',
  status: words(portOrderStatuses),
  /** Oldest first. */
  notes: listOf(fieldsOf(portNoteTable)),
} as const;

/** A number that is to be moved onto the account. */
export interface PortNumber extends RecordOf<typeof portNumberTable> {}

/** The steps of a port order; `domain/port-course.ts` has their order. */
export const portSteps = ['bill', 'submit', 'schedule', 'transfer', 'script'] as const;
export type PortStep = (typeof portSteps)[number];

const scriptedStep = {
  /** Time until the step, in ms; null for the time of the world's pace. */
  afterMs: orNull('number'),
  /** If it is the current status, the step only adds a note. */
  status: words(portOrderStatuses),
  /** Text of the note; null for the usual note of the status. */
  note: orNull('text'),
} as const;

/** A step that a scenario prescribes for an order. */
export interface ScriptedPortStep extends RecordOf<typeof scriptedStep> {}

const dueTable = {
  at: 'time',
  step: words(portSteps),
  /** Index of the scripted step for `script`, from 0; 0 for other steps. */
  index: 'integer',
} as const;

/** The next step of an order that is under way. */
export interface PortDue extends RecordOf<typeof dueTable> {}

export const billingTable = {
  number: field(orNull('phoneNumber'), { usual: null }),
  address1: field(orNull('text'), { usual: null }),
  address2: field(orNull('text'), { usual: null }),
  city: field(orNull('text'), { usual: null }),
  state: field(orNull('text'), { usual: null }),
  zip: field(orNull('integer'), { usual: null }),
} as const;

/** Billing data, null in the fields that the request left out. An order with a bill by mail may leave out all fields. */
export interface PortOrderBilling extends RecordOf<typeof billingTable> {}

const applicantTable = {
  contactNumber: 'phoneNumber',
  contactEmail: 'text',
  nameOnAccount: 'text',
  accountIdentifier: 'text',
  /** Name of the business: `ACME Clinic`; null for a residential order. */
  nameOfBusiness: orNull('text'),
  providerName: 'text',
  portOutPin: orNull('text'),
  portType: words(['business', 'residential']),
  /** Billing data; null if the order's bill is sent by mail instead, and no field was given. */
  billing: orNull(fieldsOf(billingTable)),
  /** The electronic signature: the signer's name as typed. */
  esig: field('text', { about: 'The signature of the applicant' }),
} as const;

/** The applicant of a port order, as the losing carrier knows it. */
export interface PortApplicant extends RecordOf<typeof applicantTable> {}

export const portOrderTable = {
  // The fields that people look for come first.
  id: 'key',
  numbers: field(listOf(fieldsOf(portNumberTable)), { about: 'The numbers to move, each with its status and notes' }),
  status: words(portOrderStatuses),
  ...applicantTable,
  createdAt: 'time',
  updatedAt: 'time',
  completedAt: orNull('time'),
  /** Instant at which the numbers are to be moved; null until it is agreed. */
  requestedFor: orNull('time'),
  billReceivedAt: orNull('time'),
  /** The course that a scenario prescribes in place of the usual one; empty without one. */
  script: field(listOf(fieldsOf(scriptedStep)), { about: 'The steps of a scenario' }),
  /** Next step of the order; null once it is done, or if a scripted course leaves it as it is. */
  due: field(orNull(fieldsOf(dueTable)), {
    about: 'The next step of the order, at the pace of the world by default; null: the order does not change',
  }),
} as const;

/** A request to move numbers from another provider onto the account. */
export interface PortOrder extends RecordOf<typeof portOrderTable> {}

/** Ids that were seen in November 2021: orders and numbers are counted across all customers. */
export const firstPortIds = { order: 31, number: 3154 } as const;

/** The state that a step of a port order depends on. */
interface PortStepContext {
  /** The time of the step, in ms. The next step is planned from it. */
  readonly now: number;
  readonly pace: PortPace;
  /** Why the losing carrier does not release a number; null if it does. */
  readonly objectionTo: (number: string) => string | null;
}

/** `scheduled` can become `rejected`: a carrier may refuse on the day of the transfer. */
const nextStatuses: Readonly<Record<PortOrderStatus, readonly PortOrderStatus[]>> = {
  open: ['submitted', 'rejected', 'cancelled'],
  submitted: ['scheduled', 'rejected', 'cancelled'],
  scheduled: ['completed', 'rejected', 'cancelled'],
  completed: [],
  rejected: [],
  cancelled: [],
};

/** The statuses that can follow one, of an order and of each of its numbers; empty for a final status. */
export const statusesAfter = (status: PortOrderStatus): readonly PortOrderStatus[] => nextStatuses[status];

/** Whether an order, or one of its numbers, is not finished. */
export const isUnderWay = ({ status }: { readonly status: PortOrderStatus }): boolean =>
  nextStatuses[status].length > 0;

/** The first step of an order: one with a bill by mail waits for the bill. */
export function firstPortStep(now: number, pace: PortPace, { awaitsBill }: { readonly awaitsBill: boolean }): PortDue {
  return awaitsBill ? due(now + pace.bill, 'bill') : due(now + pace.submit, 'submit');
}

type PortStepFunction = (order: PortOrder, context: PortStepContext) => PortOrder;

/**
 * The life of a port order: a function for each step. It returns the changed order with the next step in `due`.
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
      due: next === undefined ? null : due(now + scriptedMs(next, pace), 'script', index + 1),
    };
  },
};

/** The time from the previous step to a scripted one, in ms. */
export const scriptedMs = ({ afterMs, status }: ScriptedPortStep, pace: PortPace): number =>
  afterMs ?? pace[usualSteps[status]];

/** The usual step that leads to a status. */
const usualSteps: Readonly<Record<PortOrderStatus, keyof PortPace>> = {
  open: 'bill',
  submitted: 'submit',
  scheduled: 'schedule',
  completed: 'transfer',
  rejected: 'schedule',
  cancelled: 'schedule',
};

/** The time of the script's transfer step, else the usual transfer day. */
function scriptedDay(
  { requestedFor }: PortOrder,
  later: PortOrder['script'],
  { now, pace }: Pick<PortStepContext, 'now' | 'pace'>,
): number {
  const last = later.findIndex(({ status }) => status === 'completed');
  if (last < 0) return requestedFor ?? appointedDay(now, pace);
  return clampToCalendar(later.slice(0, last + 1).reduce((time, step) => time + scriptedMs(step, pace), now));
}

/** The note that each status adds; `open` adds none. Source: a recorded list of notes, which was empty. */
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

/** A number with one more note. Ids of notes derive from the number's id, so that they are unique. */
export function addNote(number: PortNumber, text: string, now: number): PortNumber {
  const at = wholeSecond(now);
  const note = { id: number.id * notesMax + number.notes.length + 1, text, author, createdAt: at, updatedAt: at };
  return { ...number, notes: [...number.notes, note] };
}

/** Limit of the notes of a number: a usual course adds four, and a scripted one has at most this many steps. */
const notesMax = 100;
export const scriptedStepsMax = 50;

const day = 86_400_000;

/** The time of a transfer: the morning of the day agreed with the carrier, or the exact moment if the pace is shorter than days. */
export function appointedDay(now: number, { transfer }: PortPace): number {
  return clampToCalendar(transfer < day ? now + transfer : morningOf(now + transfer));
}

/** Limits a moment to the years that have a written form, because a script can lead to others. */
const clampToCalendar = (moment: number): number => wholeSecond(Math.min(moment, lastInstant));

/** The time of day at which providers move numbers: 15:00 UTC, in the morning of the United States. */
export const morningOf = (moment: number): number => Math.floor(moment / day) * day + (15 * day) / 24;

const due = (at: number, step: PortStep, index = 0): PortDue => ({ at, step, index });
