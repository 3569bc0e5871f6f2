import type { AccountStatus } from '../../domain/account.ts';
import { form } from '../fields.ts';

export const accountStatusForm = form({});

/** Source: the v1 reference. */
export const accountStatusJson = ({ balanceCents, today, thisMonth }: AccountStatus): string =>
  JSON.stringify({
    faxes_sent_this_month: thisMonth.sent,
    faxes_sent_today: today.sent,
    balance: balanceCents,
  });
