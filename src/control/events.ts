import * as v from 'valibot';
import { worldEventKinds } from '../worlds/activity/world-events.ts';
import type { WorldEvent } from '../worlds/activity/world-events.ts';
import { view } from '../wire/reply.ts';
import { input, maybe, oneOf } from './fields.ts';
import { time, timeOf } from './control-route.ts';

/** An event of a world as `GET /_faxsim/events` sends it. */
export const eventView = view<WorldEvent>()({
  kind: [v.picklist(worldEventKinds), (event) => event.kind],
  action: [v.string(), (event) => event.action],
  at: [time, (event) => timeOf(event.at)],
  subject: [v.nullable(v.union([v.number(), v.string()])), (event) => event.subject],
  fax_id: [v.nullable(v.number()), (event) => event.faxId],
  status: [v.nullable(v.string()), (event) => event.status],
  summary: [v.string(), (event) => event.summary],
});

/** The parameters of the stream. */
export const streamSchema = input({ worlds: maybe(oneOf(['all'])) });

export type ShownEvent = v.InferOutput<typeof eventView.shape>;
