import type { OperationId } from '../../model/domain/operation.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import type { Route } from '../route.ts';

/** The parts of a route that its documentation needs. */
export type DocumentedRow = Pick<Route, 'methods' | 'path' | 'isPublic' | 'form' | 'shape'> & {
  readonly operation: string;
};

/** A face of the simulator that gets a document of its own. */
export interface Face {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** The path that goes before those of the rows. */
  readonly prefix: string;
  readonly rows: readonly DocumentedRow[];
  /** Paths that are no rows, as the document has them. */
  readonly extraPaths?: JsonSchema;
  readonly abouts: Readonly<Record<string, About>>;
  /** The descriptions of parameters, by name. */
  readonly meanings: Readonly<Record<string, string>>;
  readonly statuses: Readonly<Record<RefusalKind, number>>;
  /** The refusals that any of its routes may give, beyond those of all documents. */
  readonly refuses?: readonly RefusalKind[];
  /** Ways to authenticate, each a set of schemes that go together; empty: none is needed. */
  readonly security: readonly (readonly SchemeName[])[];
}

export type About = Readonly<Record<'tag' | 'summary', string>>;

type SchemeName = keyof typeof securitySchemes;

export const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'The API key is the user, the API secret the password.' },
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'Goes with apiSecret; a body may hold both too.',
  },
  apiSecret: { type: 'apiKey', in: 'query', name: 'api_secret', description: 'Goes with apiKey.' },
} as const;

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

/** The meaning of each parameter name, for all operations that take it. */
export const parameterMeanings: Readonly<Record<string, string>> = {
  country: 'ISO 3166 alpha-2 code of the country.',
  description: 'The purpose of the ATA, as free text.',
  domain: 'The SIP domain of the ATA.',
  group: 'The group of ATAs that the URLs are for.',
  identifier: 'The identifier of the PhaxCode.',
  is_toll_free: 'Only toll-free area codes, or only others.',
  mac_address: 'The MAC address of the ATA.',
  metadata: 'The metadata of the PhaxCode: any text.',
  name: 'The name of the ATA, or of the hosted document.',
  page_number: 'The page to print the PhaxCode on, counted from 1; the first by default.',
  redirect: 'Answer the picture itself.',
  state: 'The two letters of a state or province; from v2 on it needs country or country_code.',
  toll_free: 'Only toll-free area codes, or only others.',
  with_credentials: 'Show the username and password too.',
  x: 'Distance of the PhaxCode from the left edge, in points.',
  y: 'Distance of the PhaxCode from the lower edge, in points.',
  address_id: 'The id of an address, for countries that need one for a number; ignored for all others.',
  area_code: 'Area code of the numbers; from v2 on it needs country_code.',
  batch: 'Hold the fax for others to the same number; batch_delay says how long.',
  batch_collision_avoidance: 'Hold a batch until the remote machine is not busy.',
  batchId: 'The id of the batch; the same as id.',
  batch_id: 'The id of the batch; the same as id.',
  batch_delay: 'Seconds that the fax waits for others to the same number; less than 5 are taken for 5, and 0 for none.',
  account_identifier: 'The number of the account with the present provider.',
  billing_address1: 'The billing address at the present provider; required unless has_bill.',
  billing_address2: 'A second line of that address.',
  billing_city: 'Required unless has_bill.',
  billing_number: 'The main number of the present account; required unless has_bill.',
  billing_state: 'Required unless has_bill.',
  billing_zip: 'Five digits; required unless has_bill.',
  contact_email: 'The email address for questions about the order.',
  contact_number: 'The phone number for questions about the order.',
  esig: 'The name of the ordering person, as a signature.',
  has_bill: 'A bill follows by mail, so that billing fields need not be given.',
  legal_agreement: 'Must be true.',
  name_of_business: 'The name of the business, if the numbers are of one.',
  name_on_account: 'The name of the owner of the present account.',
  port_numbers: 'The numbers to transfer.',
  port_out_pin: 'The PIN that the present provider asks for.',
  port_type: 'Whether the numbers are of a business.',
  provider_name: 'The present provider.',
  callback_url:
    'The URL for webhooks of the fax, or of faxes to the number, in place of the account’s URL: http, https or mailto.',
  caller_id: 'The number to show to the called side: one of the account’s.',
  cancel_timeout: 'Minutes after which the fax is cancelled unless it is done.',
  content_url: 'Pages on the web to send; they come before files.',
  country_code: 'Calling code of the country.',
  created_after: 'Start of the range, included; a week ago by default. Without a zone it is US Central time.',
  created_before: 'End of the range, included; now by default. Without a zone it is US Central time.',
  direction: 'Sent or received.',
  end: 'End of the range as Unix time, included; now by default.',
  file: 'Files to send, or the one to receive.',
  filename: 'Files to send, or the one to receive.',
  files_only: 'Delete the stored file alone, not the fax.',
  from: 'The calling end: a number in E.164 form, *, or, of inbound calls, an ISO 3166 alpha-2 country code.',
  from_number: 'The calling number; the service’s public number by default.',
  header_text: 'The text at the top of every page.',
  id: 'The id of the record.',
  maxperpage: 'Records a page, 50 by default and 1000 at most.',
  number: 'A phone number in E.164 form, with or without its plus.',
  page: 'The page, counted from 1.',
  per_page: 'Records a page, 25 by default and 1000 at most.',
  phone_number: 'A number that the fax was sent to, from or received on, in E.164 form.',
  start: 'Start of the range as Unix time, included; a week ago by default.',
  status: 'The status of the fax.',
  string_data: 'Text, HTML or a URL to send; it comes before files.',
  string_data_type: 'The type of string_data; text by default.',
  tag: 'Names with their values: tag[NAME]=VALUE.',
  test_fail: 'With the test keys alone: fail with an error of this type.',
  thumbnail: 'A picture of the first page in place of the document: s is small, l is large.',
  to: 'The number to send to, or several; of a blocking rule, the called end.',
  to_number: 'The called number; the service’s public number by default.',
  type: 'p: the document; s, l: a small or large picture of its first page.',
};
