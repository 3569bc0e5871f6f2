import type { AccountStatus } from '../../model/domain/account.ts';
import { form } from '../fields.ts';
import { recordWriter } from '../reply.ts';
import { cents, record, wholeNumber } from '../shape.ts';

export const accountStatusForm = form({});

const countsShape = record('FaxCounts', { sent: wholeNumber, received: wholeNumber });

/** Keys in the recorded order; the counts have no others (a client refuses further ones). */
export const writeAccountStatus = recordWriter<AccountStatus>()('AccountStatus', {
  balance: [cents, ({ balanceCents }) => balanceCents],
  faxes_today: [countsShape, ({ today: { sent, received } }) => ({ sent, received })],
  faxes_this_month: [countsShape, ({ thisMonth: { sent, received } }) => ({ sent, received })],
});
