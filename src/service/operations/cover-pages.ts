import type { CoverPage, SinchService } from '../../model/domain/sinch-service.ts';
import { coverPageId } from '../../model/domain/ulid.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { CoverSheet } from './conversions.ts';
import type { Stored } from './commits.ts';
import { nextId } from './ids.ts';
import type { OperationContext } from './operation-context.ts';

/** The cover pages of a service, oldest first. */
export const listCoverPages = (
  { store }: Pick<OperationContext, 'store'>,
  { id }: SinchService,
): readonly CoverPage[] =>
  store.coverPages
    .find({})
    .slice()
    .filter(({ serviceId }) => serviceId === id);

/** The cover page of a service with this v3 id; undefined if there is none. */
export const coverPageWithId = (
  context: Pick<OperationContext, 'store' | 'seed'>,
  service: SinchService,
  text: string,
): CoverPage | undefined =>
  listCoverPages(context, service).find((page) => coverPageId(context.seed, page) === text.toUpperCase());

/** Adds a cover page to a service; `content` is a PDF in base64. */
export function addCoverPage(
  context: OperationContext,
  service: SinchService,
  { name, content }: Pick<CoverPage, 'name' | 'content'>,
): Stored<CoverPage> {
  return context.store.commit(() => {
    const at = context.clock.now();
    const id = nextId(context, 'coverPages');
    const page: CoverPage = { id, serviceId: service.id, name, content, createdAt: at, updatedAt: at };
    context.store.coverPages.put(page);
    return page;
  });
}

/** The cover page of a sent fax, with the values of its tags. Source of the tags, and of the form of the date: the API reference. */
export function coverOf({ store }: Pick<OperationContext, 'store'>, fax: Fax): CoverSheet | undefined {
  const { sinch } = fax.options;
  const page = sinch?.coverPage ? store.coverPages.get(sinch.coverPage) : undefined;
  if (sinch === null || page === undefined) return undefined;
  const [to] = fax.recipients;
  const date = new Date(fax.createdAt).toLocaleDateString('en-US', { timeZone: sinch.headerTimeZone });
  return { page, values: { ...sinch.coverPageData, from: fax.callerId ?? '', to: to?.number ?? '', date } };
}

/** Deletes a cover page, and removes it from the service that uses it. */
export function deleteCoverPage({ store, clock }: OperationContext, { id }: CoverPage): Stored<void> {
  return store.commit(() => {
    store.coverPages.delete(id);
    for (const service of store.services.find({}).slice()) {
      if (service.coverPage === id) store.services.put({ ...service, coverPage: null, updatedAt: clock.now() });
    }
  });
}
