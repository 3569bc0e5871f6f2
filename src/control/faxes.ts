import * as v from 'valibot';
import { errorTypes } from '../domain/fax-error.ts';
import { directions, faxStatuses, fileStates, mostPages, recipientStatuses } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { createFax, removeFax, updateFax } from '../operations/fax-fixtures.ts';
import type { FaxSpec } from '../operations/fax-spec.ts';
import { done, isDone, time } from './responses.ts';
import { controlRoute } from './control-route.ts';
import {
  anyNumberOf,
  boolean,
  callbackUrl,
  duration,
  file,
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
import { foundFax } from './lookup.ts';
import { shownRecord } from './record-form.ts';

const faxError = v.strictObject({ type: v.picklist(errorTypes), id: v.number(), message: v.string() });

/** A fax with all its fields, as the simulator stores it. */
export const faxRecord = v.looseObject({
  id: v.number(),
  direction: v.picklist(directions),
  is_test: v.boolean(),
  status: v.picklist(faxStatuses),
  created_at: time,
  completed_at: v.nullable(time),
  caller_id: v.nullable(v.string()),
  caller_name: v.nullable(v.string()),
  from_number: v.nullable(v.string()),
  to_number: v.nullable(v.string()),
  callback_url: v.nullable(v.string()),
  header_text: v.nullable(v.string()),
  pages: v.number(),
  document_pages: v.number(),
  cost_cents: v.number(),
  file: v.picklist(fileStates),
  recipients: v.array(
    v.looseObject({
      number: v.string(),
      status: v.nullable(v.picklist(recipientStatuses)),
      retry_count: v.number(),
      completed_at: v.nullable(time),
      error: v.nullable(faxError),
    }),
  ),
  barcodes: v.array(
    v.strictObject({
      type: v.string(),
      page: v.number(),
      value: v.string(),
      identifier: v.nullable(v.string()),
      metadata: v.nullable(v.string()),
    }),
  ),
  tags: v.record(v.string(), v.string()),
  error: v.nullable(faxError),
  due: v.nullable(v.looseObject({ at: time, step: v.string() })),
});

export const faxBody = (fax: object) => shownRecord(fax) as v.InferInput<typeof faxRecord>;

const count = integer({ min: 0, max: 1_000_000 });
const id = integer({ min: 1 });
/** Leaves room for those that are counted on from it. */
const newId = integer({ min: 1, max: 1_000_000_000_000 });

const recipient = input({
  number: phoneNumber,
  status: maybe(oneOf(recipientStatuses)),
  error: maybe(integer()),
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

const stated = {
  direction: maybe(oneOf(directions)),
  status: maybe(oneOf(faxStatuses)),
  error: maybe(integer()),
  created_at: maybe(instant),
  ago: maybe(duration),
  completed_at: maybe(instant),
  to: maybe(listOf(phoneNumber)),
  from: maybe(phoneNumber),
  pages: maybe(integer({ min: 0, max: mostPages })),
  cost: maybe(integer({ min: 0, max: 1_000_000_000_000 })),
  is_test: maybe(boolean),
  file_state: maybe(oneOf(fileStates)),
  recipients: maybe(listOf(recipient)),
  tags: maybe(tags),
  caller_name: maybe(text),
  callback_url: maybe(callbackUrl),
  header_text: maybe(text),
  barcodes: maybe(anyNumberOf(barcode)),
  batch: maybe(newId),
  batch_delay: maybe(duration),
  cancel_at: maybe(instant),
  test_fail: maybe(oneOf(errorTypes)),
  stuck: maybe(boolean),
};

const byId = input({ id });

export const faxes = {
  create: controlRoute('POST /faxes', {
    summary:
      'Create a fax in any state. Missing fields follow from the given ones. An unfinished fax continues from there.',
    form: input({ id: maybe(newId), file: maybe(file), ...stated }),
    answer: faxRecord,
    run: async ({ world }, { id: wanted, file: given, ...asked }) =>
      faxBody(await createFax(world, { id: wanted, upload: given, ...orderOf(asked, world.clock.now()) })),
  }),
  show: controlRoute('GET /faxes/:id', {
    summary: 'Show a fax with all its stored fields, also those that the API does not show.',
    form: byId,
    answer: faxRecord,
    run: ({ world }, wanted) => faxBody(foundFax(world, wanted.id)),
  }),
  change: controlRoute('PATCH /faxes/:id', {
    summary: 'Change a fax, and every field that follows from the change. No webhook is sent.',
    form: input({ id, ...stated }),
    answer: faxRecord,
    run: async ({ world }, { id: wanted, ...asked }) => {
      foundFax(world, wanted);
      return faxBody(await updateFax(world, wanted, orderOf(asked, world.clock.now())));
    },
  }),
  delete: controlRoute('DELETE /faxes/:id', {
    summary: 'Delete a fax, live or test, finished or not.',
    form: byId,
    answer: done,
    run: async ({ world }, wanted) => {
      await removeFax(world, foundFax(world, wanted.id).id);
      return isDone;
    },
  }),
};

type Stated = v.InferOutput<ReturnType<typeof input<typeof stated>>>;

function orderOf({ ago, created_at: at, recipients, barcodes, ...asked }: Stated, now: number): FaxSpec {
  if (at !== undefined && ago !== undefined) throw new Refusal('invalid', 'created_at and ago exclude each other');
  const { direction, status, error, to, from, pages, tags: tagged } = asked;
  if (to !== undefined && recipients !== undefined)
    throw new Refusal('invalid', 'to and recipients exclude each other');
  return {
    direction,
    status,
    error,
    to,
    from,
    pages,
    tags: tagged,
    createdAt: ago === undefined ? at : now - ago,
    completedAt: asked.completed_at,
    costCents: asked.cost,
    isTest: asked.is_test,
    file: asked.file_state,
    recipients: recipients?.map(({ retry_count: retryCount, completed_at: completedAt, ...to }) => ({
      ...to,
      retryCount,
      completedAt,
    })),
    barcodes: barcodes?.map((one) => ({ ...one, identifier: one.identifier ?? null, metadata: one.metadata ?? null })),
    callerName: asked.caller_name,
    callbackUrl: asked.callback_url,
    headerText: asked.header_text,
    batch: asked.batch,
    batchDelayMs: asked.batch_delay,
    cancelAt: asked.cancel_at,
    testFail: asked.test_fail,
    isStuck: asked.stuck,
  };
}
