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
import { jsonList, reply, writeDeleted, recordAnswer } from '../../wire/reply.ts';
import { withList } from '../../wire/shape.ts';
import { listAnswer } from '../../wire/v2/paging.ts';
import * as rules from '../../wire/v2-1/blocking-rules.ts';
import { writeFax } from '../../wire/v2-1/faxes.ts';
import { provisionNumberForm, writeNumber } from '../../wire/v2-1/phone-numbers.ts';
import * as portOrders from '../../wire/v2-1/port-orders.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { ataRoutes } from './atas.ts';
import { v2Routes } from './v2.ts';

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
