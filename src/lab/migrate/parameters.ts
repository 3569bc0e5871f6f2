import type { PhaxioOperation, Row } from './operations.ts';

/** How the value of a parameter is written in v3. `own`: by code of its operation, such as an id in the path. */
export type ValueForm =
  'as it is' | 'number' | 'numbers' | 'time' | 'unix time' | 'direction' | 'status' | 'tags' | 'list' | 'own';

/** A parameter of v1, v2 or v2.1. */
export interface ParameterRow extends Row {
  readonly form: ValueForm;
}

type Rows = Readonly<Record<string, ParameterRow>>;

const to = (name: string, form: ValueForm = 'as it is', todo = ''): ParameterRow => ({
  change: todo === '' ? 'renamed' : 'changed',
  to: name,
  form,
  todo,
});
const same = (name: string): ParameterRow => ({ change: 'same', to: name, form: 'as it is', todo: '' });
const gone = (todo: string): ParameterRow => ({ change: 'gone', to: null, form: 'as it is', todo });

const id: ParameterRow = to('id', 'own', 'The id is a text of 26 characters');
const inclusive = 'The time itself is within the range; write it in UTC';
const noBatch = 'v3 has no batches: collect the documents yourself, and send them as the files of one fax';
const list: ParameterRow = to(
  'file',
  'list',
  'Repeat the part without [] in its name, or send files in base64 in JSON',
);
const byFaxOnly =
  'Only the URL of the send itself is called; callbackUrlContentType chooses multipart/form-data (default) or application/json';

const send: Rows = {
  to: to('to', 'numbers', 'Write each number in E.164, with +; no [] in the name. Each number is a fax of its own'),
  file: list,
  filename: list,
  content_url: to(
    'contentUrl',
    'list',
    'Several URLs are a list in JSON, and separated by commas in multipart/form-data',
  ),
  string_data: to('files', 'own', 'Send the text as a file of type TXT or HTML, and a URL as contentUrl'),
  string_data_type: to('files', 'own', 'It is the fileType of the file'),
  header_text: to('headerText'),
  caller_id: to(
    'from',
    'number',
    'It must be a number of a fax service, in E.164; without it, the first number of the account calls',
  ),
  tag: to('labels', 'tags'),
  callback_url: to('callbackUrl', 'as it is', byFaxOnly),
  cancel_timeout: gone(
    'Hold the fax in your own queue; maxRetries and retryDelaySeconds bound how long the service tries',
  ),
  batch: gone(noBatch),
  batch_delay: gone(noBatch),
  batch_collision_avoidance: gone(noBatch),
  test_fail: gone('v3 fails no fax on demand: test failures with a simulator'),
  direction: gone('POST /faxes only sends: test receiving with a simulator'),
};

const lists: Rows = {
  created_after: to('createTime>', 'time', inclusive),
  created_before: to('createTime<', 'time', inclusive),
  start: to('createTime>', 'unix time', inclusive),
  end: to('createTime<', 'unix time', inclusive),
  direction: to('direction', 'direction', 'The values are OUTBOUND and INBOUND'),
  status: to(
    'status',
    'status',
    'The values are QUEUED, IN_PROGRESS, COMPLETED and FAILURE; partialsuccess is a COMPLETED and a FAILURE of one send',
  ),
  phone_number: to(
    'to',
    'number',
    'Ask by to or by from. Both match the beginning of a number, so compare the whole number again',
  ),
  number: to(
    'to',
    'number',
    'Ask by to or by from. Both match the beginning of a number, so compare the whole number again',
  ),
  tag: to('labels', 'tags'),
  page: same('page'),
  per_page: to('pageSize'),
  maxperpage: to('pageSize'),
};

/** The parameters of operations that have a counterpart in v3. */
export const parameters: Readonly<Partial<Record<PhaxioOperation, Rows>>> = {
  sendFax: send,
  listFaxes: lists,
  getFax: { id },
  getFaxFile: {
    id,
    thumbnail: gone('v3 has no pictures of pages: render the PDF yourself'),
    type: gone('v3 has the PDF alone, and no pictures of pages: render it yourself'),
  },
  deleteFaxFile: { id, files_only: to('/file', 'own', 'It is part of the path') },
  resendFax: { id, callback_url: to('callbackUrl', 'as it is', byFaxOnly) },
  provisionNumber: {
    callback_url: to(
      'incomingWebhookUrl of a service',
      'own',
      'Received faxes go to the URL of the service that has their number: make a service for each URL',
    ),
  },
};

/** The credentials in parameters of v1. v3 accepts credentials only in the header Authorization. */
export const credentials: ReadonlySet<string> = new Set(['api_key', 'api_secret']);
