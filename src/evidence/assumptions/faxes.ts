import type { Assumption } from '../assumption.ts';

/** Of faxes, from sending to deleting, and of batches. */
export const faxAssumptions: readonly Assumption[] = [
  {
    about: 'sendFax',
    choice: 'Every wrong parameter refuses the whole call with 422; v1 with 200.',
    because: 'That such calls fail is documented; status and text are not.',
  },
  {
    about: 'sendFax',
    choice: 'direction=sent sends, as without direction; a value other than sent and received is refused with 422.',
    because: 'Only direction=received was ever seen; a misspelt one must not send a fax.',
  },
  {
    about: 'sendFax',
    choice: 'test_fail with live keys, or with an unknown value, is refused.',
    because: 'It is documented for test keys only.',
  },
  {
    about: 'sendFax',
    choice:
      'A fax with batch_delay (v1: batch) joins the open batch to its numbers and does not put it off; others go out alone.',
    because: 'That later faxes join is documented; a fax that asks for no delay is not known to get one.',
  },
  {
    about: 'sendFax',
    choice: 'In v1 too, a batch puts cancel_timeout off to three minutes after it.',
    because: 'Only v2 documents it.',
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
    choice: 'Before its document is converted, a fax has no file; the refusal of a resend or a download says so.',
    because: 'Text 113 speaks of a file that was there; none for a file that is yet to come is known.',
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
];
