import { pluralize } from '../../model/shared/words.ts';
import type { RunRecord } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import type { Side } from './side.ts';
import { walksIn } from './walks.ts';
import type { Walk } from './walks.ts';

/** The lists of which the new program leaves pages unread, where the old one reads lists of the same direction as long. */
export function comparePages([, old]: readonly [Side, Side], side: Side): Finding[] {
  const usual = walksIn(old.run);
  return walksIn(side.run).flatMap((walk): Finding[] => {
    const { direction, calls, room, total = 0, pageSize } = walk;
    const whole = usual.find((one) => one.direction === direction && roomFor(one, old.run) >= total);
    if (room >= total || whole === undefined) return [];
    const pages = pluralize(Math.ceil(total / pageSize), 'page');
    const sentence = `of the list of ${pluralize(total, 'fax', 'faxes')} only ${room} are read: it has ${pages}`;
    return [{ kind: 'page unread', sentence, old: whole.calls, new: calls }];
  });
}

/** How many faxes of v3 the pages have room for: a sent fax of v2.1 is one of v3 for each of its numbers. */
function roomFor({ direction, calls, room, total }: Walk, { faxes }: RunRecord): number {
  if (direction === 'received' || total !== undefined) return room;
  const readAt = calls.at(-1)?.at ?? '';
  const listed = faxes.filter(({ created_at: made }) => made <= readAt);
  return listed.reduce((sum, { recipients }) => sum + recipients.length - 1, room);
}
