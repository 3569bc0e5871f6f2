import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { detailsOfEntry } from '../worlds/journal/journal.ts';
import type { Journal, JournalEntry } from '../worlds/journal/journal.ts';
import { all, filtersOf, nearMisses } from '../worlds/journal/query.ts';
import type { RequestQuery } from '../worlds/journal/query.ts';
import { verify } from '../worlds/journal/verify.ts';
import { explain } from '../scenarios/explain.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, done, isDone } from './control-route.ts';
import { nearMiss, nearMissBody, requestBody, requestShape } from './journal-bodies.ts';
import { expectationOf, mostInVerdict } from './expectation.ts';
import { listForm, pageForm, queryForm, verifyForm } from './conditions.ts';
import { input, integer, maybe, nothing, patience } from './fields.ts';
import { requestSubject } from './request-counts.ts';
import { explanations } from './scenarios.ts';

const usualLimit = 100;
const usualWaitMs = 5000;

const page = v.strictObject({
  requests: v.array(requestShape),
  /** That match, on all pages. */
  total: v.number(),
  /** That are no longer there, for want of space. */
  dropped: v.number(),
});

const verdict = v.strictObject({
  passed: v.boolean(),
  message: v.string(),
  count: v.number(),
  requests: v.array(requestShape),
  nearest: v.array(nearMiss),
  dropped: v.number(),
});

export const requests = {
  list: controlRoute('GET /requests', {
    summary: 'List the recorded API requests, newest last: the latest, or those after an id.',
    form: listForm,
    answer: page,
    run: ({ world: { journal } }, input) => pageOf(journal, input),
  }),
  count: controlRoute('GET /requests/count', {
    summary: 'Count the recorded requests that match.',
    form: queryForm,
    answer: v.strictObject({ count: v.number(), dropped: v.number() }),
    run: ({ world: { journal } }, input) => ({
      count: find(journal, input).length,
      dropped: journal.dropped,
    }),
  }),
  unmatched: controlRoute('GET /requests/unmatched', {
    summary: 'List requests without a route, or with a wrong method, each with the nearest route.',
    form: pageForm,
    answer: page,
    run: ({ world: { journal } }, input) => pageOf(journal, { ...input, isUnmatched: true }),
  }),
  verify: controlRoute('POST /requests/verify', {
    summary:
      'Check that the number of matching requests is as expected, and that none comes after a request or a time.',
    changesWorld: false,
    form: verifyForm,
    answer: verdict,
    run: ({ world: { journal } }, input) => {
      const { dropped } = journal;
      const log = {
        noun: 'request' as const,
        items: journal.after(0),
        dropped,
        timeOf: ({ observed }: JournalEntry) => observed.at,
      };
      const { items, nearest, ...result } = verify(log, filtersOf(input), expectationOf(input));
      const requests = items.slice(-mostInVerdict).map(requestBody);
      return { ...result, requests, nearest: nearest.map(nearMissBody), dropped };
    },
  }),
  wait: controlRoute('POST /requests/wait', {
    summary:
      'Wait, in real time, for a request that matches. Returns at once when there is one, and null when none comes in time.',
    changesWorld: false,
    form: input({ ...queryForm.entries, timeout: maybe(patience) }),
    answer: v.strictObject({ request: v.nullable(requestShape), nearest: v.array(nearMiss) }),
    run: async ({ world: { journal }, disconnected }, input) => {
      const timeout = AbortSignal.timeout(input.timeout ?? usualWaitMs);
      const signal = disconnected === undefined ? timeout : AbortSignal.any([timeout, disconnected]);
      const filters = filtersOf(input);
      const entry = await journal.waitFor(all(filters), { after: input.after ?? 0, signal });
      if (entry !== undefined) return { request: requestBody(entry), nearest: [] };
      return { request: null, nearest: nearMisses(journal.after(0), filters).map(nearMissBody) };
    },
  }),
  clear: controlRoute('DELETE /requests', {
    summary: 'Delete all recorded requests.',
    changesWorld: false,
    form: nothing,
    answer: done,
    run: ({ world: { journal } }) => {
      journal.clear();
      return isDone;
    },
  }),
  show: controlRoute('GET /requests/:id', {
    summary: 'Show one recorded request, by its id in the journal.',
    form: input({ id: integer({ min: 1 }) }),
    answer: requestShape,
    run: ({ world: { journal } }, { id }) => requestBody(foundEntry(journal, id)),
  }),
  explain: controlRoute('GET /requests/:id/explain', {
    summary:
      'Show which rule would fire now if a recorded request came again, and why the others would not. Counts stay as they are.',
    form: input({ id: integer({ min: 1 }) }),
    answer: explanations,
    run: ({ world }, { id }) => explain(world.scenarios, subjectOf(world, foundEntry(world.journal, id))),
  }),
};

function foundEntry(journal: Journal, id: number): JournalEntry {
  const [entry] = journal.after(id - 1);
  if (entry?.id !== id) throw new Refusal('not_found', `Not found: the journal has no request ${id}`);
  return entry;
}

/**
 * A recorded request as rules are matched against it, with the parts that the journal keeps: User-Agent, Content-Type,
 * and the parameters without secrets.
 */
function subjectOf(world: World, entry: JournalEntry): RuleSubject {
  const { operation, version, contentType, method } = entry.observed;
  const { path, params, userAgent } = detailsOfEntry(entry);
  if (operation === null || version === null) {
    throw new Refusal('not_allowed', `Request ${entry.id} has no route, and rules match only requests that have one`);
  }
  return requestSubject({
    world,
    operation,
    version,
    headers: { 'user-agent': userAgent ?? undefined, 'content-type': contentType },
    params: params ?? {},
    label: () => `${method} ${path}`,
  });
}

const find = (journal: Journal, query: RequestQuery & Paging): readonly JournalEntry[] =>
  journal.after(query.after ?? 0).filter(all(filtersOf(query)));

/** Without an id to go on from, the latest. */
function pageOf(journal: Journal, query: RequestQuery & Paging) {
  const { after, limit = usualLimit } = query;
  const found = find(journal, query);
  const page = after === undefined ? found.slice(-limit) : found.slice(0, limit);
  return { requests: page.map(requestBody), total: found.length, dropped: journal.dropped };
}

interface Paging {
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}
