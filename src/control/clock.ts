import * as v from 'valibot';
import { mapInTurns } from '../model/domain/breath.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { deliveryStates, webhookEvents } from '../model/domain/webhook.ts';
import { faxStatuses } from '../model/domain/fax.ts';
import { portOrderStatuses } from '../model/domain/port-order.ts';
import { isInCalendar } from '../model/domain/time.ts';
import { isOfStream } from '../worlds/activity/world-events.ts';
import { moveClock } from '../worlds/waiting/clock-control.ts';
import type { HappeningOfMove } from '../worlds/waiting/clock-control.ts';
import { settle } from '../worlds/waiting/settle.ts';
import { agendaOf, heldIn, openIn } from '../worlds/waiting/open-answers.ts';
import type { AgendaItem } from '../worlds/waiting/open-answers.ts';
import { isRequest } from '../worlds/history/step-change.ts';
import { keysOf } from '../model/shared/objects.ts';
import type { HostedWorld } from '../worlds/hosting/hosted-world.ts';
import type { World } from '../worlds/world.ts';
import { eventView } from './events.ts';
import { controlRoute, time, timeOf, timeOrNull } from './control-route.ts';
import { clockSpeed, duration, input, instant, integer, maybe, patience } from './fields.ts';

const agendaItem = v.strictObject({
  at: time,
  kind: v.picklist(['fax', 'webhook', 'port_order', 'request']),
  subject: v.number(),
  fax_id: v.nullable(v.number()),
  summary: v.string(),
});

/** `open`: webhooks without an answer of their receivers; `held`: requests whose responses wait for the clock. */
const shownClock = {
  now: time,
  speed: v.number(),
  next_due: v.nullable(time),
  open: v.array(agendaItem),
  held: v.array(agendaItem),
};

/** `until` is null if the move ends as soon as nothing is due. */
const move = v.strictObject({ from: time, until: v.nullable(time), events: v.number(), stopping: v.boolean() });
const clockShape = v.strictObject({ ...shownClock, moving: v.nullable(move) });

const happening = v.variant('what', [
  v.strictObject({
    at: time,
    what: v.literal('fax'),
    id: v.number(),
    status: v.picklist(faxStatuses),
    step: v.optional(v.string()),
  }),
  v.strictObject({ at: time, what: v.literal('portOrder'), id: v.number(), status: v.picklist(portOrderStatuses) }),
  v.strictObject({
    at: time,
    what: v.literal('webhook'),
    id: v.number(),
    fax_id: v.number(),
    event: v.picklist(webhookEvents),
    state: v.picklist(deliveryStates),
    attempts: v.number(),
    failure: v.nullable(v.string()),
  }),
]);

const moveSchema = input(
  {
    // An empty value is refused as a probable mistake.
    advance: v.optional(duration),
    set: v.optional(instant),
    run_until_idle: v.optional(duration),
    settle: v.optional(patience),
    quiet: v.optional(patience),
    speed: v.optional(clockSpeed),
  },
  { pace: 'speed' },
);

export const clock = {
  show: controlRoute('GET /clock', {
    summary:
      'Show the simulated clock: its time, its speed, when the next event is due, which webhooks are open and which requests are held. During a move, also its progress.',
    answer: clockShape,
    run: ({ world }) => clockBody(world),
  }),
  agenda: controlRoute('GET /clock/agenda', {
    summary:
      'List the next due steps of faxes, port orders and webhooks, and the responses that wait for the clock, earliest first.',
    schema: input({ limit: maybe(integer({ min: 1, max: 1000 })) }),
    answer: v.array(agendaItem),
    run: ({ world }, { limit = 100 }) => agendaOf(world, limit).map(itemBody),
  }),
  happened: controlRoute('GET /clock/happened', {
    summary:
      'List the latest changes of faxes, webhooks, port orders and the clock, newest first. Recording starts with the first call, or with the first client of the events.',
    schema: input({ limit: maybe(integer({ min: 1, max: 1000 })) }),
    answer: v.array(v.strictObject({ id: v.string(), ...eventView.shape.entries })),
    run: ({ hosted }, { limit = 100 }) =>
      hosted.events.latest
        .filter(isOfStream(hosted))
        .filter(({ kind, action }) => !unlistedKinds.includes(kind) && action !== 'moving')
        .slice(-limit)
        .reverse()
        .map((event) => ({ id: event.id, ...eventView.body(event) })),
  }),
  move: controlRoute('POST /clock', {
    summary:
      'Advance the clock, set it, run it until no event is due, or change its speed (0 or manual freezes it). With settle, the clock and the program take turns until both rest. A slow receiver does not hold up the move: its webhook stays open. Lists the events of the move; stopped is true if it ended early.',
    movesClock: true,
    schema: moveSchema,
    answer: v.strictObject({ ...shownClock, stopped: v.boolean(), happened: v.array(happening) }),
    run: async ({ hosted, world, disconnected, work }, { speed, quiet, ...moves }) => {
      const { run_until_idle: limit, settle: limitMs } = moves;
      assertOneMove({ ...moves, speed, quiet });
      if (limitMs === undefined) world.clock.assertMovable();
      const byMs = distanceOf(moves, world);
      const settling = { speed, quietMs: quiet ?? usualQuietMs, disconnected };
      const { happened, isStopped: stopped } = await work.during(moveTask(hosted, byMs), () => {
        if (limitMs !== undefined) return settle(hosted, { ...settling, limitMs });
        return moveClock(world, speed, async (moving) => {
          if (byMs !== undefined) await moving.advance(byMs);
          if (limit !== undefined) await moving.runUntilIdle(limit);
        });
      });
      hosted.assertThere(); // a reset stops the move, and its deletion refuses the call
      return { ...timesBody(world), stopped, happened: await mapInTurns(happened, happeningBody) };
    },
  }),
  stopMove: controlRoute('POST /clock/stop', {
    summary:
      'Stop the running move of the clock. The call that started the move then returns. moving is null if no move was running.',
    changesWorld: false,
    answer: clockShape,
    run: ({ world }) => {
      world.clock.stopMove();
      return clockBody(world);
    },
  }),
};

/** Throws the Refusal `invalid` for a call that names no move, or several. */
function assertOneMove({ speed, quiet, ...moves }: v.InferOutput<typeof moveSchema>): void {
  const [one, other] = keysOf(moves).filter((name) => moves[name] !== undefined);
  if ((one ?? speed) === undefined) {
    throw new Refusal('invalid', 'advance, set, run_until_idle, settle or speed is required');
  }
  if (other !== undefined) throw new Refusal('invalid', `${one} and ${other} exclude each other`);
  if (quiet !== undefined && one !== 'settle') throw new Refusal('invalid', 'quiet is for settle alone: leave it out');
}

/** A move of a world's clock for the list of long work. `byMs` is undefined if the end is unknown. */
function moveTask({ id, world: { clock } }: HostedWorld, byMs: number | undefined) {
  const from = clock.now();
  const eventsBefore = clock.eventsOfMoves;
  const reached = () => {
    const now = clock.now();
    return { done: now - from, total: byMs ?? null, worldTime: now, events: clock.eventsOfMoves - eventsBefore };
  };
  return { kind: 'clock', world: id, unit: 'ms', reached } as const;
}

/** The ms from `now` to the end of a move with a known end; undefined for other moves. Throws the Refusal `invalid`. */
function distanceOf({ advance, set }: Pick<v.InferOutput<typeof moveSchema>, 'advance' | 'set'>, world: World) {
  const now = world.clock.now();
  if (set !== undefined && set < now) {
    const way = `${rewindTo(world, set)}reset the world`;
    const message = `set must not lie before ${timeOf(now)}, which the clock shows: it does not go back, so ${way}`;
    throw new Refusal('invalid', message, { field: 'set' });
  }
  const byMs = set === undefined ? advance : set - now;
  if (byMs !== undefined && !isInCalendar(now + byMs)) {
    throw new Refusal('invalid', 'advance must not go beyond the beginning of the year 9000');
  }
  return byMs;
}

/** The latest rewind that reaches a time, as the beginning of a list of ways; empty if the history has none. */
function rewindTo({ history }: World, time: number): string {
  const request = history.steps.filter(isRequest).findLast((step) => step.observed.at <= time);
  const isKept = request !== undefined && request.from >= history.firstMark;
  return isKept ? `rewind to before request ${request.id}, which came at ${timeOf(request.observed.at)}, or ` : '';
}

/** Real ms: a program under load takes some time from a webhook to its next request. */
const usualQuietMs = 200;

/** The kinds of events that are left out, because other lists contain them. */
const unlistedKinds: readonly string[] = ['request', 'scenario', 'settings', 'work'];

const itemBody = ({ at, faxId, ...item }: AgendaItem) => ({ ...item, at: timeOf(at), fax_id: faxId });

const timesBody = (world: World) => ({
  now: timeOf(world.clock.now()),
  speed: world.clock.speed,
  next_due: timeOrNull(world.clock.nextDue),
  open: openIn(world).map(itemBody),
  held: heldIn(world).map(itemBody),
});

const clockBody = (world: World) => ({ ...timesBody(world), moving: moveBody(world) });

function moveBody({ clock: { move } }: World) {
  if (move === undefined) return null;
  const { from, until, staysWhenIdle, events, isStopped } = move;
  return { from: timeOf(from), until: staysWhenIdle ? null : timeOf(until), events, stopping: isStopped };
}

function happeningBody(happened: HappeningOfMove) {
  const at = timeOf(happened.at);
  if (happened.what !== 'webhook') return { ...happened, at };
  const { faxId, ...rest } = happened;
  return { ...rest, fax_id: faxId, at };
}
