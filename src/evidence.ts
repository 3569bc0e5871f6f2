import type { OperationId } from './domain/operation.ts';

/** A choice for which there is no evidence from the real service, or too little. */
export interface Assumption {
  /** An operation, or a wider part of the service. */
  readonly about: OperationId | 'requests' | 'authentication' | 'refusals' | 'paging' | 'times' | 'fixtures';
  readonly choice: string;
  readonly because: string;
}

/** All that the simulator assumes. What stands here may differ from the real service; all else follows evidence. */
export const assumptions: readonly Assumption[] = [
  {
    about: 'requests',
    choice: 'A `_method` that is none of GET, POST, PATCH, PUT, DELETE is refused with 422.',
    because: 'The method override is documented, its limits are not.',
  },
  {
    about: 'requests',
    choice: 'Broken JSON, multipart, %-escapes or UTF-8 get 400; more than 1000 parameters too.',
    because: 'Only 401, 404, 422, 429 and 5xx are known to official clients; this is what HTTP has for it.',
  },
  {
    about: 'requests',
    choice: 'A body over the limit gets 413, one of an unknown Content-Type 415, another method 405 with Allow.',
    because: 'None was ever seen.',
  },
  {
    about: 'requests',
    choice: 'A parameter in the body wins over one of the same name in the query.',
    because: 'Clients never send both.',
  },
  {
    about: 'authentication',
    choice: 'v2.1 takes api_key and api_secret too, unless --strict-auth is given.',
    because: 'The specification lists both ways for all versions; the official Ruby client says Basic only for v2.1.',
  },
  {
    about: 'authentication',
    choice: 'The texts of 401, and its header `WWW-Authenticate: Basic`. Basic wins where both ways are used.',
    because: 'No 401 was ever recorded; HTTP asks for the header.',
  },
  {
    about: 'refusals',
    choice: 'The texts of 422; they name the parameter and what was expected.',
    because: 'No 422 was ever recorded.',
  },
  {
    about: 'refusals',
    choice: 'An unknown record gets 404 with the text of an unknown route; so does an id that is no whole number.',
    because: 'Only that of an unknown route was recorded.',
  },
  {
    about: 'refusals',
    choice: 'v1 answers what an operation refuses with 200 and `success: false`; 400, 401, 404, 405, 413 and 415 stay.',
    because: 'One captured answer, and that its clients look at `success` alone.',
  },
  {
    about: 'paging',
    choice: 'More than 1000 a page gives 1000; a page past the end is empty; less than 1 is refused.',
    because: 'The maximum is documented, what happens beyond it is not.',
  },
  {
    about: 'times',
    choice: 'A time without a zone is US Central time; a date alone is its midnight there.',
    because: 'Answers are in that zone; what is assumed for requests is not documented.',
  },
  {
    about: 'times',
    choice: 'Both ends of a range belong to it. A range turned round is refused; a start after now finds nothing.',
    because: 'Only that a start at now finds nothing is known.',
  },
  {
    about: 'listFaxes',
    choice: 'A status that the service does not have is refused. Faxes of one second are ordered by their ids.',
    because: 'Neither is documented.',
  },
  {
    about: 'listFaxes',
    choice: '`phone_number` finds recipients of sent faxes and both ends of received ones; several tags must all fit.',
    because: 'Documented is an exact match alone.',
  },
  {
    about: 'getFax',
    choice:
      'v2.1 shows null for the recipients of a received fax, as v2 does, and has caller_name and barcodes in lists.',
    because: 'Recorded for v2; for v2.1 only single sent faxes were.',
  },
  {
    about: 'getFax',
    choice: 'v1 shows numbers from outside North America with their prefix, and retry_count only above 0.',
    because: 'The form without a prefix is known for ten digits only; samples of both kinds exist for retry_count.',
  },
  {
    about: 'resendFax',
    choice:
      'Without a stored file 422 with the text of fax error 113; a received fax 422; an unfinished one is resent.',
    because: 'That it fails is documented; status and text are not.',
  },
  {
    about: 'resendFax',
    choice: 'The new fax is a test when the test keys ask for it, whatever the original was.',
    because: 'The key pair decides for new faxes; a resend is one.',
  },
  {
    about: 'resendFax',
    choice: 'A blocking rule that stops the call to one recipient refuses the whole resend with 422.',
    because: 'The effect of a rule is documented only as blocking.',
  },
  {
    about: 'deleteFaxFile',
    choice: 'Deleting a file that is gone succeeds again. v1 has the text of v2.',
    because: 'Neither was seen.',
  },
  {
    about: 'deleteFax',
    choice: 'A fax that was not made with test keys gets 422.',
    because: 'That only test faxes can be deleted is documented; status and text are not.',
  },
  {
    about: 'listPhoneNumbers',
    choice: 'area_code without country_code gets 422.',
    because: 'That it is required is documented; status and text are not.',
  },
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
  {
    about: 'fixtures',
    choice: 'The types of barcodes, city and state of toll-free numbers, the error of a partial success.',
    because: 'No samples of them exist.',
  },
];
