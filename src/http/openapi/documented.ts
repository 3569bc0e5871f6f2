import type { OperationId } from '../../model/domain/operation.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import type { WebhookShape } from '../../wire/webhook-shapes.ts';
import type { RefusalForm } from '../errors.ts';
import type { Method, Route } from '../route.ts';
import type { BodyRules } from '../face.ts';

/** The parts of a route that its documentation needs. */
export type DocumentedRoute = Pick<Route, 'methods' | 'path' | 'isPublic' | 'schema' | 'shape'> & {
  readonly operation: string;
};

/** The bodies that a face reads. */
export type DocumentedBodies = Pick<BodyRules, 'types' | 'repeatsAreLists'>;

/** The description of a face, or of the control API, as the source of its OpenAPI document. */
export interface DocumentedFace {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** The path before the paths of the routes. */
  readonly prefix: string;
  readonly routes: readonly DocumentedRoute[];
  /** Paths outside of the routes, in OpenAPI's form. */
  readonly extraPaths?: JsonSchema;
  readonly abouts: Readonly<Record<string, About>>;
  /** The descriptions of parameters, by name. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Example values of path parameters from the demo fixture, by name. */
  readonly examples?: () => Readonly<Record<string, string>>;
  readonly statuses: RefusalForm['statuses'];
  readonly refusalBody: RefusalForm['body'];
  /** An example of the header WWW-Authenticate in a 401. */
  readonly challenge: string;
  readonly bodies: DocumentedBodies;
  /** Successful responses have an ETag. */
  readonly isTagged: boolean;
  /** Kinds of refusals that all its routes share, beyond those of all documents. */
  readonly refuses?: readonly RefusalKind[];
  /** Alternatives to authenticate, each a set of schemes that are used together; empty without authentication. */
  readonly security: readonly (readonly string[])[];
  /** The schemes of `security` by name. */
  readonly schemes: JsonSchema;
  /** The webhooks that the service posts in this version; undefined if the document has none. */
  readonly webhooks?: readonly WebhookShape[] | undefined;
}

/** The operation's id, with a suffix for each further path and method of the operation. */
export function operationId({ operation: id, path, methods }: DocumentedRoute, method: Method): string {
  const [, format = ''] = /\.(\w+)$/.exec(path) ?? [];
  const byGet = method === 'GET' && methods.length > 1 ? 'ByGet' : '';
  return `${id}${suffixes[format] ?? ''}${byGet}`;
}

/** The suffixes of operation ids for paths that name the format of the response. */
const suffixes: Readonly<Record<string, string>> = { png: 'AsPng', json: 'AsJson', pdf: 'AsPdf' };

export type About = Readonly<Record<'tag' | 'summary', string>>;

/** The summary and the tag of each operation. */
export const abouts: Readonly<Record<OperationId, About>> = {
  sendFax: { tag: 'Faxes', summary: 'Send a fax' },
  receiveFax: { tag: 'Faxes', summary: 'Receive a test fax' },
  listFaxes: { tag: 'Faxes', summary: 'List faxes' },
  getFax: { tag: 'Faxes', summary: 'Get a fax' },
  cancelFax: { tag: 'Faxes', summary: 'Cancel a fax' },
  resendFax: { tag: 'Faxes', summary: 'Resend a fax' },
  deleteFax: { tag: 'Faxes', summary: 'Delete a test fax' },
  getFaxFile: { tag: 'Faxes', summary: 'Download a fax, or a thumbnail of it' },
  deleteFaxFile: { tag: 'Faxes', summary: 'Delete the file of a fax' },
  fireBatch: { tag: 'Faxes', summary: 'Send a batch now' },
  closeBatch: { tag: 'Faxes', summary: 'Keep further faxes from joining a batch' },
  listPhoneNumbers: { tag: 'Phone numbers', summary: 'List phone numbers' },
  getPhoneNumber: { tag: 'Phone numbers', summary: 'Get a phone number' },
  provisionNumber: { tag: 'Phone numbers', summary: 'Provision a phone number' },
  releaseNumber: { tag: 'Phone numbers', summary: 'Release a phone number' },
  listCountries: { tag: 'Public data', summary: 'List countries' },
  listAreaCodes: { tag: 'Public data', summary: 'List area codes' },
  getAccountStatus: { tag: 'Account', summary: 'Get the status of the account' },
  createAta: { tag: 'ATAs', summary: 'Create an ATA' },
  listAtas: { tag: 'ATAs', summary: 'List ATAs' },
  getAta: { tag: 'ATAs', summary: 'Get an ATA' },
  updateAta: { tag: 'ATAs', summary: 'Change an ATA' },
  deleteAta: { tag: 'ATAs', summary: 'Delete an ATA' },
  regenerateAtaCredentials: { tag: 'ATAs', summary: 'Give an ATA other credentials' },
  addAtaNumber: { tag: 'ATAs', summary: 'Attach a phone number to an ATA' },
  removeAtaNumber: { tag: 'ATAs', summary: 'Take a phone number from an ATA' },
  getProvisioningUrls: { tag: 'ATAs', summary: 'Get the URLs that ATAs are set up from' },
  createPhaxCode: { tag: 'PhaxCodes', summary: 'Create a PhaxCode' },
  getPhaxCode: { tag: 'PhaxCodes', summary: 'Get a PhaxCode' },
  getDefaultPhaxCode: { tag: 'PhaxCodes', summary: 'Get the default PhaxCode of the account' },
  attachPhaxCodeToPdf: { tag: 'PhaxCodes', summary: 'Print a PhaxCode on a document' },
  createToken: { tag: 'Access', summary: 'Get an access token' },
  createService: { tag: 'Services', summary: 'Create a service' },
  listServices: { tag: 'Services', summary: 'List services' },
  getService: { tag: 'Services', summary: 'Get a service' },
  updateService: { tag: 'Services', summary: 'Change a service' },
  deleteService: { tag: 'Services', summary: 'Delete a service' },
  listServiceNumbers: { tag: 'Services', summary: 'List the numbers of a service' },
  suspendNumber: { tag: 'Services', summary: 'Suspend a number, or lift that' },
  addCoverPage: { tag: 'Cover pages', summary: 'Add a cover page' },
  listCoverPages: { tag: 'Cover pages', summary: 'List cover pages' },
  getCoverPage: { tag: 'Cover pages', summary: 'Get a cover page' },
  deleteCoverPage: { tag: 'Cover pages', summary: 'Delete a cover page' },
  listMailsOfNumber: { tag: 'Fax to email', summary: 'List the addresses of a number' },
  listMails: { tag: 'Fax to email', summary: 'List addresses' },
  addMail: { tag: 'Fax to email', summary: 'Add an address' },
  changeMail: { tag: 'Fax to email', summary: 'Replace the numbers of an address' },
  deleteMail: { tag: 'Fax to email', summary: 'Delete an address' },
  listNumbersOfMail: { tag: 'Fax to email', summary: 'List the numbers of an address' },
  getHostedDocument: { tag: 'PhaxCodes', summary: 'Get a hosted document with a PhaxCode' },
  createPortOrder: { tag: 'Port orders', summary: 'Order the transfer of numbers to the account' },
  getPortOrder: { tag: 'Port orders', summary: 'Get a port order' },
  getPortNumber: { tag: 'Port orders', summary: 'Get a number of a port order' },
  listPortNumberNotes: { tag: 'Port orders', summary: 'List the notes on a number of a port order' },
  listPortOrders: { tag: 'Port orders', summary: 'List port orders' },
  createSendBlockingRule: { tag: 'Blocking rules', summary: 'Block outbound calls' },
  createReceiveBlockingRule: { tag: 'Blocking rules', summary: 'Block inbound calls' },
  getBlockingRule: { tag: 'Blocking rules', summary: 'Get a blocking rule' },
  listBlockingRules: { tag: 'Blocking rules', summary: 'List blocking rules' },
  deleteBlockingRule: { tag: 'Blocking rules', summary: 'Delete a blocking rule' },
};
