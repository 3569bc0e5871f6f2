import * as v from 'valibot';
import { readDuration } from '../domain/duration.ts';
import { Refusal } from '../domain/refusal.ts';
import { deliveryStates, webhookEvents } from '../domain/webhook.ts';
import type { Delivery, WebhookAttempt } from '../domain/webhook.ts';
import { lastInstant } from '../domain/world-clock.ts';
import { form, integer, oneOf, optional, single, text } from './fields.ts';

const duration = single('a duration such as 45m, 2s or 250ms, or a number of ms', readDuration);
const pace = single('a number from 0 to 100000', (value) => {
  const number = /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  return number <= 100_000 ? number : undefined;
});

/** What to do with a clock that shows `now`; one of the two, and a pace with either. */
export const moveClockForm = (now: number) =>
  v.pipe(
    form({ advance: optional(duration), run_until_idle: optional(duration), pace: optional(pace) }),
    v.transform(({ advance, run_until_idle: limit, pace: newPace }) => {
      if (advance !== undefined && limit !== undefined) {
        throw new Refusal('invalid', 'advance and run_until_idle exclude each other');
      }
      if (now + (advance ?? 0) > lastInstant) throw new Refusal('invalid', 'advance must not go beyond the year 9999');
      return { advance, limit, pace: newPace };
    }),
  );

/** The names of scenarios to switch on and off, one of the two at least. */
export const switchScenarioForm = v.pipe(
  v.unknown(),
  v.check(
    (params) => Object.keys(params ?? {}).every((name) => name === 'on' || name === 'off'),
    ({ input }) => {
      const unknown = Object.keys(input ?? {}).find((name) => name !== 'on' && name !== 'off');
      return `${unknown} is no parameter here: it takes on and off, with the name of a scenario`;
    },
  ),
  form({ on: optional(text), off: optional(text) }),
  v.check(({ on, off }) => on !== undefined || off !== undefined, 'on or off is required, with the name of a scenario'),
);

export const listWebhooksForm = v.pipe(
  form({
    fax: optional(integer({ min: 1 })),
    event: optional(oneOf(webhookEvents)),
    state: optional(oneOf(deliveryStates)),
    after: optional(integer({ min: 0 })),
  }),
  v.transform(({ fax: faxId, ...query }) => ({ faxId, ...query })),
);

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : time(ms);

export function clockBody(clock: { now(): number; readonly pace: number; readonly nextDue: number | undefined }) {
  return { now: time(clock.now()), pace: clock.pace, next_due: timeOrNull(clock.nextDue) };
}

/** Times are in UTC here: this is the simulator's own face, not the service's. */
export function deliveryBody(delivery: Delivery) {
  return {
    id: delivery.id,
    created_at: time(delivery.createdAt),
    event: delivery.news.event,
    fax_id: delivery.news.faxId,
    url: delivery.url,
    state: delivery.state,
    due_at: timeOrNull(delivery.dueAt),
    attempts: delivery.attempts.map(attemptBody),
  };
}

function attemptBody(attempt: WebhookAttempt) {
  return {
    at: time(attempt.at),
    took_ms: attempt.tookMs,
    fields: attempt.fields,
    files: attempt.files,
    signature: attempt.signature,
    answer: attempt.answer,
    failure: attempt.failure,
    rule: attempt.rule,
  };
}

interface Happening {
  readonly at: number;
  readonly [fact: string]: unknown;
}

export const happeningBody = ({ at, ...facts }: Happening) => ({ at: time(at), ...facts });
