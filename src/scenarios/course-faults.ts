import { scriptedStatuses } from '../domain/fax.ts';
import { statusesAfter } from '../domain/port-course.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import type { PortOrderStatus } from '../domain/port-order.ts';
import type { CourseStep } from './effects.ts';

type Step = Pick<CourseStep, 'status'> & {
  readonly on_read?: number | undefined;
  readonly note?: string | undefined;
};
type FaxStatus = (typeof scriptedStatuses)[number];

/** What is wrong with the steps of a course for that which its rule listens to, by their index. */
export function courseFaults(place: string, course: readonly Step[] = []): { step: number; message: string }[] {
  if (place !== 'fax' && place !== 'portOrder') return [];
  const faultAt = place === 'fax' ? faxFault : portFault;
  return course.flatMap((_step, step) => {
    const message = faultAt(course, step);
    return message === undefined ? [] : [{ step, message }];
  });
}

function faxFault(course: readonly Step[], index: number): string | undefined {
  const [step, before] = [course[index], course[index - 1]];
  if (step === undefined) return undefined;
  if (!scriptedStatuses.some((known) => known === step.status)) return foreign(step.status, 'fax');
  if (step.note !== undefined) return 'has a note, which only a port order has';
  return before === undefined || before.status === 'inprogress' || before.status === 'willretry'
    ? undefined
    : `comes after ${before.status}, which is the end`;
}

const foreign = (status: Step['status'], kind: 'fax' | 'port order'): string =>
  `has ${status}, which is no status of a ${kind}: these are ${known[kind].join(', ')}; the nearest is ${nearest[status]}`;

const known = { fax: scriptedStatuses, 'port order': portOrderStatuses };

/** What comes nearest to a status of the one in the other, by its meaning. */
const nearest: Readonly<Record<FaxStatus, PortOrderStatus> & Record<PortOrderStatus, FaxStatus>> = {
  inprogress: 'submitted',
  willretry: 'submitted',
  success: 'completed',
  partialsuccess: 'completed',
  failure: 'rejected',
  open: 'inprogress',
  submitted: 'inprogress',
  scheduled: 'inprogress',
  completed: 'success',
  rejected: 'failure',
  cancelled: 'failure',
};

/** A step may stay where the order is, for the sake of its note, unless that is an end. */
function portFault(course: readonly Step[], index: number): string | undefined {
  const statusAt = (at: number): PortOrderStatus | undefined =>
    portOrderStatuses.find((known) => known === course[at]?.status);
  const status = statusAt(index);
  if (status === undefined) return foreign(course[index]?.status ?? 'failure', 'port order');
  if (course[index]?.on_read !== undefined)
    return 'cannot have on_read, which only faxes take: steps of a port order take after';
  const before = statusAt(index - 1) ?? 'open';
  const possible = statusesAfter(before);
  if (possible.includes(status) || (status === before && possible.length > 0)) return undefined;
  if (possible.length === 0) return `comes after ${before}, which is an end`;
  return `has ${status}, which cannot follow ${before}; what can is ${possible.join(', ')}`;
}
