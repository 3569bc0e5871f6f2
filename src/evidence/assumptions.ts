import type { OperationId } from '../domain/operation.ts';

type Part =
  | 'authentication'
  | 'calls'
  | 'documents'
  | 'fixtures'
  | 'paging'
  | 'portOrders'
  | 'refusals'
  | 'requests'
  | 'times'
  | 'webhooks';

/** A choice for which there is no evidence from the real service, or too little. */
export interface Assumption {
  /** An operation, or a wider part of the service. */
  readonly about: OperationId | Part;
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
    about: 'requests',
    choice: 'Parameters that an operation does not know are ignored; the request journal says so.',
    because: 'None was ever seen to be refused.',
  },
  {
    about: 'requests',
    choice: 'A rate limit, when it is switched on, counts for each API key and comes with Retry-After.',
    because: 'Clients pause a second between calls and know 429; headers and text were never seen.',
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
    choice: 'An unknown record gets 404 with the text of an unknown route; an id that is no whole number too, and why.',
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
    about: 'sendFax',
    choice: 'Every wrong parameter refuses the whole call with 422; v1 with 200.',
    because: 'That such calls fail is documented; status and text are not.',
  },
  {
    about: 'sendFax',
    choice: 'test_fail with live keys, or with an unknown value, is refused.',
    because: 'It is documented for test keys only.',
  },
  {
    about: 'sendFax',
    choice:
      'Every fax to the numbers of an open batch joins it, and does not put it off; v1 puts cancel_timeout off too.',
    because: 'That later faxes join is documented, whether they need batch_delay is not.',
  },
  {
    about: 'sendFax',
    choice: 'A number of a country that does not exist, or that a rule blocks, refuses the whole call with 422.',
    because: 'The effect of a rule is documented only as blocking.',
  },
  {
    about: 'sendFax',
    choice: 'A live fax that the balance does not cover fails with error 5 once its pages are known.',
    because: 'The table of fax errors has it; no refusal of a call is known.',
  },
  {
    about: 'cancelFax',
    choice: 'A fax that is done gets 422 with the text of fax error 79. Recipients that were reached stay so.',
    because: 'That it fails is known from a client; status and text are not.',
  },
  {
    about: 'getFaxFile',
    choice: 'A missing file gets 404 with the text of fax error 113, in v1 too; a thumbnail is called fax-ID.jpg.',
    because: 'A client knows a 404 in v1; text and name were not seen.',
  },
  {
    about: 'receiveFax',
    choice: 'Any number may be given as to_number; the fax costs 7 cents a page; live keys are refused with 422.',
    because: 'A client sends a number that is not its own; test keys are documented.',
  },
  {
    about: 'calls',
    choice: 'What rings, answers and transmits when, and that a page takes half a minute (test: half a second).',
    because: 'Recorded are the first second, the second and third of a test fax, and the twelfth of a live one.',
  },
  {
    about: 'calls',
    choice: 'Only line errors are tried again; no retries by default, and a minute between them.',
    because: 'Number and delay are settings of the account; their defaults are not documented.',
  },
  {
    about: 'calls',
    choice:
      'A live fax to a number of the account is received there, with its header; a blocked one fails with error 50.',
    because: 'Nothing else would be believable; it was not seen.',
  },
  {
    about: 'documents',
    choice: 'Which error a document gets that cannot be converted; see docs/documents.md.',
    because: 'The errors are documented, not which document gets which.',
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
    about: 'resendFax',
    choice: 'A stored file that is corrupt is taken, and the new fax fails with error 4 within seconds.',
    because: 'Only that a file must be there is documented; error 4 is what a document gets that cannot be converted.',
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
    about: 'fireBatch',
    choice:
      'A batch has the id of the fax that opened it; that of any other in it stands for it too. No data in answers.',
    because: 'Removed from documentation and clients in 2014: only the names, and that they take an id, are known.',
  },
  {
    about: 'closeBatch',
    choice:
      'A closed batch goes out at its time, or by fireBatch; closing it again succeeds, after it went out neither.',
    because: 'As of fireBatch.',
  },
  {
    about: 'listPhoneNumbers',
    choice: 'area_code without country_code gets 422.',
    because: 'That it is required is documented; status and text are not.',
  },
  {
    about: 'provisionNumber',
    choice: 'Without a number to give 422 with the text of v1, for a country other than the US and Canada too.',
    because: 'A third party knows the text; the status was not seen.',
  },
  {
    about: 'provisionNumber',
    choice: 'Numbers are of exchange 555, those kept for fiction first. A released one rests for 90 days.',
    because: 'Real numbers are random and may be anyone’s; how long one rests is not documented.',
  },
  {
    about: 'provisionNumber',
    choice: 'Both pairs of keys provision; 200 cents are taken at once, never again, and 422 when they are not there.',
    because: 'Recorded are provisioning and test faxes of one account, and the cost; renewals and refusals were not.',
  },
  {
    about: 'releaseNumber',
    choice:
      'Nothing is paid back. A resend of a fax leaves out a caller id that was released. v1 names a wrong number.',
    because: 'None of it is documented.',
  },
  {
    about: 'listCountries',
    choice:
      'Countries after the first 25: 10 cents in five, else 20; send none without a telephone network. Most names.',
    because: 'Only the first page and the total were recorded.',
  },
  {
    about: 'listAreaCodes',
    choice: 'All of the US and Canada, geographic and toll free; the towns of most. An unknown state has none.',
    because: 'Some 320 were recorded in total, a few with towns: those with numbers to give on that day.',
  },
  {
    about: 'listAreaCodes',
    choice: 'Credentials are not looked at, even wrong ones; as of countries. Without /w/ID the default world answers.',
    because: 'Recorded only without credentials and with right ones.',
  },
  {
    about: 'getAccountStatus',
    choice: 'Counts faxes by creation, of US Central days and months, test faxes and failed ones included.',
    because: 'Only zeros were recorded.',
  },
  {
    about: 'createAta',
    choice: 'name is required; mac_address is checked; the domain is ata.phaxio.com unless given.',
    because: 'Recorded is the domain of a staging system; limits are not documented.',
  },
  {
    about: 'updateAta',
    choice: 'What is empty or absent stays as it is.',
    because: 'As everywhere, empty means not given.',
  },
  {
    about: 'addAtaNumber',
    choice:
      'An ATA has one number, shown in E.164; a second, or one of another ATA, gets 422; the same again succeeds.',
    because: 'An ATA has one field for it, only seen empty.',
  },
  {
    about: 'getProvisioningUrls',
    choice: 'The host provision.phaxio.com, and a key of the account and the group.',
    because: 'Recorded with parts left out.',
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
    about: 'createPortOrder',
    choice: 'Required is what a recorded call had, filled in; a ZIP code has five digits, and more of it is not kept.',
    because: 'It was the least that was accepted; the zip is documented as an integer, Canadian codes are not.',
  },
  {
    about: 'createPortOrder',
    choice: 'Refused are numbers given twice, the account’s own, and those in an order that is under way.',
    because: 'Nothing else would be believable; it was not seen.',
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
    about: 'listPortNumberNotes',
    choice: 'Texts and author of the notes; oldest first.',
    because: 'The one recorded list was empty.',
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
    about: 'createPhaxCode',
    choice: 'Without metadata, another PhaxCode each time; its JSON has no metadata, as that of the default one.',
    because: 'A README shows the call without metadata, but not what comes of it.',
  },
  {
    about: 'createPhaxCode',
    choice: 'v1 has the text of v2, and `data.url` alone, at which the picture is to be had without credentials.',
    because: 'Only that there is a URL to the picture is known.',
  },
  {
    about: 'getPhaxCode',
    choice: 'The bars stand in the middle of the picture, two pixels each, with white on all sides.',
    because: 'Size and format of the picture are recorded, its looks are not.',
  },
  {
    about: 'receiveFax',
    choice: 'A barcode in Code 128 that says a PhaxCode’s identifier is that PhaxCode, and its type is `PhaxCode`.',
    because: 'The fields are documented, the words for types are not.',
  },
  {
    about: 'attachPhaxCodeToPdf',
    choice:
      'The first page by default, and the default PhaxCode; 184 × 31 points large; any file that can be faxed is taken.',
    because: 'Only the parameters are documented; a README names a file that is no PDF.',
  },
  {
    about: 'attachPhaxCodeToPdf',
    choice: 'A page that there is not, and a corner that lies beyond the page, are refused with 200 and a text.',
    because: 'Not documented.',
  },
  {
    about: 'getHostedDocument',
    choice: 'Every account has the same three documents, of one page each, with the code in the upper right corner.',
    because: 'They are uploaded on web pages; no call does it. That the default PhaxCode is used comes from a README.',
  },
  {
    about: 'webhooks',
    choice: 'Only 2xx counts; any other status, a redirect, or no answer within 15 s is a failure.',
    because: 'Neither criterion nor timeout is documented.',
  },
  {
    about: 'webhooks',
    choice:
      'The wait before a retry counts from the end of the failed attempt; payload, token and signature are of its time.',
    because: 'Only the intervals are documented.',
  },
  {
    about: 'webhooks',
    choice: '`success` is false for failure and partialsuccess, and true otherwise, also during transmission.',
    because: 'Only "successful or not" is documented.',
  },
  {
    about: 'webhooks',
    choice: 'v2 has the fields of the fax flat, recipients and tags as JSON text, and leaves out what is null.',
    because: 'The documentation says flat, a client nested.',
  },
  {
    about: 'webhooks',
    choice:
      'v2.1 also has success, is_test, direction, message and metadata; a received fax has event_type=fax_completed.',
    because: 'A client lists them, the page on webhooks does not.',
  },
  {
    about: 'webhooks',
    choice: 'The file of a received fax is called fax-ID.pdf; a failed one has none. The User-Agent is faxsim.',
    because: 'Not seen.',
  },
  {
    about: 'webhooks',
    choice: 'The signed URL is the configured one, credentials included; without a token there is no signature.',
    because: '"The URL you submitted"; two pages contradict each other on the header.',
  },
  {
    about: 'webhooks',
    choice: 'News of one fax comes in order of first attempts; a retry that waits holds back nothing.',
    because: 'No order is documented.',
  },
  {
    about: 'fixtures',
    choice: 'The types of barcodes, city and state of toll-free numbers, the error of a partial success.',
    because: 'No samples of them exist.',
  },
];
