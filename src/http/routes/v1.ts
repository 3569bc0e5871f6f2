import { deleteFaxFile, getFaxFile } from '../../operations/fax-files.ts';
import { cancelFax, deleteFax, listFaxes, readFax, resendFax } from '../../operations/faxes.ts';
import { listAllPhoneNumbers } from '../../operations/phone-numbers.ts';
import { receiveFax } from '../../operations/received-faxes.ts';
import { sendFax } from '../../operations/send-fax.ts';
import { messages, v1Messages, v1ReceivedMessage } from '../../wire/messages.ts';
import { faxDownload, listed, reply, written } from '../../wire/reply.ts';
import * as faxes from '../../wire/v1/faxes.ts';
import { listReply } from '../../wire/v1/paging.ts';
import { receiveFaxForm, sendFaxForm } from '../../wire/v1/send-fax.ts';
import * as phoneNumbers from '../../wire/v1/phone-numbers.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const writeFax = written(faxes.faxBody);
const writeNumber = written(phoneNumbers.phoneNumberBody);

/** v1's table of contents: a path for each operation, by GET or POST. */
export const v1Routes: readonly Route[] = [
  route('GET|POST /send', {
    operation: 'sendFax',
    form: sendFaxForm,
    run: (world, input, { isTest }) => sendFax(world, { ...input, isTest }),
    reply: (fax) => reply(messages.sendFax, { faxId: String(fax.id), data: faxes.newFaxJson(fax) }),
  }),
  route('GET|POST /testReceive', {
    operation: 'receiveFax',
    form: receiveFaxForm,
    run: (world, input, { isTest }) => receiveFax(world, { ...input, isTest }),
    reply: ({ fromNumber }) => reply(v1ReceivedMessage(phoneNumbers.numberText(fromNumber ?? ''))),
  }),
  route('GET|POST /faxList', {
    operation: 'listFaxes',
    form: faxes.listFaxesForm,
    run: (world, input) => listFaxes(world, input, 'oldest first'),
    reply: (page) => listReply(messages.listFaxes, page, writeFax),
  }),
  route('GET|POST /faxStatus', {
    operation: 'getFax',
    form: faxes.faxIdForm,
    run: readFax,
    reply: (fax) => reply(v1Messages.getFax, { data: writeFax(fax) }),
  }),
  route('GET|POST /faxCancel', {
    operation: 'cancelFax',
    form: faxes.faxIdForm,
    run: cancelFax,
    reply: () => reply(v1Messages.cancelFax),
  }),
  route('GET|POST /faxFile', {
    operation: 'getFaxFile',
    form: faxes.faxFileForm,
    run: getFaxFile,
    reply: faxDownload,
  }),
  route('GET|POST /resendFax', {
    operation: 'resendFax',
    form: faxes.resendFaxForm,
    run: (world, input, { isTest }) => resendFax(world, { ...input, isTest }),
    reply: (fax) => reply(v1Messages.resendFax, { data: faxes.newFaxJson(fax) }),
  }),
  route('GET|POST /deleteFax', {
    operation: 'deleteFax',
    form: faxes.deleteFaxForm,
    run: async (world, { id, filesOnly }) => {
      await (filesOnly ? deleteFaxFile(world, { id }) : deleteFax(world, { id }));
      return filesOnly;
    },
    reply: (filesOnly) => reply(filesOnly ? messages.deleteFaxFile : messages.deleteFax),
  }),
  route('GET|POST /numberList', {
    operation: 'listPhoneNumbers',
    form: phoneNumbers.listPhoneNumbersForm,
    run: listAllPhoneNumbers,
    reply: (numbers) => reply(messages.listPhoneNumbers, { data: listed(numbers.map(writeNumber)) }),
  }),
];
