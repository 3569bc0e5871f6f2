import type { Assumption } from '../assumption.ts';

/** Of port orders and their numbers. */
export const portOrderAssumptions: readonly Assumption[] = [
  {
    about: 'listPortOrders',
    choice: 'created_after is a week ago by default, as for faxes; newest first.',
    because: 'The documented default, now, contradicts a recorded call; the order was never seen.',
  },
  {
    about: 'listPortOrders',
    choice: 'The statuses submitted, scheduled, completed, rejected and cancelled.',
    because: 'Only `open` was ever seen.',
  },
  {
    about: 'createPortOrder',
    choice: 'Required is what a recorded call had, filled in; a ZIP code has five digits, and more of it is not kept.',
    because: 'It was the least that was accepted; the zip is documented as an integer, Canadian codes are not.',
  },
  {
    about: 'createPortOrder',
    choice: 'A number that is given twice in one call is refused.',
    because: 'Recorded are only one number in several orders, and orders of the account’s own number.',
  },
  {
    about: 'createPortOrder',
    choice: 'Both key pairs make orders, which go their way alike.',
    because: 'What porting does with test keys is not known.',
  },
  {
    about: 'portOrders',
    choice:
      'Bill, submission, the carrier’s answer, transfer: 8 hours, a day, three days, seven days at the real pace.',
    because: 'A week or two is usual for a transfer of numbers; no order was ever seen on its way.',
  },
  {
    about: 'portOrders',
    choice:
      'An order goes as far as its numbers; those that the carrier rejects stay behind, and it fails when all do.',
    because: 'Each number has a status of its own; how they make the order’s is not documented.',
  },
  {
    about: 'portOrders',
    choice: 'Numbers outside the US and Canada, and +1 555 555 1NNN of an error, are rejected by the carrier.',
    because: 'Which countries’ numbers can be ported is not documented.',
  },
  {
    about: 'portOrders',
    choice: 'The moved number costs 200 cents a month from then on; nothing is taken for the move itself.',
    because: 'A new number costs that; prices of porting were not seen.',
  },
  {
    about: 'portOrders',
    choice: 'A transfer leaves a number that the account already has as it is.',
    because: 'Orders of such numbers were recorded while they were open, never at their end.',
  },
  {
    about: 'listPortNumberNotes',
    choice: 'Texts and author of the notes; oldest first.',
    because: 'The one recorded list was empty.',
  },
];
