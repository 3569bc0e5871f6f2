import type { OperationId } from '../../model/domain/operation.ts';
import { keysOf } from '../../model/shared/objects.ts';
import { getAccountStatus, listAreaCodes, listCountries } from '../../service/operations/account.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import { cancelFax, deleteFax, readFax, resendFax } from '../../service/operations/faxes.ts';
import { listFaxes } from '../../service/operations/fax-search.ts';
import { getPhoneNumber, listPhoneNumbers, releaseNumber } from '../../service/operations/phone-numbers.ts';
import { provisionNumber } from '../../service/operations/provisioning.ts';
import { receiveFax } from '../../service/operations/inbound-faxes.ts';
import { sendFax } from '../../service/operations/send-fax.ts';
import { emptySchema, idSchema } from '../../wire/fields.ts';
import { messages } from '../../wire/messages.ts';
import { faxFileAnswer, messageAnswer, recordAnswer } from '../../wire/reply.ts';
import * as account from '../../wire/v2/account.ts';
import * as faxes from '../../wire/v2/faxes.ts';
import { listAnswer, pageSchema } from '../../wire/v2/paging.ts';
import { whileAwaited, withMode } from '../route.ts';
import type { MethodsAndPath, Route, Spec } from '../route.ts';
import type { Face } from '../face.ts';
import { phaxCodeRoutes } from './phax-codes.ts';
import { createdFax, phaxioFace, phaxioRoute } from './phaxio.ts';

const route = phaxioRoute(messages);

/** The parts of a route that a later version can replace. */
type LaterParts<I, R> = Partial<Pick<Spec<I, R>, 'schema' | 'answer'>>;

/** Declares a route of v2 that later versions have too. */
const replaceable =
  <I, R>(methodsAndPath: MethodsAndPath, spec: Spec<I, R>) =>
  (operation: OperationId, later: LaterParts<I, R> = {}): Route =>
    route(methodsAndPath, operation, { ...spec, ...later });

/** The routes of faxes and numbers, by their operations. */
const sharedRoutes = {
  receiveFax: replaceable('POST /faxes', {
    when: faxes.isReceive,
    schema: faxes.receiveFaxSchema,
    perform: (world, input, caller) => receiveFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: faxes.receiveFaxAnswer,
  }),
  sendFax: replaceable('POST /faxes', {
    schema: faxes.sendFaxSchema,
    perform: (world, input, caller) => sendFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  listFaxes: replaceable('GET /faxes', {
    schema: faxes.listFaxesSchema,
    perform: (world, input) => listFaxes(world, input, 'newest first'),
    answer: listAnswer(faxes.writeFax),
  }),
  getFax: replaceable('GET /faxes/:id', { schema: idSchema, perform: readFax, answer: recordAnswer(faxes.writeFax) }),
  deleteFax: replaceable('DELETE /faxes/:id', { schema: idSchema, perform: deleteFax, answer: messageAnswer }),
  cancelFax: replaceable('POST /faxes/:id/cancel', {
    schema: idSchema,
    perform: cancelFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  resendFax: replaceable('POST /faxes/:id/resend', {
    schema: faxes.resendFaxSchema,
    perform: (world, input, caller) => resendFax(world, withMode(input, caller)),
    creates: createdFax,
    answer: recordAnswer(faxes.writeNewFax),
  }),
  getFaxFile: replaceable('GET /faxes/:id/file', {
    schema: faxes.faxFileSchema,
    perform: (world, input, caller) => getFaxFile(whileAwaited(world, caller), input),
    answer: faxFileAnswer,
  }),
  deleteFaxFile: replaceable('DELETE /faxes/:id/file', {
    schema: idSchema,
    perform: deleteFaxFile,
    answer: messageAnswer,
  }),
  listPhoneNumbers: replaceable('GET /phone_numbers', {
    schema: account.listPhoneNumbersSchema,
    perform: listPhoneNumbers,
    answer: listAnswer(account.writeNumber),
  }),
  provisionNumber: replaceable('POST /phone_numbers', {
    schema: account.provisionNumberSchema,
    perform: provisionNumber,
    answer: recordAnswer(account.writeNumber),
  }),
  getPhoneNumber: replaceable('GET /phone_numbers/:number', {
    schema: account.phoneNumberSchema,
    perform: getPhoneNumber,
    answer: recordAnswer(account.writeNumber),
  }),
  releaseNumber: replaceable('DELETE /phone_numbers/:number', {
    schema: account.phoneNumberSchema,
    perform: releaseNumber,
    answer: messageAnswer,
  }),
};

type SharedRoutes = typeof sharedRoutes;

/** The parts that a later version replaces, by operation: `{ getFax: { answer } }`. */
type Later = { readonly [O in keyof SharedRoutes]?: Parameters<SharedRoutes[O]>[1] };

const makers: { readonly [O in keyof SharedRoutes]: (operation: O, later: Later[O]) => Route } = sharedRoutes;
const made = <O extends keyof SharedRoutes>(operation: O, { [operation]: later }: Pick<Later, O>): Route =>
  makers[operation](operation, later);

/** The routes of v2, with the schemas and answers that a later version replaces. */
export const v2Routes = (later: Later = {}): readonly Route[] => [
  ...keysOf(sharedRoutes).map((operation) => made(operation, later)),
  ...phaxCodeRoutes,
  ...accountRoutes,
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
