import * as v from 'valibot';
import { eventKinds } from '../worlds/event-log.ts';
import type { WorldEvent } from '../worlds/event-log.ts';
import { input, maybe, oneOf } from './fields.ts';
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

/** The parameters of the stream. */
export const streamForm = input({ worlds: maybe(oneOf(['all'])) });

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

/** Chooses the events of a stream: those of one world, or also those of kind `world` of all others. */
export const isOfStream =
  ({ id, worlds }: { readonly id: string; readonly worlds?: 'all' | undefined }) =>
  ({ kind, subject }: WorldEvent): boolean =>
    worlds === 'all' || kind !== 'world' || subject === id;
