import { listed } from '../../model/shared/words.ts';
import { durationText } from '../../model/shared/duration.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { WorldClock } from '../../model/domain/world-clock.ts';
import { isIn } from '../../store/memory/store.ts';
import { moveClock } from './clock-control.ts';
import type { Moved } from './clock-control.ts';
import type { HostedWorld } from '../hosting/hosted-world.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { openIn } from './open-answers.ts';
import { lookAgain, watchUntil } from './watch-until.ts';
import type { World } from '../world.ts';

/** Real ms. */
interface SettleOptions {
  /** The speed of the clock afterwards; undefined to keep it. */
  readonly speed: number | undefined;
  /** How long the program and the clock must rest, in real ms. */
  readonly quietMs: number;
  /** The time limit, in real ms. */
  readonly limitMs: number;
  /** Aborted when the caller disconnects. */
  readonly disconnected?: AbortSignal | undefined;
}

/** The longest move at a time, for a clock that never comes to rest. */
const moveMsMax = 3650 * 86_400_000;

/**
 * Runs the clock until nothing is due, waits in real time for the reaction of the program, and begins again if there
 * was one. Resolves when nothing is due and the program rests, or when a caller stopped the move. Throws the Refusal
 * `timed_out` at the limit, also while a webhook waits for its answer.
 */
export async function settle(hosted: HostedWorld, options: SettleOptions): Promise<Moved> {
  const { systemClock } = hosted;
  const { speed, limitMs } = options;
  const until = systemClock.now() + limitMs;
  await untilMovable(hosted, limitMs);
  const { world } = hosted; // may have been replaced meanwhile
  world.clock.assertMovable();
  const activity = new Activity(hosted, world);
  let wasStopped: boolean | undefined;
  const moving = moveClock(world, speed, async () => {
    wasStopped = await takeTurns(hosted, activity, { ...options, until });
  });
  try {
    const moved = await beforeLimit(moving, hosted, until);
    if (moved === undefined || (wasStopped === undefined && !world.clock.isStopped))
      throw new Refusal('timed_out', activity.unsettledText(limitMs));
    return { ...moved, isStopped: moved.isStopped || wasStopped === true };
  } finally {
    activity.end();
  }
}

/** The move; undefined at the limit, which stops the move, because a receiver may never answer. */
const beforeLimit = (moving: Promise<Moved>, { world, systemClock }: HostedWorld, until: number) =>
  watchUntil<Moved>(
    () => undefined,
    ({ end, fail }) => {
      moving.then(end, fail);
      const stop = (): void => {
        world.clock.stopMove();
        end(undefined);
      };
      return [systemClock.wake(Math.max(until - systemClock.now(), 1), stop)];
    },
  );

interface Turns extends SettleOptions {
  /** Real time of the limit. */
  readonly until: number;
}

/** Resolves to whether a caller stopped the move; undefined if the limit came first. */
async function takeTurns(
  { world: { clock }, systemClock }: HostedWorld,
  activity: Activity,
  { quietMs, until, disconnected }: Turns,
): Promise<boolean | undefined> {
  const isOver = (): boolean => systemClock.now() >= until || disconnected?.aborted === true;
  /** Resolves to whether something happened before the program rested. */
  const rest = async (): Promise<boolean> => {
    let [lastAt, hasHappened] = [systemClock.now(), false];
    const leftMs = (): number => Math.min(lastAt + quietMs, until) - systemClock.now();
    const look = (): true | undefined => {
      if (activity.take()) [lastAt, hasHappened] = [systemClock.now(), true];
      return leftMs() <= 0 || isOver() || undefined;
    };
    if (leftMs() > 0 && !isOver()) await watchUntil<true>(look, (wait) => [lookAgain(systemClock, wait.look, leftMs)]);
    return hasHappened;
  };
  while (!isOver()) {
    // If another caller is moving the clock, waits for the end of that move as for the program.
    if (!clock.isMoving && (await isStoppedEarly(clock))) return isOver() ? undefined : true;
    activity.take();
    const isAtRest = !(await rest());
    if (clock.isStopped) return true; // the world was replaced
    // Receivers may react late to their webhooks, while the clock moves on for the others.
    if (isAtRest && clock.nextDue === undefined && clock.errands.unanswered.length === 0 && !isOver()) return false;
  }
  return undefined;
}

async function isStoppedEarly(clock: WorldClock): Promise<boolean> {
  const moving = clock.runUntilIdle(moveMsMax);
  const { move } = clock;
  await moving;
  return move?.isStopped === true;
}

/** Waits for the end of a move by another caller, up to the limit. */
async function untilMovable({ world: { clock }, systemClock }: HostedWorld, limitMs: number): Promise<void> {
  const until = systemClock.now() + limitMs;
  const look = (): true | undefined => !clock.isMoving || clock.isStopped || systemClock.now() >= until || undefined;
  if (look() === undefined) await watchUntil<true>(look, (wait) => [lookAgain(systemClock, wait.look)]);
}

/** Watches a program for signs of work: requests that change something, and webhooks. */
class Activity {
  readonly #hosted: HostedWorld;
  readonly #world: World;
  #lastId: number;
  #requests = 0;
  #latest: JournalEntry | undefined;
  #webhooks = 0;
  readonly end: () => void;

  constructor(hosted: HostedWorld, world: World) {
    this.#hosted = hosted;
    this.#world = world;
    this.#lastId = world.journal.lastId;
    this.end = world.store.watch((change) => {
      if (isIn('deliveries', change)) this.#webhooks++;
    });
  }

  /** Whether there were signs since the last call, or some are running. */
  take(): boolean {
    const { clock, journal } = this.#world;
    const isUnderWay = clock.isMoving || this.#hosted.requestsUnderWay > 0;
    const works = journal.lastId === this.#lastId ? [] : journal.after(this.#lastId).filter(isWork);
    const hasHappened = works.length > 0 || this.#webhooks > 0;
    this.#requests += works.length;
    this.#latest = works.at(-1) ?? this.#latest;
    this.#lastId = journal.lastId;
    this.#webhooks = 0;
    return isUnderWay || hasHappened;
  }

  /** The reason, with the latest sign of work. */
  unsettledText(limitMs: number): string {
    const { clock } = this.#world;
    const due = clock.nextDue === undefined ? '' : `; a step is due at ${new Date(clock.nextDue).toISOString()}`;
    const unanswered = unansweredText(this.#world);
    const latest = this.#latest && `, the latest ${this.#latest.observed.profile.operation ?? 'without a route'}`;
    const count = `${this.#requests} request${this.#requests === 1 ? '' : 's'}${latest ?? ''}`;
    const fix = 'allow more time, or end the work that the program repeats';
    return `The program and the clock must come to rest within ${durationText(limitMs)}, got ${count}${unanswered ?? due}: ${fix}`;
  }
}

/** Words for the webhooks without an answer, if any. */
function unansweredText(world: World): string | undefined {
  const webhooks = openIn(world).filter(({ kind }) => kind === 'webhook');
  const [first, ...others] = webhooks.map(({ subject }) => subject);
  if (first === undefined) return undefined;
  if (others.length === 0) return `; webhook ${first} waits for its answer`;
  return `; webhooks ${listed([first, ...others].map(String))} wait for their answers`;
}

/** Whether a request is a sign of work. A read is not, because a polling program waits for the clock. */
const isWork = ({ observed: { profile } }: JournalEntry): boolean =>
  profile.operation === null ? profile.method !== 'GET' : !/^(?:get|list)/.test(profile.operation);
