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
import { messages } from '../../wire/messages.ts';
import { reply, writeDeleted, recordAnswer } from '../../wire/reply.ts';
import { withData } from '../../wire/shape.ts';
import { listAnswer } from '../../wire/v2/paging.ts';
import * as atas from '../../wire/v2-1/atas.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

/** The ATAs of v2.1. */
export const ataRoutes: readonly Route[] = [
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
