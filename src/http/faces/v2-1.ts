import * as ataOperations from '../../service/operations/atas.ts';
import * as ruleOperations from '../../service/operations/blocking-rules.ts';
import * as portOperations from '../../service/operations/port-orders.ts';
import * as portOrderCreation from '../../service/operations/port-order-creation.ts';
import { idSchema } from '../../wire/fields.ts';
import { messages } from '../../wire/messages.ts';
import { recordAnswer, recordsAnswer, writeDeleted } from '../../wire/reply.ts';
import * as account from '../../wire/v2-1/account.ts';
import { writeFax } from '../../wire/v2-1/faxes.ts';
import * as ports from '../../wire/v2-1/port-orders.ts';
import { listAnswer, pageSchema } from '../../wire/v2/paging.ts';
import type { Route } from '../route.ts';
import type { Face } from '../face.ts';
import { basic, byKeyPair } from './key-pair.ts';
import { phaxioFace, phaxioRoute } from './phaxio.ts';
import { v2Routes } from './v2.ts';

const route = phaxioRoute(messages);

/** The ATAs of v2.1. */
const ataRoutes: readonly Route[] = [
  route('GET /atas', 'listAtas', {
    schema: pageSchema,
    perform: ataOperations.listAtas,
    answer: listAnswer(account.writeAta),
  }),
  route('POST /atas', 'createAta', {
    schema: account.createAtaSchema,
    perform: ataOperations.createAta,
    answer: recordAnswer(account.writeAtaWithCredentials),
  }),
  route('GET /atas/provisioning_urls', 'getProvisioningUrls', {
    schema: account.provisioningUrlsSchema,
    perform: ataOperations.provisioningKey,
    answer: account.provisioningUrlsAnswer,
  }),
  route('GET /atas/:id', 'getAta', {
    schema: account.getAtaSchema,
    perform: (world, { id, withCredentials = false }) => ({
      ata: ataOperations.getAta(world, { id }),
      withCredentials,
    }),
    answer: account.getAtaAnswer,
  }),
  route('PATCH /atas/:id', 'updateAta', {
    schema: account.updateAtaSchema,
    perform: ataOperations.updateAta,
    answer: recordAnswer(account.writeAta),
  }),
  route('DELETE /atas/:id', 'deleteAta', {
    schema: idSchema,
    perform: ataOperations.deleteAta,
    answer: recordAnswer(writeDeleted),
  }),
  route('PATCH /atas/:id/regenerate_credentials', 'regenerateAtaCredentials', {
    schema: idSchema,
    perform: ataOperations.regenerateAtaCredentials,
    answer: recordAnswer(account.writeAtaWithCredentials),
  }),
  route('POST /atas/:id/phone_numbers/:number', 'addAtaNumber', {
    schema: account.ataNumberSchema,
    perform: ataOperations.addAtaNumber,
    answer: account.ataNumberAnswer,
  }),
  route('DELETE /atas/:id/phone_numbers/:number', 'removeAtaNumber', {
    schema: account.ataNumberSchema,
    perform: ataOperations.removeAtaNumber,
    answer: account.ataNumberAnswer,
  }),
];

/** The routes of v2.1: those of v2, and the resources that only v2.1 has. */
const v21Routes: readonly Route[] = [
  ...v2Routes({
    listFaxes: { answer: listAnswer(writeFax) },
    getFax: { answer: recordAnswer(writeFax) },
    listPhoneNumbers: { answer: listAnswer(account.writeNumber) },
    provisionNumber: { schema: account.provisionNumberSchema, answer: recordAnswer(account.writeNumber) },
    getPhoneNumber: { answer: recordAnswer(account.writeNumber) },
  }),
  ...ataRoutes,
  route('GET /port_orders', 'listPortOrders', {
    schema: ports.listPortOrdersSchema,
    perform: portOperations.listPortOrders,
    answer: listAnswer(ports.writePortOrder),
  }),
  route('POST /port_orders', 'createPortOrder', {
    schema: ports.createPortOrderSchema,
    perform: portOrderCreation.createPortOrder,
    answer: recordAnswer(ports.writePortOrder),
  }),
  route('GET /port_orders/:id', 'getPortOrder', {
    schema: idSchema,
    perform: portOperations.getPortOrder,
    answer: recordAnswer(ports.writePortOrder),
  }),
  route('GET /port_numbers/:id', 'getPortNumber', {
    schema: idSchema,
    perform: portOperations.getPortNumber,
    answer: recordAnswer(ports.writePortNumber),
  }),
  route('GET /port_numbers/:id/notes', 'listPortNumberNotes', {
    schema: idSchema,
    perform: portOperations.listPortNumberNotes,
    answer: recordsAnswer(ports.writeNote),
  }),
  route('GET /blocking_rules', 'listBlockingRules', {
    schema: pageSchema,
    perform: ruleOperations.listBlockingRules,
    answer: listAnswer(account.writeRule),
  }),
  route('POST /blocking_rules/send', 'createSendBlockingRule', {
    schema: account.createSendRuleSchema,
    perform: (world, input) => ruleOperations.createBlockingRule(world, { ...input, direction: 'send' }),
    answer: recordAnswer(account.writeRule),
  }),
  route('POST /blocking_rules/receive', 'createReceiveBlockingRule', {
    schema: account.createReceiveRuleSchema,
    perform: (world, input) => ruleOperations.createBlockingRule(world, { ...input, direction: 'receive' }),
    answer: recordAnswer(account.writeRule),
  }),
  route('GET /blocking_rules/:id', 'getBlockingRule', {
    schema: idSchema,
    perform: ruleOperations.getBlockingRule,
    answer: recordAnswer(account.writeRule),
  }),
  route('DELETE /blocking_rules/:id', 'deleteBlockingRule', {
    schema: idSchema,
    perform: ruleOperations.deleteBlockingRule,
    answer: recordAnswer(writeDeleted),
  }),
];

export const v21Face = ({ strictAuth }: { readonly strictAuth: boolean }): Face =>
  phaxioFace('v2.1', {
    description: 'Resources by path. Credentials as parameters are accepted too, unless `--strict-auth` is set.',
    routes: v21Routes,
    authentication: byKeyPair({ basicOnly: strictAuth, security: [basic] }),
  });
