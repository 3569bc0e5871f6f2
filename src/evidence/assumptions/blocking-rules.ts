import type { Assumption } from '../assumption.ts';

/** Of blocking rules. */
export const blockingRuleAssumptions: readonly Assumption[] = [
  {
    about: 'createSendBlockingRule',
    choice: 'from must be a number of the account, or *; countries are in capitals; a rule may be made twice.',
    because: 'Values are documented, the refusal of others is not.',
  },
  {
    about: 'createReceiveBlockingRule',
    choice: 'to must be a number of the account, a country, or *; to and from are both required.',
    because: 'Values are documented, the refusal of others is not.',
  },
  {
    about: 'getBlockingRule',
    choice: 'The text `Retrieved blocking rule`.',
    because: 'Not documented.',
  },
  {
    about: 'listBlockingRules',
    choice: 'Oldest first.',
    because: 'Not documented.',
  },
  {
    about: 'deleteBlockingRule',
    choice: 'The text `Blocking rule deleted successfully`; a rule with is_locked gets 422.',
    because: 'Documented is that the message says so, and that the field is there.',
  },
];
