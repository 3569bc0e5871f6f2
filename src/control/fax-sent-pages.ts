import { pageAt } from '../model/domain/course.ts';
import type { Fax } from '../model/domain/fax.ts';
import { paceOf } from '../model/domain/pace.ts';
import { pagesSent } from '../worlds/history/fax-changes.ts';
import { endsOfFaxes } from '../worlds/history/fax-end.ts';
import type { World } from '../worlds/world.ts';

type SentPages = ReturnType<typeof pagesSent>;

/** A function of the pages that were sent until now, for some faxes. The history is read once, and only if some of them failed. */
export function sentPagesOf(world: World, faxes: readonly Fax[]): (fax: Fax) => SentPages {
  const { clock, paces } = world;
  const failed = faxes.filter(({ direction, error }) => direction === 'sent' && error !== null);
  const ends = endsOfFaxes(
    world,
    failed.map(({ id }) => id),
  );
  return (fax) => pagesSent(fax, { page: pageAt(fax, clock.now(), paceOf(paces, fax.isTest)), end: ends.get(fax.id) });
}

/** The number of pages of a fax that were sent until now; null if the service does not tell. */
export const pagesSentOf = (world: World, fax: Fax): number | null => sentPagesOf(world, [fax])(fax).inAll;
