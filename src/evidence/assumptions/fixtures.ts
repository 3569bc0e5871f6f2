import type { Assumption } from '../assumption.ts';

/** Of the starting states. */
export const fixtureAssumptions: readonly Assumption[] = [
  {
    about: 'fixtures',
    choice: 'The types of barcodes, the city and state of toll-free numbers, the error of a partial success.',
    because: 'No samples exist.',
  },
];
