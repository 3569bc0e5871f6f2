import {
  addAtaNumber,
  createAta,
  deleteAta,
  getAta,
  listAtas,
  provisioningKey,
  regenerateAtaCredentials,
  removeAtaNumber,
  updateAta,
} from '../../service/operations/atas.ts';
import {
  createBlockingRule,
  deleteBlockingRule,
  getBlockingRule,
  listBlockingRules,
} from '../../service/operations/blocking-rules.ts';
import {
  createPortOrder,
  getPortNumber,
  getPortOrder,
  listPortNumberNotes,
  listPortOrders,
} from '../../service/operations/port-orders.ts';
import { messages } from '../../wire/messages.ts';
import { jsonList, recordAnswer, reply, writeDeleted, withData, withList } from '../../wire/reply.ts';
import * as atas from '../../wire/v2-1/account.ts';
import * as rules from '../../wire/v2-1/account.ts';
import { writeFax } from '../../wire/v2-1/faxes.ts';
import { provisionNumberForm, writeNumber } from '../../wire/v2-1/account.ts';
import * as portOrders from '../../wire/v2-1/port-orders.ts';
import { listAnswer } from '../../wire/v2/paging.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { v2Routes } from './v2.ts';

/** The ATAs of v2.1. */
const ataRoutes: readonly Route[] = [
  route('GET /atas', {
    operation: 'listAtas',
    form: atas.listAtasForm,
    run: listAtas,
    ...listAnswer(messages.listAtas, atas.writeAta),
  }),
  route('POST /atas', {
    operation: 'createAta',
    form: atas.createAtaForm,
    run: createAta,
    ...recordAnswer(messages.createAta, atas.writeAtaWithCredentials),
  }),
  route('GET /atas/provisioning_urls', {
    operation: 'getProvisioningUrls',
    form: atas.provisioningUrlsForm,
    run: provisioningKey,
    shape: withData(atas.provisioningUrlsShape),
    reply: (key) => reply(messages.getProvisioningUrls, { data: atas.provisioningUrlsJson(key) }),
  }),
  route('GET /atas/:id', {
    operation: 'getAta',
    form: atas.getAtaForm,
    run: (world, { id, withCredentials = false }) => ({ ata: getAta(world, { id }), withCredentials }),
    shape: withData(atas.shownAtaShape),
    reply: ({ ata, withCredentials }) =>
      reply(messages.getAta, { data: withCredentials ? atas.writeAtaWithCredentials(ata) : atas.writeAta(ata) }),
  }),
  route('PATCH /atas/:id', {
    operation: 'updateAta',
    form: atas.updateAtaForm,
    run: updateAta,
    ...recordAnswer(messages.updateAta, atas.writeAta),
  }),
  route('DELETE /atas/:id', {
    operation: 'deleteAta',
    form: atas.ataIdForm,
    run: deleteAta,
    ...recordAnswer(messages.deleteAta, writeDeleted),
  }),
  route('PATCH /atas/:id/regenerate_credentials', {
    operation: 'regenerateAtaCredentials',
    form: atas.ataIdForm,
    run: regenerateAtaCredentials,
    ...recordAnswer(messages.regenerateAtaCredentials, atas.writeAtaWithCredentials),
  }),
  route('POST /atas/:id/phone_numbers/:number', {
    operation: 'addAtaNumber',
    form: atas.ataNumberForm,
    run: addAtaNumber,
    shape: withData(atas.ataNumberShape),
    reply: (number) => reply(messages.addAtaNumber, { data: atas.ataNumberJson(number) }),
  }),
  route('DELETE /atas/:id/phone_numbers/:number', {
    operation: 'removeAtaNumber',
    form: atas.ataNumberForm,
    run: removeAtaNumber,
    shape: withData(atas.ataNumberShape),
    reply: (number) => reply(messages.removeAtaNumber, { data: atas.ataNumberJson(number) }),
  }),
];

/** v2.1's table of contents: v2's, and the resources that only it has. */
export const v21Routes: readonly Route[] = [
  ...v2Routes({
    fax: writeFax,
    phoneNumber: writeNumber,
    provisionNumberForm,
  }),
  ...ataRoutes,
  route('GET /port_orders', {
    operation: 'listPortOrders',
    form: portOrders.listPortOrdersForm,
    run: listPortOrders,
    ...listAnswer(messages.listPortOrders, portOrders.writePortOrder),
  }),
  route('POST /port_orders', {
    operation: 'createPortOrder',
    form: portOrders.createPortOrderForm,
    run: createPortOrder,
    ...recordAnswer(messages.createPortOrder, portOrders.writePortOrder),
  }),
  route('GET /port_orders/:id', {
    operation: 'getPortOrder',
    form: portOrders.portIdForm,
    run: getPortOrder,
    ...recordAnswer(messages.getPortOrder, portOrders.writePortOrder),
  }),
  route('GET /port_numbers/:id', {
    operation: 'getPortNumber',
    form: portOrders.portIdForm,
    run: getPortNumber,
    ...recordAnswer(messages.getPortNumber, portOrders.writePortNumber),
  }),
  route('GET /port_numbers/:id/notes', {
    operation: 'listPortNumberNotes',
    form: portOrders.portIdForm,
    run: listPortNumberNotes,
    shape: withList(portOrders.writeNote.shape),
    reply: (notes) => reply(messages.listPortNumberNotes, { data: jsonList(notes.map(portOrders.writeNote)) }),
  }),
  route('GET /blocking_rules', {
    operation: 'listBlockingRules',
    form: rules.listBlockingRulesForm,
    run: listBlockingRules,
    ...listAnswer(messages.listBlockingRules, rules.writeRule),
  }),
  route('POST /blocking_rules/send', {
    operation: 'createSendBlockingRule',
    form: rules.createSendRuleForm,
    run: (world, input) => createBlockingRule(world, { ...input, direction: 'send' }),
    ...recordAnswer(messages.createBlockingRule, rules.writeRule),
  }),
  route('POST /blocking_rules/receive', {
    operation: 'createReceiveBlockingRule',
    form: rules.createReceiveRuleForm,
    run: (world, input) => createBlockingRule(world, { ...input, direction: 'receive' }),
    ...recordAnswer(messages.createBlockingRule, rules.writeRule),
  }),
  route('GET /blocking_rules/:id', {
    operation: 'getBlockingRule',
    form: rules.blockingRuleIdForm,
    run: getBlockingRule,
    ...recordAnswer(messages.getBlockingRule, rules.writeRule),
  }),
  route('DELETE /blocking_rules/:id', {
    operation: 'deleteBlockingRule',
    form: rules.blockingRuleIdForm,
    run: deleteBlockingRule,
    ...recordAnswer(messages.deleteBlockingRule, writeDeleted),
  }),
];
