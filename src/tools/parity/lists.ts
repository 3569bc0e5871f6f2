import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import type { Side } from './side.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';

/** The pages of a list that a program reads. */
interface Walk {
  readonly direction: string;
  readonly calls: readonly RecordedRequest[];
  /** How many faxes the pages have room for. */
  readonly room: number;
  readonly pageSize: number;
  /** How many faxes the list has; undefined where the response does not begin with it. */
  readonly total: number | undefined;
}

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

/** Parameters that do not make it another list; `pageNumber` is none of v3, but programs send it. */
const pageParams = new Set(['page', 'pageNumber', 'pageSize', 'per_page', 'maxperpage', 'projectId']);

function walksIn({ calls }: RunRecord): Walk[] {
  const lists = calls.filter(({ operation, answer }) => operation === 'listFaxes' && answer.status === 200);
  const groups = groupBy(lists, ({ params }) =>
    JSON.stringify(Object.entries(params ?? {}).filter(([name]) => !pageParams.has(name))),
  );
  return [...groups.values()].map(walkOf);
}

function walkOf(calls: readonly [RecordedRequest, ...RecordedRequest[]]): Walk {
  const [{ params, version }] = calls;
  const given = asNumber(params?.['pageSize'] ?? params?.['per_page'] ?? params?.['maxperpage']);
  const pageSize = given > 0 ? Math.min(given, perPageMax) : usualPageSizes[version ?? 'v3'];
  const pages = new Set(calls.map((call) => Math.max(1, asNumber(call.params?.['page'] ?? 1))));
  const totals = calls.flatMap(({ answer: { body } }) => /"totalItems":(\d+)/.exec(body ?? '')?.[1] ?? []);
  return {
    direction: directionNames[asText(params?.['direction'])] ?? 'all',
    calls,
    room: pages.size * pageSize,
    pageSize,
    total: totals.length === 0 ? undefined : Math.max(...totals.map(Number)),
  };
}

const perPageMax = 1000;
/** The page sizes of requests that ask for none. */
const usualPageSizes = { v1: 50, v2: 25, 'v2.1': 25, v3: 100 } as const;
const directionNames: Readonly<Record<string, string>> = {
  received: 'received',
  INBOUND: 'received',
  sent: 'sent',
  OUTBOUND: 'sent',
};
