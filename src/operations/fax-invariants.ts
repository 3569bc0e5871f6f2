import type { Fax, FaxStatus, Recipient } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';

/** Throws `invalid` for a fax that cannot be, since one of its fields says other than another. */
export function assertFaxInvariants(fax: Fax): void {
  const contradiction = inTime(fax) ?? inRecipients(fax);
  if (contradiction !== undefined) throw new Refusal('invalid', contradiction);
}

/** As recorded of received faxes. */
const earliestEndMs = -4000;

function inTime({ direction, createdAt, completedAt }: Fax): string | undefined {
  const leastMs = direction === 'received' ? earliestEndMs : 0;
  if (completedAt === null || completedAt - createdAt >= leastMs) return undefined;
  const allowance = leastMs === 0 ? '' : ` by more than ${-leastMs / 1000} s`;
  return `completed_at must not lie before created_at${allowance}, ${textOf(createdAt)}, got ${textOf(completedAt)}`;
}

const textOf = (time: number): string => new Date(time).toISOString();

/** The possible states of the calls by the status of their fax; in `inprogress`, each call has its own state. */
const callsOf: Readonly<Record<Exclude<FaxStatus, 'inprogress'>, readonly Recipient['status'][]>> = {
  queued: ['queued', null],
  pendingbatch: ['pendingbatch', null],
  success: ['success'],
  failure: ['failure'],
  partialsuccess: ['success', 'failure'],
};

function inRecipients({ direction, status, recipients }: Fax): string | undefined {
  if (direction === 'received')
    return recipients.length > 0 ? 'recipients must be empty: they are for a sent fax' : undefined;
  if (status === 'inprogress') return undefined;
  const calls = callsOf[status];
  const wrong = recipients.findIndex((to) => !calls.includes(to.status));
  if (wrong >= 0) {
    const was = JSON.stringify(recipients[wrong]?.status);
    return `recipients[${wrong}][status] must be ${calls.map(String).join(' or ')} while status is ${status}, got ${was}`;
  }
  const isPartial = calls.every((call) => recipients.some((to) => to.status === call));
  return status === 'partialsuccess' && !isPartial
    ? 'recipients must be of success and of failure, some of each, while status is partialsuccess'
    : undefined;
}
