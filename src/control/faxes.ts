import * as v from 'valibot';
import { faxErrorsOf } from '../model/domain/fax-error.ts';
import { faxTable, pagesMax } from '../model/domain/fax.ts';
import { createFax, removeFax, updateFax } from '../service/operations/fax-fixtures.ts';
import { controlRoute, done, doneAnswer, assertPortOrder } from './control-route.ts';
import { faxId, findFax } from './fax-id.ts';
import { sentPagesOf } from './fax-sent-pages.ts';
import { orderOf, faxFormFields } from './fax-fields.ts';
import { tableAnswer } from './table-answer.ts';
import { newId } from './table-form.ts';
import { errorIdOf, file, input, integer, maybe, oneOf, phoneNumber, text } from './fields.ts';
import { restoreCredentials } from './hidden-credentials.ts';
import { recordBody } from './record-form.ts';
import { portOrderStatuses } from '../model/domain/port-order.ts';
import { unusedRuleOf } from '../scenarios/courses.ts';
import { simulateCall } from '../service/operations/inbound-faxes.ts';
import type { Fax } from '../model/domain/fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { transmissionIds } from '../model/domain/ulid.ts';
import type { World } from '../worlds/world.ts';
import { errorOfId, usualErrors } from '../service/operations/recipient-spec.ts';

/** A fax with all its fields, as the simulator stores it. */
const storedFax = tableAnswer(faxTable);

export const faxRecord = v.looseObject({ ...storedFax.entries, v3_ids: v.array(v.string()) });

/** A fax as the control API shows it: its record, and its ids in v3, one for each recipient. */
export const faxBody = ({ seed }: Pick<World, 'seed'>, fax: Fax): v.InferInput<typeof faxRecord> => ({
  ...(recordBody(fax) as v.InferInput<typeof storedFax>),
  v3_ids: transmissionIds(seed, fax),
});

/** A fax with the pages that were sent until now, in all and to each recipient; null if the service does not tell. */
export const shownFax = v.looseObject({
  ...faxRecord.entries,
  recipients: v.array(
    v.looseObject({ ...storedFax.entries.recipients.item.entries, pages_sent: v.nullable(v.number()) }),
  ),
  pages_sent: v.nullable(v.number()),
});

/** `sentOf` is that of a list, for which the history is read once. */
export function shownBody(world: World, fax: Fax, sentOf = sentPagesOf(world, [fax])): v.InferInput<typeof shownFax> {
  const { recipients, ...body } = faxBody(world, fax);
  const { inAll, toEach } = sentOf(fax);
  return {
    ...body,
    recipients: recipients.map((to, at) => ({ ...to, pages_sent: toEach[at] ?? null })),
    pages_sent: inAll,
  };
}

/** A created fax. `ignored_rule` is the rule of a scenario, as `scenario/rule`, that would have changed it if it had come by a request. */
const createdFax = v.looseObject({ ...faxRecord.entries, ignored_rule: v.nullable(v.string()) });

const byId = input({ id: faxId });

/** The given fields of a fax. Hidden credentials in its URL keep their stored value. */
const orderIn = ({ clock }: World, input: Parameters<typeof orderOf>[0], fax?: Fax) =>
  restoreCredentials(orderOf(input, clock.now()), fax);

export const faxes = {
  create: controlRoute('POST /faxes', {
    summary:
      'Create a fax in any state. Missing fields follow from the given fields. An unfinished fax continues from its state. No rule of a scenario changes it: ignored_rule is the active rule that would change such a fax of a request or a call.',
    schema: input({ id: maybe(newId), file: maybe(file), ...faxFormFields }),
    answer: createdFax,
    run: async ({ world }, { file: upload, id, ...input }) => {
      const fax = await createFax(world, { id, upload, ...orderIn(world, input) });
      return { ...faxBody(world, fax), ignored_rule: unusedRuleOf(fax, world.scenarios) ?? null };
    },
  }),
  show: controlRoute('GET /faxes/:id', {
    summary:
      'Show a fax with all its stored fields, including fields that the API does not show, and the pages that each recipient got.',
    schema: byId,
    answer: shownFax,
    run: ({ world }, input) => shownBody(world, findFax(world, input.id)),
  }),
  change: controlRoute('PATCH /faxes/:id', {
    summary: 'Change a fax, and every field that follows from the change. No webhook is sent.',
    schema: input({ id: faxId, ...faxFormFields }),
    answer: faxRecord,
    run: async ({ world }, { id, ...input }) => {
      const fax = findFax(world, id);
      return faxBody(world, await updateFax(world, fax.id, orderIn(world, input, fax)));
    },
  }),
  delete: controlRoute('DELETE /faxes/:id', {
    summary: 'Delete a fax, live or test, finished or not.',
    schema: byId,
    answer: done,
    run: async ({ world }, input) => {
      await removeFax(world, findFax(world, input.id).id);
      return doneAnswer;
    },
  }),
};

const receivedErrors = faxErrorsOf('received').map(({ id: error }) => error);
const receivedError = v.pipe(
  errorIdOf(faxErrorsOf('received')),
  v.check(
    (error) => receivedErrors.includes(error),
    ({ input: given }) =>
      `must be the id of an error of received faxes, got ${given}; GET /_faxsim/fax_errors?direction=received lists them`,
  ),
);

const portOrder = v.looseObject({ id: v.number(), status: v.picklist(portOrderStatuses) });

/** The control calls that simulate the outside world: callers, the telephone network, the porting team. */
export const simulate = {
  receive: controlRoute('POST /receive', {
    summary: 'Receive a live fax from any number, with any file, as if a caller had sent it; or a call that fails.',
    schema: input({
      from: maybe(phoneNumber),
      to: maybe(phoneNumber),
      file: maybe(file),
      pages: maybe(integer({ min: 1, max: pagesMax })),
      caller_name: maybe(text),
      error: maybe(receivedError),
    }),
    answer: v.strictObject({ fax: v.nullable(faxRecord), blocked_by: v.nullable(v.number()) }),
    run: async ({ world }, { caller_name: callerName, ...input }) => {
      const outcome = await simulateCall(world, { ...input, callerName });
      return 'fax' in outcome
        ? { fax: faxBody(world, outcome.fax), blocked_by: null }
        : { fax: null, blocked_by: outcome.block.id };
    },
  }),
  finish: controlRoute('POST /faxes/:id/finish', {
    summary: 'Finish an unfinished fax now, with its webhook.',
    schema: input({
      id: faxId,
      status: maybe(oneOf(['success', 'partialsuccess', 'failure'])),
      error: maybe(errorIdOf(faxErrorsOf('sent'))),
    }),
    answer: faxRecord,
    run: async ({ world }, { id: given, error, status = error === undefined ? 'success' : 'failure' }) => {
      const { id, recipients } = findFax(world, given);
      if (status === 'success' && error !== undefined) {
        throw new Refusal('invalid', 'error is for a fax that fails, not for status success');
      }
      if (status === 'partialsuccess' && recipients.length < 2) {
        throw new Refusal('invalid', `status cannot be partialsuccess: fax ${id} has one recipient`);
      }
      const why = status === 'success' ? null : errorOfId(error ?? usualErrors.sent);
      return faxBody(world, await world.life.finish(id, { status, error: why }));
    },
  }),
  stepPortOrder: controlRoute('POST /port_orders/:id/step', {
    summary: 'Move a port order to a possible next status now. Its usual course continues from there.',
    schema: input({ id: integer({ min: 1 }), status: oneOf(portOrderStatuses), note: maybe(text) }),
    answer: portOrder,
    run: async ({ world }, { id: orderId, status, note = null }) => {
      assertPortOrder(world, orderId);
      return recordBody(await world.portLife.move(orderId, { status, note })) as v.InferInput<typeof portOrder>;
    },
  }),
};
