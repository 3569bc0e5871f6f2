import { getAccountStatus, listAllAreaCodes, listSupportedCountries } from '../../service/operations/account.ts';
import * as faxOperations from '../../service/operations/faxes.ts';
import * as faxSearch from '../../service/operations/fax-search.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import * as phaxCodeOperations from '../../service/operations/phax-codes.ts';
import { assertOwned, listAllPhoneNumbers, releaseNumber } from '../../service/operations/phone-numbers.ts';
import { provisionNumber } from '../../service/operations/provisioning.ts';
import { receiveFax } from '../../service/operations/inbound-faxes.ts';
import { sendFax } from '../../service/operations/send-fax.ts';
import { emptySchema, idSchema } from '../../wire/fields.ts';
import { inWordsOfV1, v1Messages } from '../../wire/messages.ts';
import { faxFileAnswer, fileAnswer, messageAnswer, recordAnswer, recordsAnswer } from '../../wire/reply.ts';
import * as account from '../../wire/v1/account.ts';
import * as faxes from '../../wire/v1/faxes.ts';
import * as faxForms from '../../wire/v1/fax-forms.ts';
import * as phaxCodes from '../../wire/v1/phax-codes.ts';
import { phoneNumberSchema } from '../../wire/v2/account.ts';
import { refusals } from '../errors.ts';
import type { RefusalForm } from '../errors.ts';
import type { Face } from '../face.ts';
import { whileAwaited, withMode } from '../route.ts';
import type { Route } from '../route.ts';
import { basic, byKeyPair, byParameters } from './key-pair.ts';
import { pathOfPicture } from './phax-codes.ts';
import { createdFax, phaxioFace, phaxioRoute } from './phaxio.ts';

const route = phaxioRoute(v1Messages);

/** Webhooks for faxes sent by v1 have v1's form, whatever the account's setting: a program of v1 may expect it. */
const ownWebhooks = { webhookVersion: 'v1' } as const;

/** The routes of v1: a path for each operation, by GET or POST. */
const v1Routes: readonly Route[] = [
  route('GET|POST /send', 'sendFax', {
    schema: faxForms.sendFaxSchema,
    perform: (world, input, caller) => sendFax(world, Object.assign(withMode(input, caller), ownWebhooks)),
    creates: createdFax,
    answer: faxes.sendFaxAnswer,
  }),
  route('GET|POST /testReceive', 'receiveFax', {
    schema: faxForms.receiveFaxSchema,
    perform: (world, input, caller) => receiveFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: faxes.receiveFaxAnswer,
  }),
  route('GET|POST /faxList', 'listFaxes', {
    schema: faxForms.listFaxesSchema,
    perform: (world, input) => faxSearch.listFaxes(world, input, 'oldest first'),
    answer: faxes.listAnswer(faxes.writeFax),
  }),
  route('GET|POST /faxStatus', 'getFax', {
    schema: idSchema,
    perform: faxOperations.readFax,
    answer: recordAnswer(faxes.writeFax),
  }),
  route('GET|POST /faxCancel', 'cancelFax', {
    schema: idSchema,
    perform: faxOperations.cancelFax,
    answer: messageAnswer,
  }),
  route('GET|POST /faxFile', 'getFaxFile', {
    schema: faxes.faxFileSchema,
    perform: (world, input, caller) => getFaxFile(whileAwaited(world, caller), input),
    answer: faxFileAnswer,
  }),
  route('GET|POST /resendFax', 'resendFax', {
    schema: faxes.resendFaxForm,
    perform: (world, input, caller) => faxOperations.resendFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  route('GET|POST /deleteFax', 'deleteFax', {
    schema: faxes.deleteFaxSchema,
    perform: async (world, { id, filesOnly = false }) => {
      await (filesOnly ? deleteFaxFile(world, { id }) : faxOperations.deleteFax(world, { id }));
      return filesOnly;
    },
    answer: faxes.deleteFaxAnswer,
  }),
  route('GET|POST /fireBatch', 'fireBatch', {
    schema: account.batchSchema,
    perform: faxOperations.fireBatch,
    answer: messageAnswer,
  }),
  route('GET|POST /closeBatch', 'closeBatch', {
    schema: account.batchSchema,
    perform: faxOperations.closeBatch,
    answer: messageAnswer,
  }),
  route('GET|POST /numberList', 'listPhoneNumbers', {
    schema: account.listPhoneNumbersSchema,
    perform: listAllPhoneNumbers,
    answer: recordsAnswer(account.writeNumber),
  }),
  route('GET|POST /createPhaxCode', 'createPhaxCode', {
    schema: phaxCodes.createPhaxCodeSchema,
    perform: async (world, { metadata, redirect = false }, { origin }) => {
      const code = await phaxCodeOperations.createPhaxCode(world, { metadata });
      return redirect ? phaxCodeOperations.pictureOf(world, code) : `${origin}${pathOfPicture(world, code.identifier)}`;
    },
    answer: phaxCodes.createPhaxCodeAnswer,
  }),
  route('GET|POST /attachPhaxCodeToPdf', 'attachPhaxCodeToPdf', {
    schema: phaxCodes.attachPhaxCodeSchema,
    perform: phaxCodeOperations.attachPhaxCodeToPdf,
    answer: fileAnswer('application/pdf'),
  }),
  route('GET|POST /getHostedDocument', 'getHostedDocument', {
    schema: phaxCodes.hostedDocumentSchema,
    perform: phaxCodeOperations.getHostedDocument,
    answer: fileAnswer('application/pdf'),
  }),
  route('GET|POST /provisionNumber', 'provisionNumber', {
    schema: account.provisionNumberSchema,
    perform: provisionNumber,
    answer: recordAnswer(account.writeNumber),
  }),
  route('GET|POST /releaseNumber', 'releaseNumber', {
    schema: phoneNumberSchema,
    perform: (world, { number }) => {
      assertOwned(world, 'number', number);
      return releaseNumber(world, { number });
    },
    answer: account.releaseNumberAnswer,
  }),
  route('GET|POST /accountStatus', 'getAccountStatus', {
    schema: emptySchema,
    perform: getAccountStatus,
    answer: recordAnswer(account.writeAccountStatus),
  }),
  route('GET|POST /areaCodes', 'listAreaCodes', {
    isPublic: true,
    schema: account.listAreaCodesSchema,
    perform: listAllAreaCodes,
    answer: account.areaCodesAnswer,
  }),
  route('GET|POST /supportedCountries', 'listCountries', {
    isPublic: true,
    schema: emptySchema,
    perform: listSupportedCountries,
    answer: account.supportedCountriesAnswer,
  }),
];

/** v1 refuses in its operations with 200 and `success: false`. Source: its clients check nothing else. */
const v1Refusals: RefusalForm = {
  ...refusals,
  statuses: { ...refusals.statuses, not_found: 200, invalid: 200, not_allowed: 200 },
  inOwnWords: inWordsOfV1,
};

export const v1Face: Face = phaxioFace('v1', {
  description: 'Operations by name. An operation that refuses a request answers with 200 and `success: false`.',
  routes: v1Routes,
  refusals: v1Refusals,
  authentication: byKeyPair({ security: [byParameters, basic] }),
});
