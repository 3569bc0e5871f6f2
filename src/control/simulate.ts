import * as v from 'valibot';
import { faxErrorsOf } from '../model/domain/fax-error.ts';
import { mostPages } from '../model/domain/fax.ts';
import { portOrderStatuses } from '../model/domain/port-order.ts';
import { simulateCall } from '../service/operations/simulated-calls.ts';
import { errorOfId, usualErrors } from '../service/operations/send-fax.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { assertPortOrder, controlRoute, findFax } from './control-route.ts';
import { faxBody, faxRecord } from './faxes.ts';
import { file, input, integer, maybe, oneOf, phoneNumber, text } from './fields.ts';
import { recordBody } from './record-form.ts';

const id = integer({ min: 1 });

const receivedErrors = faxErrorsOf('received').map(({ id: error }) => error);
const receivedError = v.pipe(
  integer(),
  v.check(
    (error) => receivedErrors.includes(error),
    ({ input: given }) =>
      `must be the id of an error of received faxes, got ${given}; GET /_faxsim/fax_errors?direction=received lists them`,
  ),
);

const portOrder = v.looseObject({ id: v.number(), status: v.picklist(portOrderStatuses) });

/** The control calls that act for the outside world: callers, the telephone network, the porting team. */
export const simulate = {
  receive: controlRoute('POST /receive', {
    summary: 'Receive a live fax from any number, with any file, as if a caller had sent it; or a call that fails.',
    form: input({
      from: maybe(phoneNumber),
      to: maybe(phoneNumber),
      file: maybe(file),
      pages: maybe(integer({ min: 1, max: mostPages })),
      caller_name: maybe(text),
      error: maybe(receivedError),
    }),
    answer: v.strictObject({ fax: v.nullable(faxRecord), blocked_by: v.nullable(v.number()) }),
    run: async ({ world }, { caller_name: callerName, ...input }) => {
      const outcome = await simulateCall(world, { ...input, callerName });
      return 'fax' in outcome
        ? { fax: faxBody(outcome.fax), blocked_by: null }
        : { fax: null, blocked_by: outcome.block.id };
    },
  }),
  finish: controlRoute('POST /faxes/:id/finish', {
    summary: 'Finish an unfinished fax now, with its webhook.',
    form: input({ id, status: maybe(oneOf(['success', 'partialsuccess', 'failure'])), error: maybe(integer()) }),
    answer: faxRecord,
    run: async ({ world }, { id: faxId, error, status = error === undefined ? 'success' : 'failure' }) => {
      const { recipients } = findFax(world, faxId);
      if (status === 'success' && error !== undefined) {
        throw new Refusal('invalid', 'error is for a fax that fails, not for status success');
      }
      if (status === 'partialsuccess' && recipients.length < 2) {
        throw new Refusal('invalid', `status cannot be partialsuccess: fax ${faxId} has one recipient`);
      }
      const why = status === 'success' ? null : errorOfId(error ?? usualErrors.sent);
      return faxBody(await world.life.finish(faxId, { status, error: why }));
    },
  }),
  stepPortOrder: controlRoute('POST /port_orders/:id/step', {
    summary: 'Move a port order to a status that can follow its own, now. Its usual course continues from there.',
    form: input({ id, status: oneOf(portOrderStatuses), note: maybe(text) }),
    answer: portOrder,
    run: async ({ world }, { id: orderId, status, note = null }) => {
      assertPortOrder(world, orderId);
      return recordBody(await world.portLife.move(orderId, { status, note })) as v.InferInput<typeof portOrder>;
    },
  }),
};
