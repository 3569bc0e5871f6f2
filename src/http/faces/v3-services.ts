import {
  addCoverPage,
  coverPageWithId,
  deleteCoverPage,
  listCoverPages,
} from '../../service/operations/cover-pages.ts';
import { addMail, changeMail, deleteMail, findMail, listMails } from '../../service/operations/fax-mails.ts';
import { orNotFound } from '../../service/operations/missing-records.ts';
import { projectOf } from '../../service/operations/projects.ts';
import {
  createService,
  deleteService,
  findService,
  listServices,
  numberOfService,
  numbersOfService,
  suspendNumber,
  updateService,
} from '../../service/operations/services.ts';
import type { ServiceChanges } from '../../service/operations/services.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { CoverPage, SinchService } from '../../model/domain/sinch-service.ts';
import { pageOfList } from '../../store/memory/query-result.ts';
import * as coverPages from '../../wire/v3/cover-pages.ts';
import * as mails from '../../wire/v3/mails.ts';
import { bareAnswer, createdAnswer, emptyAnswer, listAnswer } from '../../wire/v3/paging.ts';
import * as services from '../../wire/v3/services.ts';
import type { World } from '../../worlds/world.ts';
import { routeWith } from '../route.ts';
import type { Route } from '../route.ts';

const route = routeWith({ messages: {}, recordOf: () => undefined });

const at = '/projects/:projectId/services';

const inProject = <T extends object>(world: World, record: T) => ({ ...record, project: projectOf(world) });

const inService = <T extends object>(world: World, service: SinchService, record: T) => ({
  ...inProject(world, record),
  service,
});

/** Replaces `coverPageId` by the service's own cover page. A new service has no cover pages yet. Throws `invalid`. */
function withCoverPage(
  world: World,
  service: SinchService | undefined,
  { coverPageId, changes }: { readonly coverPageId?: string | undefined; readonly changes: ServiceChanges },
): ServiceChanges {
  if (coverPageId === undefined) return changes;
  const page = service && coverPageWithId(world, service, coverPageId);
  if (page !== undefined) return { ...changes, coverPage: page.id };
  throw new Refusal('invalid', 'coverPageId is no cover page of this service', { field: 'coverPageId' });
}

/** Throws `not_found`. */
const findCoverPage = (world: World, service: SinchService, id: string): CoverPage =>
  orNotFound(coverPageWithId(world, service, id));

const serviceRoutes: readonly Route[] = [
  route(`POST ${at}`, 'createService', {
    schema: services.createServiceSchema,
    perform: async (world, input) =>
      inProject(world, await createService(world, withCoverPage(world, undefined, input))),
    answer: createdAnswer(services.writeService),
  }),
  route(`GET ${at}`, 'listServices', {
    schema: services.listServicesSchema,
    perform: (world, { request }) =>
      pageOfList(
        listServices(world).map((service) => inProject(world, service)),
        request,
      ),
    answer: listAnswer('services', services.writeService),
  }),
  route(`GET ${at}/:id`, 'getService', {
    schema: services.serviceSchema,
    perform: (world, { id }) => inProject(world, findService(world, id)),
    answer: bareAnswer(services.writeService),
  }),
  route(`PATCH ${at}/:id`, 'updateService', {
    schema: services.updateServiceSchema,
    perform: async (world, { id, ...input }) =>
      inProject(world, await updateService(world, id, withCoverPage(world, findService(world, id), input))),
    answer: bareAnswer(services.writeService),
  }),
  route(`DELETE ${at}/:id`, 'deleteService', {
    schema: services.serviceSchema,
    perform: (world, { id }) => deleteService(world, id),
    answer: emptyAnswer,
  }),
  route(`GET ${at}/:id/numbers`, 'listServiceNumbers', {
    schema: services.listOfServiceSchema,
    perform: (world, { id, request }) => {
      const service = findService(world, id);
      return pageOfList(
        numbersOfService(world, service).map((number) => inService(world, service, number)),
        request,
      );
    },
    answer: listAnswer('numbers', services.writeServiceNumber),
  }),
  route(`PATCH ${at}/:id/numbers/:phoneNumber/suspend`, 'suspendNumber', {
    schema: services.suspendSchema,
    perform: async (world, { id, phoneNumber, suspended = true, note }) => {
      const service = findService(world, id);
      const number = numberOfService(world, service, phoneNumber);
      return inService(world, service, await suspendNumber(world, number, { suspended, note }));
    },
    answer: bareAnswer(services.writeServiceNumber),
  }),
];

const coverPageRoutes: readonly Route[] = [
  route(`POST ${at}/:id/coverPages`, 'addCoverPage', {
    schema: coverPages.addCoverPageSchema,
    perform: async (world, { id, name, file }) => {
      const service = findService(world, id);
      return inService(world, service, await addCoverPage(world, service, { name, content: file }));
    },
    // The status is 200, unlike that of other additions. Source: the API reference.
    answer: bareAnswer(coverPages.writeCoverPage),
  }),
  route(`GET ${at}/:id/coverPages`, 'listCoverPages', {
    schema: coverPages.listCoverPagesSchema,
    perform: (world, { id, request }) => {
      const service = findService(world, id);
      return pageOfList(
        listCoverPages(world, service).map((page) => inService(world, service, page)),
        request,
      );
    },
    answer: listAnswer('coverPages', coverPages.writeCoverPage),
  }),
  route(`GET ${at}/:id/coverPages/:coverPageId`, 'getCoverPage', {
    schema: coverPages.coverPageSchema,
    perform: (world, { id, coverPageId }) => {
      const service = findService(world, id);
      return inService(world, service, findCoverPage(world, service, coverPageId));
    },
    answer: bareAnswer(coverPages.writeCoverPage),
  }),
  route(`DELETE ${at}/:id/coverPages/:coverPageId`, 'deleteCoverPage', {
    schema: coverPages.coverPageSchema,
    perform: (world, { id, coverPageId }) =>
      deleteCoverPage(world, findCoverPage(world, findService(world, id), coverPageId)),
    answer: emptyAnswer,
  }),
];

const mailRoutes: readonly Route[] = [
  route(`GET ${at}/:id/numbers/:phoneNumber/emails`, 'listMailsOfNumber', {
    schema: mails.listMailsOfNumberSchema,
    perform: (world, { id, phoneNumber, request }) => {
      const service = findService(world, id);
      const { number } = numberOfService(world, service, phoneNumber);
      return pageOfList(listMails(world, service, number), request);
    },
    answer: listAnswer('emails', mails.writeAddress),
  }),
  route(`GET ${at}/:id/emails`, 'listMails', {
    schema: mails.listMailsSchema,
    perform: (world, { id, request }) =>
      pageOfList(
        listMails(world, findService(world, id)).map((mail) => inProject(world, mail)),
        request,
      ),
    answer: listAnswer('emails', mails.writeMail),
  }),
  route(`POST ${at}/:id/emails`, 'addMail', {
    schema: mails.addMailSchema,
    perform: async (world, { id, email, phoneNumbers: numbers }) =>
      inProject(world, await addMail(world, findService(world, id), { email, numbers })),
    answer: createdAnswer(mails.writeMail),
  }),
  route(`PUT ${at}/:id/emails/:email`, 'changeMail', {
    schema: mails.changeMailSchema,
    perform: async (world, { id, email, phoneNumbers }) => {
      const service = findService(world, id);
      return inProject(world, await changeMail(world, service, findMail(world, service, email), phoneNumbers));
    },
    answer: bareAnswer(mails.writeMail),
  }),
  route(`DELETE ${at}/:id/emails/:email`, 'deleteMail', {
    schema: mails.mailSchema,
    perform: (world, { id, email }) => deleteMail(world, findMail(world, findService(world, id), email)),
    answer: emptyAnswer,
  }),
  route(`GET ${at}/:id/emails/:email/numbers`, 'listNumbersOfMail', {
    schema: mails.listNumbersOfMailSchema,
    perform: (world, { id, email, request }) =>
      pageOfList(findMail(world, findService(world, id), email).numbers, request),
    answer: listAnswer('phoneNumbers', mails.writeMailNumber),
  }),
];

/** The services of a project, with their numbers, cover pages and addresses for fax to email. */
export const servicesRoutes: readonly Route[] = [...serviceRoutes, ...coverPageRoutes, ...mailRoutes];
