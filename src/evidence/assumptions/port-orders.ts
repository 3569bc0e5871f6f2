import type { Assumption } from '../assumption.ts';

/** Of port orders and their numbers. */
export const portOrderAssumptions: readonly Assumption[] = [
  {
    about: 'listPortOrders',
    choice: 'created_after is a week ago by default, as for faxes; newest first.',
    because: 'The documented default, the present, contradicts a recorded request; the order has not been recorded.',
  },
  {
    about: 'listPortOrders',
    choice: 'The other statuses are submitted, scheduled, completed, rejected and cancelled.',
    because: 'Only `open` has been recorded.',
  },
  {
    about: 'createPortOrder',
    choice:
      'The parameters of a recorded request are required and not empty. Only the first five digits of a ZIP code are stored.',
    because: 'It is the smallest accepted request; the zip is documented as an integer, Canadian codes are not.',
  },
  {
    about: 'createPortOrder',
    choice: 'A number that occurs twice in one request is refused.',
    because: 'Only one number in several orders, and orders of the account’s own number, are recorded.',
  },
  {
    about: 'createPortOrder',
    choice: 'Both key pairs create orders, with the same course.',
    because: 'The effect of test keys on port orders is not known.',
  },
  {
    about: 'portOrders',
    choice:
      'Bill, submission, the carrier’s answer, transfer: 8 hours, a day, three days, seven days at the real pace.',
    because: 'A week or two is usual for a transfer of numbers; no order after its creation has been recorded.',
  },
  {
    about: 'portOrders',
    choice:
      'The carrier rejects single numbers, and the order continues with the others. If all are rejected, the order is rejected.',
    because: 'Each number has its own status; the link to the status of the order is not documented.',
  },
  {
    about: 'portOrders',
    choice: 'The carrier rejects numbers outside the US and Canada, and +1 555 555 1NNN of an error.',
    because: 'The countries with portable numbers are not documented.',
  },
  {
    about: 'portOrders',
    choice: 'A ported number costs 200 cents a month after the transfer; the transfer itself is free.',
    because: 'A new number costs that; prices of porting have not been recorded.',
  },
  {
    about: 'portOrders',
    choice: 'A transfer does not change a number that the account already has.',
    because: 'Orders of such numbers are recorded as open, never as completed.',
  },
  {
    about: 'listPortNumberNotes',
    choice: 'The texts and the author of the notes; the oldest note is first.',
    because: 'The one recorded list is empty.',
  },
];
