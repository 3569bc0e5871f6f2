import * as v from 'valibot';
import { errorTypes } from '../model/domain/fax-error.ts';
import { directions, faxStatuses, fileStates, recipientStatuses } from '../model/domain/fax.ts';
import { createFax, removeFax, updateFax } from '../service/operations/fax-fixtures.ts';
import { controlRoute, done, findFax, isDone, time } from './control-route.ts';
import { newId, orderOf, faxFormFields } from './fax-fields.ts';
import { file, input, integer, maybe } from './fields.ts';
import { recordBody } from './record-form.ts';

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

export const faxBody = (fax: object) => recordBody(fax) as v.InferInput<typeof faxRecord>;

const id = integer({ min: 1 });

const byId = input({ id });

export const faxes = {
  create: controlRoute('POST /faxes', {
    summary:
      'Create a fax in any state. Missing fields follow from the given ones. An unfinished fax continues from there.',
    form: input({ id: maybe(newId), file: maybe(file), ...faxFormFields }),
    answer: faxRecord,
    run: async ({ world }, { id: faxId, file: upload, ...input }) =>
      faxBody(await createFax(world, { id: faxId, upload, ...orderOf(input, world.clock.now()) })),
  }),
  show: controlRoute('GET /faxes/:id', {
    summary: 'Show a fax with all its stored fields, also those that the API does not show.',
    form: byId,
    answer: faxRecord,
    run: ({ world }, input) => faxBody(findFax(world, input.id)),
  }),
  change: controlRoute('PATCH /faxes/:id', {
    summary: 'Change a fax, and every field that follows from the change. No webhook is sent.',
    form: input({ id, ...faxFormFields }),
    answer: faxRecord,
    run: async ({ world }, { id: faxId, ...input }) => {
      findFax(world, faxId);
      return faxBody(await updateFax(world, faxId, orderOf(input, world.clock.now())));
    },
  }),
  delete: controlRoute('DELETE /faxes/:id', {
    summary: 'Delete a fax, live or test, finished or not.',
    form: byId,
    answer: done,
    run: async ({ world }, input) => {
      await removeFax(world, findFax(world, input.id).id);
      return isDone;
    },
  }),
};
