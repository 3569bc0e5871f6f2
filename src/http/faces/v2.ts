import type { Fax } from '../../model/domain/fax.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { getAccountStatus, listAreaCodes, listCountries } from '../../service/operations/account.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import { cancelFax, deleteFax, readFax, resendFax } from '../../service/operations/faxes.ts';
import { listFaxes } from '../../service/operations/fax-search.ts';
import { getPhoneNumber, listPhoneNumbers, releaseNumber } from '../../service/operations/phone-numbers.ts';
import { provisionNumber } from '../../service/operations/provisioning.ts';
import type { Provisioning } from '../../service/operations/provisioning.ts';
import { receiveFax } from '../../service/operations/inbound-faxes.ts';
import { sendFax } from '../../service/operations/send-fax.ts';
import { emptySchema, idSchema } from '../../wire/fields.ts';
import type { ParamsSchema } from '../../wire/fields.ts';
import { messages } from '../../wire/messages.ts';
import { faxFileAnswer, messageAnswer, recordAnswer } from '../../wire/reply.ts';
import type { Writer } from '../../wire/reply.ts';
import * as account from '../../wire/v2/account.ts';
import * as faxes from '../../wire/v2/faxes.ts';
import { listAnswer, pageSchema } from '../../wire/v2/paging.ts';
import { whileAwaited, withMode } from '../route.ts';
import type { Route } from '../route.ts';
import type { Face } from '../face.ts';
import { phaxCodeRoutes } from './phax-codes.ts';
import { createdFax, phaxioFace, phaxioRoute } from './phaxio.ts';

const route = phaxioRoute(messages);

/** The parts in which a later version differs: the JSON writers of records, and the schemas of parameters. */
export interface Differences {
  readonly writeFax: Writer<Fax>;
  readonly writeNumber: Writer<PhoneNumber>;
  readonly provisionNumberForm: ParamsSchema<Provisioning>;
}

const { writeNumber, provisionNumberSchema: provisionNumberForm } = account;
const own: Differences = { writeFax: faxes.writeFax, writeNumber, provisionNumberForm };

/** The routes of v2, with v2's records and parameters or a later version's. */
export const v2Routes = (differences: Differences = own): readonly Route[] => [
  ...faxRoutes(differences),
  ...phoneNumberRoutes(differences),
  ...phaxCodeRoutes,
  ...accountRoutes,
];

const faxRoutes = ({ writeFax }: Differences): readonly Route[] => [
  route('POST /faxes', 'receiveFax', {
    when: faxes.isReceive,
    schema: faxes.receiveFaxSchema,
    perform: (world, input, caller) => receiveFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: faxes.receiveFaxAnswer,
  }),
  route('POST /faxes', 'sendFax', {
    schema: faxes.sendFaxSchema,
    perform: (world, input, caller) => sendFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  route('GET /faxes', 'listFaxes', {
    schema: faxes.listFaxesSchema,
    perform: (world, input) => listFaxes(world, input, 'newest first'),
    answer: listAnswer(writeFax),
  }),
  route('GET /faxes/:id', 'getFax', { schema: idSchema, perform: readFax, answer: recordAnswer(writeFax) }),
  route('DELETE /faxes/:id', 'deleteFax', { schema: idSchema, perform: deleteFax, answer: messageAnswer }),
  route('POST /faxes/:id/cancel', 'cancelFax', {
    schema: idSchema,
    perform: cancelFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  route('POST /faxes/:id/resend', 'resendFax', {
    schema: faxes.resendFaxSchema,
    perform: (world, input, caller) => resendFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  route('GET /faxes/:id/file', 'getFaxFile', {
    schema: faxes.faxFileSchema,
    perform: (world, input, caller) => getFaxFile(whileAwaited(world, caller), input),
    answer: faxFileAnswer,
  }),
  route('DELETE /faxes/:id/file', 'deleteFaxFile', { schema: idSchema, perform: deleteFaxFile, answer: messageAnswer }),
];

const phoneNumberRoutes = ({ provisionNumberForm, writeNumber }: Differences): readonly Route[] => [
  route('GET /phone_numbers', 'listPhoneNumbers', {
    schema: account.listPhoneNumbersSchema,
    perform: listPhoneNumbers,
    answer: listAnswer(writeNumber),
  }),
  route('POST /phone_numbers', 'provisionNumber', {
    schema: provisionNumberForm,
    perform: provisionNumber,
    answer: recordAnswer(writeNumber),
  }),
  route('GET /phone_numbers/:number', 'getPhoneNumber', {
    schema: account.phoneNumberSchema,
    perform: getPhoneNumber,
    answer: recordAnswer(writeNumber),
  }),
  route('DELETE /phone_numbers/:number', 'releaseNumber', {
    schema: account.phoneNumberSchema,
    perform: releaseNumber,
    answer: messageAnswer,
  }),
];

const accountRoutes: readonly Route[] = [
  route('GET /account/status', 'getAccountStatus', {
    schema: emptySchema,
    perform: getAccountStatus,
    answer: recordAnswer(account.writeAccountStatus),
  }),
  route('GET /public/countries', 'listCountries', {
    isPublic: true,
    schema: pageSchema,
    perform: listCountries,
    answer: listAnswer(account.writeCountry),
  }),
  route('GET /public/area_codes', 'listAreaCodes', {
    isPublic: true,
    schema: account.listAreaCodesSchema,
    perform: listAreaCodes,
    answer: listAnswer(account.writeAreaCode),
  }),
];

export const v2Face: Face = phaxioFace('v2', { description: 'Resources by path.', routes: v2Routes() });
