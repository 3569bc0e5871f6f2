import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { headersOf, partsOf } from '../worlds/journal/arrived.ts';
import { detailsOfEntry } from '../worlds/journal/entry.ts';
import type { JournalEntry } from '../worlds/journal/entry.ts';
import type { Journal } from '../worlds/journal/journal.ts';
import { isOfConsole } from '../worlds/journal/observed-request.ts';
import { all, queryFilters, nearMisses, verifyCount } from '../worlds/journal/query.ts';
import type { RequestQuery } from '../worlds/journal/query.ts';
import { explain } from '../scenarios/explain.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import { waitThroughResets } from '../worlds/waiting/waits.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, done, fileBytes, doneAnswer } from './control-route.ts';
import { nearMiss, nearMissBody, numbersOfEntry, requestBody, requestShape } from './journal-bodies.ts';
import { arrivedBody, arrivedShape } from './arrived-body.ts';
import { explanationOf, verdictEntries } from './explanation.ts';
import { soughtFax, soughtFaxAndBatch } from './fax-id.ts';
import type { FaxId } from './fax-id.ts';
import { expectationOf, inVerdictMax, listSchema, pagingSchema, querySchema, verifySchema } from './conditions.ts';
import { input, integer, maybe, patience } from './fields.ts';
import { requestSubject } from './request-subject.ts';
import { explanations } from './scenarios.ts';

const usualLimit = 100;
const usualWaitMs = 5000;

const page = v.strictObject({
  requests: v.array(requestShape),
  /** Number of matching requests on all pages. */
  total: v.number(),
  /** Requests that were dropped because the journal was full. */
  dropped: v.number(),
});

const verdict = v.strictObject({
  ...verdictEntries,
  count: v.number(),
  requests: v.array(requestShape),
  nearest: v.array(nearMiss),
  dropped: v.number(),
});

const byId = input({ id: integer({ min: 1 }) });

export const requests = {
  list: controlRoute('GET /requests', {
    summary:
      'List the recorded API requests, newest last: the latest, the first ones after an id, or the latest before an id.',
    schema: listSchema,
    answer: page,
    run: ({ world }, input) => pageOf(world, queryOf(world, input)),
  }),
  count: controlRoute('GET /requests/count', {
    summary: 'Count the recorded requests that match.',
    schema: querySchema,
    answer: v.strictObject({ count: v.number(), dropped: v.number() }),
    run: ({ world }, input) => ({
      count: find(world.journal, queryOf(world, input)).length,
      dropped: world.journal.dropped,
    }),
  }),
  unmatched: controlRoute('GET /requests/unmatched', {
    summary: 'List requests without a route, or with a wrong method, each with the nearest route.',
    schema: pagingSchema,
    answer: page,
    run: ({ world }, input) => pageOf(world, { ...input, isUnmatched: true }),
  }),
  verify: controlRoute('POST /requests/verify', {
    summary:
      'Check that the number of matching requests is as expected, and that none comes after a request or a time. Requests of the console do not count.',
    changesWorld: false,
    schema: verifySchema,
    answer: verdict,
    run: (context, input) => {
      const { world } = context;
      const { journal } = world;
      const { dropped } = journal;
      const recorded = journal.after(0);
      const items = recorded.filter(isOfProgram);
      const log = {
        noun: 'request' as const,
        items,
        ofConsole: recorded.length - items.length,
        dropped,
        timeOf: ({ observed }: JournalEntry) => observed.at,
      };
      const found = verifyCount(log, queryFilters(queryOf(world, input)), expectationOf(input));
      const { items: matching, nearest, ...result } = found;
      const requests = matching.slice(-inVerdictMax).map((entry) => requestBody(world, entry));
      const verdict = { ...result, requests, nearest: nearest.map((miss) => nearMissBody(world, miss)), dropped };
      return { ...verdict, explanation: explanationOf(context, verdict, soughtFax(world, input.fax)) };
    },
  }),
  wait: controlRoute('POST /requests/wait', {
    summary:
      'Wait, in real time, for a request that matches. Returns at once if the journal already has one, and null after the timeout.',
    changesWorld: false,
    schema: input({ ...querySchema.entries, timeout: maybe(patience) }),
    answer: v.strictObject({ request: v.nullable(requestShape), nearest: v.array(nearMiss) }),
    run: async ({ hosted, world, disconnected }, input) => {
      const timeout = AbortSignal.timeout(input.timeout ?? usualWaitMs);
      const signal = disconnected === undefined ? timeout : AbortSignal.any([timeout, disconnected]);
      const filters = queryFilters(queryOf(world, input));
      const matches = all(filters);
      const isAwaited = (one: JournalEntry): boolean => isOfProgram(one) && matches(one);
      const entry = await waitThroughResets(hosted, ({ journal }) =>
        journal.waitFor(isAwaited, { after: input.after ?? 0, signal }),
      );
      if (entry !== undefined) return { request: requestBody(hosted.world, entry), nearest: [] };
      const { world: present } = hosted;
      const nearest = nearMisses(present.journal.after(0).filter(isOfProgram), filters);
      return { request: null, nearest: nearest.map((miss) => nearMissBody(present, miss)) };
    },
  }),
  clear: controlRoute('DELETE /requests', {
    summary: 'Delete all recorded requests.',
    changesWorld: false,
    answer: done,
    run: ({ world: { journal } }) => {
      journal.clear();
      return doneAnswer;
    },
  }),
  show: controlRoute('GET /requests/:id', {
    summary: 'Show one recorded request, by its id in the journal.',
    schema: byId,
    answer: requestShape,
    run: ({ world }, { id }) => requestBody(world, foundEntry(world.journal, id)),
  }),
  raw: controlRoute('GET /requests/:id/raw', {
    summary: 'Show a recorded request as it came: its headers, the first 64 KB of its body, and the parts of a form.',
    schema: byId,
    answer: arrivedShape,
    run: ({ world }, { id }) => arrivedBody(foundEntry(world.journal, id)),
  }),
  part: controlRoute('GET /requests/:id/parts/:part', {
    summary: 'Show the file in a part of a recorded request, counted from 1.',
    produces: 'application/octet-stream',
    schema: input({ id: integer({ min: 1 }), part: integer({ min: 1 }) }),
    answer: fileBytes,
    run: ({ world }, { id, part }) => {
      const file = partsOf(foundEntry(world.journal, id))[part - 1];
      if (file === undefined || typeof file.value === 'string')
        throw new Refusal('not_found', `Not found: part ${part} of request ${id} is no file`);
      if (!file.isCut) return file.value.bytes;
      throw new Refusal('not_found', `Not found: only the beginning of the file in part ${part} is kept`);
    },
  }),
  explain: controlRoute('GET /requests/:id/explain', {
    summary:
      'Show which rule would fire now if a recorded request came again, and why the other rules would not. Counts do not change.',
    schema: byId,
    answer: explanations,
    run: ({ world }, { id }) => explain(world.scenarios, subjectOf(world, foundEntry(world.journal, id))),
  }),
};

/** The conditions of an input, with the fax by its number, and with the numbers of each request. */
const queryOf = <Q extends { readonly fax?: FaxId | undefined }>(world: World, { fax, ...query }: Q) => ({
  ...query,
  ...soughtFaxAndBatch(world, fax),
  numbersOf: (entry: JournalEntry) => numbersOfEntry(world, entry),
});

/** Whether a verdict on a program may count a request. Requests of the console do not count. */
const isOfProgram = ({ observed }: JournalEntry): boolean => !isOfConsole(observed);

function foundEntry(journal: Journal, id: number): JournalEntry {
  const entry = journal.get(id);
  if (entry === undefined) throw new Refusal('not_found', `Not found: the journal has no request ${id}`);
  return entry;
}

/** A recorded request as a subject for rules; headers and parameters have no secrets. */
function subjectOf(world: World, entry: JournalEntry): RuleSubject {
  const { profile, record } = entry.observed;
  const { operation, version, method } = profile;
  const { path, params } = detailsOfEntry(entry);
  if (operation === null) {
    throw new Refusal(
      'not_found',
      `Not found: request ${entry.id} has no route, and rules match only requests that have one`,
    );
  }
  return requestSubject({
    world,
    operation,
    version,
    headers: Object.fromEntries(headersOf(entry).map(({ name, value }) => [name.toLowerCase(), value])),
    params: params ?? {},
    record,
    label: () => `${method} ${path}`,
  });
}

const find = (journal: Journal, query: RequestQuery & Paging): readonly JournalEntry[] =>
  journal.after(query.after ?? 0).filter(all(queryFilters(query)));

/** A page of requests; the latest ones if the query has no id to start after. */
function pageOf(world: World, query: RequestQuery & Paging) {
  const { journal } = world;
  const { after, before = Infinity, limit = usualLimit } = query;
  const found = find(journal, query);
  const listed = found.filter(({ id }) => id < before);
  const page = after === undefined ? listed.slice(-limit) : listed.slice(0, limit);
  const requests = page.map((entry) => requestBody(world, entry));
  return { requests, total: found.length, dropped: journal.dropped };
}

type Paging = v.InferOutput<typeof pagingSchema>;
