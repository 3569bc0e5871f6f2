import type { OperationId } from '../../model/domain/operation.ts';
import { pages } from './pages.ts';
import type { DocPage } from './pages.ts';

/** `changed`: another meaning or form. `gone`: without a counterpart. */
export type OperationChange = 'same' | 'renamed' | 'changed' | 'gone';

/** A part of v2.1 and its counterpart in v3. Source of all rows: the API references of v3 and v2.1. */
export interface Row {
  readonly change: OperationChange;
  /** The operation's name in v3: `POST /faxes`; null if there is none. */
  readonly to: string | null;
  /** The work for a program, or a substitute for a missing part; empty if only the name changes. */
  readonly todo: string;
}

export interface OperationRow extends Row {
  readonly page: DocPage;
}

/** The operations that only v3 has. */
type SinchOperation =
  | 'createToken'
  | `${'create' | 'get' | 'update' | 'delete'}Service`
  | 'listServices'
  | 'listServiceNumbers'
  | 'suspendNumber'
  | `${'add' | 'get' | 'delete'}CoverPage`
  | 'listCoverPages'
  | `${'add' | 'change' | 'delete'}Mail`
  | 'listMails'
  | 'listMailsOfNumber'
  | 'listNumbersOfMail'
  | 'mailDomains';

export type PhaxioOperation = Exclude<OperationId, SinchOperation>;

const gone = (todo: string, page: DocPage = pages.migration): OperationRow => ({
  change: 'gone',
  to: null,
  todo,
  page,
});
const changed = (to: string, todo: string, page: DocPage): OperationRow => ({ change: 'changed', to, todo, page });

const numbersApi =
  'Numbers are bought, listed and released in the Numbers API, at another host; voiceConfiguration of type FAX puts a number on a fax service';
const noCodes =
  'v3 makes no PhaxCodes. Print a barcode of your own, and let the service scan it (scanIncomingBarcodes)';
const noBatches = 'v3 has no batches: collect the documents yourself, and send them as the files of one fax';
const noAtas = 'ATAs are no part of the Fax API: ask the service which of its other products takes them over';
const noPorts = 'Porting has an API of its own, which is no part of the Fax API';
const noBlocking =
  'v3 has no blocking rules: refuse in your own code before the send, and drop an unwanted fax when its webhook comes';
const noCountries = 'Ask the Numbers API for its regions and its available numbers';

/** The operations of v1, v2 and v2.1. */
export const operations: Readonly<Record<PhaxioOperation, OperationRow>> = {
  sendFax: changed(
    'POST /faxes',
    'Send JSON or multipart/form-data, and read the whole fax from the answer; several numbers are answered by a list, faxes',
    pages.sendFax,
  ),
  receiveFax: gone(
    'The dashboard has a button for a test webhook; in tests, let a simulator receive a fax',
    pages.notifications,
  ),
  listFaxes: changed('GET /faxes', 'Read faxes, page and totalPages at the top of the answer', pages.listFaxes),
  getFax: changed('GET /faxes/{id}', 'Read the fax at the top of the answer, without data', pages.getFax),
  cancelFax: gone(
    'A fax cannot be called back. Hold a fax in your own queue for as long as a person may take it back; maxRetries bounds how long the service tries',
  ),
  resendFax: gone(
    'Keep the document, or download it, and send it as a new fax with a new id; maxRetries repeats a failed call within one fax',
    pages.sendFax,
  ),
  deleteFax: gone(
    'Records stay for 13 months. Delete the file, and hide the record in your own list',
    pages.deleteFile,
  ),
  getFaxFile: { change: 'same', to: 'GET /faxes/{id}/file', todo: '', page: pages.getFile },
  deleteFaxFile: changed(
    'DELETE /faxes/{id}/file',
    'Accept status 204, which has no body: do not parse one',
    pages.deleteFile,
  ),
  fireBatch: gone(noBatches, pages.sendFax),
  closeBatch: gone(noBatches, pages.sendFax),
  listPhoneNumbers: changed('GET /services/{serviceId}/numbers', numbersApi, pages.numbers),
  getPhoneNumber: changed('GET /services/{serviceId}/numbers', numbersApi, pages.numbers),
  provisionNumber: changed('the Numbers API', numbersApi, pages.numbers),
  releaseNumber: changed('the Numbers API', numbersApi, pages.numbers),
  listCountries: gone(noCountries, pages.numbers),
  listAreaCodes: gone(noCountries, pages.numbers),
  getAccountStatus: gone(
    'Only the dashboard shows the balance: handle status 402, which a send gets when it is 0',
    pages.errors,
  ),
  createAta: gone(noAtas),
  listAtas: gone(noAtas),
  getAta: gone(noAtas),
  updateAta: gone(noAtas),
  deleteAta: gone(noAtas),
  regenerateAtaCredentials: gone(noAtas),
  addAtaNumber: gone(noAtas),
  removeAtaNumber: gone(noAtas),
  getProvisioningUrls: gone(noAtas),
  createPortOrder: gone(noPorts),
  listPortOrders: gone(noPorts),
  getPortOrder: gone(noPorts),
  getPortNumber: gone(noPorts),
  listPortNumberNotes: gone(noPorts),
  createSendBlockingRule: gone(noBlocking),
  createReceiveBlockingRule: gone(noBlocking),
  getBlockingRule: gone(noBlocking),
  listBlockingRules: gone(noBlocking),
  deleteBlockingRule: gone(noBlocking),
  createPhaxCode: gone(noCodes, pages.services),
  getPhaxCode: gone(noCodes, pages.services),
  getDefaultPhaxCode: gone(noCodes, pages.services),
  attachPhaxCodeToPdf: gone(noCodes, pages.services),
  getHostedDocument: gone(noCodes, pages.services),
};

export const isPhaxioOperation = (operation: OperationId): operation is PhaxioOperation =>
  Object.hasOwn(operations, operation);
