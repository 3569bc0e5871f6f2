import type { AccountStatus } from '../../domain/account.ts';
import { form } from '../fields.ts';
import { cents, record, wholeNumber } from '../shape.ts';
import type { Shown } from '../shape.ts';

export const accountStatusForm = form({});

const countsShape = record('FaxCounts', { sent: wholeNumber, received: wholeNumber });

export const accountStatusShape = record('AccountStatus', {
  balance: cents,
  faxes_today: countsShape,
  faxes_this_month: countsShape,
});

/** Keys in the recorded order; the counts have no others (a client refuses further ones). */
export const accountStatusJson = ({ balanceCents, today, thisMonth }: AccountStatus): string =>
  JSON.stringify({
    balance: balanceCents,
    faxes_today: { sent: today.sent, received: today.received },
    faxes_this_month: { sent: thisMonth.sent, received: thisMonth.received },
  } satisfies Shown<typeof accountStatusShape>);
