import type { Assumption } from '../assumption.ts';

/** Of faxes, from sending to deleting, and of batches. */
export const faxAssumptions: readonly Assumption[] = [
  {
    about: 'sendFax',
    choice: 'One wrong parameter refuses the whole request, with 422; in v1 with 200.',
    because: 'The failure of such requests is documented; status and text are not.',
  },
  {
    about: 'sendFax',
    choice: 'direction=sent sends, as does no direction. Values other than sent and received are refused with 422.',
    because: 'Only direction=received has been recorded; a misspelt value must not send a fax.',
  },
  {
    about: 'sendFax',
    choice: 'test_fail with live keys, or with an unknown value, is refused.',
    because: 'The parameter is documented for test keys only.',
  },
  {
    about: 'sendFax',
    choice:
      'A fax with batch_delay (v1: batch) joins the open batch to its numbers and does not delay it. Other faxes are sent alone.',
    because: 'Joining is documented; no source says that a fax without batch_delay is delayed.',
  },
  {
    about: 'sendFax',
    choice: 'In v1 too, a batch moves cancel_timeout to three minutes after the batch.',
    because: 'Only v2 documents it.',
  },
  {
    about: 'sendFax',
    choice: 'One blocked number, or one with an unknown country code, refuses the whole request with 422.',
    because: 'The effect of a rule is documented only as blocking.',
  },
  {
    about: 'sendFax',
    choice: 'A live fax that the balance does not cover fails with error 5 once its pages are known.',
    because: 'The table of fax errors has this error; no refusal of such a request is known.',
  },
  {
    about: 'cancelFax',
    choice:
      'Cancelling a finished fax gets 422 with the text of fax error 79. Recipients that were reached keep their status.',
    because: 'The failure is known from a client; status and text are not.',
  },
  {
    about: 'getFaxFile',
    choice: 'A missing file gets 404 with the text of fax error 113, in v1 too. A thumbnail has the name fax-ID.jpg.',
    because: 'A client expects a 404 in v1; text and name have not been recorded.',
  },
  {
    about: 'receiveFax',
    choice: 'to_number can be any number; the fax costs 7 cents a page; live keys are refused with 422.',
    because: 'A client sends a number of another account; test keys are documented.',
  },
  {
    about: 'calls',
    choice: 'The times of ringing, answering and transmitting; a page takes half a minute (test: half a second).',
    because: 'Recordings show seconds one to three of a test fax, and seconds one and twelve of a live fax.',
  },
  {
    about: 'calls',
    choice: 'Only line errors are retried. The default is no retries, with a minute between them.',
    because: 'Number and delay are settings of the account; their defaults are not documented.',
  },
  {
    about: 'calls',
    choice:
      'A live fax to a number of the account is received there, with its header; a blocked one fails with error 50.',
    because: 'No other behaviour is plausible; it has not been recorded.',
  },
  {
    about: 'documents',
    choice: 'The error of each document that cannot be converted; see docs/documents.md.',
    because: 'The errors are documented; their causes are not.',
  },
  {
    about: 'listFaxes',
    choice: 'An unknown status is refused. Faxes of the same second are ordered by id.',
    because: 'Neither is documented.',
  },
  {
    about: 'listFaxes',
    choice:
      '`phone_number` matches recipients of sent faxes and both numbers of received ones; several tags must all match.',
    because: 'The documentation says only that the match is exact.',
  },
  {
    about: 'getFax',
    choice:
      'v2.1 shows null for the recipients of a received fax, as v2 does, and has caller_name and barcodes in lists.',
    because: 'Recorded for v2; for v2.1 only single sent faxes are recorded.',
  },
  {
    about: 'getFax',
    choice: 'v1 shows numbers outside North America with their prefix, and retry_count only above 0.',
    because: 'The form without a prefix is known for ten digits only; samples of both kinds exist for retry_count.',
  },
  {
    about: 'resendFax',
    choice:
      'A fax without a stored file gets 422 with the text of fax error 113; a received fax 422; an unfinished fax is resent.',
    because: 'The failure is documented; status and text are not.',
  },
  {
    about: 'resendFax',
    choice: 'A fax has no file before the conversion; the refusal of a resend or a download has that reason.',
    because: 'Text 113 is about a deleted file; no text is known for a file before the conversion.',
  },
  {
    about: 'resendFax',
    choice: 'A resend with the test keys is a test, even if the original is live.',
    because: 'The key pair decides for new faxes; a resend is one.',
  },
  {
    about: 'resendFax',
    choice: 'A blocking rule for one recipient refuses the whole resend with 422.',
    because: 'The effect of a rule is documented only as blocking.',
  },
  {
    about: 'resendFax',
    choice: 'A resend with a corrupt stored file is accepted, and the new fax fails with error 4 within seconds.',
    because: 'The documentation requires only a file; error 4 is the error of a document that cannot be converted.',
  },
  {
    about: 'deleteFaxFile',
    choice: 'Deleting a deleted file succeeds. v1 has the text of v2.',
    because: 'Neither has been recorded.',
  },
  {
    about: 'deleteFax',
    choice: 'Deleting a live fax gets 422.',
    because: 'The limit to test faxes is documented; status and text are not.',
  },
  {
    about: 'fireBatch',
    choice: 'A batch has the id of its first fax; the id of any other fax in it works too. Responses have no data.',
    because: 'Removed from documentation and clients in 2014: only the names and the id parameter are known.',
  },
  {
    about: 'closeBatch',
    choice:
      'A closed batch is sent at its time, or by fireBatch. Closing it again succeeds; after the batch was sent, both are refused.',
    because: 'The same as for fireBatch.',
  },
];
