import { pageAt } from '../model/domain/course.ts';
import type { Fax } from '../model/domain/fax.ts';
import { paceOf } from '../model/domain/pace.ts';
import type { Transmission } from '../worlds/history/fax-changes.ts';
import type { FaxHistoryEvent } from '../worlds/history/fax-event.ts';
import { historyOfFax } from '../worlds/history/fax-history.ts';
import type { World } from '../worlds/world.ts';

/** How far the pages of a fax are sent now. Its events are read once, and only if they are not given and its record does not tell. */
export function transmissionOf(world: World, fax: Fax, given?: readonly FaxHistoryEvent[]): Transmission {
  let events = given;
  return {
    page: pageAt(fax, world.clock.now(), paceOf(world.paces, fax.isTest)),
    events: () => (events ??= historyOfFax(world, fax.id).events),
  };
}
