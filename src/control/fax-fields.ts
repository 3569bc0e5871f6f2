import * as v from 'valibot';
import { faxErrorById, faxErrors } from '../model/domain/fax-error.ts';
import { faxTable, fileStates, recipientStatuses } from '../model/domain/fax.ts';
import { optionTable } from '../model/domain/send-options.ts';
import { Refusal } from '../model/domain/refusal.ts';
import type { FaxSpec } from '../service/operations/fax-spec.ts';
import { count, tableForm } from './table-form.ts';
import type { FormFields } from './table-form.ts';
import { camelKeys } from '../model/fields/names.ts';
import {
  about,
  anyNumberOf,
  boolean,
  distance,
  errorIdOf,
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

const errorId = v.pipe(
  errorIdOf(faxErrors),
  v.check(
    (id) => faxErrorById(id) !== undefined,
    ({ input }) => `must be the id of an error that faxes have, got ${input}; GET /_faxsim/fax_errors lists them`,
  ),
);

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

/** The given fields of a fax, from which missing ones follow. Documents list them in this order, so add new fields at the end. */
export function faxFieldsIn(form: FormFields) {
  const { direction, status, created_at, completed_at, pages, is_test, tags, caller_name, ...others } = tableForm(
    faxTable,
    form,
  );
  const { callback_url, header_text, ...further } = others;
  const { batch, cancel_at, test_fail, ...furtherOptions } = tableForm(optionTable, form);
  return {
    direction,
    status,
    error: about('The id of the error of a failed fax', maybe(errorId)),
    created_at,
    ago: about('The time since its creation, in place of `created_at`', maybe(distance)),
    completed_at,
    to: about('The numbers that the fax goes to', maybe(listOf(phoneNumber))),
    from: about(
      'The number that the fax comes from; for a sent fax, by default the only number of the account',
      maybe(phoneNumber),
    ),
    pages,
    cost: about('The cost in US cents', maybe(integer({ min: 0, max: 1_000_000_000_000 }))),
    is_test,
    file_state: about('The state of the stored file', maybe(oneOf(fileStates))),
    recipients: about('In place of `to`: each recipient with the result of its calls', maybe(listOf(recipient(form)))),
    tags,
    caller_name,
    callback_url,
    header_text,
    barcodes: about('The barcodes of a received fax', maybe(anyNumberOf(barcode))),
    batch,
    batch_delay: about('The delay of the batch', maybe(distance)),
    cancel_at,
    test_fail,
    stuck: about('Whether the fax stays in its status', maybe(boolean)),
    ...further,
    ...furtherOptions,
  };
}

export const faxFormFields = faxFieldsIn({ instant, tags });

type Stated = v.InferOutput<ReturnType<typeof input<typeof faxFormFields>>>;

/** The stated fields, with relative times resolved at `now`. Throws the Refusal `invalid` for fields that exclude each other. */
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
