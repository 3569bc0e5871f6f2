import type { LintRule } from '../../src/worlds/journal/lint.ts';

/** A request as a public program makes it, with what should come of it. A new program is a new row. */
export interface WildRequest {
  /** The program, in a few words. */
  readonly by: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{project}` and `{fax}` stand for the ids in v3, `{id}` for the number of a fax. */
  readonly path: string;
  readonly as?: 'json' | 'form' | 'multipart';
  /** Headers besides Basic authentication; one named Authorization replaces it. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The names of parts that are files, with the names of the files. */
  readonly files?: readonly (readonly [name: string, filename: string])[];
  readonly gets: {
    readonly status: number;
    /** A part of the hint for its author, or of the message. */
    readonly told?: string;
    /** Lint rules of the journal. */
    readonly lint?: readonly LintRule[];
  };
}

const faxes = '/v3/projects/{project}/faxes';
const to = '+12025550123';
const page = { file: Buffer.from('<p>A page</p>').toString('base64'), fileType: 'HTML' };
const works = { status: 200 };
const keys = { api_key: '{key}', api_secret: '{secret}' };

const sendsInV3: readonly WildRequest[] = [
  {
    by: 'a portal for transfers of patients, which has no number of its own',
    method: 'POST',
    path: faxes,
    as: 'multipart',
    fields: {
      to,
      callbackUrl: 'https://portal.example/api/fax/webhook?token=abc',
      callbackUrlContentType: 'application/json',
    },
    files: [['file', 'transfer-7.pdf']],
    gets: { status: 200, lint: ['token-in-callback'] },
  },
  {
    by: 'a page for letters to senators',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, from: '+13142666714', files: [page], headerPageNumbers: true, imageConversionMethod: 'HALFTONE' },
    gets: works,
  },
  {
    by: 'a function that sends invitations, with names of its own for the file',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to: [to], fileContent: page.file, fileContentType: 'text/html' },
    gets: {
      status: 400,
      told: 'v3 reads contentUrl, the parts file of a form',
      lint: ['unknown-parameter', 'unknown-parameter'],
    },
  },
  {
    by: 'a controller that took the version and the field of another API',
    method: 'POST',
    path: '/v1/projects/{project}/faxes',
    as: 'json',
    fields: { to, fileUrl: 'https://clinic.example/a.pdf' },
    gets: { status: 404, told: 'its paths begin with /v3/projects/{projectId}' },
  },
  {
    by: 'a worker that falls back between providers, with an unset number',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, from: '', contentUrl: 'https://files.example/letter.pdf' },
    gets: { status: 200, lint: ['empty-from'] },
  },
  {
    by: 'a gateway that uploads first',
    method: 'POST',
    path: '/v3/projects/{project}/files',
    as: 'multipart',
    files: [['file', 'letter.pdf']],
    gets: { status: 404, told: 'v3 has no upload' },
  },
  {
    by: 'the same gateway with the id of its upload',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, file: '17' },
    gets: { status: 422, told: 'files: [{file, fileType}]' },
  },
  {
    by: 'a script that tries the keys',
    method: 'POST',
    path: faxes,
    as: 'multipart',
    fields: { to: '+18184348412', headerText: 'Test Fax' },
    files: [['file', 'test.txt']],
    gets: works,
  },
  {
    by: 'a module for medical records, which sends labels as one text',
    method: 'POST',
    path: faxes,
    as: 'multipart',
    fields: { to, from: '+13142666714', labels: '{"document":"17","site":"default"}' },
    files: [['file', 'record.pdf']],
    gets: works,
  },
  {
    by: 'a form that was half migrated from v2.1',
    method: 'POST',
    path: faxes,
    as: 'multipart',
    fields: { to, header_text: 'ACME', callback_url: 'https://acme.example/hook' },
    files: [['file', 'a.pdf']],
    gets: { status: 200, lint: ['unknown-parameter', 'unknown-parameter'] },
  },
  {
    by: 'a chat bot with the name of a field of messages',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, media: ['https://bot.example/a.pdf'] },
    gets: { status: 400, told: 'You must submit at least one file or content URL', lint: ['unknown-parameter'] },
  },
  {
    by: 'a browser app that has no server for its file',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, contentUrl: `data:application/pdf;base64,${'JVBERi'.repeat(4000)}` },
    gets: { status: 422, told: 'must not be a data: URL' },
  },
  {
    by: 'a clinic that prints its whole address in the header',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, files: [page], headerText: 'Northside Family Clinic, 12 Long Road, Springfield 62701' },
    gets: { status: 422, told: 'text of at most 50 characters' },
  },
  {
    by: 'a desk that types numbers as people do',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to: '12025550123', files: [page] },
    gets: { status: 422, told: 'Write the number in E.164' },
  },
  {
    by: 'a shop that puts a plus before ten digits',
    method: 'POST',
    path: faxes,
    as: 'multipart',
    fields: { to: '+3125550123' },
    files: [['file', 'order.pdf']],
    gets: { status: 200, lint: ['no-country-code'] },
  },
  {
    by: 'a client with the habits of PHP',
    method: 'POST',
    path: faxes,
    as: 'multipart',
    fields: { 'to[0]': to },
    files: [['file[0]', 'a.pdf']],
    gets: { status: 200, lint: ['brackets', 'brackets'] },
  },
  {
    by: 'a client that sends what v2.1 takes',
    method: 'POST',
    path: faxes,
    as: 'form',
    fields: { to, contentUrl: 'https://example.com' },
    gets: { status: 400, told: 'application/x-www-form-urlencoded is not read here' },
  },
  {
    by: 'an office that sends from the number of its telephone',
    method: 'POST',
    path: faxes,
    as: 'json',
    fields: { to, from: '12085551234', files: [page] },
    gets: { status: 422, told: 'the account has +13142666714' },
  },
  {
    by: 'a client of an SMS API',
    method: 'POST',
    path: '/xms/v1/{project}/batches',
    as: 'json',
    headers: { 'X-API-Key': 'abc' },
    fields: { to: [to], body: 'https://example.com/a.pdf' },
    gets: { status: 404, told: 'faxsim does not have the SMS API' },
  },
  {
    by: 'a client that takes the key id for a token',
    method: 'POST',
    path: faxes,
    as: 'json',
    headers: { Authorization: 'Bearer {key}' },
    fields: { to, files: [page] },
    gets: { status: 401, told: 'The access token is wrong' },
  },
];

const readsInV3: readonly WildRequest[] = [
  { by: 'a check of the installation', method: 'GET', path: `${faxes}?pageSize=1`, gets: works },
  {
    by: 'a table that counts pages from 0',
    method: 'GET',
    path: `${faxes}?page=0`,
    gets: { status: 200, lint: ['page-zero'] },
  },
  {
    by: 'a table that filters by a word of another API',
    method: 'GET',
    path: `${faxes}?status=SUCCEEDED`,
    gets: { status: 422, told: 'one of QUEUED, IN_PROGRESS, COMPLETED, FAILURE' },
  },
  {
    by: 'a nightly job with the operators of another API',
    method: 'GET',
    path: `${faxes}?createTime=gt:2026-11-19T00:00:00Z`,
    gets: { status: 422, told: 'createTime>=' },
  },
  {
    by: 'a nightly job with the operator in the value',
    method: 'GET',
    path: `${faxes}?createTime=%3E=2026-11-19T00:00:00Z`,
    gets: { status: 422, told: 'createTime>=' },
  },
  {
    by: 'a generated client',
    method: 'GET',
    path: `${faxes}?createTime.gte=2026-11-19`,
    gets: { status: 200, lint: ['unknown-parameter'] },
  },
  {
    by: 'a poller with a path for the status',
    method: 'GET',
    path: `${faxes}/{fax}/status`,
    gets: { status: 404, told: 'the status is a field' },
  },
  { by: 'an archive', method: 'GET', path: `${faxes}/{fax}/content`, gets: { status: 404, told: '/faxes/{id}/file' } },
  {
    by: 'another archive',
    method: 'GET',
    path: `${faxes}/{fax}/download`,
    gets: { status: 404, told: '/faxes/{id}/file' },
  },
  {
    by: 'a button to send again',
    method: 'POST',
    path: `${faxes}/{fax}/retry`,
    as: 'json',
    gets: { status: 404, told: 'sends the document again' },
  },
  {
    by: 'a button to cancel',
    method: 'DELETE',
    path: `${faxes}/{fax}`,
    gets: { status: 405, told: 'neither cancels nor deletes' },
  },
  {
    by: 'an installer that registers its webhook',
    method: 'POST',
    path: '/v3/projects/{project}/webhooks',
    as: 'json',
    fields: { url: 'https://example.com/hook', events: ['fax.completed'] },
    gets: { status: 404, told: 'v3 registers no webhooks' },
  },
  {
    by: 'an installer that looks for numbers',
    method: 'GET',
    path: '/v1/projects/{project}/availableNumbers?regionCode=US&type=LOCAL',
    gets: { status: 404, told: 'the Numbers API of Sinch' },
  },
  {
    by: 'an installer that makes keys',
    method: 'POST',
    path: '/v1/projects/{project}/accessKeys',
    as: 'json',
    gets: { status: 404, told: 'makes access keys' },
  },
  {
    by: 'an installer that makes a project for each customer',
    method: 'POST',
    path: '/v1alpha1/projects/{project}/subprojects',
    as: 'json',
    gets: { status: 404, told: 'each world is a project' },
  },
];

const phaxioPrograms: readonly WildRequest[] = [
  {
    by: 'a pharmacy that strips numbers to their digits',
    method: 'POST',
    path: '/v2.1/faxes',
    as: 'multipart',
    fields: { to: '2025550123' },
    files: [['file', 'prescription.pdf']],
    gets: { status: 200, lint: ['not-e164'] },
  },
  {
    by: 'a browser app that gives its file no name',
    method: 'POST',
    path: '/v2.1/faxes',
    as: 'multipart',
    fields: { to },
    files: [['file', 'blob']],
    gets: { status: 200, lint: ['file-name'] },
  },
  {
    by: 'an app that sends several pages of the web in JSON',
    method: 'POST',
    path: '/v2/faxes',
    as: 'json',
    fields: { to, content_url: ['https://a.example/1', 'https://a.example/2'] },
    gets: works,
  },
  { by: 'a job that looks at a fax', method: 'GET', path: '/v2/faxes/{id}', gets: works },
  {
    by: 'an order page of a restaurant service',
    method: 'POST',
    path: '/v1/send',
    as: 'form',
    fields: { to: '13372565326', string_data: '<b>Order</b>', string_data_type: 'html', ...keys },
    headers: { Authorization: '' },
    gets: works,
  },
  {
    by: 'a shell script with several pictures',
    method: 'POST',
    path: '/v1/send',
    as: 'multipart',
    fields: { to: '2025550123', ...keys },
    files: [
      ['filename[]', 'img1.txt'],
      ['filename[]', 'img2.txt'],
    ],
    headers: { Authorization: '' },
    gets: works,
  },
  {
    by: 'a cloud function that faxes a URL',
    method: 'POST',
    path: '/v1/send',
    as: 'form',
    fields: { to: '3018545007', string_data: 'https://a.example/a.pdf', string_data_type: 'url', ...keys },
    headers: { Authorization: '' },
    gets: works,
  },
];

export const wildRequests: readonly WildRequest[] = [...sendsInV3, ...readsInV3, ...phaxioPrograms];
