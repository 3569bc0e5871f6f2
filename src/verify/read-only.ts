import type { OperationId } from '../domain/operation.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import { faces } from '../http/openapi/documents.ts';
import type { DocumentedRow } from '../http/openapi/documented.ts';

/**
 * Whether an operation costs nothing and changes nothing, by the operation and not by its method: v1 reads with POST. Every
 * operation stands here, so that a new operation does not compile without a row.
 */
const isReadOnly: Readonly<Record<OperationId, boolean>> = {
  sendFax: false,
  receiveFax: false,
  listFaxes: true,
  getFax: true,
  cancelFax: false,
  resendFax: false,
  deleteFax: false,
  getFaxFile: true,
  deleteFaxFile: false,
  fireBatch: false,
  closeBatch: false,
  listPhoneNumbers: true,
  getPhoneNumber: true,
  provisionNumber: false,
  releaseNumber: false,
  listCountries: true,
  listAreaCodes: true,
  getAccountStatus: true,
  createAta: false,
  listAtas: true,
  getAta: true,
  updateAta: false,
  deleteAta: false,
  regenerateAtaCredentials: false,
  addAtaNumber: false,
  removeAtaNumber: false,
  getProvisioningUrls: true,
  createPortOrder: false,
  listPortOrders: true,
  getPortOrder: true,
  getPortNumber: true,
  listPortNumberNotes: true,
  createSendBlockingRule: false,
  createReceiveBlockingRule: false,
  getBlockingRule: true,
  listBlockingRules: true,
  deleteBlockingRule: false,
  createPhaxCode: false,
  getPhaxCode: true,
  getDefaultPhaxCode: true,
  attachPhaxCodeToPdf: false,
  // It may print a PhaxCode that is made for it.
  getHostedDocument: false,
};

/** A row of a version's table of contents. */
export interface VersionRoute extends DocumentedRow {
  readonly operation: OperationId;
}

export const rowsOf = (version: ApiVersion): readonly VersionRoute[] => faces[version].rows;

/** What a call of the row does: nothing but read. Both must say so, from v2 on: the operation and the method. */
export const onlyReads = (version: ApiVersion, { operation, methods }: VersionRoute): boolean =>
  isReadOnly[operation] && (version === 'v1' || methods.every((method) => method === 'GET'));

/** v1's clients send POST, with all parameters in the body. */
export const methodOf = (version: ApiVersion): 'GET' | 'POST' => (version === 'v1' ? 'POST' : 'GET');
