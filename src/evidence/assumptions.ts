import type { Assumption } from './assumption.ts';
import { accountAssumptions, fixtureAssumptions, requestAssumptions } from './assumptions/requests.ts';
import { ataAssumptions } from './assumptions/atas.ts';
import { blockingRuleAssumptions } from './assumptions/blocking-rules.ts';
import { faxAssumptions } from './assumptions/faxes.ts';
import { phaxCodeAssumptions } from './assumptions/phax-codes.ts';
import { phoneNumberAssumptions } from './assumptions/phone-numbers.ts';
import { portOrderAssumptions } from './assumptions/port-orders.ts';
import { webhookAssumptions } from './assumptions/webhooks.ts';

/**
 * All assumptions of the simulator, by resource. They may differ from the real service; all other behaviour follows
 * evidence.
 */
export const assumptions: readonly Assumption[] = [
  ...requestAssumptions,
  ...faxAssumptions,
  ...phoneNumberAssumptions,
  ...accountAssumptions,
  ...ataAssumptions,
  ...portOrderAssumptions,
  ...blockingRuleAssumptions,
  ...phaxCodeAssumptions,
  ...webhookAssumptions,
  ...fixtureAssumptions,
];
