import type { RefusalKind } from '../../model/domain/refusal.ts';
import type { SinchErrorForm } from '../../model/domain/sinch-options.ts';
import { identifiedRecord } from '../../model/domain/operation.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { OperationId, RecordReference } from '../../model/domain/operation.ts';
import { seededProjectId } from '../../model/domain/project.ts';
import type { Transmission } from '../../model/domain/transmission.ts';
import { readId } from '../../model/domain/ulid.ts';
import { deleteFaxFile, getFaxFile } from '../../service/operations/fax-files.ts';
import { readFax } from '../../service/operations/faxes.ts';
import { sinchSend } from '../../service/operations/sinch-send.ts';
import { settings } from '../../model/settings/settings.ts';
import { projectOf } from '../../service/operations/projects.ts';
import { serviceWithId } from '../../service/operations/services.ts';
import { findTransmission, listTransmissions } from '../../service/operations/transmissions.ts';
import { form, text } from '../../wire/fields.ts';
import { pdfAnswer } from '../../wire/v3/files.ts';
import { faxListAnswer } from '../../wire/v3/fax-csv.ts';
import { listFaxesSchema } from '../../wire/v3/fax-list.ts';
import { shownServiceOf, writeFax } from '../../wire/v3/faxes.ts';
import type { ShownTransmission } from '../../wire/v3/faxes.ts';
import { bareAnswer, emptyAnswer } from '../../wire/v3/paging.ts';
import { sendAnswer, sendSchema } from '../../wire/v3/send.ts';
import { refusalBody, refusalShape } from '../../wire/v3/refusals.ts';
import type { World } from '../../worlds/world.ts';
import { refusals } from '../errors.ts';
import { evidenceOf } from '../evidence.ts';
import type { RefusalForm } from '../errors.ts';
import type { BodyRules, Face } from '../face.ts';
import { routeWith, whileAwaited } from '../route.ts';
import type { Route } from '../route.ts';
import { byAccessKey } from './access-key.ts';
import { servicesRoutes } from './v3-services.ts';
import { isSingle } from '../../model/shared/objects.ts';

const route = routeWith({ messages: {}, recordOf });

/** The fax in the path, named by the v3 id of one of its transmissions. */
function recordOf(operation: OperationId): Route['record'] {
  if (identifiedRecord(operation) !== 'fax') return undefined;
  return ({ id }, { seed }): RecordReference | undefined => {
    const source = isSingle(id) ? readId(seed, 'fax', String(id)) : undefined;
    return source && { kind: 'fax', id: source.id };
  };
}

const idSchema = form({ id: text });

const shown = (world: World, { fax, index }: Transmission): ShownTransmission => ({
  fax,
  index,
  project: projectOf(world),
});

/** The internal id of the fax that a v3 id of a transmission belongs to. */
const faxIdOf = (world: World, id: string) => ({ id: findTransmission(world, id).fax.id });

const routes: readonly Route[] = [
  route('POST /projects/:projectId/faxes', 'sendFax', {
    schema: sendSchema,
    perform: async (world, input) => (await sinchSend(world, input)).map((fax) => shown(world, { fax, index: 0 })),
    creates: (sent) => sent.map(({ fax }) => fax.id),
    answer: sendAnswer,
  }),
  route('GET /projects/:projectId/faxes', 'listFaxes', {
    schema: listFaxesSchema,
    perform: (world, { request, format, serviceId, ...query }) => {
      const project = projectOf(world);
      const service = serviceId === undefined ? undefined : serviceWithId(world, serviceId);
      const isOfService = (fax: Fax) => service !== undefined && shownServiceOf({ fax, project })?.id === service.id;
      const page = listTransmissions(world, { ...query, ...(serviceId && { matches: isOfService }) }, request);
      const items = page.items.map((one) => shown(world, one));
      return { ...page, items, csvAt: format === undefined ? undefined : world.clock.now() };
    },
    answer: faxListAnswer,
  }),
  route('GET /projects/:projectId/faxes/:id', 'getFax', {
    schema: idSchema,
    perform: (world, { id }) => {
      const { fax, index } = findTransmission(world, id);
      const read = readFax(world, fax);
      return read instanceof Promise
        ? read.then((later) => shown(world, { fax: later, index }))
        : shown(world, { fax: read, index });
    },
    answer: bareAnswer(writeFax),
  }),
  ...['file', 'file.pdf'].map((file) =>
    route(`GET /projects/:projectId/faxes/:id/${file}`, 'getFaxFile', {
      schema: idSchema,
      perform: async (world, { id }, caller) => {
        const { bytes } = await getFaxFile(whileAwaited(world, caller), faxIdOf(world, id));
        return { id, bytes };
      },
      answer: pdfAnswer,
    }),
  ),
  route('DELETE /projects/:projectId/faxes/:id/file', 'deleteFaxFile', {
    schema: idSchema,
    perform: (world, { id }) => deleteFaxFile(world, faxIdOf(world, id)),
    answer: emptyAnswer,
  }),
  ...servicesRoutes,
];

/**
 * JSON of any depth, and multipart for sending. Other JSON is skipped because the Node SDK sends an address as a JSON
 * string when it deletes one.
 */
const bodies: BodyRules = {
  types: ['application/json', 'multipart/form-data'],
  isFlat: false,
  valuesMax: 10_000,
  repeatsAreLists: true,
  skipsOtherJson: true,
};

/** The refusals whose documented texts do not explain the fault: a 401 has no body at all. */
const vague: ReadonlySet<RefusalKind> = new Set(['unauthorized', 'malformed', 'unsupported_media_type', 'invalid']);

/** The statuses that differ: the service has no 415. */
const statuses: RefusalForm['statuses'] = { ...refusals.statuses, unsupported_media_type: 400 };

const refusalsIn = (errorForm: SinchErrorForm): RefusalForm => ({
  statuses,
  bodyOf: ({ kind, message, field }) => refusalBody(errorForm, { status: statuses[kind], message, field }),
  hintOf: ({ kind, message }) => (vague.has(kind) ? message : null),
  body: (status) => refusalShape(errorForm, status),
});

/** The Fax API of Sinch, the successor of the Phaxio API. */
export const v3Face = ({ sinchErrors }: { readonly sinchErrors: SinchErrorForm }): Face => ({
  name: 'v3',
  version: 'v3',
  routes,
  authentication: byAccessKey,
  body: bodies,
  refusals: refusalsIn(sinchErrors),
  scriptedBody: (status, message) => refusalBody(sinchErrors, { status, message, field: undefined }),
  headers: { success: {}, other: {}, isTagged: false },
  overridesMethod: false,
  evidence: evidenceOf('v3'),
  document: {
    title: 'Sinch Fax API v3, as faxsim has it',
    description: 'The successor of the Phaxio API, over the same account.',
    meanings: {
      projectId: 'The id of the project, which `--project-id` sets.',
      coverPageId: 'The id of a cover page of the service.',
      serviceId: 'The id of a service of the project.',
    },
    examples: () => ({ projectId: seededProjectId(settings.seed.default) }),
  },
});
