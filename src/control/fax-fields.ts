import * as v from 'valibot';
import { errorTypes, faxErrorById } from '../domain/fax-error.ts';
import { directions, faxStatuses, fileStates, mostPages, recipientStatuses } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { FaxSpec } from '../operations/fax-spec.ts';
import { camelKeys } from '../wire/camel-form.ts';
import {
  anyNumberOf,
  boolean,
  callbackUrl,
  duration,
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
/** Leaves room for those that are counted on from it. */
export const newId = integer({ min: 1, max: 1_000_000_000_000 });

const errorId = v.pipe(
  integer(),
  v.check(
    (id) => faxErrorById(id) !== undefined,
    ({ input }) => `must be the id of an error that faxes have, got ${input}`,
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
export const statedIn = (form: FormFields) => ({
  direction: maybe(oneOf(directions)),
  status: maybe(oneOf(faxStatuses)),
  error: maybe(errorId),
  created_at: maybe(form.instant),
  ago: maybe(duration),
  completed_at: maybe(form.instant),
  to: maybe(listOf(phoneNumber)),
  from: maybe(phoneNumber),
  pages: maybe(integer({ min: 0, max: mostPages })),
  cost: maybe(integer({ min: 0, max: 1_000_000_000_000 })),
  is_test: maybe(boolean),
  file_state: maybe(oneOf(fileStates)),
  recipients: maybe(listOf(recipient(form))),
  tags: maybe(form.tags),
  caller_name: maybe(text),
  callback_url: maybe(callbackUrl),
  header_text: maybe(text),
  barcodes: maybe(anyNumberOf(barcode)),
  batch: maybe(newId),
  batch_delay: maybe(duration),
  cancel_at: maybe(form.instant),
  test_fail: maybe(oneOf(errorTypes)),
  stuck: maybe(boolean),
});

export const stated = statedIn({ instant, tags });

type Stated = v.InferOutput<ReturnType<typeof input<typeof stated>>>;

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
