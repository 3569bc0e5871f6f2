import type { Assumption } from '../assumption.ts';

/** Of the account. */
export const accountAssumptions: readonly Assumption[] = [
  {
    about: 'getAccountStatus',
    choice: 'Counts faxes by creation, of US Central days and months, test faxes and failed ones included.',
    because: 'Only zeros were recorded.',
  },
];
