import * as v from 'valibot';
import { directions, faxStatuses, recipientStatuses } from '../../model/domain/fax.ts';
import type { Fax, Recipient } from '../../model/domain/fax.ts';
import { errorTypes } from '../../model/domain/fax-error.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { camelForm, callbackUrl, form, oneOf, optional, recordId, soughtNumber, tags } from '../fields.ts';
import { recordFields, recordWriter, cents, centralTimeText, numberInE164, wholeNumber } from '../reply.ts';
import { centralTime, centralTimeOrNull } from '../time.ts';
import { pagedForm, timeRangeFields, withTimeRange } from './paging.ts';

/** Any list of faxes by time, direction, status, number and tags. */
export const listFaxesForm = v.pipe(
  pagedForm({
    ...timeRangeFields,
    direction: optional(oneOf(directions)),
    status: optional(oneOf(faxStatuses)),
    phone_number: optional(soughtNumber),
    tag: optional(tags),
  }),
  v.transform(({ phoneNumber: number, tag: tags, ...rest }) => ({ ...withTimeRange(rest), number, tags })),
);

export const resendFaxForm = camelForm({ id: recordId, callback_url: optional(callbackUrl) });

/** `thumbnail` is s or l; without it the whole document is meant. */
export const faxFileForm = form({ id: recordId, thumbnail: optional(oneOf(['s', 'l'])) });

const errorFields = recordFields<{ readonly error: FaxError | null }>()({
  error_type: [v.nullable(v.picklist(errorTypes)), ({ error }) => error?.type ?? null],
  error_id: [v.nullable(wholeNumber), ({ error }) => error?.id ?? null],
  error_message: [v.nullable(v.string()), ({ error }) => error?.message ?? null],
});

const writeRecipient = recordWriter<Recipient>()('Recipient', {
  phone_number: [numberInE164, (recipient) => recipient.number],
  status: [v.nullable(v.picklist(recipientStatuses)), (recipient) => recipient.status],
  retry_count: [wholeNumber, (recipient) => recipient.retryCount],
  completed_at: [v.nullable(centralTimeText), (recipient) => centralTimeOrNull(recipient.completedAt)],
  bitrate: [v.nullable(wholeNumber), (recipient) => recipient.bitrate],
  resolution: [v.nullable(wholeNumber), (recipient) => recipient.resolution],
  ...errorFields,
});

const recipientsOf = ({ direction, recipients }: Fax) =>
  direction === 'sent' ? recipients.map(writeRecipient.body) : null;

export const faxFields = recordFields<Fax>()({
  id: [wholeNumber, (fax) => fax.id],
  direction: [v.picklist(directions), (fax) => fax.direction],
  num_pages: [wholeNumber, (fax) => fax.pages],
  status: [v.picklist(faxStatuses), (fax) => fax.status],
  is_test: [v.boolean(), (fax) => fax.isTest],
  created_at: [centralTimeText, (fax) => centralTime(fax.createdAt)],
  caller_id: [v.nullable(numberInE164), (fax) => fax.callerId],
  from_number: [v.nullable(numberInE164), (fax) => fax.fromNumber],
  completed_at: [v.nullable(centralTimeText), (fax) => centralTimeOrNull(fax.completedAt)],
  cost: [cents, (fax) => fax.costCents],
  tags: [v.record(v.string(), v.string()), (fax) => fax.tags],
  // A received fax has none, shown as null: recorded.
  recipients: [v.nullable(v.array(writeRecipient.shape)), recipientsOf],
  to_number: [v.nullable(numberInE164), (fax) => fax.toNumber],
  // Unlike a recipient, it has the number before the type: recorded.
  error_id: errorFields.error_id,
  error_type: errorFields.error_type,
  error_message: errorFields.error_message,
});

/** A fax as v2 shows it, keys in the recorded order. */
export const writeFax = recordWriter<Fax>()('Fax', faxFields);

/** Only the id of a fax that was just made. */
export const writeNewFax = recordWriter<Fax>()('NewFax', { id: [wholeNumber, (fax) => fax.id] });
