import {
  createBlockingRule,
  deleteBlockingRule,
  getBlockingRule,
  listBlockingRules,
} from '../../operations/blocking-rules.ts';
import {
  createPortOrder,
  getPortNumber,
  getPortOrder,
  listPortNumberNotes,
  listPortOrders,
} from '../../operations/port-orders.ts';
import { messages } from '../../wire/messages.ts';
import { jsonList, reply, jsonWriter } from '../../wire/reply.ts';
import { deletedShape, withData, withList } from '../../wire/shape.ts';
import { listReply, listShape } from '../../wire/v2/paging.ts';
import * as rules from '../../wire/v2-1/blocking-rules.ts';
import { faxBody, faxShape } from '../../wire/v2-1/faxes.ts';
import { phoneNumberBody, phoneNumberShape, provisionNumberForm } from '../../wire/v2-1/phone-numbers.ts';
import * as portOrders from '../../wire/v2-1/port-orders.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { ataRoutes } from './atas.ts';
import { v2Routes } from './v2.ts';

const writePortOrder = jsonWriter(portOrders.portOrderShape, portOrders.portOrderBody);
const writePortNumber = jsonWriter(portOrders.portNumberShape, portOrders.portNumberBody);
const writeNote = jsonWriter(portOrders.noteShape, portOrders.noteBody);
const writeRule = jsonWriter(rules.blockingRuleShape, rules.blockingRuleBody);

/** v2.1's table of contents: v2's, and the resources that only it has. */
export const v21Routes: readonly Route[] = [
  ...v2Routes({
    fax: jsonWriter(faxShape, faxBody),
    phoneNumber: jsonWriter(phoneNumberShape, phoneNumberBody),
    provisionNumberForm,
  }),
  ...ataRoutes,
  route('GET /port_orders', {
    operation: 'listPortOrders',
    form: portOrders.listPortOrdersForm,
    run: listPortOrders,
    shape: listShape(writePortOrder.shape),
    reply: (page) => listReply(messages.listPortOrders, page, writePortOrder),
  }),
  route('POST /port_orders', {
    operation: 'createPortOrder',
    form: portOrders.createPortOrderForm,
    run: createPortOrder,
    shape: withData(writePortOrder.shape),
    reply: (order) => reply(messages.createPortOrder, { data: writePortOrder(order) }),
  }),
  route('GET /port_orders/:id', {
    operation: 'getPortOrder',
    form: portOrders.portIdForm,
    run: getPortOrder,
    shape: withData(writePortOrder.shape),
    reply: (order) => reply(messages.getPortOrder, { data: writePortOrder(order) }),
  }),
  route('GET /port_numbers/:id', {
    operation: 'getPortNumber',
    form: portOrders.portIdForm,
    run: getPortNumber,
    shape: withData(writePortNumber.shape),
    reply: (number) => reply(messages.getPortNumber, { data: writePortNumber(number) }),
  }),
  route('GET /port_numbers/:id/notes', {
    operation: 'listPortNumberNotes',
    form: portOrders.portIdForm,
    run: listPortNumberNotes,
    shape: withList(writeNote.shape),
    reply: (notes) => reply(messages.listPortNumberNotes, { data: jsonList(notes.map(writeNote)) }),
  }),
  route('GET /blocking_rules', {
    operation: 'listBlockingRules',
    form: rules.listBlockingRulesForm,
    run: listBlockingRules,
    shape: listShape(writeRule.shape),
    reply: (page) => listReply(messages.listBlockingRules, page, writeRule),
  }),
  route('POST /blocking_rules/send', {
    operation: 'createSendBlockingRule',
    form: rules.createSendRuleForm,
    run: (world, input) => createBlockingRule(world, { ...input, direction: 'send' }),
    shape: withData(writeRule.shape),
    reply: (rule) => reply(messages.createBlockingRule, { data: writeRule(rule) }),
  }),
  route('POST /blocking_rules/receive', {
    operation: 'createReceiveBlockingRule',
    form: rules.createReceiveRuleForm,
    run: (world, input) => createBlockingRule(world, { ...input, direction: 'receive' }),
    shape: withData(writeRule.shape),
    reply: (rule) => reply(messages.createBlockingRule, { data: writeRule(rule) }),
  }),
  route('GET /blocking_rules/:id', {
    operation: 'getBlockingRule',
    form: rules.blockingRuleIdForm,
    run: getBlockingRule,
    shape: withData(writeRule.shape),
    reply: (rule) => reply(messages.getBlockingRule, { data: writeRule(rule) }),
  }),
  route('DELETE /blocking_rules/:id', {
    operation: 'deleteBlockingRule',
    form: rules.blockingRuleIdForm,
    run: deleteBlockingRule,
    shape: withData(deletedShape),
    reply: (rule) => reply(messages.deleteBlockingRule, { data: JSON.stringify({ id: rule.id }) }),
  }),
];
