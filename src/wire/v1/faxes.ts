import * as v from 'valibot';
import { errorTypes } from '../../model/domain/fax-error.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { directions, faxStatuses, recipientStatuses } from '../../model/domain/fax.ts';
import type { Fax, Recipient } from '../../model/domain/fax.ts';
import type { Page } from '../../model/domain/page.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { boolean, form, integer, oneOf, optional, recordId, soughtNumber, tags, unixTime } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { messages, v1ReceivedMessage } from '../messages.ts';
import {
  jsonList,
  jsonWriter,
  recordWriter,
  reply,
  toldAnswer,
  cents,
  envelope,
  record,
  wholeNumber,
} from '../reply.ts';
import type { AnswerForm, OutputOf, Writer } from '../reply.ts';
import { numberText, numberTextShape } from './account.ts';

const defaultPerPage = 50;
const mostPerPage = 1000;

/** The fields that ask for a page in v1. */
const pageFields = {
  page: optional(integer({ min: 1 })),
  maxperpage: optional(integer({ min: 1 })),
};

function readPage(fields: { page?: number | undefined; maxperpage?: number | undefined }) {
  return { page: fields.page ?? 1, perPage: Math.min(fields.maxperpage ?? defaultPerPage, mostPerPage) };
}

const writePaging = recordWriter<Page<unknown>>()('Paging', {
  max_per_page: [wholeNumber, ({ perPage }) => perPage],
  page: [wholeNumber, ({ page }) => page],
  total_pages: [wholeNumber, ({ total, perPage }) => Math.ceil(total / perPage)],
  total_results: [wholeNumber, ({ total }) => total],
});

/** An answer that lists one page; in v1 the paging stands before the data, and in no header. Source: the v1 reference. */
export const listAnswer =
  <T>(write: Writer<T>): AnswerForm<Page<T>> =>
  (message) => ({
    shape: envelope({ paging: writePaging.shape, data: v.array(write.shape) }),
    reply: (page) => reply(message, { paging: writePaging(page), data: jsonList(page.items.map(write)) }),
  });

/** As in v2, but for where the id comes from. */
export { resendFaxForm } from '../v2/faxes.ts';

export const listFaxesForm = v.pipe(
  form({
    ...pageFields,
    start: optional(unixTime),
    end: optional(unixTime),
    status: optional(oneOf(faxStatuses)),
    number: optional(soughtNumber),
    tag: optional(tags),
  }),
  v.transform(({ start, end, status, number, tag, ...rest }) => {
    if (start !== undefined && end !== undefined && start > end) {
      throw new Refusal('invalid', 'start must not be later than end');
    }
    return { ...readPage(rest), from: start, to: end, status, number, tags: tag };
  }),
);

export const deleteFaxForm = v.pipe(
  form({ id: recordId, files_only: optional(boolean) }),
  v.transform((fields) => ({ id: fields.id, filesOnly: fields.files_only ?? false })),
);

/** `type` is p for the document, s or l for a thumbnail. */
export const faxFileForm = v.pipe(
  form({ id: recordId, type: optional(oneOf(['p', 's', 'l'])) }),
  v.transform(({ id, type = 'p' }) => ({ id, thumbnail: type === 'p' ? undefined : type })),
);

const unixSeconds = v.pipe(wholeNumber, describedBy<number>({ description: 'Unix time in seconds' }));
const digits = v.pipe(v.string(), describedBy<string>({ pattern: String.raw`^\d+$`, examples: ['14400'] }));

const errorShape = {
  error_id: v.exactOptional(wholeNumber),
  error_type: v.exactOptional(v.picklist(errorTypes)),
  error_code: v.exactOptional(v.string()),
};

const recipientShape = record('Recipient', {
  number: numberTextShape,
  status: v.picklist([...recipientStatuses, 'partialsuccess']),
  retry_count: v.exactOptional(wholeNumber),
  bitrate: v.exactOptional(digits),
  resolution: v.exactOptional(digits),
  completed_at: v.exactOptional(unixSeconds),
  ...errorShape,
});

const faxShape = record('Fax', {
  id: wholeNumber,
  num_pages: wholeNumber,
  cost: cents,
  direction: v.picklist(directions),
  status: v.picklist(faxStatuses),
  is_test: v.boolean(),
  requested_at: unixSeconds,
  completed_at: v.exactOptional(unixSeconds),
  recipients: v.exactOptional(v.array(recipientShape)),
  from_number: v.exactOptional(numberTextShape),
  to_number: v.exactOptional(numberTextShape),
  caller_id: v.exactOptional(numberTextShape),
  tags: v.exactOptional(v.record(v.string(), v.string())),
  ...errorShape,
});

/**
 * A fax as v1 shows it. Unknown and inapplicable fields are left out: a null breaks official clients. Source: the v1
 * reference's pages on objects.
 */
export function faxBody(fax: Fax): OutputOf<typeof faxShape> {
  return {
    id: fax.id,
    num_pages: fax.pages,
    cost: fax.costCents,
    direction: fax.direction,
    status: fax.status,
    is_test: fax.isTest,
    requested_at: seconds(fax.createdAt),
    ...(fax.completedAt !== null && { completed_at: seconds(fax.completedAt) }),
    ...(fax.direction === 'sent' && { recipients: fax.recipients.map((recipient) => recipientBody(recipient, fax)) }),
    ...(fax.fromNumber !== null && { from_number: numberText(fax.fromNumber) }),
    ...(fax.toNumber !== null && { to_number: numberText(fax.toNumber) }),
    ...(fax.callerId !== null && { caller_id: numberText(fax.callerId) }),
    ...(Object.keys(fax.tags).length > 0 && { tags: fax.tags }),
    ...errorBody(fax.error),
  };
}

/** Bitrate and resolution are text. Before the first step of its own, a recipient shows the fax's status. */
function recipientBody(recipient: Recipient, fax: Fax): OutputOf<typeof recipientShape> {
  return {
    number: numberText(recipient.number),
    status: recipient.status ?? fax.status,
    ...(recipient.retryCount > 0 && { retry_count: recipient.retryCount }),
    ...(recipient.bitrate !== null && { bitrate: String(recipient.bitrate) }),
    ...(recipient.resolution !== null && { resolution: String(recipient.resolution) }),
    ...(recipient.completedAt !== null && { completed_at: seconds(recipient.completedAt) }),
    ...errorBody(recipient.error),
  };
}

export const writeFax = jsonWriter(faxShape, faxBody);

/** v1 calls the text of an error its code. */
const errorBody = (error: FaxError | null) =>
  error === null ? {} : { error_id: error.id, error_type: error.type, error_code: error.message };

const seconds = (time: number): number => Math.floor(time / 1000);

/** Only the id of a fax that was just made. */
export const writeNewFax = recordWriter<Fax>()('NewFax', { faxId: [wholeNumber, (fax) => fax.id] });

/** v1 has the id of a fax that is sent twice. */
export const sendFaxAnswer: AnswerForm<Fax> = (message) => ({
  shape: envelope({ faxId: wholeNumber, data: writeNewFax.shape }),
  reply: (fax) => reply(message, { faxId: String(fax.id), data: writeNewFax(fax) }),
});

export const receiveFaxAnswer = toldAnswer(({ fromNumber }: Fax) => v1ReceivedMessage(numberText(fromNumber ?? '')));

export const deleteFaxAnswer = toldAnswer((filesOnly: boolean) => messages[filesOnly ? 'deleteFaxFile' : 'deleteFax']);
