import * as v from 'valibot';
import { forecast } from '../domain/forecast.ts';
import { errorTypes, faxErrorsOf } from '../domain/fax-error.ts';
import { directions, faxStatuses, faxSteps } from '../domain/fax.ts';
import type { Fax } from '../domain/fax.ts';
import { verbOfStep } from '../operations/agenda.ts';
import { stepContext } from '../operations/calls.ts';
import { getFaxPage } from '../operations/fax-files.ts';
import { searchFaxes } from '../operations/search-faxes.ts';
import { paceOf } from '../operations/operation-context.ts';
import type { World } from '../worlds/world.ts';
import { time, timeOf } from './responses.ts';
import { controlRoute } from './control-route.ts';
import { faxBody, faxRecord } from './faxes.ts';
import { boolean, input, instant, integer, maybe, oneOf, phoneNumber, tags, text } from './fields.ts';
import { findFax } from './lookup.ts';

/** Bytes that the OpenAPI document describes by their media type. */
const pictureBytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array);

const id = integer({ min: 1 });

const expectedStep = v.strictObject({
  at: time,
  /** Until then at the present speed of the clock; null: the clock is frozen. */
  real_ms: v.nullable(v.number()),
  step: v.picklist(faxSteps),
  status: v.picklist(faxStatuses),
  summary: v.string(),
});

/** The control calls that read faxes. */
export const faxQueries = {
  list: controlRoute('GET /faxes', {
    summary:
      'List faxes, newest first. A search by text, error or key pair reads the newest 50,000 faxes that the other conditions leave.',
    form: input({
      direction: maybe(oneOf(directions)),
      status: maybe(oneOf(faxStatuses)),
      number: maybe(phoneNumber),
      tags: maybe(tags),
      is_test: maybe(boolean),
      error: maybe(integer()),
      q: maybe(text),
      since: maybe(instant),
      until: maybe(instant),
      limit: maybe(integer({ min: 1, max: 1000 })),
      offset: maybe(integer({ min: 0 })),
    }),
    answer: v.strictObject({ faxes: v.array(faxRecord), total: v.number(), is_complete: v.boolean() }),
    run: ({ world }, { is_test: isTest, q, since: from, until: to, limit = 100, offset = 0, ...input }) => {
      const found = searchFaxes(world, { ...input, isTest, text: q, from, to, limit, offset });
      return { faxes: found.faxes.map(faxBody), total: found.total, is_complete: found.isComplete };
    },
  }),
  forecast: controlRoute('GET /faxes/:id/forecast', {
    summary: 'List the steps that a fax takes from now on if nothing else happens to it, with their times.',
    form: input({ id }),
    answer: v.array(expectedStep),
    run: ({ world }, input) => forecastOf(world, findFax(world, input.id)),
  }),
  page: controlRoute('GET /faxes/:id/pages/:page', {
    summary: 'Show a page of a fax as PNG, of at most the given width in pixels.',
    produces: 'image/png',
    form: input({ id, page: integer({ min: 1 }), width: maybe(integer({ min: 16, max: 2000 })) }),
    answer: pictureBytes,
    run: async ({ world }, { id: faxId, page, width = 850 }) => {
      findFax(world, faxId);
      return getFaxPage(world, { id: faxId, page, width });
    },
  }),
  errors: controlRoute('GET /fax_errors', {
    summary:
      'List the errors that a fax can fail with, by the ids that finish and receive take; of sent faxes by default.',
    isGlobal: true,
    form: input({ direction: maybe(oneOf(directions)) }),
    answer: v.array(v.strictObject({ id: v.number(), type: v.picklist(errorTypes), message: v.string() })),
    run: (_simulator, { direction = 'sent' }) =>
      faxErrorsOf(direction).map(({ id: error, type, message }) => ({ id: error, type, message })),
  }),
};

function forecastOf(world: World, fax: Fax) {
  const { clock } = world;
  const now = clock.now();
  const context = stepContext(world, paceOf(world.pace, fax.isTest));
  return forecast(fax, context).map(({ at, step, after }) => ({
    at: timeOf(at),
    real_ms: clock.pace === 0 ? null : Math.max(at - now, 0) / clock.pace,
    step,
    status: after.status,
    summary: after.error === null || after.due !== null ? verbOfStep(step) : `fails: ${after.error.message}`,
  }));
}
