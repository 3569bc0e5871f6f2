import { getAccountStatus, listAllAreaCodes, listSupportedCountries } from '../../service/operations/account.ts';
import {
  closeBatch,
  fireBatch,
  cancelFax,
  deleteFax,
  listFaxes,
  readFax,
  resendFax,
} from '../../service/operations/faxes.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import {
  attachPhaxCodeToPdf,
  createPhaxCode,
  getHostedDocument,
  pictureOf,
} from '../../service/operations/phax-codes.ts';
import {
  assertOwned,
  listAllPhoneNumbers,
  provisionNumber,
  releaseNumber,
} from '../../service/operations/phone-numbers.ts';
import { receiveFax } from '../../service/operations/inbound-faxes.ts';
import { sendFax } from '../../service/operations/send-fax.ts';
import { messages, v1Messages, v1ReceivedMessage } from '../../wire/messages.ts';
import {
  faxDownload,
  faxFileShape,
  jsonList,
  namelessDownload,
  reply,
  messageAnswer,
  recordAnswer,
  file,
  noData,
  orFile,
  withData,
  withList,
  withNothing,
} from '../../wire/reply.ts';
import * as account from '../../wire/v1/account.ts';
import * as publicData from '../../wire/v1/account.ts';
import { batchForm } from '../../wire/v1/account.ts';
import * as phoneNumbers from '../../wire/v1/account.ts';
import * as faxes from '../../wire/v1/faxes.ts';
import { listAnswer } from '../../wire/v1/faxes.ts';
import * as phaxCodes from '../../wire/v1/send-fax.ts';
import { receiveFaxForm, sendFaxForm } from '../../wire/v1/send-fax.ts';
import { pathOfPicture } from './phax-codes.ts';
import { whileAwaited, route } from '../route.ts';
import type { Route } from '../route.ts';

/** v1's table of contents: a path for each operation, by GET or POST. */
export const v1Routes: readonly Route[] = [
  route('GET|POST /send', {
    operation: 'sendFax',
    form: sendFaxForm,
    run: (world, input, caller) => sendFax(world, { ...input, isTest: caller.isTest }),
    shape: faxes.sentShape,
    reply: (fax) => reply(messages.sendFax, { faxId: String(fax.id), data: faxes.writeNewFax(fax) }),
  }),
  route('GET|POST /testReceive', {
    operation: 'receiveFax',
    form: receiveFaxForm,
    run: (world, input, { isTest }) => receiveFax(world, { ...input, isTest }),
    shape: noData,
    reply: ({ fromNumber }) => reply(v1ReceivedMessage(phoneNumbers.numberText(fromNumber ?? ''))),
  }),
  route('GET|POST /faxList', {
    operation: 'listFaxes',
    form: faxes.listFaxesForm,
    run: (world, input) => listFaxes(world, input, 'oldest first'),
    ...listAnswer(messages.listFaxes, faxes.writeFax),
  }),
  route('GET|POST /faxStatus', {
    operation: 'getFax',
    form: faxes.faxIdForm,
    run: readFax,
    ...recordAnswer(v1Messages.getFax, faxes.writeFax),
  }),
  route('GET|POST /faxCancel', {
    operation: 'cancelFax',
    form: faxes.faxIdForm,
    run: cancelFax,
    ...messageAnswer(v1Messages.cancelFax),
  }),
  route('GET|POST /faxFile', {
    operation: 'getFaxFile',
    form: faxes.faxFileForm,
    run: (world, input, caller) => getFaxFile(whileAwaited(world, caller), input),
    shape: faxFileShape,
    reply: faxDownload,
  }),
  route('GET|POST /resendFax', {
    operation: 'resendFax',
    form: faxes.resendFaxForm,
    run: (world, input, caller) => resendFax(world, { ...input, isTest: caller.isTest }),
    ...recordAnswer(v1Messages.resendFax, faxes.writeNewFax),
  }),
  route('GET|POST /deleteFax', {
    operation: 'deleteFax',
    form: faxes.deleteFaxForm,
    run: async (world, { id, filesOnly }) => {
      await (filesOnly ? deleteFaxFile(world, { id }) : deleteFax(world, { id }));
      return filesOnly;
    },
    shape: noData,
    reply: (filesOnly) => reply(filesOnly ? messages.deleteFaxFile : messages.deleteFax),
  }),
  route('GET|POST /fireBatch', {
    operation: 'fireBatch',
    form: batchForm,
    run: fireBatch,
    ...messageAnswer(v1Messages.fireBatch),
  }),
  route('GET|POST /closeBatch', {
    operation: 'closeBatch',
    form: batchForm,
    run: closeBatch,
    ...messageAnswer(v1Messages.closeBatch),
  }),
  route('GET|POST /numberList', {
    operation: 'listPhoneNumbers',
    form: phoneNumbers.listPhoneNumbersForm,
    run: listAllPhoneNumbers,
    shape: withList(phoneNumbers.writeNumber.shape),
    reply: (numbers) => reply(messages.listPhoneNumbers, { data: jsonList(numbers.map(phoneNumbers.writeNumber)) }),
  }),
  route('GET|POST /createPhaxCode', {
    operation: 'createPhaxCode',
    form: phaxCodes.createPhaxCodeForm,
    run: async (world, { metadata, redirect }, { origin }) => {
      const code = await createPhaxCode(world, { metadata });
      return redirect ? pictureOf(world, code) : `${origin}${pathOfPicture(world, code.identifier)}`;
    },
    shape: orFile(withData(phaxCodes.newPhaxCodeShape), 'image/png'),
    reply: (newFax) =>
      typeof newFax === 'string'
        ? reply(messages.createPhaxCode, { data: phaxCodes.newPhaxCodeJson(newFax) })
        : namelessDownload('image/png', newFax),
  }),
  route('GET|POST /attachPhaxCodeToPdf', {
    operation: 'attachPhaxCodeToPdf',
    form: phaxCodes.attachPhaxCodeForm,
    run: attachPhaxCodeToPdf,
    shape: file('application/pdf'),
    reply: (pdf) => namelessDownload('application/pdf', pdf),
  }),
  route('GET|POST /getHostedDocument', {
    operation: 'getHostedDocument',
    form: phaxCodes.hostedDocumentForm,
    run: getHostedDocument,
    shape: file('application/pdf'),
    reply: (pdf) => namelessDownload('application/pdf', pdf),
  }),
  route('GET|POST /provisionNumber', {
    operation: 'provisionNumber',
    form: phoneNumbers.provisionNumberForm,
    run: provisionNumber,
    ...recordAnswer(messages.provisionNumber, phoneNumbers.writeNumber),
  }),
  route('GET|POST /releaseNumber', {
    operation: 'releaseNumber',
    form: phoneNumbers.releaseNumberForm,
    run: (world, { number }) => {
      assertOwned(world, 'number', number);
      return releaseNumber(world, { number });
    },
    shape: withNothing,
    reply: () => reply(messages.releaseNumber, { data: '[]' }),
  }),
  route('GET|POST /accountStatus', {
    operation: 'getAccountStatus',
    form: account.accountStatusForm,
    run: getAccountStatus,
    ...recordAnswer(messages.getAccountStatus, account.writeAccountStatus),
  }),
  route('GET|POST /areaCodes', {
    operation: 'listAreaCodes',
    isPublic: true,
    form: publicData.listAreaCodesForm,
    run: listAllAreaCodes,
    shape: withData(publicData.areaCodesShape),
    reply: publicData.areaCodesReply,
  }),
  route('GET|POST /supportedCountries', {
    operation: 'listCountries',
    isPublic: true,
    form: publicData.supportedCountriesForm,
    run: listSupportedCountries,
    shape: withData(publicData.supportedCountriesShape),
    reply: (supported) => reply(v1Messages.supportedCountries, { data: publicData.supportedCountriesJson(supported) }),
  }),
];
