import type { Fax } from '../../model/domain/fax.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { getAccountStatus, listAreaCodes, listCountries } from '../../service/operations/account.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import { cancelFax, deleteFax, listFaxes, readFax, resendFax } from '../../service/operations/faxes.ts';
import {
  getPhoneNumber,
  listPhoneNumbers,
  provisionNumber,
  releaseNumber,
} from '../../service/operations/phone-numbers.ts';
import type { Provisioning } from '../../service/operations/phone-numbers.ts';
import { receiveFax } from '../../service/operations/inbound-faxes.ts';
import { sendFax } from '../../service/operations/send-fax.ts';
import type { Form } from '../../wire/fields.ts';
import { messages, receivedMessage } from '../../wire/messages.ts';
import { faxDownload, faxFileShape, reply, messageAnswer, recordAnswer, noData } from '../../wire/reply.ts';
import type { Writer } from '../../wire/reply.ts';
import * as account from '../../wire/v2/account.ts';
import * as phoneNumbers from '../../wire/v2/account.ts';
import * as publicData from '../../wire/v2/account.ts';
import * as faxes from '../../wire/v2/faxes.ts';
import { listAnswer } from '../../wire/v2/paging.ts';
import { isReceive, receiveFaxForm, sendFaxForm } from '../../wire/v2/send-fax.ts';
import { whileAwaited, route } from '../route.ts';
import type { Route } from '../route.ts';
import { phaxCodeRoutes } from './phax-codes.ts';

/** How records are written, each as JSON, and parameters read, where a later version differs. */
export interface Differences {
  readonly fax: Writer<Fax>;
  readonly phoneNumber: Writer<PhoneNumber>;
  readonly provisionNumberForm: Form<Provisioning>;
}

const own: Differences = {
  fax: faxes.writeFax,
  phoneNumber: phoneNumbers.writeNumber,
  provisionNumberForm: phoneNumbers.provisionNumberForm,
};

/** v2's table of contents, with v2's records and parameters or a later version's. */
export const v2Routes = (differences: Differences = own): readonly Route[] => [
  ...sending,
  ...faxRoutes(differences),
  ...phoneNumberRoutes(differences),
  ...phaxCodeRoutes,
  ...accountRoutes,
  ...publicRoutes,
];

const sending: readonly Route[] = [
  route('POST /faxes', {
    operation: 'receiveFax',
    when: isReceive,
    form: receiveFaxForm,
    run: (world, input, { isTest }) => receiveFax(world, { ...input, isTest }),
    shape: noData,
    reply: ({ fromNumber, toNumber }) => reply(receivedMessage(fromNumber ?? '', toNumber ?? '')),
  }),
  route('POST /faxes', {
    operation: 'sendFax',
    form: sendFaxForm,
    run: (world, input, caller) => sendFax(world, { ...input, isTest: caller.isTest }),
    ...recordAnswer(messages.sendFax, faxes.writeNewFax),
  }),
];

const faxRoutes = (write: Differences): readonly Route[] => [
  route('GET /faxes', {
    operation: 'listFaxes',
    form: faxes.listFaxesForm,
    run: (world, input) => listFaxes(world, input, 'newest first'),
    ...listAnswer(messages.listFaxes, write.fax),
  }),
  route('GET /faxes/:id', {
    operation: 'getFax',
    form: faxes.faxIdForm,
    run: readFax,
    ...recordAnswer(messages.getFax, write.fax),
  }),
  route('DELETE /faxes/:id', {
    operation: 'deleteFax',
    form: faxes.faxIdForm,
    run: deleteFax,
    ...messageAnswer(messages.deleteFax),
  }),
  route('POST /faxes/:id/cancel', {
    operation: 'cancelFax',
    form: faxes.faxIdForm,
    run: cancelFax,
    ...recordAnswer(messages.cancelFax, faxes.writeNewFax),
  }),
  route('POST /faxes/:id/resend', {
    operation: 'resendFax',
    form: faxes.resendFaxForm,
    run: (world, input, caller) => resendFax(world, { ...input, isTest: caller.isTest }),
    ...recordAnswer(messages.resendFax, faxes.writeNewFax),
  }),
  route('GET /faxes/:id/file', {
    operation: 'getFaxFile',
    form: faxes.faxFileForm,
    run: (world, input, caller) => getFaxFile(whileAwaited(world, caller), input),
    shape: faxFileShape,
    reply: faxDownload,
  }),
  route('DELETE /faxes/:id/file', {
    operation: 'deleteFaxFile',
    form: faxes.faxIdForm,
    run: deleteFaxFile,
    ...messageAnswer(messages.deleteFaxFile),
  }),
];

const phoneNumberRoutes = ({ provisionNumberForm, ...write }: Differences): readonly Route[] => [
  route('GET /phone_numbers', {
    operation: 'listPhoneNumbers',
    form: phoneNumbers.listPhoneNumbersForm,
    run: listPhoneNumbers,
    ...listAnswer(messages.listPhoneNumbers, write.phoneNumber),
  }),
  route('POST /phone_numbers', {
    operation: 'provisionNumber',
    form: provisionNumberForm,
    run: provisionNumber,
    ...recordAnswer(messages.provisionNumber, write.phoneNumber),
  }),
  route('GET /phone_numbers/:number', {
    operation: 'getPhoneNumber',
    form: phoneNumbers.phoneNumberForm,
    run: getPhoneNumber,
    ...recordAnswer(messages.getPhoneNumber, write.phoneNumber),
  }),
  route('DELETE /phone_numbers/:number', {
    operation: 'releaseNumber',
    form: phoneNumbers.phoneNumberForm,
    run: releaseNumber,
    ...messageAnswer(messages.releaseNumber),
  }),
];

const accountRoutes: readonly Route[] = [
  route('GET /account/status', {
    operation: 'getAccountStatus',
    form: account.accountStatusForm,
    run: getAccountStatus,
    ...recordAnswer(messages.getAccountStatus, account.writeAccountStatus),
  }),
];

const publicRoutes: readonly Route[] = [
  route('GET /public/countries', {
    operation: 'listCountries',
    isPublic: true,
    form: publicData.listCountriesForm,
    run: listCountries,
    ...listAnswer(messages.listCountries, publicData.writeCountry),
  }),
  route('GET /public/area_codes', {
    operation: 'listAreaCodes',
    isPublic: true,
    form: publicData.listAreaCodesForm,
    run: listAreaCodes,
    ...listAnswer(messages.listAreaCodes, publicData.writeAreaCode),
  }),
];
