import * as v from 'valibot';
import { directions, faxStatuses, recipientStatuses } from '../../domain/fax.ts';
import type { Fax, Recipient } from '../../domain/fax.ts';
import { errorTypes } from '../../domain/fax-error.ts';
import type { FaxError } from '../../domain/fax-error.ts';
import { callbackUrl, form, integer, oneOf, optional, phoneNumber, tags } from '../fields.ts';
import { cents, centralTimeText, numberInE164, record, wholeNumber } from '../shape.ts';
import type { Shown } from '../shape.ts';
import { centralTime, centralTimeOrNull } from '../time.ts';
import { pageFields, readPage } from './paging.ts';
import { readTimeRange, timeRangeFields } from './time-range.ts';

const faxId = integer({ min: 1 });

/** Any list of faxes by time, direction, status, number and tags. */
export const listFaxesForm = v.pipe(
  form({
    ...timeRangeFields,
    ...pageFields,
    direction: optional(oneOf(directions)),
    status: optional(oneOf(faxStatuses)),
    phone_number: optional(phoneNumber),
    tag: optional(tags),
  }),
  v.transform(({ direction, status, phone_number: number, tag, ...rest }) => ({
    ...readTimeRange(rest),
    ...readPage(rest),
    direction,
    status,
    number,
    tags: tag,
  })),
);

export const resendFaxForm = v.pipe(
  form({ id: faxId, callback_url: optional(callbackUrl) }),
  v.transform((fields) => ({ id: fields.id, callbackUrl: fields.callback_url })),
);

export const faxIdForm = form({ id: faxId });

/** `thumbnail` is s or l; without it the whole document is meant. */
export const faxFileForm = form({ id: faxId, thumbnail: optional(oneOf(['s', 'l'])) });

const errorShape = {
  error_type: v.nullable(v.picklist(errorTypes)),
  error_id: v.nullable(wholeNumber),
  error_message: v.nullable(v.string()),
};

const recipientShape = record('Recipient', {
  phone_number: numberInE164,
  status: v.nullable(v.picklist(recipientStatuses)),
  retry_count: wholeNumber,
  completed_at: v.nullable(centralTimeText),
  bitrate: v.nullable(wholeNumber),
  resolution: v.nullable(wholeNumber),
  ...errorShape,
});

export const faxShape = record('Fax', {
  id: wholeNumber,
  direction: v.picklist(directions),
  num_pages: wholeNumber,
  status: v.picklist(faxStatuses),
  is_test: v.boolean(),
  created_at: centralTimeText,
  caller_id: v.nullable(numberInE164),
  from_number: v.nullable(numberInE164),
  completed_at: v.nullable(centralTimeText),
  cost: cents,
  tags: v.record(v.string(), v.string()),
  recipients: v.nullable(v.array(recipientShape)),
  to_number: v.nullable(numberInE164),
  // Unlike a recipient, it has the number before the type: recorded.
  error_id: errorShape.error_id,
  error_type: errorShape.error_type,
  error_message: errorShape.error_message,
});

/** A fax as v2 shows it, keys in the recorded order. A received fax has no recipients, shown as null (recorded). */
export function faxBody(fax: Fax): Shown<typeof faxShape> {
  return {
    id: fax.id,
    direction: fax.direction,
    num_pages: fax.pages,
    status: fax.status,
    is_test: fax.isTest,
    created_at: centralTime(fax.createdAt),
    caller_id: fax.callerId,
    from_number: fax.fromNumber,
    completed_at: centralTimeOrNull(fax.completedAt),
    cost: fax.costCents,
    tags: fax.tags,
    recipients: fax.direction === 'sent' ? fax.recipients.map(recipientBody) : null,
    to_number: fax.toNumber,
    error_id: fax.error?.id ?? null,
    error_type: fax.error?.type ?? null,
    error_message: fax.error?.message ?? null,
  };
}

function recipientBody(recipient: Recipient): Shown<typeof recipientShape> {
  return {
    phone_number: recipient.number,
    status: recipient.status,
    retry_count: recipient.retryCount,
    completed_at: centralTimeOrNull(recipient.completedAt),
    bitrate: recipient.bitrate,
    resolution: recipient.resolution,
    ...errorBody(recipient.error),
  };
}

const errorBody = (error: FaxError | null) => ({
  error_type: error?.type ?? null,
  error_id: error?.id ?? null,
  error_message: error?.message ?? null,
});

export const newFaxShape = record('NewFax', { id: wholeNumber });

/** Only the id of a fax that was just made. */
export const newFaxJson = (fax: Fax): string => JSON.stringify({ id: fax.id });
