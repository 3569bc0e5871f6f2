import * as v from 'valibot';
import { bundleForm } from '../worlds/history/bundle.ts';
import { controlRoute, time, timeOf } from './control-route.ts';
import { input, maybe, integer } from './fields.ts';
import { worldShape, worldBody } from './worlds.ts';
import { view } from '../wire/reply.ts';
import { detailsOfEntry } from '../worlds/journal/entry.ts';
import type { RequestStep } from '../worlds/history/step.ts';

const { shape: shownStep, body: stepBody } = view<RequestStep>()({
  request: [v.number(), ({ id }) => id],
  at: [time, ({ observed }) => timeOf(observed.at)],
  method: [v.string(), ({ observed }) => observed.profile.method],
  path: [v.string(), (step) => detailsOfEntry(step).path],
  status: [v.nullable(v.number()), ({ observed }) => observed.answer.status],
});

/** The control calls about the history of a world. */
export const history = {
  steps: controlRoute('GET /steps', {
    summary: 'List the requests that this world can return to, oldest first. Older requests were dropped.',
    schema: input({ limit: maybe(integer({ min: 1, max: 10_000 })), after: maybe(integer({ min: 0 })) }),
    answer: v.strictObject({ steps: v.array(shownStep), oldest: v.nullable(v.number()), dropped: v.number() }),
    run: ({ world: { history: log, journal } }, { limit = 1000, after }) => {
      const all = log.steps.filter((step) => step.kind === 'request');
      const steps = after === undefined ? all.slice(-limit) : all.filter(({ id }) => id > after).slice(0, limit);
      const oldest = all[0]?.id ?? null;
      return { steps: steps.map(stepBody), oldest, dropped: (oldest ?? journal.lastId + 1) - 1 };
    },
  }),
  step: controlRoute('GET /steps/:request', {
    summary: 'Show what a rewind to before this request takes back: the requests, and how many records they changed.',
    schema: input({ request: integer({ min: 1 }) }),
    answer: v.strictObject({
      first: shownStep,
      clock: time,
      requests: v.number(),
      control_calls: v.number(),
      faxes: v.number(),
      webhooks: v.number(),
    }),
    run: ({ hosted }, { request }) => {
      const { reach, first, requests, controlCalls, changed } = hosted.lossBefore(request);
      return {
        first: stepBody(first),
        clock: timeOf(reach.at),
        requests,
        control_calls: controlCalls,
        faxes: changed('faxes'),
        webhooks: changed('deliveries'),
      };
    },
  }),
  rewind: controlRoute('POST /rewind', {
    summary:
      'Return this world to before a request of its journal: records, clock, draws, scenarios with their counts, pending webhooks and journal. Requests that overlap are taken back together. A rewind stops only before requests: take a snapshot to return to another moment.',
    changesWorld: false,
    schema: input({ request: integer({ min: 1 }) }),
    answer: v.strictObject({ request: v.number(), world: worldShape }),
    run: async (context, { request }) => {
      const reached = await context.hosted.rewind(request);
      return { request: reached.before, world: worldBody(context.hosted, context) };
    },
  }),
  bundle: controlRoute('GET /bundle', {
    summary:
      'Bundle the start of this world and all later requests, control calls and webhooks, without secrets, so that faxsim replay can repeat them.',
    // A bundle has placeholders for secrets already. A mask would be a different text in the replay.
    showsCredentials: () => true,
    answer: bundleForm,
    run: async ({ hosted, about }) => {
      // Loaded on demand, because most simulators never write a bundle.
      const { writeBundle } = await import('../worlds/history/write-bundle.ts');
      return writeBundle(hosted, about);
    },
  }),
};
