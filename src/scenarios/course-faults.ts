import { statusesAfter } from '../domain/port-course.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import type { PortOrderStatus } from '../domain/port-order.ts';
import { scriptedStatuses } from './scenario.ts';
import type { CourseStep } from './scenario.ts';

type Step = Pick<CourseStep, 'status'> & { readonly note?: string | undefined };
type FaxStatus = (typeof scriptedStatuses)[number];

/** What is wrong with a course for that which its rule listens to: each to be said of the rule's `do`. */
export function courseFaults(place: string, course: readonly Step[] = []): string[] {
  if (place !== 'fax' && place !== 'portOrder') return [];
  let before: PortOrderStatus = 'open';
  const faultOf = (step: Step): string | undefined => {
    if (place === 'fax') return faxFault(step);
    const status = portOrderStatuses.find((known) => known === step.status);
    if (status === undefined) return foreign(step.status, 'port order');
    const fault = portFault(before, status);
    before = status;
    return fault;
  };
  return course.flatMap((step, index) => {
    const fault = faultOf(step);
    return fault === undefined ? [] : [`cannot have this course: step ${index + 1} ${fault}`];
  });
}

function faxFault({ status, note }: Step): string | undefined {
  if (!scriptedStatuses.some((known) => known === status)) return foreign(status, 'fax');
  return note === undefined ? undefined : 'has a note, which only a port order has';
}

const foreign = (status: Step['status'], kind: 'fax' | 'port order'): string =>
  `has ${status}, which is no status of a ${kind}: these are ${known[kind].join(', ')}; the nearest is ${nearest[status]}`;

const known = { fax: scriptedStatuses, 'port order': portOrderStatuses };

/** What comes nearest to a status of the one in the other, by its meaning. */
const nearest: Readonly<Record<FaxStatus, PortOrderStatus> & Record<PortOrderStatus, FaxStatus>> = {
  inprogress: 'submitted',
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
function portFault(before: PortOrderStatus, status: PortOrderStatus): string | undefined {
  const possible = statusesAfter(before);
  if (possible.includes(status) || (status === before && possible.length > 0)) return undefined;
  if (possible.length === 0) return `comes after ${before}, which is an end`;
  return `has ${status}, which cannot follow ${before}; what can is ${possible.join(', ')}`;
}
