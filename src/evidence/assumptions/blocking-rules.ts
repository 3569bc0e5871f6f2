import type { Assumption } from '../assumption.ts';

/** Of blocking rules. */
export const blockingRuleAssumptions: readonly Assumption[] = [
  {
    about: 'createSendBlockingRule',
    choice: 'from must be a number of the account, or *; countries are in capitals; equal rules are allowed.',
    because: 'Values are documented, the refusal of others is not.',
  },
  {
    about: 'createReceiveBlockingRule',
    choice: 'to must be a number of the account, a country, or *; to and from are both required.',
    because: 'Values are documented, the refusal of others is not.',
  },
  {
    about: 'getBlockingRule',
    choice: 'The message is `Retrieved blocking rule`.',
    because: 'Not documented.',
  },
  {
    about: 'listBlockingRules',
    choice: 'The oldest rule is first.',
    because: 'Not documented.',
  },
  {
    about: 'deleteBlockingRule',
    choice: 'The message is `Blocking rule deleted successfully`; a rule with is_locked gets 422.',
    because: 'The documentation has the field, and describes the message without its text.',
  },
];
