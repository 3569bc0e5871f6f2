import { projectIdOf } from '../../model/domain/project.ts';
import type { Project } from '../../model/domain/project.ts';
import { isSameList } from '../../model/shared/objects.ts';
import type { OperationContext } from './operation-context.ts';
import { listServices } from './services.ts';

/** The latest project of each store. It stays the same object until something in it changes, so its texts can be cached. */
const latest = new WeakMap<OperationContext['store'], Project>();

/** The current project of a world. */
export function projectOf(context: Pick<OperationContext, 'store' | 'seed'>): Project {
  const { store, seed } = context;
  const { faxRetries: retries, faxRetryDelayMs: retryDelayMs, completedFile, pagePrice } = store.account;
  const id = projectIdOf(context);
  const services = listServices(context);
  const coverPages = store.coverPages.size === 0 ? [] : store.coverPages.find({}).slice();
  const known = latest.get(store);
  const isSame =
    known?.id === id &&
    known.retries === retries &&
    known.retryDelayMs === retryDelayMs &&
    known.completedFile === completedFile &&
    known.pagePrice === pagePrice &&
    isSameList(known.services, services) &&
    isSameList(known.coverPages, coverPages);
  if (isSame) return known;
  const project = { id, seed, retries, retryDelayMs, completedFile, pagePrice, services, coverPages };
  latest.set(store, project);
  return project;
}
