import { BoundedMap } from '../shared/objects.ts';
import { draw } from './draws.ts';
import type { Account } from './account.ts';
import type { CompletedFileForm } from './sinch-options.ts';
import type { CoverPage, SinchService } from './sinch-service.ts';

/** The Sinch project that shows the faxes of a world in v3. */
export interface Project {
  readonly id: string;
  /** Seed of the world; all ids follow from it. */
  readonly seed: number;
  /** Services of the project, oldest first. */
  readonly services: readonly SinchService[];
  readonly coverPages: readonly CoverPage[];
  /** The retries of failed calls of other versions, and the time before each in ms. */
  readonly retries: number;
  readonly retryDelayMs: number;
  /** The keys of the document in a webhook of a completed fax. */
  readonly completedFile: CompletedFileForm;
  /** US dollars for a page to the US or Canada. */
  readonly pagePrice: number;
}

/** The parts of a world from which its Sinch project follows. */
interface ProjectSource {
  readonly seed: number;
  readonly store: { readonly account: Pick<Account, 'projectId'> };
}

/** The id of the Sinch project of a world: from its settings, or else a UUID that follows from its seed. */
export const projectIdOf = ({ seed, store: { account } }: ProjectSource): string =>
  account.projectId ?? seededProjectId(seed);

/** Cached UUIDs by seed: each takes 60 hashes, and a v3 request needs its own twice. */
const uuids = new BoundedMap<number, string>(1000);

/** The id of a project whose world has this seed, and no id of its own. */
export function seededProjectId(seed: number): string {
  const known = uuids.get(seed);
  if (known !== undefined) return known;
  const uuid = uuidOf(seed);
  uuids.set(seed, uuid);
  return uuid;
}

/** Version 4, variant 10. Source: RFC 9562. */
function uuidOf(seed: number): string {
  const digits = Array.from('xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx', (letter, at) => {
    if (letter === 'x') return Math.floor(draw(seed, 'project', at) * 16).toString(16);
    return letter === 'y' ? '89ab'.charAt(Math.floor(draw(seed, 'project', at) * 4)) : letter;
  });
  return digits.join('');
}
