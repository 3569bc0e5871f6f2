import type { AccountStatus } from '../../domain/account.ts';
import { form } from '../fields.ts';

export const accountStatusForm = form({});

/** Keys in the recorded order; the counts have no others (a client refuses further ones). */
export const accountStatusJson = ({ balanceCents, today, thisMonth }: AccountStatus): string =>
  JSON.stringify({
    balance: balanceCents,
    faxes_today: { sent: today.sent, received: today.received },
    faxes_this_month: { sent: thisMonth.sent, received: thisMonth.received },
  });
