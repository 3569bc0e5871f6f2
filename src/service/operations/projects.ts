import { projectIdOf } from '../../model/domain/project.ts';
import type { Project } from '../../model/domain/project.ts';
import { writeId } from '../../model/domain/ulid.ts';
import type { OperationContext } from './operation-context.ts';

type ProjectContext = Pick<OperationContext, 'store' | 'seed'>;

/** The latest project of each store: the same object as long as nothing in it changes, so that its texts can be kept. */
const latest = new WeakMap<OperationContext['store'], Project>();

/** The project of a world, as it is now. */
export function projectOf(context: ProjectContext): Project {
  const { store, seed } = context;
  const known = latest.get(store);
  const { faxRetries: retries, faxRetryDelayMs: retryDelayMs } = store.account;
  const id = projectIdOf(context);
  if (known?.id === id && known.retries === retries && known.retryDelayMs === retryDelayMs) return known;
  const project = { id, seed, retries, retryDelayMs, serviceId: writeId(seed, 'service', firstService) };
  latest.set(store, project);
  return project;
}

/** The service that each project has from the start. */
const firstService = { id: 1, index: 0, createdAt: Date.UTC(2024, 0) };
