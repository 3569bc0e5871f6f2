import { entriesOf } from '../shared/objects.ts';

/** The versions of the Phaxio API, oldest first. */
export const phaxioVersions = ['v1', 'v2', 'v2.1'] as const;
export type PhaxioVersion = (typeof phaxioVersions)[number];

/** The versions of all APIs of the service, oldest first. */
export const apiVersions = [...phaxioVersions, 'v3'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** The operations of the service, named once for all versions. Routes, scenarios and journal use these names, never URLs. */
export const operationIds = [
  'sendFax',
  'receiveFax',
  'listFaxes',
  'getFax',
  'cancelFax',
  'resendFax',
  'deleteFax',
  'getFaxFile',
  'deleteFaxFile',
  'fireBatch',
  'closeBatch',
  'listPhoneNumbers',
  'getPhoneNumber',
  'provisionNumber',
  'releaseNumber',
  'listCountries',
  'listAreaCodes',
  'getAccountStatus',
  'createAta',
  'listAtas',
  'getAta',
  'updateAta',
  'deleteAta',
  'regenerateAtaCredentials',
  'addAtaNumber',
  'removeAtaNumber',
  'getProvisioningUrls',
  'createPortOrder',
  'listPortOrders',
  'getPortOrder',
  'getPortNumber',
  'listPortNumberNotes',
  'createSendBlockingRule',
  'createReceiveBlockingRule',
  'getBlockingRule',
  'listBlockingRules',
  'deleteBlockingRule',
  'createPhaxCode',
  'getPhaxCode',
  'getDefaultPhaxCode',
  'attachPhaxCodeToPdf',
  'getHostedDocument',
  'createToken',
  'createService',
  'listServices',
  'getService',
  'updateService',
  'deleteService',
  'listServiceNumbers',
  'suspendNumber',
  'addCoverPage',
  'listCoverPages',
  'getCoverPage',
  'deleteCoverPage',
  'listMailsOfNumber',
  'listMails',
  'addMail',
  'changeMail',
  'deleteMail',
  'listNumbersOfMail',
] as const;
export type OperationId = (typeof operationIds)[number];

/** The kind of record that the path of an operation identifies; a `serviceNumber` is a number below its service in v3. */
export type IdentifiedKind =
  'fax' | 'number' | 'rule' | 'order' | 'ata' | 'phaxCode' | 'service' | 'serviceNumber' | 'coverPage' | 'mail';

/** The record that a request is about; it need not exist. */
export interface RecordReference {
  readonly kind: IdentifiedKind;
  /** The id, or the E.164 number of a phone number. */
  readonly id: number | string;
}

const operationsByRecordKind: Readonly<Record<IdentifiedKind, readonly OperationId[]>> = {
  fax: ['getFax', 'cancelFax', 'resendFax', 'deleteFax', 'getFaxFile', 'deleteFaxFile'],
  number: ['getPhoneNumber', 'releaseNumber', 'addAtaNumber', 'removeAtaNumber'],
  order: ['getPortOrder', 'getPortNumber', 'listPortNumberNotes'],
  rule: ['getBlockingRule', 'deleteBlockingRule'],
  ata: ['getAta', 'updateAta', 'deleteAta', 'regenerateAtaCredentials'],
  phaxCode: ['getPhaxCode'],
  service: [
    'getService',
    'updateService',
    'deleteService',
    'listServiceNumbers',
    'addCoverPage',
    'listCoverPages',
    'listMails',
    'addMail',
  ],
  serviceNumber: ['suspendNumber', 'listMailsOfNumber'],
  coverPage: ['getCoverPage', 'deleteCoverPage'],
  mail: ['changeMail', 'deleteMail', 'listNumbersOfMail'],
};

const identifiedRecords: ReadonlyMap<string, IdentifiedKind> = new Map(
  entriesOf(operationsByRecordKind).flatMap(([kind, operations]) =>
    operations.map((operation) => [operation, kind] as const),
  ),
);

/** The kind of record that the path of an operation identifies, in v1 its parameters; undefined if there is none. */
export const identifiedRecord = (operation: string): IdentifiedKind | undefined => identifiedRecords.get(operation);
