import * as v from 'valibot';
import { eventKinds } from '../worlds/event-log.ts';
import type { WorldEvent } from '../worlds/event-log.ts';
import { time, timeOf } from './responses.ts';

/** An event of a world as `GET /_faxsim/events` sends it. */
export const shownEvent = v.strictObject({
  kind: v.picklist(eventKinds),
  action: v.string(),
  at: time,
  subject: v.nullable(v.union([v.number(), v.string()])),
  fax_id: v.nullable(v.number()),
  status: v.nullable(v.string()),
  summary: v.string(),
});

export type ShownEvent = v.InferOutput<typeof shownEvent>;

export const eventBody = ({ kind, action, at, subject, faxId, status, summary }: WorldEvent): ShownEvent => ({
  kind,
  action,
  at: timeOf(at),
  subject,
  fax_id: faxId,
  status,
  summary,
});
