import { pluralize } from '../../model/shared/words.ts';
import type { RunRecord } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import type { OldSides, Side } from './side.ts';
import { walksIn } from './walks.ts';
import type { Walk } from './walks.ts';

/** Findings about lists with unread pages, if the old program reads equally long lists of the same direction to the end. */
export function comparePages(olds: OldSides, side: Side): Finding[] {
  const usual = olds.map(({ run }) => walksIn(run).map((walk) => ({ walk, run })));
  return walksIn(side.run).flatMap((walk): Finding[] => {
    const { direction, calls, room, total = 0, pageSize } = walk;
    if (room >= total) return [];
    const whole = usual.map((walks) =>
      walks.find((one) => one.walk.direction === direction && roomFor(one.walk, one.run) >= total),
    );
    if (whole.includes(undefined)) return [];
    const pages = pluralize(Math.ceil(total / pageSize), 'page');
    const sentence = `of the list of ${pluralize(total, 'fax', 'faxes')} only ${room} are read: it has ${pages}`;
    return [{ kind: 'page unread', sentence, old: whole.at(-1)?.walk.calls ?? [], new: calls }];
  });
}

/** How many v3 faxes fit on the pages. A sent fax of v2.1 counts once for each of its numbers. */
function roomFor({ direction, calls, room, total }: Walk, { faxes }: RunRecord): number {
  if (direction === 'received' || total !== undefined) return room;
  const readAt = calls.at(-1)?.at ?? '';
  const listed = faxes.filter(({ created_at: made }) => made <= readAt);
  return listed.reduce((sum, { recipients }) => sum + recipients.length - 1, room);
}
