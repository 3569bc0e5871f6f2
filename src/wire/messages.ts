import { Refusal } from '../model/domain/refusal.ts';

/** Texts of successful answers, listed together because clients compare them. Their evidence is in `src/wire/evidence`. */
export const messages = {
  listFaxes: 'Retrieved faxes successfully',
  getFax: 'Metadata for fax',
  sendFax: 'Fax queued for sending',
  cancelFax: 'Fax cancellation scheduled successfully.',
  resendFax: 'Fax queued for resending',
  deleteFax: 'Deleted fax successfully!',
  deleteFaxFile: 'Deleted files successfully!',
  listPhoneNumbers: 'Retrieved user phone numbers successfully',
  getPhoneNumber: 'Retrieved user phone numbers successfully',
  provisionNumber: 'Number provisioned successfully!',
  releaseNumber: 'Number released successfully!',
  listCountries: 'Data contains countries info',
  listAreaCodes: 'Data contains found available area codes',
  getAccountStatus: 'Account status retrieved successfully',
  createAta: 'ATA created successfully',
  listAtas: 'Retrieved ATAs successfully',
  getAta: 'Metadata for ATA',
  updateAta: 'ATA updated successfully',
  deleteAta: 'ATA deleted successfully',
  regenerateAtaCredentials: 'ATA credentials regenerated',
  addAtaNumber: 'Phone number added to ATA',
  removeAtaNumber: 'Phone number removed from ATA',
  getProvisioningUrls: 'Retrieved provisioning URLs',
  createPortOrder: 'Port order created',
  getPortOrder: 'Retrieved port order',
  getPortNumber: 'Retrieved port number',
  listPortNumberNotes: 'Retrieved port number notes',
  listPortOrders: 'Retrieved port orders successfully',
  createSendBlockingRule: 'Blocking rule created successfully',
  createReceiveBlockingRule: 'Blocking rule created successfully',
  listBlockingRules: 'Retrieved blocking rules successfully',
  getBlockingRule: 'Retrieved blocking rule',
  createPhaxCode: 'PhaxCode generated',
  getPhaxCode: 'Info for PhaxCode',
  getDefaultPhaxCode: 'Info for PhaxCode',
  deleteBlockingRule: 'Blocking rule deleted successfully',
} as const;

/**
 * Texts of failures that a scenario requests, as general as the status. Only that of 404 was recorded. Those of 401 and
 * 429 are the simulator's own texts for these statuses.
 */
export const failureMessages = {
  unauthorized: 'The API key or the API secret is wrong',
  not_found: 'Not found',
  invalid: 'A parameter is missing or invalid',
  rate_limited: 'Rate limit exceeded',
  unavailable: 'Service unavailable',
  server_error: 'Internal server error',
} as const;

/** Two spaces, and both numbers in E.164: as recorded. */
export const receivedMessage = (from: string, to: string): string =>
  `Test fax received from ${from} to ${to}.  Calling back now...`;

/** Source: the v1 Ruby client. */
export const v1ReceivedMessage = (from: string): string => `Test fax received from ${from}. Calling back now...`;

/** A refusal in the words of v1, where a missing record is always a fax. Source of the text: a third party's captured answer. */
export const inWordsOfV1 = (refusal: Refusal): Refusal =>
  refusal.kind === 'not_found' ? new Refusal('not_found', 'Fax with this ID does not exist', refusal) : refusal;

/** v1's texts, its own where they differ. Sources: the v1 reference and the v1 Ruby client. */
export const v1Messages = {
  ...messages,
  getFax: 'Retrieved fax successfully',
  resendFax: 'Fax queued for resend',
  cancelFax: 'Fax canceled successfully.',
  fireBatch: 'Batch fired successfully',
  closeBatch: 'Batch closed successfully',
  listCountries: 'Data contains supported countries.',
} as const;
