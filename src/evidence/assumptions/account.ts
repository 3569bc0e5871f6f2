import type { Assumption } from '../assumption.ts';

/** Of the account. */
export const accountAssumptions: readonly Assumption[] = [
  {
    about: 'getAccountStatus',
    choice: 'Faxes count by creation time, per US Central day and month; test faxes and failed faxes count too.',
    because: 'Only zeros have been recorded.',
  },
];
