import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { wentWrong } from '../model/domain/fax.ts';
import type { Delivery } from '../model/domain/webhook.ts';
import { phoneText } from '../model/numbering/phone-text.ts';
import { activityText } from '../model/shared/activity-text.ts';
import { hasWords, searchedWords } from '../model/shared/searched-words.ts';
import { describeValue } from '../model/shared/words.ts';
import { listCreated } from '../service/operations/fax-search.ts';
import { isFailing } from '../model/domain/webhook.ts';
import { view } from '../wire/reply.ts';
import { activityOf, latestIdOf } from '../worlds/activity/activity.ts';
import type { ActivityPage, ActivityQuery } from '../worlds/activity/activity.ts';
import { longestCourse, pastKinds } from '../worlds/activity/past.ts';
import type { PastRange } from '../worlds/activity/past.ts';
import { activityKinds } from '../worlds/activity/entry.ts';
import type { ActivityEntry } from '../worlds/activity/entry.ts';
import { tones } from '../worlds/history/fax-event.ts';
import { waitFor } from '../worlds/waiting/waits.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, time, timeOf } from './control-route.ts';
import { faxId, soughtFaxAndBatch } from './fax-id.ts';
import { input, moment, integer, maybe, oneOf, patience, someOf, text } from './fields.ts';

const partsMax = 200;

const entryView = view<ActivityEntry>()({
  id: [v.number(), ({ id }) => id],
  at: [time, ({ at }) => timeOf(at)],
  kind: [v.picklist(activityKinds), ({ kind }) => kind],
  action: [v.string(), ({ action }) => action],
  subject: [v.nullable(v.union([v.number(), v.string()])), ({ subject }) => subject],
  fax_id: [v.nullable(v.number()), ({ faxId }) => faxId],
  number: [v.nullable(v.string()), ({ numbers: [first] }) => first ?? null],
  status: [v.nullable(v.string()), ({ status }) => status],
  summary: [v.string(), ({ summary }) => summary],
  /** The reason of a failure; null if there was none. */
  reason: [v.nullable(v.string()), ({ reason }) => reason],
  /** Further faults of a request: the diagnosis of its refusal, and the warnings of lint. */
  remarks: [v.array(v.string()), ({ remarks }) => remarks?.() ?? []],
  rule: [v.nullable(v.string()), ({ rule }) => rule],
  tone: [v.picklist(tones), ({ tone }) => tone],
});

const page = v.strictObject({
  entries: v.array(entryView.shape),
  /** Whether more entries match, beyond the limit. */
  more: v.boolean(),
  /** Id of the latest entry of the world, for `after` in the next call; 0 without entries. */
  last_id: v.number(),
  /** The number of older notes that were dropped because the history was full. */
  dropped: v.number(),
  /** The time at which the world began. Each fax of then and each attempt of its webhooks has one entry, with an id below 0. */
  began_at: time,
});

const orders = ['oldest', 'newest'] as const;
type Order = (typeof orders)[number];

/** The conditions of a search, and its order. The kind `rule` also finds the entries that a rule changed. */
const queryEntries = {
  kind: maybe(someOf(activityKinds)),
  fax: maybe(faxId),
  number: maybe(text),
  search: maybe(text),
  tone: maybe(oneOf(tones)),
  since: maybe(moment),
  until: maybe(moment),
  after: maybe(integer({ min: 0 })),
  before: maybe(integer()),
  order: maybe(oneOf(orders)),
};

type Query = v.InferOutput<ReturnType<typeof input<typeof queryEntries>>> & { readonly limit?: number | undefined };

function queryIn(world: World, query: Query, usualLimit: number): ActivityQuery {
  const { kind: kinds = [], number, search, tone, since = -Infinity, until = Infinity, after, before } = query;
  const { fax, batch } = soughtFaxAndBatch(world, query.fax);
  const digits = digitsIn(number);
  const words = searchedWords(search ?? '');
  const isOfKind = ({ kind, rule }: ActivityEntry): boolean =>
    kinds.includes(kind) || (rule !== null && kinds.includes('rule'));
  const isOfKindAndTone = (entry: ActivityEntry): boolean =>
    (kinds.length === 0 || isOfKind(entry)) && (tone === undefined || entry.tone === tone);
  const matches = (entry: ActivityEntry): boolean =>
    isOfKindAndTone(entry) &&
    (fax === undefined || entry.faxId === fax || (batch !== undefined && entry.batch === batch)) &&
    (digits === undefined || entry.numbers.some((one) => one.includes(digits))) &&
    entry.at >= since &&
    entry.at <= until &&
    (words.length === 0 || hasWords(searchedText(entry), words));
  const past =
    kinds.length === 0 || kinds.some((kind) => pastKinds.includes(kind))
      ? pastRange(world, { fax, since, until })
      : undefined;
  return { after, before, past, matches, limit: query.limit ?? usualLimit };
}

/** The creation of the faxes that can match; that of the wanted fax, if there is one. */
function pastRange(
  { store }: World,
  { fax, since, until }: { readonly fax: number | undefined; readonly since: number; readonly until: number },
): PastRange | undefined {
  if (fax === undefined) return { from: since - longestCourse, to: until };
  const found = store.faxes.get(fax);
  return found && { from: found.createdAt, to: found.createdAt, fax };
}

/**
 * The digits of a searched number. A part such as 0123 is enough. Throws the Refusal `invalid` without any digit, which would match
 * every number.
 */
function digitsIn(number: string | undefined): string | undefined {
  const digits = number?.replaceAll(/\D/g, '');
  if (digits !== '') return digits;
  const message = `number must have a digit, as +12025550123 or 0123 has, got ${describeValue(number)}`;
  throw new Refusal('invalid', message, { field: 'number' });
}

/** The text in which a search looks for an entry. A failure is also found by the word `failed`. */
const searchedText = ({ kind, action, status, summary, numbers, tone }: ActivityEntry): string =>
  [kind, action, status, summary, ...numbers, ...numbers.map(phoneText), tone === 'bad' ? 'failed' : ''].join(' ');

const ordered = <T>(entries: readonly T[], order: Order | undefined): readonly T[] =>
  order === 'newest' ? entries.toReversed() : entries;

/** Combines the calls in one turn of the event loop, because a request makes several notes. */
function oncePerTurn(callback: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      callback();
    });
  };
}

const pageOf = (world: World, { entries, hasMore }: ActivityPage, order: Order | undefined) => ({
  entries: ordered(entries, order).map((entry) => entryView.body(entry)),
  more: hasMore,
  last_id: latestIdOf(world),
  dropped: world.history.dropped,
  began_at: timeOf(world.start.time),
});

const timeIn = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : timeOf(ms));

/** The conditions of a query as its text names them. */
const filterIn = ({ kind, tone, fax, number, search, since, until, after, before }: Query) => ({
  kind: kind?.join(','),
  tone,
  fax: fax?.toString(),
  number,
  search: search === undefined ? undefined : JSON.stringify(search),
  since: timeIn(since),
  until: timeIn(until),
  after: after?.toString(),
  before: before?.toString(),
});

const part = v.strictObject({
  /** Beginning of the part, which ends just before `until`. */
  from: time,
  until: time,
  sent: v.number(),
  received: v.number(),
  /** Faxes that failed for one of their numbers or for all. */
  failed: v.number(),
  webhooks: v.number(),
  /** Webhooks whose latest attempt failed. */
  webhooks_failing: v.number(),
});

/** The control calls about what happened in a world: lists, and counts. */
export const activity = {
  list: controlRoute('GET /activity/entries', {
    summary:
      'List what happened in this world, in order: requests, control calls, changes of faxes and port orders, attempts of webhooks, rules, settings and moves of the clock. A fax that is older than the history has one entry, at its end, and each attempt of its webhooks has one, with ids below 0. The latest entries, the entries recorded after an id, or the latest before an id. With wait, an empty list waits in real time for its first entry.',
    schema: input({ ...queryEntries, limit: maybe(integer({ min: 1, max: 10_000 })), wait: maybe(patience) }),
    answer: page,
    run: async (context, { wait: waitMs, ...query }) => {
      const find = (world: World) => activityOf(world, queryIn(world, query, 100));
      const { hosted, disconnected } = context;
      if (waitMs !== undefined) {
        const isFound = (present: World) => (find(present).entries.length > 0 ? true : undefined);
        const watch = ({ history }: World, callback: () => void) => history.watch(oncePerTurn(callback));
        await waitFor(hosted, isFound, { longestMs: waitMs, disconnected, watch });
      }
      return pageOf(context.world, find(context.world), query.order);
    },
  }),
  text: controlRoute('GET /activity/text', {
    summary:
      'Show what happened in this world as text: a head with the filter, then a line for each entry, with times in UTC and numbers in E.164.',
    produces: 'text/plain; charset=utf-8',
    schema: input({ ...queryEntries, limit: maybe(integer({ min: 1, max: 100_000 })) }),
    answer: v.string(),
    run: ({ world }, query) => {
      const { entries } = activityOf(world, queryIn(world, query, 100_000));
      const lines = ordered(entries, query.order).map((entry) => ({
        ...entry,
        at: timeOf(entry.at),
        remarks: entry.remarks?.(),
      }));
      const beganAt = timeOf(world.start.time);
      return activityText(lines, { world: world.id, filter: filterIn(query), order: query.order, beganAt });
    },
  }),
  count: controlRoute('GET /activity', {
    summary:
      'Count the faxes and webhooks that were created in a span of time on the clock of the world, and in parts of it of equal length.',
    schema: input({ since: moment, until: moment, parts: maybe(integer({ min: 1, max: partsMax })) }),
    answer: v.array(part),
    run: ({ world }, { since, until, parts = 1 }) => {
      if (until <= since) throw new Refusal('invalid', 'until must be after since', { field: 'until' });
      const edge = (index: number): number => Math.round(since + ((until - since) * index) / parts);
      const deliveries = world.deliveries.list({ from: since, to: until - 1 });
      return Array.from({ length: parts }, (_, index) => partOf(world, deliveries, edge(index), edge(index + 1)));
    },
  }),
};

/** Counts what was created in [from, until). */
function partOf({ store }: World, all: readonly Delivery[], from: number, until: number): v.InferInput<typeof part> {
  const faxes = (conditions: Parameters<typeof listCreated>[1]): number => listCreated(store, conditions).total;
  const range = { from, to: until - 1 };
  const deliveries = all.filter(({ createdAt }) => createdAt >= from && createdAt < until);
  return {
    from: timeOf(from),
    until: timeOf(until),
    sent: faxes({ ...range, direction: 'sent' }),
    received: faxes({ ...range, direction: 'received' }),
    failed: faxes({ ...range, status: wentWrong }),
    webhooks: deliveries.length,
    webhooks_failing: deliveries.filter(isFailing).length,
  };
}
