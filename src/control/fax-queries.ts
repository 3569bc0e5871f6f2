import * as v from 'valibot';
import { completeConversion, faxStepFunctions, pageEndsOf } from '../model/domain/course.ts';
import { errorTypes, faxErrorsOf } from '../model/domain/fax-error.ts';
import { directions, faxStatuses, faxSteps } from '../model/domain/fax.ts';
import type { Fax } from '../model/domain/fax.ts';
import { verbOfDone, verbOfStep } from '../service/operations/agenda.ts';
import { stepContext } from '../service/operations/calls.ts';
import { getFaxFile, getFaxPage, getFaxTexts, thumbnailSizes } from '../service/operations/fax-files.ts';
import { searchFaxes } from '../service/operations/fax-search.ts';
import { view } from '../wire/reply.ts';
import { webhookName } from '../worlds/history/webhook-words.ts';
import { faxEventKinds, tones } from '../worlds/history/fax-event.ts';
import type { FaxHistoryEvent } from '../worlds/history/fax-event.ts';
import { historyOfFax } from '../worlds/history/fax-history.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, fileBytes, time, timeOf, timeOrNull } from './control-route.ts';
import { faxId, faxNumber, findFax, soughtFax } from './fax-id.ts';
import { pagesSentOf, sentPagesOf } from './fax-sent-pages.ts';
import { shownBody, shownFax } from './faxes.ts';
import { versionsAnswer, versionsOf } from './fax-versions.ts';
import { boolean, input, moment, integer, maybe, oneOf, someOf, numberOrPart, tags, text } from './fields.ts';
import { paceOf } from '../model/domain/pace.ts';

const byId = input({ id: faxId });

const expectedStep = v.strictObject({
  at: time,
  /** The real time until then at the current speed of the clock; null if the clock is frozen. */
  real_ms: v.nullable(v.number()),
  step: v.picklist(faxSteps),
  status: v.picklist(faxStatuses),
  /** The pages of the fax; null while they are unknown, before the content of a URL is fetched. */
  pages: v.nullable(v.number()),
  /** The pages that end by this step, each with the time of its end. */
  page_ends: v.array(v.strictObject({ page: v.number(), at: time })),
  summary: v.string(),
});

const eventView = view<FaxHistoryEvent>()({
  at: [time, ({ at }) => timeOf(at)],
  kind: [v.picklist(faxEventKinds), ({ kind }) => kind],
  /** A phrase, usually with the fax as its subject: `dials`. */
  summary: [v.string(), ({ summary }) => summary],
  tone: [v.picklist(tones), ({ tone }) => tone],
  /** The call that caused it: `POST /v2.1/faxes`. */
  by: [v.nullable(v.string()), ({ by }) => by],
  requests: [v.array(v.number()), ({ requests }) => [...requests]],
  webhook: [v.nullable(v.number()), ({ webhook }) => webhook],
  attempt: [v.nullable(v.number()), ({ attempt }) => attempt],
  rule: [v.nullable(v.string()), ({ rule }) => rule],
  /** The page that the fax transmits, or on which it fails. */
  page: [v.nullable(v.number()), ({ page }) => page],
});

/** `at` is null if the time is unknown. */
const comingEvent = v.strictObject({ at: v.nullable(time), summary: v.string(), webhook: v.nullable(v.number()) });

/** The conditions of a search. */
const query = {
  direction: maybe(oneOf(directions)),
  status: maybe(someOf(faxStatuses)),
  number: maybe(numberOrPart),
  tags: maybe(tags),
  is_test: maybe(boolean),
  error: maybe(integer()),
  resent_from: maybe(faxId),
  batch: maybe(faxId),
  q: maybe(text),
  since: maybe(moment),
  until: maybe(moment),
};

const querySchema = input(query);

type Search = v.InferOutput<typeof querySchema> & {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
};

function searchOf(world: World, given: Search) {
  const { is_test: isTest, resent_from: original, batch, q, number, since: from, until: to, ...search } = given;
  const { limit = 100, offset = 0 } = given;
  const others = { resentFrom: soughtFax(world, original), batch: soughtFax(world, batch) };
  const sought = number?.startsWith('+') ? { number } : { numberPart: number };
  return { ...search, ...sought, ...others, isTest, text: q, from, to, limit, offset };
}

/** The control calls that read faxes. */
export const faxQueries = {
  list: controlRoute('GET /faxes', {
    summary:
      'List faxes, newest first (the command line prints the newest last, and with `--json` first). A search by text, error, batch, key pair or a part of a number reads only the newest 50,000 faxes that match the other conditions; is_total_exact is false if others were left out. total counts all matches, and faxes has at most limit of them, 100 by default.',
    schema: input({
      ...query,
      limit: maybe(integer({ min: 1, max: 1000 })),
      offset: maybe(integer({ min: 0 })),
    }),
    answer: v.strictObject({ faxes: v.array(shownFax), total: v.number(), is_total_exact: v.boolean() }),
    run: ({ world }, given) => {
      const found = searchFaxes(world, searchOf(world, given));
      const sentOf = sentPagesOf(world, found.faxes);
      return {
        faxes: found.faxes.map((fax) => shownBody(world, fax, sentOf)),
        total: found.total,
        is_total_exact: found.isComplete,
      };
    },
  }),
  count: controlRoute('GET /faxes/count', {
    summary:
      'Count the faxes that match. A search by text, error, batch, key pair or a part of a number counts only the newest 50,000.',
    schema: querySchema,
    answer: v.strictObject({ count: v.number() }),
    run: ({ world }, given) => ({ count: searchFaxes(world, searchOf(world, { ...given, limit: 1 })).total }),
  }),
  forecast: controlRoute('GET /faxes/:id/forecast', {
    summary: 'List the steps that a fax takes from now on if nothing else happens to it, with their times.',
    schema: byId,
    answer: v.array(expectedStep),
    run: async ({ world }, input) => {
      const pages = await world.pagesOf(findFax(world, input.id));
      return forecastOf(world, findFax(world, input.id), pages); // the fax may have gone on
    },
  }),
  history: controlRoute('GET /faxes/:id/history', {
    summary:
      'List all that happened to a fax, in order: its requests, its steps, its webhooks, the rules that fired; then what comes next.',
    schema: byId,
    answer: v.strictObject({
      fax: v.number(),
      status: v.picklist(faxStatuses),
      /** False if the fax is older than the history of the world, so that its first events are taken from its record. */
      is_whole: v.boolean(),
      /** The pages of a sent fax that were sent until now; null for a received one, and where the service tells of no page. */
      pages_sent: v.nullable(v.number()),
      events: v.array(eventView.shape),
      next: v.array(comingEvent),
    }),
    run: ({ world }, { id }) => historyBody(world, faxNumber(world, id)),
  }),
  page: controlRoute('GET /faxes/:id/pages/:page', {
    summary:
      'Show a page of a fax as PNG, of at most the given width in pixels; with transmitted, below the line that the transmission adds to a page that was sent.',
    produces: 'image/png',
    schema: input({
      id: faxId,
      page: integer({ min: 1 }),
      width: maybe(integer({ min: 16, max: 2000 })),
      transmitted: maybe(boolean),
    }),
    answer: fileBytes,
    run: async ({ world }, { id, page, width = 850, transmitted = false }) => {
      const fax = findFax(world, id);
      const isTransmitted = transmitted && page <= (pagesSentOf(world, fax) ?? 0);
      return getFaxPage(world, { id: fax.id, page, width, isTransmitted });
    },
  }),
  file: controlRoute('GET /faxes/:id/file', {
    summary: 'Show the document of a fax as PDF, without a request in the journal.',
    produces: 'application/pdf',
    schema: byId,
    answer: fileBytes,
    run: async ({ world }, { id }) => (await getFaxFile(world, { id: findFax(world, id).id })).bytes,
  }),
  thumbnail: controlRoute('GET /faxes/:id/thumbnail', {
    summary: 'Show the thumbnail of a fax as JPEG, small or large, without a request in the journal.',
    produces: 'image/jpeg',
    schema: input({ id: faxId, size: maybe(oneOf(thumbnailSizes)) }),
    answer: fileBytes,
    run: async ({ world }, { id, size: thumbnail = 'l' }) =>
      (await getFaxFile(world, { id: findFax(world, id).id, thumbnail })).bytes,
  }),
  text: controlRoute('GET /faxes/:id/text', {
    summary: 'Show the text of each page of a fax; empty for a page that is a picture.',
    schema: byId,
    answer: v.strictObject({ pages: v.array(v.string()) }),
    run: async ({ world }, { id }) => ({ pages: [...(await getFaxTexts(world, findFax(world, id).id))] }),
  }),
  versions: controlRoute('GET /faxes/:id/versions', {
    summary:
      'Show a fax and its webhook in the forms of v2.1 and v3 (in v3, each recipient is a fax), without a request in the journal.',
    schema: byId,
    answer: versionsAnswer,
    run: ({ world }, { id }) => versionsOf(world, findFax(world, id)),
  }),
  errors: controlRoute('GET /fax_errors', {
    summary:
      'List the errors that a fax can fail with, by the ids that finish and receive accept; by default of sent faxes.',
    isGlobal: true,
    schema: input({ direction: maybe(oneOf(directions)) }),
    answer: v.array(v.strictObject({ id: v.number(), type: v.picklist(errorTypes), message: v.string() })),
    run: (_simulator, { direction = 'sent' }) =>
      faxErrorsOf(direction).map(({ id: error, type, message }) => ({ id: error, type, message })),
  }),
};

/** The events of a fax, even of a deleted one. Throws the Refusal `not_found` for an unknown id. */
export function historyBody(world: World, id: number) {
  const { fax, isWhole, events } = historyOfFax(world, id);
  return {
    fax: fax.id,
    status: fax.status,
    is_whole: isWhole,
    pages_sent: pagesSentOf(world, fax),
    events: events.map(eventView.body),
    next: comingOf(world, fax),
  };
}

/** The coming steps of a fax and attempts at its webhooks if nothing else happens, the earliest first. */
function comingOf(world: World, fax: Fax): v.InferOutput<typeof comingEvent>[] {
  if (world.store.faxes.get(fax.id) === undefined) return [];
  const step = fax.due?.step;
  if (step === 'stuck' || step === 'unread')
    return [{ at: null, summary: verbOfStep({ step, page: 0 }, { pages: 0 }), webhook: null }];
  const steps = forecastOf(world, fax).map(({ at, summary }) => ({ at, summary, webhook: null }));
  const pending = world.deliveries.list({ faxId: fax.id, state: 'pending' });
  const webhooks = pending.map(({ id: webhook, dueAt, faxEvent, attempts }) => ({
    at: timeOrNull(dueAt),
    summary: `webhook ${webhookName(faxEvent, attempts.length)}`,
    webhook,
  }));
  return [...steps, ...webhooks].sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''));
}

const stepsMax = 60;

/**
 * The coming steps of a fax if nothing else happens, at most 60. Unknown pages count as one. A step without a time (`stuck`,
 * `unread`) ends the list.
 */
function forecastOf(world: World, fax: Fax, known = fax.documentPages) {
  const { clock } = world;
  const pace = paceOf(world.paces, fax.isTest);
  const context = stepContext(world, pace);
  const expected: v.InferOutput<typeof expectedStep>[] = [];
  for (let current = fax; current.due !== null && expected.length < stepsMax;) {
    const { at, step } = current.due;
    if (step === 'stuck' || step === 'unread') break;
    const now = Math.max(at, context.now);
    const atStep = { ...context, now };
    const { fax: after } =
      step === 'convert'
        ? completeConversion(current, { blob: current.document, pages: Math.max(known, 1) }, atStep)
        : faxStepFunctions[step](current, atStep);
    // Unknown pages are 0, so that no line says "of 1".
    const pages = known === 0 ? 0 : after.pages;
    expected.push({
      at: timeOf(now),
      real_ms: clock.speed === 0 ? null : (now - context.now) / clock.speed,
      step,
      status: after.status,
      pages: pages === 0 ? null : pages,
      page_ends: pageEndsOf(current, pace).map(({ page, at: end }) => ({ page, at: timeOf(end) })),
      summary:
        after.error === null || after.due !== null
          ? verbOfDone(current.due, after, pages)
          : `fails: ${after.error.message}`,
    });
    current = after;
  }
  return expected;
}
