import type { AccountStatus } from '../../model/domain/account.ts';
import { form } from '../fields.ts';
import { recordWriter } from '../reply.ts';
import { cents, wholeNumber } from '../shape.ts';

export const accountStatusForm = form({});

/** Source: the v1 reference. */
export const writeAccountStatus = recordWriter<AccountStatus>()('AccountStatus', {
  faxes_sent_this_month: [wholeNumber, ({ thisMonth }) => thisMonth.sent],
  faxes_sent_today: [wholeNumber, ({ today }) => today.sent],
  balance: [cents, ({ balanceCents }) => balanceCents],
});
