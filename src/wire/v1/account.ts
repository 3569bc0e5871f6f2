import type { AccountStatus } from '../../domain/account.ts';
import { form } from '../fields.ts';
import { cents, record, wholeNumber } from '../shape.ts';
import type { Shown } from '../shape.ts';

export const accountStatusForm = form({});

export const accountStatusShape = record('AccountStatus', {
  faxes_sent_this_month: wholeNumber,
  faxes_sent_today: wholeNumber,
  balance: cents,
});

/** Source: the v1 reference. */
export const accountStatusJson = ({ balanceCents, today, thisMonth }: AccountStatus): string =>
  JSON.stringify({
    faxes_sent_this_month: thisMonth.sent,
    faxes_sent_today: today.sent,
    balance: balanceCents,
  } satisfies Shown<typeof accountStatusShape>);
