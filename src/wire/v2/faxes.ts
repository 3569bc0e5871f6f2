import * as v from 'valibot';
import { directions, faxStatuses, recipientStatuses } from '../../model/domain/fax.ts';
import type { Fax, Recipient } from '../../model/domain/fax.ts';
import { errorTypes } from '../../model/domain/fax-error.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import {
  boolean,
  callbackUrl,
  camelForm,
  contentUrl,
  form,
  integer,
  listOf,
  oneOf,
  oneOfGroup,
  optional,
  phoneNumber,
  recordId,
  shortText,
  soughtNumber,
  tags,
  upload,
} from '../fields.ts';
import type { Params, Upload } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { receivedMessage } from '../messages.ts';
import {
  recordFields,
  recordWriter,
  valueWriter,
  chosenMessageAnswer,
  cents,
  centralTimeText,
  numberInE164,
  wholeNumber,
} from '../reply.ts';
import { centralTime, centralTimeOrNull } from '../time.ts';
import { pagedForm, timeRangeFields, timeRangeOf } from './paging.ts';

/** A list of faxes, filtered by time, direction, status, number and tags. */
export const listFaxesSchema = v.pipe(
  pagedForm({
    ...timeRangeFields,
    direction: optional(oneOf(directions)),
    status: optional(oneOf(faxStatuses)),
    phone_number: optional(soughtNumber),
    tag: optional(tags),
  }),
  v.transform((fields) => Object.assign(fields, timeRangeOf(fields), { number: fields.phoneNumber, tags: fields.tag })),
);

export const resendFaxSchema = camelForm({ id: recordId, callback_url: optional(callbackUrl) });

/** `thumbnail` is s or l; without it, the whole document is returned. */
export const faxFileSchema = form({ id: recordId, thumbnail: optional(oneOf(['s', 'l'])) });

const errorFields = recordFields<{ readonly error: FaxError | null }>()({
  error_type: [v.nullable(v.picklist(errorTypes)), ({ error }) => error?.type ?? null],
  error_id: [v.nullable(wholeNumber), ({ error }) => error?.id ?? null],
  error_message: [v.nullable(v.string()), ({ error }) => error?.message ?? null],
});

const writeRecipient = valueWriter<Recipient>()('Recipient', {
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
  // For a received fax, recipients are null: recorded.
  recipients: [v.nullable(v.array(writeRecipient.shape)), recipientsOf],
  to_number: [v.nullable(numberInE164), (fax) => fax.toNumber],
  // Unlike for a recipient, the number comes before the type: recorded.
  error_id: errorFields.error_id,
  error_type: errorFields.error_type,
  error_message: errorFields.error_message,
});

/** A fax in v2's form, with its keys in the recorded order. */
export const writeFax = recordWriter<Fax>()('Fax', faxFields);

/** The id of a new fax. */
export const writeNewFax = valueWriter<Fax>()('NewFax', { id: [wholeNumber, (fax) => fax.id] });

const tagsMax = 10;

/** The parameters of sendFax in every version. Sources of the limits: the reference on sending, and the clients. */
export const sendFields = {
  to: listOf(phoneNumber),
  header_text: optional(shortText(50)),
  batch_delay: optional(integer({ min: 0, max: 3600 })),
  batch_collision_avoidance: optional(boolean),
  callback_url: optional(callbackUrl),
  tag: optional(
    v.pipe(
      tags,
      v.check((given) => Object.keys(given).length <= tagsMax, `must be at most ${tagsMax} tags`),
    ),
  ),
  caller_id: optional(phoneNumber),
  test_fail: optional(oneOf(errorTypes)),
};

/** Minutes, between 3 and 60. */
export const cancelTimeout = integer({ min: 3, max: 60 });

type SendParams = v.InferOutput<v.ObjectSchema<typeof sendFields, string>> & {
  readonly cancel_timeout?: number | undefined;
};

/** The input of a send without its contents. A delay of zero means none. */
export function readSend(fields: SendParams) {
  return {
    to: fields.to,
    headerText: fields.header_text,
    batchDelay: fields.batch_delay === 0 ? undefined : fields.batch_delay,
    avoidsCollisions: fields.batch_collision_avoidance ?? false,
    callbackUrl: fields.callback_url,
    cancelTimeout: fields.cancel_timeout,
    tags: fields.tag ?? {},
    callerId: fields.caller_id,
    testFail: fields.test_fail,
  };
}

export const fileContent = ({ filename, type, bytes }: Upload) => ({ kind: 'file' as const, filename, type, bytes });

/** Direction of a fax, sent by default; only `received` was recorded. */
const direction = optional(oneOf(directions));

/** In the fax, the contents of URLs come before files. */
export const sendFaxSchema = v.pipe(
  form({
    ...sendFields,
    direction: optional(v.pipe(oneOf(directions), describedBy({ enum: ['sent'] }))),
    cancel_timeout: optional(cancelTimeout),
    file: optional(oneOfGroup('content', listOf(upload))),
    content_url: optional(oneOfGroup('content', listOf(contentUrl))),
  }),
  v.transform(({ file = [], content_url: urls = [], ...fields }) => {
    if (file.length + urls.length === 0)
      throw new Refusal('invalid', 'file or content_url is required', { field: 'file' });
    const contents = [...urls.map((url) => ({ kind: 'url' as const, url })), ...file.map(fileContent)];
    return Object.assign(readSend(fields), { contents });
  }),
);

/** True for `direction=received`, with which the call receives a fax instead of sending one. */
export function isReceive({ direction: directionParam }: Params): boolean {
  const result = v.safeParse(direction, directionParam);
  return result.success && result.output === 'received';
}

export const receiveFaxSchema = v.pipe(
  form({
    direction: oneOf(['received']),
    file: upload,
    from_number: optional(phoneNumber),
    to_number: optional(phoneNumber),
  }),
  v.transform(({ file, from_number: from, to_number: to }) => ({ file, from, to })),
);

export const receiveFaxAnswer = chosenMessageAnswer(({ fromNumber, toNumber }: Fax) =>
  receivedMessage(fromNumber ?? '', toNumber ?? ''),
);
