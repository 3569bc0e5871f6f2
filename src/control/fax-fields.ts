import * as v from 'valibot';
import { errorTypes, faxErrorById } from '../model/domain/fax-error.ts';
import { directions, faxStatuses, fileStates, pagesMax, recipientStatuses } from '../model/domain/fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import type { FaxSpec } from '../service/operations/fax-spec.ts';
import { camelKeys } from '../model/fields/names.ts';
import {
  about,
  anyNumberOf,
  boolean,
  callbackUrl,
  distance,
  input,
  instant,
  integer,
  listOf,
  maybe,
  oneOf,
  phoneNumber,
  tags,
  text,
} from './fields.ts';

const count = integer({ min: 0, max: 1_000_000 });
/** Bounded, so that later ids can count up from it. */
export const newId = integer({ min: 1, max: 1_000_000_000_000 });

const errorId = v.pipe(
  integer(),
  v.check(
    (id) => faxErrorById(id) !== undefined,
    ({ input }) => `must be the id of an error that faxes have, got ${input}; GET /_faxsim/fax_errors lists them`,
  ),
);

/** The fields that requests and files write differently. */
interface FormFields {
  readonly instant: typeof instant;
  readonly tags: typeof tags;
}

const recipient = ({ instant }: Pick<FormFields, 'instant'>) =>
  input({
    number: phoneNumber,
    status: maybe(oneOf(recipientStatuses)),
    error: maybe(errorId),
    retry_count: maybe(count),
    completed_at: maybe(instant),
    bitrate: maybe(count),
    resolution: maybe(count),
  });

const barcode = input({
  type: text,
  page: integer({ min: 1 }),
  value: text,
  identifier: maybe(text),
  metadata: maybe(text),
});

/** The fields of a fax that are given; missing ones follow from them. */
export const faxFieldsIn = (form: FormFields) => ({
  direction: about('Whether the fax is sent or received', maybe(oneOf(directions))),
  status: about('The status; it decides missing times, recipients and costs', maybe(oneOf(faxStatuses))),
  error: about('The id of the error of a failed fax', maybe(errorId)),
  created_at: about('The time of its creation; by default now', maybe(form.instant)),
  ago: about('The time since its creation, in place of `created_at`', maybe(distance)),
  completed_at: about('The time of its end', maybe(form.instant)),
  to: about('The numbers that the fax goes to', maybe(listOf(phoneNumber))),
  from: about(
    'The number that the fax comes from; of a sent fax by default the only one of the account',
    maybe(phoneNumber),
  ),
  pages: about('The number of pages', maybe(integer({ min: 0, max: pagesMax }))),
  cost: about('The cost in US cents', maybe(integer({ min: 0, max: 1_000_000_000_000 }))),
  is_test: about('Whether the test keys sent it', maybe(boolean)),
  file_state: about('The state of the stored file', maybe(oneOf(fileStates))),
  recipients: about('In place of `to`: each recipient with the result of its calls', maybe(listOf(recipient(form)))),
  tags: about('The tags: names with their values', maybe(form.tags)),
  caller_name: about('The caller name of a received fax', maybe(text)),
  callback_url: about('The URL for its webhooks; by default that of the account', maybe(callbackUrl)),
  header_text: about('The text at the top of each page', maybe(text)),
  barcodes: about('The barcodes of a received fax', maybe(anyNumberOf(barcode))),
  batch: about('The id of the batch', maybe(newId)),
  batch_delay: about('The delay of the batch', maybe(distance)),
  cancel_at: about('The time at which the service cancels the fax', maybe(form.instant)),
  test_fail: about('The simulated error of a test fax', maybe(oneOf(errorTypes))),
  stuck: about('Whether the fax stays in its status', maybe(boolean)),
});

export const faxFormFields = faxFieldsIn({ instant, tags });

type Stated = v.InferOutput<ReturnType<typeof input<typeof faxFormFields>>>;

/** The fields as they read on a clock that shows `now`. Throws `invalid` for fields that exclude each other. */
export function orderOf({ ago, recipients, barcodes, ...input }: Stated, now: number): FaxSpec {
  const { createdAt, cost, fileState, batchDelay, stuck, ...fields } = camelKeys(input);
  if (createdAt !== undefined && ago !== undefined) {
    throw new Refusal('invalid', 'created_at and ago exclude each other');
  }
  if (fields.to !== undefined && recipients !== undefined) {
    throw new Refusal('invalid', 'to and recipients exclude each other');
  }
  return {
    ...fields,
    createdAt: ago === undefined ? createdAt : now - ago,
    costCents: cost,
    file: fileState,
    batchDelayMs: batchDelay,
    isStuck: stuck,
    recipients: recipients?.map((recipient) => camelKeys(recipient)),
    barcodes: barcodes?.map((one) => ({ ...one, identifier: one.identifier ?? null, metadata: one.metadata ?? null })),
  };
}
