import { Refusal } from '../model/domain/refusal.ts';
import { assignNumber, serviceWithId } from '../service/operations/services.ts';
import { controlRoute, done, doneAnswer } from './control-route.ts';
import { input, phoneNumber, text } from './fields.ts';

/** The control calls about v3 services, in place of another API of Sinch. */
export const services = {
  assign: controlRoute('PUT /services/:service/numbers/:number', {
    summary:
      'Assign a number of the account to a service of v3, as the Numbers API does. Faxes to it then trigger the webhook of that service.',
    schema: input({ service: text, number: phoneNumber }),
    answer: done,
    run: async ({ world }, { service: id, number }) => {
      const service = serviceWithId(world, id);
      if (service === undefined) throw new Refusal('not_found', `Not found: there is no service ${id}`);
      await assignNumber(world, service, number);
      return doneAnswer;
    },
  }),
};
