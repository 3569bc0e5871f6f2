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
} from '../../operations/atas.ts';
import {
  createBlockingRule,
  deleteBlockingRule,
  getBlockingRule,
  listBlockingRules,
} from '../../operations/blocking-rules.ts';
import { listPortOrders } from '../../operations/port-orders.ts';
import { messages } from '../../wire/messages.ts';
import { reply, written } from '../../wire/reply.ts';
import { listReply } from '../../wire/v2/paging.ts';
import * as atas from '../../wire/v2-1/atas.ts';
import * as rules from '../../wire/v2-1/blocking-rules.ts';
import { faxBody } from '../../wire/v2-1/faxes.ts';
import { phoneNumberBody } from '../../wire/v2-1/phone-numbers.ts';
import * as portOrders from '../../wire/v2-1/port-orders.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { v2Routes } from './v2.ts';

const writeAta = written(atas.ataBody);
const writePortOrder = written(portOrders.portOrderBody);
const writeRule = written(rules.blockingRuleBody);

/** v2.1's table of contents: v2's, and the resources that only it has. */
export const v21Routes: readonly Route[] = [
  ...v2Routes({ fax: written(faxBody), phoneNumber: written(phoneNumberBody) }),
  ...ataRoutes(),
  route('GET /port_orders', {
    operation: 'listPortOrders',
    form: portOrders.listPortOrdersForm,
    run: listPortOrders,
    reply: (page) => listReply(messages.listPortOrders, page, writePortOrder),
  }),
  route('GET /blocking_rules', {
    operation: 'listBlockingRules',
    form: rules.listBlockingRulesForm,
    run: listBlockingRules,
    reply: (page) => listReply(messages.listBlockingRules, page, writeRule),
  }),
  route('POST /blocking_rules/send', {
    operation: 'createSendBlockingRule',
    form: rules.createSendRuleForm,
    run: (world, input) => createBlockingRule(world, { ...input, direction: 'send' }),
    reply: (rule) => reply(messages.createBlockingRule, { data: writeRule(rule) }),
  }),
  route('POST /blocking_rules/receive', {
    operation: 'createReceiveBlockingRule',
    form: rules.createReceiveRuleForm,
    run: (world, input) => createBlockingRule(world, { ...input, direction: 'receive' }),
    reply: (rule) => reply(messages.createBlockingRule, { data: writeRule(rule) }),
  }),
  route('GET /blocking_rules/:id', {
    operation: 'getBlockingRule',
    form: rules.blockingRuleIdForm,
    run: getBlockingRule,
    reply: (rule) => reply(messages.getBlockingRule, { data: writeRule(rule) }),
  }),
  route('DELETE /blocking_rules/:id', {
    operation: 'deleteBlockingRule',
    form: rules.blockingRuleIdForm,
    run: deleteBlockingRule,
    reply: (rule) => reply(messages.deleteBlockingRule, { data: JSON.stringify({ id: rule.id }) }),
  }),
];

/** A function, so that it may stand below the table that it is a part of. */
function ataRoutes(): readonly Route[] {
  return [
    route('GET /atas', {
      operation: 'listAtas',
      form: atas.listAtasForm,
      run: listAtas,
      reply: (page) => listReply(messages.listAtas, page, writeAta),
    }),
    route('POST /atas', {
      operation: 'createAta',
      form: atas.createAtaForm,
      run: createAta,
      reply: (ata) => reply(messages.createAta, { data: atas.ataWithCredentialsJson(ata) }),
    }),
    route('GET /atas/provisioning_urls', {
      operation: 'getProvisioningUrls',
      form: atas.provisioningUrlsForm,
      run: provisioningKey,
      reply: (key) => reply(messages.getProvisioningUrls, { data: atas.provisioningUrlsJson(key) }),
    }),
    route('GET /atas/:id', {
      operation: 'getAta',
      form: atas.getAtaForm,
      run: (world, { id, withCredentials }) => ({ ata: getAta(world, { id }), withCredentials }),
      reply: ({ ata, withCredentials }) =>
        reply(messages.getAta, { data: withCredentials ? atas.ataWithCredentialsJson(ata) : writeAta(ata) }),
    }),
    route('PATCH /atas/:id', {
      operation: 'updateAta',
      form: atas.updateAtaForm,
      run: updateAta,
      reply: (ata) => reply(messages.updateAta, { data: writeAta(ata) }),
    }),
    route('DELETE /atas/:id', {
      operation: 'deleteAta',
      form: atas.ataIdForm,
      run: deleteAta,
      reply: (ata) => reply(messages.deleteAta, { data: JSON.stringify({ id: ata.id }) }),
    }),
    route('PATCH /atas/:id/regenerate_credentials', {
      operation: 'regenerateAtaCredentials',
      form: atas.ataIdForm,
      run: regenerateAtaCredentials,
      reply: (ata) => reply(messages.regenerateAtaCredentials, { data: atas.ataWithCredentialsJson(ata) }),
    }),
    route('POST /atas/:id/phone_numbers/:number', {
      operation: 'addAtaNumber',
      form: atas.ataNumberForm,
      run: addAtaNumber,
      reply: (number) => reply(messages.addAtaNumber, { data: atas.ataNumberJson(number) }),
    }),
    route('DELETE /atas/:id/phone_numbers/:number', {
      operation: 'removeAtaNumber',
      form: atas.ataNumberForm,
      run: removeAtaNumber,
      reply: (number) => reply(messages.removeAtaNumber, { data: atas.ataNumberJson(number) }),
    }),
  ];
}
