import type { Row } from './operations.ts';

type Rows = Readonly<Record<string, Row>>;

const renamed = (to: string): Row => ({ change: 'renamed', to, todo: '' });
const changed = (to: string, todo: string): Row => ({ change: 'changed', to, todo });
const gone = (todo: string): Row => ({ change: 'gone', to: null, todo });

const statuses = 'The words are QUEUED, IN_PROGRESS, COMPLETED and FAILURE; there is no partialsuccess';
const textId = 'A text of 26 characters: change integers in columns, JSON and formats';
const utc = 'In UTC with Z; left out until it is known, not null';
const numberAndText = 'errorCode of v3 is the number; error_code of v1 is the text';
const types = 'The words are in capitals, and lineError is CALL_ERROR';

/** The fields of a fax, by their paths in an answer of v1, v2 or v2.1. */
export const faxFieldRows: Rows = {
  id: changed('id', textId),
  faxId: changed('id', textId),
  direction: changed('direction', 'The words are OUTBOUND and INBOUND'),
  num_pages: changed('numberOfPages', 'It may be missing at first'),
  status: changed('status', statuses),
  is_test: gone('Compare to with the test number +19898989898'),
  created_at: changed('createTime', 'In UTC with Z'),
  requested_at: changed('createTime', 'A text in UTC with Z, not a number of seconds'),
  completed_at: changed('completedTime', utc),
  caller_id: renamed('from'),
  from_number: renamed('from'),
  to_number: renamed('to'),
  caller_name: gone('v3 does not return the name of the caller'),
  cost: changed(
    'price.amount',
    'A text in dollars, not a number of cents: use decimal arithmetic. It is missing until the price is known',
  ),
  tags: changed('labels', 'Left out if the fax has no labels, not an empty object'),
  recipients: gone('Each number has a fax of its own: keep all ids of a send, and add their results up yourself'),
  'recipients[].phone_number': changed('to', 'The field of the fax, since each number has a fax of its own'),
  'recipients[].number': changed('to', 'The field of the fax, since each number has a fax of its own'),
  'recipients[].status': changed('status', statuses),
  'recipients[].retry_count': renamed('retryCount'),
  'recipients[].completed_at': changed('completedTime', utc),
  'recipients[].bitrate': gone('v3 does not return the speed of a call'),
  'recipients[].resolution': changed(
    'resolution',
    'The same name for another value: the requested FINE or SUPERFINE, not the dots per metre of the result',
  ),
  'recipients[].error_id': renamed('errorCode'),
  'recipients[].error_code': changed('errorMessage', numberAndText),
  'recipients[].error_type': changed('errorType', types),
  'recipients[].error_message': changed('errorMessage', 'Left out if there is no error, not null'),
  error_id: changed('errorCode', 'Left out if there is no error, not null'),
  error_code: changed('errorMessage', numberAndText),
  error_type: changed('errorType', types),
  error_message: changed('errorMessage', 'Left out if there is no error, not null'),
  barcodes: changed('barCodes', 'With a capital C. The service must scan for them: scanIncomingBarcodes'),
  'barcodes[].type': renamed('barCodes[].type'),
  'barcodes[].page': renamed('barCodes[].page'),
  'barcodes[].value': renamed('barCodes[].value'),
  'barcodes[].identifier': gone('v3 knows no PhaxCodes: keep the data of a code yourself, by the value of its barcode'),
  'barcodes[].metadata': gone('v3 knows no PhaxCodes: keep the data of a code yourself, by the value of its barcode'),
};

/** The fields around the records of an answer. */
export const envelopeFields: Rows = {
  success: gone('Test the status of the response: any from 200 to 299 is a success'),
  message: gone('Only a refusal has a message'),
  data: gone('The record is the answer itself; a list is under its name, such as faxes'),
  'paging.total': renamed('totalItems'),
  'paging.per_page': renamed('pageSize'),
  'paging.page': renamed('page'),
};

/** The fields of a webhook. */
export const webhookFields: Rows = {
  event_type: changed('event', 'The words are FAX_COMPLETED and INCOMING_FAX'),
  direction: changed('event', 'Tell the two apart by event: INCOMING_FAX is a received fax'),
  fax: changed('fax', 'JSON text in multipart/form-data, an object in JSON; its fields are those of v3'),
  success: changed('fax.status', 'A failed fax has the status FAILURE; its event is also FAX_COMPLETED'),
  is_test: gone('Compare to with the test number +19898989898'),
  message: gone('The reason is in fax.errorMessage'),
  metadata: gone('v3 knows no PhaxCodes'),
  filename: changed('file', 'The document comes with both events, so also with a sent fax'),
};
