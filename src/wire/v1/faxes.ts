import * as v from 'valibot';
import { errorTypes } from '../../model/domain/fax-error.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { directions, faxStatuses, recipientStatuses } from '../../model/domain/fax.ts';
import type { Fax, FaxStatus, Recipient } from '../../model/domain/fax.ts';
import type { Page } from '../../model/domain/page.ts';
import { boolean, camelForm, form, oneOf, optional, recordId } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { messages, v1ReceivedMessage } from '../messages.ts';
import {
  jsonList,
  recordFields,
  recordWriter,
  valueWriter,
  reply,
  chosenMessageAnswer,
  cents,
  envelope,
  wholeNumber,
} from '../reply.ts';
import type { AnswerForm, Writer } from '../reply.ts';
import { numberText, numberTextShape } from './account.ts';

const writePaging = valueWriter<Page<unknown>>()('Paging', {
  max_per_page: [wholeNumber, ({ perPage }) => perPage],
  page: [wholeNumber, ({ page }) => page],
  total_pages: [wholeNumber, ({ total, perPage }) => Math.ceil(total / perPage)],
  total_results: [wholeNumber, ({ total }) => total],
});

/** An answer with one page. In v1 the paging comes before the data, and no header repeats it. Source: the v1 reference. */
export const listAnswer =
  <T>(write: Writer<T>): AnswerForm<Page<T>> =>
  (message) => ({
    shape: envelope({ paging: writePaging.shape, data: v.array(write.shape) }),
    reply: (page) => reply(message, { paging: [writePaging(page)], data: jsonList(page.items, write) }),
  });

/** v1 uses v2's schema: only the source of the id differs. */
export { resendFaxSchema as resendFaxForm } from '../v2/faxes.ts';

export const deleteFaxSchema = camelForm({ id: recordId, files_only: optional(boolean) });

/** `type` is p for the document, s or l for a thumbnail. */
export const faxFileSchema = v.pipe(
  form({ id: recordId, type: optional(oneOf(['p', 's', 'l'])) }),
  v.transform(({ id, type = 'p' }) => ({ id, thumbnail: type === 'p' ? undefined : type })),
);

const unixSeconds = v.pipe(wholeNumber, describedBy<number>({ description: 'Unix time in seconds' }));
const digits = v.pipe(v.string(), describedBy<string>({ pattern: String.raw`^\d+$`, examples: ['14400'] }));

/** v1 calls the text of an error `error_code`. */
const errorFields = recordFields<{ readonly error: FaxError | null }>()({
  error_id: [v.optional(wholeNumber), ({ error }) => error?.id],
  error_type: [v.optional(v.picklist(errorTypes)), ({ error }) => error?.type],
  error_code: [v.optional(v.string()), ({ error }) => error?.message],
});

/** Bitrate and resolution are text. Before its first own step, a recipient shows the fax's status. */
const writeRecipient = valueWriter<Recipient & { readonly faxStatus: FaxStatus }>()('Recipient', {
  number: [numberTextShape, (recipient) => numberText(recipient.number)],
  status: [v.picklist([...recipientStatuses, 'partialsuccess']), ({ status, faxStatus }) => status ?? faxStatus],
  retry_count: [v.optional(wholeNumber), (recipient) => recipient.retryCount || undefined],
  bitrate: [v.optional(digits), (recipient) => recipient.bitrate?.toString()],
  resolution: [v.optional(digits), (recipient) => recipient.resolution?.toString()],
  completed_at: [v.optional(unixSeconds), (recipient) => secondsOf(recipient.completedAt)],
  ...errorFields,
});

/**
 * A fax in v1's form. Unknown and inapplicable fields are left out, because a null breaks official clients. Source: the
 * v1 reference's pages on objects.
 */
export const writeFax = recordWriter<Fax>()('Fax', {
  id: [wholeNumber, (fax) => fax.id],
  num_pages: [wholeNumber, (fax) => fax.pages],
  cost: [cents, (fax) => fax.costCents],
  direction: [v.picklist(directions), (fax) => fax.direction],
  status: [v.picklist(faxStatuses), (fax) => fax.status],
  is_test: [v.boolean(), (fax) => fax.isTest],
  requested_at: [unixSeconds, (fax) => seconds(fax.createdAt)],
  completed_at: [v.optional(unixSeconds), (fax) => secondsOf(fax.completedAt)],
  recipients: [v.optional(v.array(writeRecipient.shape)), recipientsOf],
  from_number: [v.optional(numberTextShape), (fax) => numberOf(fax.fromNumber)],
  to_number: [v.optional(numberTextShape), (fax) => numberOf(fax.toNumber)],
  caller_id: [v.optional(numberTextShape), (fax) => numberOf(fax.callerId)],
  tags: [v.optional(v.record(v.string(), v.string())), ({ tags }) => (Object.keys(tags).length > 0 ? tags : undefined)],
  ...errorFields,
});

function recipientsOf({ direction, recipients, status: faxStatus }: Fax) {
  if (direction !== 'sent') return undefined;
  return recipients.map((recipient) => writeRecipient.body({ ...recipient, faxStatus }));
}

const numberOf = (number: string | null) => (number === null ? undefined : numberText(number));
const secondsOf = (time: number | null) => (time === null ? undefined : seconds(time));
const seconds = (time: number): number => Math.floor(time / 1000);

/** The id of a fax that was just made. */
export const writeNewFax = valueWriter<Fax>()('NewFax', { faxId: [wholeNumber, (fax) => fax.id] });

/** The answer to a send, with the id of the fax twice, as in v1. */
export const sendFaxAnswer: AnswerForm<Fax> = (message) => ({
  shape: envelope({ faxId: wholeNumber, data: writeNewFax.shape }),
  reply: (fax) => reply(message, { faxId: [String(fax.id)], data: [writeNewFax(fax)] }),
});

export const receiveFaxAnswer = chosenMessageAnswer(({ fromNumber }: Fax) =>
  v1ReceivedMessage(numberText(fromNumber ?? '')),
);

export const deleteFaxAnswer = chosenMessageAnswer(
  (filesOnly: boolean) => messages[filesOnly ? 'deleteFaxFile' : 'deleteFax'],
);
