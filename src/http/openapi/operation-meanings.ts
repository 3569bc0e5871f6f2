import { identifiedRecord } from '../../model/domain/operation.ts';
import type { IdentifiedKind, OperationId } from '../../model/domain/operation.ts';

type Meanings = Readonly<Record<string, string>>;

const ofService = { id: 'The id of the service.' };

/** The parameters that identify a record and the record that contains it, by kind. */
const meaningsByKind: Readonly<Record<IdentifiedKind, Meanings>> = {
  fax: { id: 'The id of the fax.' },
  number: { id: 'The id of the ATA.', number: 'A number of the account in E.164 form, with or without its plus.' },
  rule: { id: 'The id of the blocking rule.' },
  order: { id: 'The id of the port order.' },
  ata: { id: 'The id of the ATA.' },
  phaxCode: { identifier: 'The identifier of the PhaxCode.' },
  service: ofService,
  serviceNumber: { ...ofService, phoneNumber: 'A number of the service in E.164 form.' },
  coverPage: { ...ofService, coverPageId: 'The id of the cover page.' },
  mail: { ...ofService, email: 'The email address; case does not count.' },
};

const ofPortNumber = { id: 'The id of a number in a port order.' };
const ofBatch = { id: 'The id of the batch.' };

const ofReceived = { file: 'The file to receive.', filename: 'The file to receive.' };
const ofRule = { to: 'The called end: a number in E.164 form, or *.' };

const ofRecord = { key: 'The id of the record, or the phone number or identifier that it goes by.' };

/** The operations of the API in which a parameter has a special meaning. */
const apiMeanings: Readonly<Partial<Record<OperationId, Meanings>>> = {
  getPortNumber: ofPortNumber,
  listPortNumberNotes: ofPortNumber,
  fireBatch: ofBatch,
  closeBatch: ofBatch,
  sendFax: {
    from: 'The number to show to the called side: one of the account’s.',
    to: 'The number to send to, or several.',
  },
  receiveFax: ofReceived,
  createSendBlockingRule: ofRule,
  createReceiveBlockingRule: ofRule,
  addCoverPage: { name: 'The name of the cover page.' },
  suspendNumber: { note: 'The reason, as free text.' },
};

/** The operations of the control API in which a parameter has a special meaning. */
const controlMeanings: Readonly<Record<string, Meanings>> = {
  recordsShow: ofRecord,
  recordsPut: ofRecord,
  recordsChange: ofRecord,
  recordsDelete: ofRecord,
  servicesAssign: { service: 'The id of the service in v3.' },
};

const ownMeanings: Readonly<Record<string, Meanings>> = { ...apiMeanings, ...controlMeanings };

/** The descriptions of parameters, by name, whose meaning depends on the operation. */
export function meaningsIn(operation: string): Meanings {
  const kind = identifiedRecord(operation);
  return { ...(kind && meaningsByKind[kind]), ...ownMeanings[operation] };
}
