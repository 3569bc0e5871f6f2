import { getAccountStatus, listAllAreaCodes, listSupportedCountries } from '../../service/operations/account.ts';
import * as faxOperations from '../../service/operations/faxes.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import * as phaxCodeOperations from '../../service/operations/phax-codes.ts';
import {
  assertOwned,
  listAllPhoneNumbers,
  provisionNumber,
  releaseNumber,
} from '../../service/operations/phone-numbers.ts';
import { receiveFax } from '../../service/operations/inbound-faxes.ts';
import { sendFax } from '../../service/operations/send-fax.ts';
import { emptyForm, idForm } from '../../wire/fields.ts';
import { v1Messages } from '../../wire/messages.ts';
import { faxFileAnswer, fileAnswer, messageAnswer, recordAnswer, recordsAnswer } from '../../wire/reply.ts';
import * as account from '../../wire/v1/account.ts';
import * as faxes from '../../wire/v1/faxes.ts';
import { phoneNumberForm } from '../../wire/v2/account.ts';
import { pathOfPicture } from './phax-codes.ts';
import { routeWith, whileAwaited, withMode } from '../route.ts';
import type { Route } from '../route.ts';

const route = routeWith(v1Messages);

/** v1's table of contents: a path for each operation, by GET or POST. */
export const v1Routes: readonly Route[] = [
  route('GET|POST /send', 'sendFax', {
    form: faxes.sendFaxForm,
    run: (world, input, caller) => sendFax(world, withMode(input, caller)),
    answer: faxes.sendFaxAnswer,
  }),
  route('GET|POST /testReceive', 'receiveFax', {
    form: faxes.receiveFaxForm,
    run: (world, input, caller) => receiveFax(world, withMode(input, caller)),
    answer: faxes.receiveFaxAnswer,
  }),
  route('GET|POST /faxList', 'listFaxes', {
    form: faxes.listFaxesForm,
    run: (world, input) => faxOperations.listFaxes(world, input, 'oldest first'),
    answer: faxes.listAnswer(faxes.writeFax),
  }),
  route('GET|POST /faxStatus', 'getFax', {
    form: idForm,
    run: faxOperations.readFax,
    answer: recordAnswer(faxes.writeFax),
  }),
  route('GET|POST /faxCancel', 'cancelFax', { form: idForm, run: faxOperations.cancelFax, answer: messageAnswer }),
  route('GET|POST /faxFile', 'getFaxFile', {
    form: faxes.faxFileForm,
    run: (world, input, caller) => getFaxFile(whileAwaited(world, caller), input),
    answer: faxFileAnswer,
  }),
  route('GET|POST /resendFax', 'resendFax', {
    form: faxes.resendFaxForm,
    run: (world, input, caller) => faxOperations.resendFax(world, withMode(input, caller)),
    answer: recordAnswer(faxes.writeNewFax),
  }),
  route('GET|POST /deleteFax', 'deleteFax', {
    form: faxes.deleteFaxForm,
    run: async (world, { id, filesOnly = false }) => {
      await (filesOnly ? deleteFaxFile(world, { id }) : faxOperations.deleteFax(world, { id }));
      return filesOnly;
    },
    answer: faxes.deleteFaxAnswer,
  }),
  route('GET|POST /fireBatch', 'fireBatch', {
    form: account.batchForm,
    run: faxOperations.fireBatch,
    answer: messageAnswer,
  }),
  route('GET|POST /closeBatch', 'closeBatch', {
    form: account.batchForm,
    run: faxOperations.closeBatch,
    answer: messageAnswer,
  }),
  route('GET|POST /numberList', 'listPhoneNumbers', {
    form: account.listPhoneNumbersForm,
    run: listAllPhoneNumbers,
    answer: recordsAnswer(account.writeNumber),
  }),
  route('GET|POST /createPhaxCode', 'createPhaxCode', {
    form: faxes.createPhaxCodeForm,
    run: async (world, { metadata, redirect = false }, { origin }) => {
      const code = await phaxCodeOperations.createPhaxCode(world, { metadata });
      return redirect ? phaxCodeOperations.pictureOf(world, code) : `${origin}${pathOfPicture(world, code.identifier)}`;
    },
    answer: faxes.createPhaxCodeAnswer,
  }),
  route('GET|POST /attachPhaxCodeToPdf', 'attachPhaxCodeToPdf', {
    form: faxes.attachPhaxCodeForm,
    run: phaxCodeOperations.attachPhaxCodeToPdf,
    answer: fileAnswer('application/pdf'),
  }),
  route('GET|POST /getHostedDocument', 'getHostedDocument', {
    form: faxes.hostedDocumentForm,
    run: phaxCodeOperations.getHostedDocument,
    answer: fileAnswer('application/pdf'),
  }),
  route('GET|POST /provisionNumber', 'provisionNumber', {
    form: account.provisionNumberForm,
    run: provisionNumber,
    answer: recordAnswer(account.writeNumber),
  }),
  route('GET|POST /releaseNumber', 'releaseNumber', {
    form: phoneNumberForm,
    run: (world, { number }) => {
      assertOwned(world, 'number', number);
      return releaseNumber(world, { number });
    },
    answer: account.releaseNumberAnswer,
  }),
  route('GET|POST /accountStatus', 'getAccountStatus', {
    form: emptyForm,
    run: getAccountStatus,
    answer: recordAnswer(account.writeAccountStatus),
  }),
  route('GET|POST /areaCodes', 'listAreaCodes', {
    isPublic: true,
    form: account.listAreaCodesForm,
    run: listAllAreaCodes,
    answer: account.areaCodesAnswer,
  }),
  route('GET|POST /supportedCountries', 'listCountries', {
    isPublic: true,
    form: emptyForm,
    run: listSupportedCountries,
    answer: account.supportedCountriesAnswer,
  }),
];
